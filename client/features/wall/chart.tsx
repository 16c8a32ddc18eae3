import { HOUR, MINUTE } from '#core/time/units.ts'
import { useMemo } from 'react'
import type { Hydro } from '#contract/dashboard.ts'
import { chartTexts } from '../../ui/chart/texts.ts'
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

/** The window slides on by this much at a time, ms: about a pixel. */
const STEP = MINUTE
/** Wide enough for a day with its labels, narrow enough to be read from four metres. */
const WIDTH = 860

/** The panes without series that are hidden at first: nobody is there to show them. */
function drawnOf(panes: Pane[]): Pane[] {
  const hidden = initiallyHidden(panes)
  return panes.map((p) => ({ ...p, series: p.series.filter((s) => !hidden.has(s.id)) }))
}

/** The chart of the dashboard over a day, with nothing to operate. */
export default function ChartPane({ hydro, now }: { hydro: Hydro | undefined; now: number }) {
  const { t, texts, language } = useText()
  const query = useChartData({ hours: CHART_HOURS }, CHART_PX, hydro)
  const settings = useDisplaySettings()
  const { tail, version } = useTail(ALL_CODES)
  const words = useMemo(() => chartTexts(texts), [texts])
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
    // `version` changes when the tail, which is the same object, has grown.
    [query.data, tail, version, hydro, level, texts, language, settings.data],
  )
  const to = Math.floor(now / STEP) * STEP + STEP
  if (!hydro || !panes) return query.error ? <Empty icon="missing" title={t('wall.missing')} /> : null
  return (
    <Scaled className={css.chart} width={WIDTH}>
      {(factor) => (
        <TimeChart
          // The picture is as sharp as it was mounted.
          key={factor}
          still={factor}
          panes={panes}
          from={to - CHART_HOURS * HOUR}
          to={to}
          zone={hydro.time_zone}
          language={language}
          label={t('wall.pane.chart')}
          texts={words}
          live
          now={now}
        />
      )}
    </Scaled>
  )
}
