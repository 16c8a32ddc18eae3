import { HOUR } from '#core/time/units.ts'
import { Button, Menu, Skeleton } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { VIEW_LIMITS, type ChartView } from '#contract/views.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useReservoir, useZone } from '../../lib/reservoir.ts'
import { load, save } from '../../lib/storage.ts'
import { useText } from '../../lib/text/index.ts'
import type { TimeRange } from '../../ui/chart/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty, Failed, Forbidden } from '../../ui/state.tsx'
import { useWidth } from '../../ui/use-width.ts'
import { ChartTools } from '../../parts/time-chart/chart-tools.tsx'
import { FreeRange, RangeTimes } from '../../parts/time-chart/times.tsx'
import { readCompare, withLength, writeCompare } from '../../parts/time-chart/compare.ts'
import { STANDARD, type Actions } from '../../parts/time-chart/actions.ts'
import { isForbidden } from '../../lib/call-error.ts'
import { readChartsAddress, writeChartsAddress, type ChartsAddress } from './address.ts'
import { addPane, addSeries, countOf } from './change.ts'
import { chartSpanOf } from './span.ts'
import css from './charts.module.css'
import type { KnownSeries } from './model.ts'
import { Panes } from './panes.tsx'
import { SeriesPicker } from './picker.tsx'
import { Saved } from './saved.tsx'
import { useChartSeries } from './use-series.ts'

const Chart = lazy(() => import('./chart.tsx'))

/** Storage key of the last view, restored when coming back by the menu; removed with the session. */
const KEPT = 'charts.last'
const PX_STEP = 100
/** Step of computed values where the reservoir does not state it, s. */
const INTERVAL = 300
const LONGER = { days30: 720, days90: 2160, year1: 8784, years10: VIEW_LIMITS.hours } as const
/** Series of the initial view. */
const USUAL = [
  ['general.lake_level'],
  ['general.inflow_moving_average', 'general.total_discharge_out', 'general.total_discharge_turbine'],
]

function useAddress(): [ChartsAddress, (part: Partial<ChartsAddress>) => void] {
  const [search, setSearch] = useSearchParams()
  useEffect(() => {
    const kept = search.size === 0 ? load<unknown>(KEPT) : null
    if (typeof kept === 'string' && kept !== '') {
      const { view, saved } = readChartsAddress(new URLSearchParams(kept))
      if (view.panes.length > 0) setSearch(writeChartsAddress({ view, saved }), { replace: true })
    }
  }, [search, setSearch])
  const address = useMemo(() => readChartsAddress(search), [search])
  // The page follows its address with a delay: two quick changes must not undo each other.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const show = useCallback(
    (part: Partial<ChartsAddress>) => {
      const next = writeChartsAddress({ ...readChartsAddress(latest.current), ...part })
      save(KEPT, next.toString())
      latest.current = next
      setSearch(next, { replace: true })
    },
    [setSearch],
  )
  return [address, show]
}

