import { lazy } from 'react'
import { useReservoir } from '../../lib/reservoir.ts'
import { useItems } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Loaded } from '../../ui/state.tsx'
import css from './hydropower.module.css'
import { LevelMarks } from './level-marks.tsx'

/** The live drawing of the dashboard. */
const Dam = lazy(() => import('../../parts/dam/index.tsx').then((m) => ({ default: m.Dam })))

/** Section of the dam with the present level, gates and units. */
export default function SectionTab() {
  const { t } = useText()
  const live = useCan('dashboard.view')
  const hydro = useReservoir().data
  const plant = useItems('plant')
  const levels = plant.data?.[0]?.body.levels
  if (live && hydro)
    return (
      <div className={css.section}>
        <Dam hydro={hydro} rows="each" />
        {levels && <LevelMarks levels={levels} />}
      </div>
    )
  return (
    <Loaded query={plant} what={t('hydropower.tabs.section')} height={420}>
      {([v]) => (
        <div className={css.static}>
          {!live && <p className={css.note}>{t('hydropower.sectionStatic')}</p>}
          {v && <LevelMarks levels={v.body.levels} />}
        </div>
      )}
    </Loaded>
  )
}
