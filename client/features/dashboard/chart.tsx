import { HOUR } from '#core/time/units.ts'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Hydro } from '#contract/dashboard.ts'
import type { Mark } from '#contract/timeline.ts'
import { feed } from '../../lib/feed.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { useKnown } from '../../lib/known.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import type { ChartData } from '../../parts/live-data/queries.ts'
import type { ChartSpan } from '../../parts/live-data/span.ts'
import { STANDARD, rangeOf, type Actions } from '../../parts/time-chart/actions.ts'
import { withCompared, withForecast, withMarks } from '../../parts/time-chart/chart-layers.ts'
import {
  ALL_CODES,
  operatingPanes,
  seriesOnWire,
  type ChartDisplay,
} from '../../parts/time-chart/chart-model.ts'
import { compareNote, Notes, type Note } from '../../parts/time-chart/chart-notes.tsx'
import { compareName } from '../../parts/time-chart/chart-tools.tsx'
import { withSteps } from '../../parts/time-chart/steps.ts'
import { NO_TAIL } from '../../parts/time-chart/tail.ts'
import { useSteps } from '../../parts/time-chart/use-steps.ts'
import { slideEvery, useTail } from '../../parts/time-chart/use-tail.ts'
import {
  initiallyHidden,
  TimeChart,
  type ChartMark,
  type RangeCause,
  type TimeRange,
} from '../../ui/chart/index.ts'
import { useInflowForecast } from '../forecast/index.ts'
import type { ChangeActions } from './use-actions.ts'
import css from './chart.module.css'
import { useCompared, useMarks } from './chart-queries.ts'
import { withOwn } from './chart-own.ts'
import { useDashboardSettings } from './use-settings.ts'
import { Totals } from './totals-line.tsx'

interface Props {
  hydro: Hydro
  actions: Actions
  data: ChartData
  span: ChartSpan
  px: number
  /** The range of a view that does not follow the present. */
  fixed: TimeRange | null
  home: TimeRange | null
  loading: boolean
  display: ChartDisplay | null
  change: ChangeActions
}

const NO_MARKS: readonly Mark[] = []

