import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/dashboard.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { getHistory } from '#contract/readings.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useLast } from '../../lib/feed.ts'
import { useKnown, type Known } from '../../lib/known.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useCan, useWho } from '../../lib/who.ts'
import { lastGood } from './last-good.ts'
import { leadOf, type Span } from './span.ts'

/** Keys of the cache, all below the reservoir. */
export const KEY = {
  indicators: 'indicators',
  outlets: 'outlets',
  waterdepths: 'waterdepths',
  catchments: 'catchments',
  chart: 'chart',
  steps: 'steps',
  inflow: 'inflow',
  energy: 'energy',
  lastGood: 'lastGood',
} as const

/** The feed tells what moves; this only catches what a broken line hid. */
const WITHOUT_FEED = MINUTE

function useScope() {
  const known = useKnown()
  const hydro = useWho().profile?.hydro_code ?? ''
  return {
    hydro,
    allowed: useCan('dashboard.view'),
    known,
    /** Of a time gone by nothing moves: what is kept of it lies apart from what the feed renews. */
    key: known ? [hydro, 'known', known.local] : [hydro],
    input: known ? { query: { known_at: known.local } } : {},
    every: known ? (false as const) : WITHOUT_FEED,
  }
}

/** The reservoir as it was described at a time gone by. */
export function useHydroAsOf(known: Known | null) {
  const { hydro } = useScope()
  return useQuery({
    queryKey: [hydro, 'known', known?.local, 'hydro'],
    queryFn: async ({ signal }) =>
      (await call(contract.getHydros, { query: { known_at: known!.local }, signal }))[0],
    enabled: known !== null,
    retry: false,
    // The page says in its place why it cannot be shown.
    meta: { quiet: true },
  })
}

export function useIndicators() {
  const { key, input, every, allowed } = useScope()
  return useQuery({
    queryKey: [...key, KEY.indicators],
    queryFn: ({ signal }) => call(contract.getIndicators, { ...input, signal }),
    refetchInterval: every,
    enabled: allowed,
  })
}

/** Energy by day, month and year: asked for again with each power that is computed. */
export function useElectricalEnergy() {
  const { key, input, every, known } = useScope()
  const moved = useLast('general.power')?.[1] ?? null
  return useQuery({
    queryKey: [...key, KEY.energy, known ? null : moved],
    queryFn: ({ signal }) => call(contract.getElectricalEnergy, { ...input, signal }),
    placeholderData: known ? undefined : keepPreviousData,
    refetchInterval: every,
    meta: { quiet: true },
  })
}

export function useOutlets() {
  const { key, input, every } = useScope()
  return useQuery({
    queryKey: [...key, KEY.outlets],
    queryFn: ({ signal }) => call(contract.getOutlets, { ...input, signal }),
    refetchInterval: every,
  })
}

export function useWaterdepths() {
  const { key, input, every } = useScope()
  return useQuery({
    queryKey: [...key, KEY.waterdepths],
    queryFn: ({ signal }) => call(contract.getWaterdepths, { ...input, signal }),
    refetchInterval: every,
  })
}

export function useCatchments() {
  const { key, input } = useScope()
  return useQuery({
    queryKey: [...key, KEY.catchments],
    queryFn: ({ signal }) => call(contract.getCatchments, { ...input, signal }),
    staleTime: 5 * MINUTE,
  })
}

export type ChartData = Awaited<ReturnType<typeof readChart>>

async function readChart(
  span: Span,
  px: number,
  { time_zone: zone, interval: seconds }: Hydro,
  known: Known | null,
  signal: AbortSignal,
) {
  const interval = seconds * 1000
  const to = 'hours' in span ? (known?.at ?? serverNow()) : span.to
  const from = 'hours' in span ? to - span.hours * HOUR : span.from
  const { columns } = await call(contract.getDataFromTo, {
    body: {
      from: toLocal(from - leadOf(span, interval), zone),
      to: toLocal(Math.ceil(to / 1000) * 1000, zone),
      layout: 'columns',
      px,
      ...(known ? { known_at: known.local } : {}),
    },
    signal,
  })
  return { from, to, live: 'hours' in span && !known, columns }
}

/** The chart's columns, thinned to its width; the last ones stay while others load. */
export function useChartData(span: Span, px: number, hydro: Hydro | undefined) {
  const { key, known } = useScope()
  return useQuery({
    queryKey: [...key, KEY.chart, span, px],
    queryFn: ({ signal }) => readChart(span, px, hydro!, known, signal),
    // What is of another time never stands in for what is asked for.
    placeholderData: (data: ChartData | undefined, before) =>
      before?.queryKey[1] === 'known' || known ? undefined : keepPreviousData(data),
    refetchInterval: 'hours' in span && !known ? 5 * WITHOUT_FEED : false,
    enabled: hydro !== undefined && px > 0,
  })
}

const INFLOW = 'general.total_discharge_lake'

/** The inflow at full resolution, for totals of ranges so long that the chart's columns are thinned. */
export function useFullInflow(range: { from: number; to: number } | null) {
  const { key, known } = useScope()
  const zone = useZone()
  return useQuery({
    queryKey: [...key, KEY.inflow, range],
    queryFn: async ({ signal }) => {
      if (known) {
        const [from, to] = [range!.from, range!.to].map((t) => toLocal(t, zone!))
        const body = { from, to, layout: 'columns' as const, px: 10_000, known_at: known.local }
        const { columns } = await call(contract.getDataFromTo, { body, signal })
        return columns.total_discharge_lake ?? null
      }
      const body = { series: [INFLOW], from: range!.from, to: range!.to, px: 10_000 }
      return (await call(getHistory, { body, signal })).series[INFLOW] ?? null
    },
    enabled: range !== null,
    staleTime: 5 * MINUTE,
  })
}

/** How far back the last good value of a series is looked for, ms. */
const LOOK_BACK = 48 * HOUR

/** Since when some series have no value: asked for only while a figure is missing. */
export function useLastGood(codes: string[]): Record<string, number> {
  const { hydro, known } = useScope()
  return (
    useQuery({
      queryKey: [hydro, KEY.lastGood, codes],
      queryFn: async ({ signal }) => {
        const now = serverNow()
        const body = { series: codes, from: now - LOOK_BACK, to: now, px: 10_000 }
        return lastGood((await call(getHistory, { body, signal })).series)
      },
      enabled: codes.length > 0 && known === null,
      staleTime: WITHOUT_FEED,
    }).data ?? {}
  )
}
