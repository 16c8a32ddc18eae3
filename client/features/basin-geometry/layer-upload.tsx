import { useMemo, useState } from 'react'
import { saveLayer } from '#contract/geo.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { isSilent, reasonOf } from '../../lib/failures.ts'
import { number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { MapView, type MapMark } from '../../ui/map/index.ts'
import css from './basin.module.css'
import { Odd } from './odd.tsx'
import { PickFile } from './pick.tsx'
import { useLayerPreview, type Basin, type Layer, type LayerPreview } from './queries.ts'
import { BasinReason, SaveDialog } from './save-dialog.tsx'
import { BY_FILE, SystemChoice } from './system.tsx'

/** From a file to a layer in use: seen on the map with the other layers, with what is odd about it. */
export function UploadLayer({
  basin,
  layer,
  marks,
  onClose,
}: {
  basin: Basin
  layer: Layer
  marks: readonly MapMark[]
  onClose: () => void
}) {
  const { t } = useText()
  const [file, setFile] = useState<File | null>(null)
  const [epsg, setEpsg] = useState(BY_FILE)
  const [reason, setReason] = useState('')
  const preview = useLayerPreview(layer, file, epsg === BY_FILE ? null : Number(epsg))
  const save = useAct(saveLayer, { quiet: true })
  const found = preview.error ? null : (preview.data ?? null)
  const has = basin.layers[layer].length > 0

  function submit() {
    if (!file || !found) return
    const query = {
      layer,
      version: basin.version,
      name: file.name,
      ...(epsg === BY_FILE ? {} : { epsg: Number(epsg) }),
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    }
    void save.run({ query, file: bytesOf(file) }).then(() => {
      notice('done', t('basin.layerSaved'))
      onClose()
    })
  }

  const failure = preview.error && !isSilent(preview.error) ? reasonOf(preview.error) : null
  return (
    <SaveDialog
      title={t(has ? 'basin.layerReplaceOf' : 'basin.layerUploadOf', { name: t(`map.${layer}`) })}
      unsaved={found ? t('basin.layerUnsaved') : null}
      act={t('basin.layerSave')}
      ready={found !== null && !preview.isFetching}
      save={save}
      onSave={submit}
      onClose={onClose}
    >
      <p className={css.text}>{t(`basin.layerWhat.${layer}`)}</p>
      <PickFile
        file={file}
        reading={preview.isFetching}
        accept=".geojson,.json"
        formats={t('basin.layerFormats')}
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
          <BasinReason value={reason} onChange={setReason} />
        </>
      )}
    </SaveDialog>
  )
}

function Found({ found, basin, marks }: { found: LayerPreview; basin: Basin; marks: readonly MapMark[] }) {
  const { t } = useText()
  const scene = useMemo(
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
      <MapView label={t('basin.map')} scene={scene} height={340} />
    </>
  )
}