export default function DashboardChart(props: Props) {
  const { hydro, actions, data, span, px, fixed, home, loading, display, change } = props
  const { t, texts, language } = useText()
  const navigate = useNavigate()
  const own = useDashboardSettings()[0].series
  const known = useKnown()
  const present = useNow(slideEvery(actions.time))
  const now = known?.at ?? present
  const { tail: live, version } = useTail(ALL_CODES)
  // In an as-of view, later readings from the feed are not known.
  const tail = known ? NO_TAIL : live
  const zone = hydro.time_zone
  const { forecast, compare, fullScale } = actions
  // Extends beyond the present as far as the forecast.
  const lead = forecast && !known ? forecast.hours * HOUR : 0
  const compared = useCompared({ span, lead }, px, hydro, compare)
  const marks = useMarks(span, zone, actions.marks)
  const ahead = useInflowForecast(forecast?.model ?? null, forecast?.hours ?? 24)
  const level = known
    ? (data.columns.lake_level?.v.findLast((v) => v !== null) ?? null)
    : (feed.last('general.lake_level')?.[2] ?? null)
  // The seasonal limit comes from the present settings.
  const style = useMemo(
    () => (known && display ? { ...display, season_limit: null } : display),
    [known, display],
  )
  const past = compare ? compared.data : undefined
  const coming = forecast ? ahead.data : undefined
  // An as-of view has no hourly steps: those are made from present hours.
  const thinned = actions.table && !known && Object.values(data.columns).some((c) => !c.raw)
  // Both as far as the other period goes: spans of one length come by the same steps.
  const until = data.to + (data.live ? lead : 0)
  const steps = useSteps(ALL_CODES, thinned ? { from: data.from, to: until } : null)
  const shift = past?.shift ?? 0
  const pastSteps = useSteps(
    ALL_CODES,
    thinned && past ? { from: data.from - shift, to: until - shift } : null,
  )
  const acts = actions.marks ? (marks.data?.marks ?? NO_MARKS) : null
  const panes = useMemo(() => {
    const drawn = { actions, hydro, level, texts, language, fullScale, display: style }
    let panes = withOwn(operatingPanes({ ...drawn, columns: data.columns, tail }), own)
    if (coming) panes = withForecast(panes, coming, t('chartTools.ahead'))
    if (past)
      panes = withCompared(
        panes,
        withOwn(operatingPanes({ ...drawn, columns: past.columns, tail: NO_TAIL }), own),
        past.shift,
      )
    panes = withSteps(panes, steps, pastSteps, seriesOnWire)
    return acts ? withMarks(panes, acts) : panes
    // `version` changes when the tail, a mutable object, has grown.
  }, [
    data,
    tail,
    version,
    actions,
    hydro,
    level,
    texts,
    language,
    fullScale,
    style,
    own,
    past,
    coming,
    steps,
    pastSteps,
    acts,
    t,
  ])
  const window = useMemo(
    () => fixed ?? { from: now - actions.time * HOUR, to: now + lead },
    [fixed?.from, fixed?.to, now, actions.time, lead],
  )
  const seen = useMemo(() => (fixed ? window : { ...window, to: now }), [fixed, window, now])
  const onRange = useCallback(
    (from: number, to: number, cause: RangeCause) => {
      if (cause === 'reset' && !home) change({ timeRange: STANDARD.timeRange })
      else change({ timeRange: rangeOf(from, to, zone) }, { zoomed: true })
    },
    [home, zone, change],
  )
  // Keeps the set's identity while its series are the same: a new set would choose the axes anew.
  const usual = [...initiallyHidden(panes)].sort().join()
  const hidden = useMemo(
    () => new Set(actions.hidden ?? usual.split(',').filter(Boolean)),
    [actions.hidden?.join(), usual],
  )
  const onHidden = useCallback((ids: ReadonlySet<string>) => change({ hidden: [...ids].sort() }), [change])
  const onMark = useCallback((m: ChartMark) => m.path && void navigate(m.path), [navigate])

  const last = known ? undefined : feed.last('general.lake_level')?.[1]
  const empty =
    t('dashboard.noData') +
    (last === undefined ? '' : `. ${t('chartTools.lastAt', { time: dateTime(last, zone, language) })}`)
  const notes: Note[] = []
  if (compare)
    notes.push(
      compareNote(
        {
          name: compareName(compare, t, language),
          past,
          error: compared.error,
          panes,
          seen,
          hidden,
          zone,
          retry: () => void compared.refetch(),
          close: () => change({ compare: null }),
        },
        { t, language },
      ),
    )
  if (forecast && (ahead.error || coming?.about.refused))
    notes.push({
      id: 'forecast',
      name: t('chartTools.forecastFailed'),
      text: coming?.about.refused?.text ?? ahead.error?.message,
      lacking: true,
      retry: ahead.error ? () => void ahead.refetch() : undefined,
      close: () => change({ forecast: null }),
    })
  if (actions.marks && marks.error)
    notes.push({
      id: 'marks',
      name: t('chartTools.marksFailed'),
      text: reasonOf(marks.error),
      lacking: true,
      retry: () => void marks.refetch(),
    })

  return (
    <>
      <Notes notes={notes} />
      <div className={css.chart}>
        <TimeChart
          panes={panes}
          from={window.from}
          to={window.to}
          zone={zone}
          label={t('dashboard.chart')}
          live={fixed === null && !known}
          home={home ?? (fixed ? { from: now - actions.time * HOUR, to: now + lead } : undefined)}
          now={now}
          hidden={hidden}
          onHidden={onHidden}
          onRange={onRange}
          onMark={onMark}
          table={actions.table}
          step={steps?.step}
          group="dashboard"
          emptyText={empty}
          loading={loading}
          aside={
            <Totals
              hydro={hydro}
              data={data}
              range={seen}
              rainType={actions.rainType}
              tail={tail}
              version={version}
            />
          }
        />
      </div>
    </>
  )
}
