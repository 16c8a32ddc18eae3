import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { isSilent, reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Changed, Told } from '../../ui/form/index.ts'
import { MapView, type Mark } from '../../ui/map/index.ts'
import css from './basin.module.css'
import { Odd } from './odd.tsx'
import { Pick } from './pick.tsx'
import { useBasin, usePreview, useSaveContour, type Basin, type Preview } from './queries.ts'

/** A share of the area that nobody would type anew. */
const SAME = 0.005
const BY_FILE = ''

/** From a file to the outline in use: seen on the map beside the present one, with what is odd about it. */
export function Upload({
  basin,
  marks,
  onClose,
}: {
  basin: Basin
  marks: readonly Mark[]
  onClose: () => void
}) {
  const { t } = useText()
  const [file, setFile] = useState<File | null>(null)
  const [epsg, setEpsg] = useState(BY_FILE)
  const [takeArea, setTakeArea] = useState(false)
  const [reason, setReason] = useState('')
  const preview = usePreview(file, epsg === BY_FILE ? null : Number(epsg))
  const save = useSaveContour()
  const current = useBasin()
  const conflict = save.error instanceof CallError && save.error.code === 'conflict'
  const found = preview.error ? null : (preview.data ?? null)

  function submit() {
    if (!file || !found) return
    const query = {
      version: basin.version,
      name: file.name,
      ...(epsg === BY_FILE ? {} : { epsg: Number(epsg) }),
      take_area: takeArea ? ('true' as const) : ('false' as const),
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    }
    save.mutate(
      { file, ...query },
      {
        onSuccess: () => {
          notice('done', t('basin.saved'))
          onClose()
        },
      },
    )
  }

  const failure = preview.error && !isSilent(preview.error) ? reasonOf(preview.error) : null
  return (
    <Dialog
      opened
      title={t(basin.basin ? 'basin.replace' : 'basin.upload')}
      width={760}
      onClose={onClose}
      unsaved={found ? { question: t('basin.unsaved'), leave: t('act.leave') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button
            disabled={!found || preview.isFetching || conflict}
            loading={save.isPending}
            onClick={submit}
          >
            {t('basin.save')}
          </Button>
        </>
      )}
    >
      <div className={css.form}>
        {conflict && (
          <Changed
            text={t('basin.conflict')}
            reload={t('act.reload')}
            busy={current.isFetching}
            onReload={() => void current.refetch().then(() => save.reset())}
          />
        )}
        {save.error && !conflict && <Told kind="failed">{reasonOf(save.error)}</Told>}
        <Pick
          file={file}
          reading={preview.isFetching}
          onFile={(next) => {
            setFile(next)
            save.reset()
          }}
        />
        {file && (
          <Choice
            label={t('basin.system')}
            description={t('basin.systemHint')}
            value={epsg}
            onChange={(v) => setEpsg(v)}
            data={[
              { value: BY_FILE, label: t('basin.asFile') },
              ...basin.systems.map((s) => ({ value: String(s.epsg), label: `${s.name} (EPSG:${s.epsg})` })),
            ]}
          />
        )}
        {failure && <Told kind="failed">{failure}</Told>}
        {found && (
          <>
            <Found found={found} basin={basin} marks={marks} />
            {Math.abs(found.area / (basin.given_area || Infinity) - 1) > SAME && (
              <Checkbox
                label={t('basin.takeArea', {
                  area: number(found.area, 1),
                  given: number(basin.given_area, 1),
                })}
                checked={takeArea}
                onChange={(e) => setTakeArea(e.currentTarget.checked)}
              />
            )}
            <TextInput
              label={t('basin.reason')}
              value={reason}
              maxLength={500}
              autoComplete="off"
              onChange={(e) => setReason(e.currentTarget.value)}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Found({ found, basin, marks }: { found: Preview; basin: Basin; marks: readonly Mark[] }) {
  const { t } = useText()
  const scene = useMemo(
    () => ({ base: basin.layers, basin: found.ring, before: basin.basin, marks }),
    [found, basin, marks],
  )
  return (
    <>
      <dl className={css.found}>
        <div>
          <dt>{t('basin.format')}</dt>
          <dd>{t('basin.read', { format: found.format, crs: found.crs })}</dd>
        </div>
        <div>
          <dt>{t('basin.area')}</dt>
          <dd>{number(found.area, 1)} km²</dd>
        </div>
        <div>
          <dt>{t('basin.points')}</dt>
          <dd>{number(found.points, 0)}</dd>
        </div>
      </dl>
      <Odd warnings={found.warnings} />
      <MapView label={t('basin.map')} scene={scene} height={340} />
    </>
  )
}
