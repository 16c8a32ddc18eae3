import { Button } from '@mantine/core'
import { useState } from 'react'
import { getContourFile, removeContour, saveContour } from '#contract/geo.ts'
import type { Permission } from '#core/access/index.ts'
import { download } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime, number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { download as saveBlob } from '../../ui/chart/save.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import type { MapMark } from '../../ui/map/index.ts'
import { Empty } from '../../ui/state.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './basin.module.css'
import type { Basin } from './queries.ts'
import { UploadOutline } from './upload.tsx'

/** The outline in force: its area and file, and buttons to replace it. */
export function Outline({ basin, marks }: { basin: Basin; marks: readonly MapMark[] }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const mayUpdate = useCan(saveContour.access as Permission)
  const [open, setOpen] = useState<'upload' | 'remove' | null>(null)
  const close = () => setOpen(null)

  async function fetchFile() {
    try {
      const { blob } = await download(getContourFile)
      saveBlob(blob, basin.file?.name ?? 'basin')
    } catch (error) {
      notice('failed', reasonOf(error), t('basin.downloadFailed'))
    }
  }

  const { file } = basin
  return (
    <section className={layoutCss.column} aria-label={t('basin.outline')}>
      <h2 className={textCss.heading}>{t('basin.outline')}</h2>
      <p className={css.small}>{t('basin.outlineHint')}</p>
      {basin.basin === null ? (
        <Empty icon="basin" title={t('basin.none')} hint={mayUpdate ? t('basin.noneHint') : undefined} />
      ) : (
        <dl className={`${layoutCss.lines} ${css.facts}`}>
          <div>
            <dt>{t('basin.area')}</dt>
            <dd>{number(basin.area, 1)} km²</dd>
          </div>
          <div>
            <dt>{t('basin.given')}</dt>
            <dd>{number(basin.given_area, 1)} km²</dd>
          </div>
          <div>
            <dt>{t('basin.points')}</dt>
            <dd>{number(basin.basin.length, 0)}</dd>
          </div>
          <div>
            <dt>{t('basin.file')}</dt>
            <dd>
              {file ? (
                <>
                  <button
                    type="button"
                    className={css.file}
                    onClick={() => void fetchFile()}
                    title={t('basin.download')}
                  >
                    <Icon name="save" size={16} />
                    <span className="sr">{t('basin.download')}: </span>
                    {file.name}
                  </button>
                  <span className={css.small}>
                    {t('basin.uploaded', { when: dateTime(file.uploaded_at, zone, language) })}
                  </span>
                </>
              ) : (
                <span className={css.small}>{t('basin.noFile')}</span>
              )}
            </dd>
          </div>
        </dl>
      )}
      {mayUpdate && (
        <div className={layoutCss.row}>
          <Button variant={basin.basin ? 'default' : 'filled'} onClick={() => setOpen('upload')}>
            {t(basin.basin ? 'basin.replace' : 'basin.upload')}
          </Button>
          {basin.basin && (
            <Button variant="subtle" color="gray" onClick={() => setOpen('remove')}>
              {t('basin.remove')}
            </Button>
          )}
        </div>
      )}
      {open === 'upload' && <UploadOutline basin={basin} marks={marks} onClose={close} />}
      {open === 'remove' && <RemoveOutline version={basin.version} onClose={close} />}
    </section>
  )
}

function RemoveOutline({ version, onClose }: { version: string; onClose: () => void }) {
  const { t } = useText()
  const remove = useAct(removeContour, { quiet: true })
  return (
    <Confirm
      title={t('basin.removeTitle')}
      act={t('basin.remove')}
      done={t('basin.removed')}
      onClose={onClose}
      onAct={() => remove.run({ body: { version } })}
    >
      <p className={css.text}>{t('basin.removeWhat')}</p>
    </Confirm>
  )
}
