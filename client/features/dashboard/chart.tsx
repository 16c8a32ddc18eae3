import { useCallback, useMemo } from 'react'
import type { Hydro } from '#contract/dashboard.ts'
import { feed } from '../../lib/feed.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { chartTexts } from '../../lib/chart-texts.ts'
import { TimeChart, type RangeCause, type TimeRange } from '../../ui/chart/index.ts'
import { STANDARD, rangeOf, type Actions } from './actions.ts'
import css from './chart.module.css'
import { ALL_CODES, panesOf, type ChartLook } from './chart-model.ts'
import type { ChartData } from './queries.ts'
import { useKnown } from './known.ts'
import type { Tail } from './tail.ts'
import { useTail } from './use-tail.ts'
import { Totals } from './totals-line.tsx'

interface Given {
  hydro: Hydro
  actions: Actions
  data: ChartData
  /** The range of a view that does not follow the present. */
  fixed: TimeRange | null
  home: TimeRange | null
  loading: boolean
  fullScale: boolean
  look: ChartLook | null
  change: (part: Partial<Actions>) => void
}

const NO_TAIL: Tail = new Map()

/** A sliding window moves by about a pixel, between every second and twice a minute. */
function every(hours: number): number {
  return Math.min(30_000, Math.max(1000, (hours * 3_600_000) / 800))
}

export default function Chart({
  hydro,
  actions,
  data,
  fixed,
  home,
  loading,
  fullScale,
  look,
  change,
}: Given) {
  const { t, texts, language } = useText()
  const known = useKnown()
  const present = useNow(every(actions.time))
  const now = known?.at ?? present
  const { tail: live, version } = useTail(ALL_CODES)
  // What the feed tells was not known then.
  const tail = known ? NO_TAIL : live
  const zone = hydro.time_zone
  const level = known
    ? (data.columns.lake_level?.v.findLast((v) => v !== null) ?? null)
    : (feed.last('general.lake_level')?.[2] ?? null)
  // The limit of a season is one of the present's settings.
  const style = useMemo(() => (known && look ? { ...look, season_limit: null } : look), [known, look])
  const panes = useMemo(
    () =>
      panesOf({
        columns: data.columns,
        tail,
        actions,
        hydro,
        level,
        texts,
        language,
        fullScale,
        look: style,
      }),
    // `version` tells that the tail, which is the same object, has grown.
    [data, tail, version, actions, hydro, level, texts, language, fullScale, style],
  )
  const words = useMemo(() => chartTexts(texts), [texts])
  const window = useMemo(
    () => fixed ?? { from: now - actions.time * 3_600_000, to: now },
    [fixed?.from, fixed?.to, now, actions.time],
  )
  const onRange = useCallback(
    (from: number, to: number, cause: RangeCause) => {
      if (cause === 'reset' && !home) change({ timeRange: STANDARD.timeRange })
      else change({ timeRange: rangeOf(from, to, zone) })
    },
    [home, zone, change],
  )
  return (
    <div className={css.chart}>
      <TimeChart
        panes={panes}
        from={window.from}
        to={window.to}
        zone={zone}
        language={language}
        label={t('dashboard.chart')}
        texts={words}
        live={fixed === null && !known}
        home={home ?? (fixed ? { from: now - actions.time * 3_600_000, to: now } : undefined)}
        now={now}
        onRange={onRange}
        emptyText={t('dashboard.noData')}
        loading={loading}
        aside={
          <Totals
            data={data}
            range={window}
            rainType={actions.rainType}
            tail={tail}
            version={version}
            interval={hydro.interval}
          />
        }
      />
    </div>
  )
}
