import { useCallback, useMemo } from 'react'
import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import type { ChartView } from '#contract/views.ts'
import { chartTexts } from '../../ui/chart/texts.ts'
import type { Language } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { TimeChart, type TimeRange } from '../../ui/chart/index.ts'
import { Failed } from '../../ui/state.tsx'
import { compareName } from '../../parts/time-chart/chart-tools.tsx'
import { withCompared } from '../../parts/time-chart/chart-layers.ts'
import { compareNote, Notes } from '../../parts/time-chart/chart-notes.tsx'
import { offsetOf, readCompare } from '../../parts/time-chart/compare.ts'
import { useSteps } from '../../parts/time-chart/use-steps.ts'
import { slideEvery, useTail } from '../../parts/time-chart/use-tail.ts'
import { useRegraded } from './use-regraded.ts'
import { withSteps } from '../../parts/time-chart/steps.ts'
import { NO_TAIL } from '../../parts/time-chart/tail.ts'
import { codesOfView, drawnId, setHidden } from './change.ts'
import css from './charts.module.css'
import { viewPanesOf, screenOf, type KnownSeries } from './model.ts'
import { Pair } from './pair.tsx'
import { COLUMNS, useColumns, useOtherPeriod } from './queries.ts'
import { chartSpanOf } from './span.ts'

interface Props {
  view: ChartView
  known: ReadonlyMap<string, KnownSeries>
  zone: string
  /** Step between two computed values, ms. */
  interval: number
  /** Width to draw at, px. */
  px: number
  /** Where a reset leads; null: to the present. */
  home: TimeRange | null
  /** Hours before the present that a reset shows. */
  hours: number
  change: (next: ChartView) => void
}

/** Height of strip, tools and time axis, and of each pane, px. */
const FRAME = 150
const PANE = 165
/** Height of an X-Y pane that has the page to itself, px. */
const ALONE = 560

/** Code and factor of each drawn series of a view. */
function wireOf(view: ChartView, known: ReadonlyMap<string, KnownSeries>, language: Language) {
  const codes = view.panes.flatMap((p, at) =>
    p.kind === 'time' ? p.series.map((s): [string, string] => [drawnId(at, s.code), s.code]) : [],
  )
  const byId = new Map(codes)
  return (id: string) => {
    const code = byId.get(id)
    const of = code === undefined ? undefined : known.get(code)
    return of ? { code: code!, scale: screenOf(of.unit, language).factor } : null
  }
}

/** Draws a view: the time panes as one chart, the X-Y panes below. */
export default function ChartPane({ view, known, zone, interval, px, home, hours, change }: Props) {
  const { t, texts, language } = useText()
  const span = useMemo(() => chartSpanOf(view.span, zone), [view.span, zone])
  const live = 'hours' in span
  const now = useNow(slideEvery(live ? span.hours : 24))
  const codes = useMemo(
    () => codesOfView(view).filter((code) => known.has(code)),
    [codesOfView(view).join(), known],
  )
  const query = useColumns(codes, span, px, 2 * interval)
  const { tail, version } = useTail(codes)
  useRegraded(codes, COLUMNS)
  const compare = readCompare(view.compare)
  const window = useMemo(() => (live ? { from: now - span.hours * HOUR, to: now } : span), [span, live, now])
  // The comparison period of a live range is fetched again only when it has moved by a fiftieth.
  const step = live ? Math.max(MINUTE, (span.hours * HOUR) / 50) : 1
  const there = { from: Math.floor(window.from / step) * step, to: Math.ceil(window.to / step) * step }
  const shift = compare ? offsetOf(compare, there.from, zone) : null
  const other = useOtherPeriod(codes, there, px, shift)
  const past = compare ? other.data : undefined
  const columns = query.data?.series
  const thinned = view.table && Object.values(columns ?? {}).some((c) => !c.raw)
  const answered = thinned && query.data ? { from: query.data.from, to: query.data.to } : null
  const steps = useSteps(codes, answered)
  const shifted = answered && past && { from: answered.from - past.shift, to: answered.to - past.shift }
  const pastSteps = useSteps(codes, shifted ?? null)
  const panes = useMemo(() => {
    const of = { view, known, interval, language, titleOf: (n: number) => t('charts.pane', { n }) }
    const panes = viewPanesOf({ ...of, columns: columns ?? {}, tail: live ? tail : NO_TAIL })
    const both = past
      ? withCompared(panes, viewPanesOf({ ...of, columns: past.columns, tail: NO_TAIL }), past.shift)
      : panes
    return withSteps(both, steps, pastSteps, wireOf(view, known, language))
    // `version` changes when the tail, a mutable object, has grown.
  }, [view.panes, known, columns, past, steps, pastSteps, tail, version, live, interval, language, t])
  const words = useMemo(() => chartTexts(texts), [texts])
  const off = panes.flatMap((p) => p.series.filter((s) => s.hidden).map((s) => s.id)).join()
  const hidden = useMemo(() => new Set(off.split(',').filter(Boolean)), [off])
  const onHidden = useCallback((ids: ReadonlySet<string>) => change(setHidden(view, ids)), [view, change])
  const onRange = useCallback(
    (from: number, to: number, cause: string) => {
      if (cause === 'reset' && !home) return change({ ...view, span: { hours } })
      change({
        ...view,
        span: { from: toLocal(from, zone), to: toLocal(Math.ceil(to / 1000) * 1000, zone) },
      })
    },
    [view, home, hours, zone, change],
  )

  const notes = compare
    ? [
        compareNote(
          {
            name: compareName(compare, t, language),
            past,
            error: other.error,
            panes,
            seen: window,
            hidden,
            zone,
            retry: () => void other.refetch(),
            close: () => change({ ...view, compare: null }),
          },
          { t, language },
        ),
      ]
    : []
  const pairs = view.panes.flatMap((p, i) => (p.kind === 'xy' ? [{ ...p, n: i + 1 }] : []))
  return (
    <div className={css.drawn}>
      <Notes notes={notes} />
      {query.error && !query.data ? (
        <Failed what={t('charts.chart')} error={query.error} retry={() => void query.refetch()} />
      ) : (
        panes.length > 0 && (
          <div
            className={css.timeChart}
            style={{ minHeight: FRAME + PANE * Math.max(panes.length, pairs.length > 0 ? 1 : 2) }}
          >
            <TimeChart
              panes={panes}
              from={window.from}
              to={window.to}
              zone={zone}
              label={t('charts.chart')}
              live={live}
              home={home ?? (live ? undefined : { from: now - hours * HOUR, to: now })}
              now={now}
              hidden={hidden}
              onHidden={onHidden}
              onRange={onRange}
              table={view.table}
              step={steps?.step}
              group="charts"
              emptyText={t('charts.noData')}
              loading={query.data === undefined || query.isPlaceholderData}
            />
          </div>
        )
      )}
      {pairs.map((p) => (
        <Pair
          key={p.n}
          n={p.n}
          x={p.x}
          y={p.y}
          known={known}
          span={span}
          zone={zone}
          interval={interval}
          texts={words}
          height={panes.length === 0 && pairs.length === 1 ? ALONE : undefined}
        />
      ))}
    </div>
  )
}
