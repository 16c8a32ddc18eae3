import { HOUR, MINUTE } from '#core/time/units.ts'
import { useMemo } from 'react'
import type { Hydro } from '#contract/dashboard.ts'
import { feed } from '../../lib/feed.ts'
import { useDisplaySettings } from '../../lib/display-settings.ts'
import { useText } from '../../lib/text/index.ts'
import { initiallyHidden, TimeChart, type Pane } from '../../ui/chart/index.ts'
import { Empty } from '../../ui/state.tsx'
import { ALL_CODES, operatingPanes } from '../../parts/time-chart/chart-model.ts'
import { STANDARD } from '../../parts/time-chart/actions.ts'
import { useChartData } from '../../parts/live-data/queries.ts'
import { useTail } from '../../parts/time-chart/use-tail.ts'
import { CHART_HOURS, CHART_PX } from './chart-size.ts'
import css from './chart.module.css'
import { Scaled } from './scaled.tsx'

/** Step by which the window slides, ms: about a pixel. */
const STEP = MINUTE
/** Wide enough for the labels of a day, narrow enough to be legible from four metres. */
const WIDTH = 860

/** The panes without initially hidden series: nobody is there to show them. */
function drawnOf(panes: Pane[]): Pane[] {
  const hidden = initiallyHidden(panes)
  return panes.map((p) => ({ ...p, series: p.series.filter((s) => !hidden.has(s.id)) }))
}

/** The dashboard's chart over a day, without controls. */
export default function ChartPane({ hydro, now }: { hydro: Hydro | undefined; now: number }) {
  const { t, texts, language } = useText()
  const query = useChartData({ hours: CHART_HOURS }, CHART_PX, hydro)
  const settings = useDisplaySettings()
  const { tail, version } = useTail(ALL_CODES)
  const level = feed.last('general.lake_level')?.[2] ?? null
  const panes = useMemo(
    () =>
      hydro && query.data
        ? drawnOf(
            operatingPanes({
              columns: query.data.columns,
              tail,
              actions: STANDARD,
              hydro,
              level,
              texts,
              language,
              fullScale: null,
              display: settings.data ?? null,
            }),
          )
        : null,
    // `version` changes when the tail, a mutable object, has grown.
    [query.data, tail, version, hydro, level, texts, language, settings.data],
  )
  const to = Math.floor(now / STEP) * STEP + STEP
  if (!hydro || !panes) return query.error ? <Empty icon="missing" title={t('wall.missing')} /> : null
  return (
    <Scaled className={css.chart} width={WIDTH}>
      {(factor) => (
        <TimeChart
          // Resolution is fixed on mount.
          key={factor}
          still={factor}
          panes={panes}
          from={to - CHART_HOURS * HOUR}
          to={to}
          zone={hydro.time_zone}
          label={t('wall.pane.chart')}
          live
          now={now}
        />
      )}
    </Scaled>
  )
}
