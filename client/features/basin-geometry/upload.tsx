import { Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { saveContour } from '#contract/geo.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { isSilent, reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { number } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { MapView, type MapMark } from '../../ui/map/index.ts'
import css from './basin.module.css'
import { Odd } from './odd.tsx'
import { PickFile } from './pick.tsx'
import { useOutlinePreview, type Basin, type OutlinePreview } from './queries.ts'
import { BasinReason, SaveDialog } from './save-dialog.tsx'
import { BY_FILE, SystemChoice } from './system.tsx'

/** A difference of the areas, as a share, below which the area of the file is not offered. */
const SAME = 0.005

/** From a file to the outline in use: seen on the map beside the present one, with what is odd about it. */
export function UploadOutline({
  basin,
  marks,
  onClose,
}: {
  basin: Basin
  marks: readonly MapMark[]
  onClose: () => void
}) {
  const { t } = useText()
  const [file, setFile] = useState<File | null>(null)
  const [epsg, setEpsg] = useState(BY_FILE)
  const [takeArea, setTakeArea] = useState(false)
  const [reason, setReason] = useState('')
  const preview = useOutlinePreview(file, epsg === BY_FILE ? null : Number(epsg))
  const save = useAct(saveContour, { quiet: true })
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
    void save.run({ query, file: bytesOf(file) }).then(() => {
      notice('done', t('basin.saved'))
      onClose()
    })
  }

  const failure = preview.error && !isSilent(preview.error) ? reasonOf(preview.error) : null
  return (
    <SaveDialog
      title={t(basin.basin ? 'basin.replace' : 'basin.upload')}
      unsaved={found ? t('basin.unsaved') : null}
      act={t('basin.save')}
      ready={found !== null && !preview.isFetching}
      save={save}
      onSave={submit}
      onClose={onClose}
    >
      <PickFile
        file={file}
        reading={preview.isFetching}
        onFile={(next) => {
          setFile(next)
          save.reset()
        }}
      />
      {file && <SystemChoice basin={basin} value={epsg} onChange={setEpsg} />}
      {failure && <FormAlert kind="failed">{failure}</FormAlert>}
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
          <BasinReason value={reason} onChange={setReason} />
        </>
      )}
    </SaveDialog>
  )
}

function Found({ found, basin, marks }: { found: OutlinePreview; basin: Basin; marks: readonly MapMark[] }) {
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
