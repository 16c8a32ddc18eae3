import { useMemo } from 'react'
import { saveLayer } from '#contract/geo.ts'
import { number } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { MapView, type MapMark } from '../../ui/map/index.ts'
import css from './basin.module.css'
import { Odd } from './odd.tsx'
import { useLayerPreview, type Basin, type Layer, type LayerPreview } from './queries.ts'
import { UploadDialog } from './upload-dialog.tsx'

/** Uploads a map layer: previews it with the other layers and lists what is unusual about it. */
export function UploadLayer(props: {
  basin: Basin
  layer: Layer
  marks: readonly MapMark[]
  onClose: () => void
}) {
  const { basin, layer, marks, onClose } = props
  const { t } = useText()
  const save = useAct(saveLayer, { quiet: true })
  const has = basin.layers[layer].length > 0
  return (
    <UploadDialog
      basin={basin}
      title={t(has ? 'basin.layerReplaceOf' : 'basin.layerUploadOf', { name: t(`map.${layer}`) })}
      act={t('basin.layerSave')}
      done={t('basin.layerSaved')}
      about={<p className={css.text}>{t(`basin.layerWhat.${layer}`)}</p>}
      accept=".geojson,.json"
      formats={t('basin.layerFormats')}
      usePreview={(file, epsg) => useLayerPreview(layer, file, epsg)}
      save={(query, file) => save.run({ query: { ...query, layer }, file })}
      onClose={onClose}
    >
      {(found) => <Found found={found} basin={basin} marks={marks} />}
    </UploadDialog>
  )
}

function Found({ found, basin, marks }: { found: LayerPreview; basin: Basin; marks: readonly MapMark[] }) {
  const { t } = useText()
  const content = useMemo(
    () => ({ base: { ...basin.layers, [found.layer]: found.shapes }, basin: basin.basin, marks }),
    [found, basin, marks],
  )
  return (
    <>
      <p className={css.text}>
        {t('basin.layerRead', {
          features: number(found.features, 0),
          points: number(found.points, 0),
          kept: number(found.kept, 0),
          crs: found.crs,
        })}
      </p>
      <Odd warnings={found.warnings} />
      <MapView label={t('basin.map')} content={content} height={340} />
    </>
  )
}
