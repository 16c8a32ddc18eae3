import { Checkbox } from '@mantine/core'
import { useMemo } from 'react'
import { saveContour } from '#contract/geo.ts'
import { number } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { MapView, type MapMark } from '../../ui/map/index.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './basin.module.css'
import { Odd } from './odd.tsx'
import { useOutlinePreview, type Basin, type OutlinePreview } from './queries.ts'
import { UploadDialog } from './upload-dialog.tsx'

/** Relative difference of the areas below which the file's area is not offered. */
const SAME = 0.005

/** Uploads an outline: previews it beside the present one and lists what is unusual about it. */
export function UploadOutline(props: { basin: Basin; marks: readonly MapMark[]; onClose: () => void }) {
  const { basin, marks, onClose } = props
  const { t } = useText()
  const save = useAct(saveContour, { quiet: true })
  return (
    <UploadDialog
      basin={basin}
      title={t(basin.basin ? 'basin.replace' : 'basin.upload')}
      act={t('basin.save')}
      done={t('basin.saved')}
      usePreview={useOutlinePreview}
      save={(query, file, { takeArea }) =>
        save.run({ query: { ...query, take_area: takeArea ? 'true' : 'false' }, file })
      }
      onClose={onClose}
    >
      {(found, form) => (
        <>
          <Found found={found} basin={basin} marks={marks} />
          {Math.abs(found.area / (basin.given_area || Infinity) - 1) > SAME && (
            <Checkbox
              {...form.checked('takeArea')}
              label={t('basin.takeArea', {
                area: number(found.area, 1),
                given: number(basin.given_area, 1),
              })}
            />
          )}
        </>
      )}
    </UploadDialog>
  )
}

function Found({ found, basin, marks }: { found: OutlinePreview; basin: Basin; marks: readonly MapMark[] }) {
  const { t } = useText()
  const content = useMemo(
    () => ({ base: basin.layers, basin: found.ring, before: basin.basin, marks }),
    [found, basin, marks],
  )
  return (
    <>
      <dl className={`${layoutCss.lines} ${css.found}`}>
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
      <MapView label={t('basin.map')} content={content} height={340} />
    </>
  )
}