/** Chart page: any series of the reservoir in panes over one time axis or against each other; views can be saved. */
export default function Charts() {
  const { t } = useText()
  useTitle('route.charts')
  const zone = useZone() ?? 'UTC'
  const interval = (useReservoir().data?.interval ?? INTERVAL) * 1000
  const [{ view, saved }, show] = useAddress()
  const { names, list } = useChartSeries()
  const change = useCallback((next: ChartView) => show({ view: next }), [show])
  const known: ReadonlyMap<string, KnownSeries> = list.byCode
  const [host, width] = useWidth()
  const px = width === 0 ? 0 : Math.max(300, Math.ceil(width / PX_STEP) * PX_STEP)
  const span = useMemo(() => chartSpanOf(view.span, zone), [view.span, zone])
  const fixed = 'hours' in span ? null : span
  // Resetting a zoom inside a range returns to that range, not to the present.
  const [home, setHome] = useState<TimeRange | null>(fixed)
  const [hours, setHours] = useState('hours' in view.span ? view.span.hours : STANDARD.time)
  useEffect(() => {
    if ('hours' in view.span) {
      setHome(null)
      setHours(view.span.hours)
    }
  }, [view.span])

  const actions: Actions = {
    ...STANDARD,
    time: hours,
    timeRange: 'hours' in view.span ? STANDARD.timeRange : { start: view.span.from, end: view.span.to },
    compare: readCompare(view.compare),
    table: view.table,
  }
  function act(part: Partial<Actions>) {
    let next = view
    if (part.table !== undefined) next = { ...next, table: part.table }
    if (part.compare !== undefined)
      next = { ...next, compare: part.compare === null ? null : writeCompare(part.compare) }
    if (part.timeRange !== undefined || part.time !== undefined) {
      const { start, end } = part.timeRange ?? actions.timeRange
      const wanted = Number((part.time ?? hours).toFixed(4))
      const to: ChartView['span'] =
        start !== null && end !== null ? { from: start, to: end } : { hours: wanted }
      const after = chartSpanOf(to, zone)
      setHome('hours' in after ? null : after)
      const length = (s: typeof span) => ('hours' in s ? s.hours * HOUR : s.to - s.from)
      const other = withLength(readCompare(next.compare), length(span), length(after))
      next = { ...next, span: to, compare: other ? writeCompare(other) : null }
    }
    change(next)
  }
  function begin() {
    let next: ChartView = { ...view, panes: [] }
    for (const codes of USUAL) {
      const there = codes.filter((code) => list.byCode.has(code))
      if (there.length > 0) next = addPane(next, 'time')
      for (const code of there) next = addSeries(next, code, next.panes.length - 1, list.units)
    }
    change(next)
  }

  const [adding, setAdding] = useState(0)
  const full = countOf(view) >= VIEW_LIMITS.series ? t('charts.full', { max: VIEW_LIMITS.series }) : null
  const add = (
    <SeriesPicker
      list={list}
      opens={adding}
      chosen={new Set(view.panes.flatMap((p) => (p.kind === 'time' ? p.series.map((s) => s.code) : [])))}
      full={full}
      onPick={(code) => {
        const at = view.panes.findIndex((p) => p.kind === 'time' && p.series.some((s) => s.code === code))
        change(at < 0 ? addSeries(view, code, null, list.units) : without(view, code))
      }}
    >
      {({ toggle, opened }) => (
        <Button
          size="compact-sm"
          leftSection={<Icon name="plus" size={16} />}
          aria-expanded={opened}
          onClick={toggle}
        >
          {t('charts.add')}
        </Button>
      )}
    </SeriesPicker>
  )

  if (isForbidden(names.error)) return <Forbidden />
  return (
    <div className={css.page}>
      <header className={css.top}>
        <h1 title={t('charts.about')}>{t('charts.title')}</h1>
        <div className={css.topEnd}>
          <Saved
            view={view}
            saved={saved}
            show={(next) => {
              if (next.view && !('hours' in next.view.span)) {
                const at = chartSpanOf(next.view.span, zone)
                setHome('hours' in at ? null : at)
              }
              show(next)
            }}
          />
        </div>
      </header>
      <div className={css.frame}>
        <section className={css.stage} aria-label={t('charts.chart')}>
          <div className={css.toolbar}>
            <RangeTimes actions={actions} change={act} />
            <Longer
              hours={'hours' in view.span ? hours : null}
              pick={(n) => act({ time: n, timeRange: STANDARD.timeRange })}
            />
            <FreeRange actions={actions} change={act} zone={zone} />
            {!('hours' in view.span) && (
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<Icon name="live" size={16} />}
                onClick={() => act({ timeRange: STANDARD.timeRange })}
              >
                {t('dashboard.live')}
              </Button>
            )}
            <div className={css.end}>
              <ChartTools actions={actions} change={act} zone={zone} />
            </div>
          </div>
          <div ref={host} className={css.body}>
            {names.error && !names.data ? (
              <Failed what={t('charts.refused')} error={names.error} retry={() => void names.refetch()} />
            ) : !names.data ? (
              <Skeleton height="100%" radius={0} aria-busy />
            ) : view.panes.every((p) => p.kind === 'time' && p.series.length === 0) ? (
              <div className={css.start}>
                <Empty icon="curve" title={t('charts.none')} hint={t('charts.noneHint')} />
                <div>
                  <Button
                    size="compact-sm"
                    leftSection={<Icon name="plus" size={16} />}
                    onClick={() => setAdding((n) => n + 1)}
                  >
                    {t('charts.add')}
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={begin}>
                    {t('charts.usual')}
                  </Button>
                </div>
              </div>
            ) : (
              <Suspense fallback={<Skeleton height="100%" radius={0} />}>
                <Chart
                  view={view}
                  known={known}
                  zone={zone}
                  interval={interval}
                  px={px}
                  home={home}
                  hours={hours}
                  change={change}
                />
              </Suspense>
            )}
          </div>
        </section>
        <aside className={css.aside}>
          <div className={css.asideHead}>
            <h2>{t('charts.setUp')}</h2>
            {add}
          </div>
          <Panes view={view} list={list} known={names.data !== undefined} change={change} />
        </aside>
      </div>
    </div>
  )
}

/** Removes a series from every time pane. */
const without = (view: ChartView, code: string): ChartView => ({
  ...view,
  panes: view.panes.map((p) =>
    p.kind === 'time' ? { ...p, series: p.series.filter((s) => s.code !== code) } : p,
  ),
})

/** Ranges for which the dashboard has no button. */
function Longer({ hours, pick }: { hours: number | null; pick: (hours: number) => void }) {
  const { t } = useText()
  const chosen = (Object.keys(LONGER) as (keyof typeof LONGER)[]).find((name) => LONGER[name] === hours)
  return (
    <Menu position="bottom-start" width={160} withinPortal>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant={chosen ? 'light' : 'default'}
          rightSection={<Icon name="down" size={12} />}
        >
          {chosen ? t(`charts.${chosen}`) : t('charts.longer')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(LONGER) as (keyof typeof LONGER)[]).map((name) => (
          <Menu.Item key={name} onClick={() => pick(LONGER[name])}>
            {t(`charts.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
