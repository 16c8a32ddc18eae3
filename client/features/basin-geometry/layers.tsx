import { Button } from '@mantine/core'
import { useState } from 'react'
import { getLayerFile, removeLayer, saveLayer } from '#contract/geo.ts'
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
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './basin.module.css'
import { UploadLayer } from './layer-upload.tsx'
import type { Basin, Layer } from './queries.ts'

const LAYERS: readonly Layer[] = ['rivers', 'lakes', 'borders']

/** Layers that maps draw below the stations: their size and file, and buttons to replace them. */
export function Layers({ basin, marks }: { basin: Basin; marks: readonly MapMark[] }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const mayUpdate = useCan(saveLayer.access as Permission)
  const [open, setOpen] = useState<{ act: 'upload' | 'remove'; layer: Layer } | null>(null)
  const close = () => setOpen(null)

  async function fetchFile(layer: Layer) {
    try {
      const { blob } = await download(getLayerFile, { query: { layer } })
      saveBlob(blob, basin.layer_files[layer]?.name ?? layer)
    } catch (error) {
      notice('failed', reasonOf(error), t('basin.downloadFailed'))
    }
  }

  return (
    <section className={layoutCss.column} aria-label={t('basin.layers')}>
      <h2 className={textCss.heading}>{t('basin.layers')}</h2>
      <p className={css.small}>{t('basin.layersHint')}</p>
      <ul className={`${layoutCss.lines} ${css.layers}`}>
        {LAYERS.map((layer) => {
          const count = basin.layers[layer].length
          const file = basin.layer_files[layer]
          const name = t(`map.${layer}`)
          return (
            <li key={layer} aria-label={name}>
              <div>
                <strong>{name}</strong>
                <div className={textCss.note}>
                  {count === 0
                    ? t('basin.layerNone')
                    : [
                        t('basin.layerShapes', { n: number(count, 0) }),
                        file
                          ? t('basin.uploaded', { when: dateTime(file.uploaded_at, zone, language) })
                          : t('basin.layerDrawn'),
                      ].join(', ')}
                </div>
                {file && (
                  <button
                    type="button"
                    className={css.file}
                    onClick={() => void fetchFile(layer)}
                    title={t('basin.download')}
                  >
                    <Icon name="save" size={16} />
                    <span className="sr">{t('basin.download')}: </span>
                    {file.name}
                  </button>
                )}
              </div>
              {mayUpdate && (
                <div className={layoutCss.row}>
                  <Button
                    size="compact-md"
                    variant="default"
                    aria-label={t(count > 0 ? 'basin.layerReplaceOf' : 'basin.layerUploadOf', { name })}
                    onClick={() => setOpen({ act: 'upload', layer })}
                  >
                    {t(count > 0 ? 'basin.layerReplace' : 'basin.layerUpload')}
                  </Button>
                  {count > 0 && (
                    <Button
                      size="compact-md"
                      variant="subtle"
                      color="gray"
                      aria-label={t('basin.layerRemoveOf', { name })}
                      onClick={() => setOpen({ act: 'remove', layer })}
                    >
                      {t('basin.layerRemove')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {open?.act === 'upload' && (
        <UploadLayer basin={basin} layer={open.layer} marks={marks} onClose={close} />
      )}
      {open?.act === 'remove' && <RemoveLayer version={basin.version} layer={open.layer} onClose={close} />}
    </section>
  )
}

function RemoveLayer({ version, layer, onClose }: { version: string; layer: Layer; onClose: () => void }) {
  const { t } = useText()
  const remove = useAct(removeLayer, { quiet: true })
  return (
    <Confirm
      title={t('basin.layerRemoveOf', { name: t(`map.${layer}`) })}
      act={t('basin.layerRemove')}
      done={t('basin.layerRemoved')}
      onClose={onClose}
      onAct={() => remove.run({ body: { layer, version } })}
    >
      <p className={css.text}>{t('basin.layerRemoveWhat')}</p>
    </Confirm>
  )
}
