import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { toLocal } from '#core/time/index.ts'
import * as contract from '#contract/dashboard.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { getHistory } from '#contract/readings.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { lastGood } from './last-good.ts'
import { leadOf, type Span } from './span.ts'
import { useCan, useWho } from '../../lib/who.ts'

/** Keys of the cache, all below the reservoir. */
export const KEY = {
  indicators: 'indicators',
  outlets: 'outlets',
  waterdepths: 'waterdepths',
  catchments: 'catchments',
  chart: 'chart',
  inflow: 'inflow',
  lastGood: 'lastGood',
} as const

/** The feed tells what moves; this only catches what a broken line hid. */
const WITHOUT_FEED = 60_000

function useScope() {
  return {
    hydro: useWho().profile?.hydro_code ?? '',
    allowed: useCan('dashboard.view'),
  }
}

export function useIndicators() {
  const { hydro, allowed } = useScope()
  return useQuery({
    queryKey: [hydro, KEY.indicators],
    queryFn: ({ signal }) => call(contract.getIndicators, { signal }),
    refetchInterval: WITHOUT_FEED,
    enabled: allowed,
  })
}

export function useOutlets() {
  const { hydro } = useScope()
  return useQuery({
    queryKey: [hydro, KEY.outlets],
    queryFn: ({ signal }) => call(contract.getOutlets, { signal }),
    refetchInterval: WITHOUT_FEED,
  })
}

export function useWaterdepths() {
  const { hydro } = useScope()
  return useQuery({
    queryKey: [hydro, KEY.waterdepths],
    queryFn: ({ signal }) => call(contract.getWaterdepths, { signal }),
    refetchInterval: WITHOUT_FEED,
  })
}

export function useCatchments() {
  const { hydro } = useScope()
  return useQuery({
    queryKey: [hydro, KEY.catchments],
    queryFn: ({ signal }) => call(contract.getCatchments, { signal }),
    staleTime: 5 * 60_000,
  })
}

export type ChartData = Awaited<ReturnType<typeof readChart>>

async function readChart(span: Span, px: number, zone: string, interval: number, signal: AbortSignal) {
  const to = 'hours' in span ? serverNow() : span.to
  const from = 'hours' in span ? to - span.hours * 3_600_000 : span.from
  const { columns } = await call(contract.getDataFromTo, {
    body: {
      from: toLocal(from - leadOf(span, interval), zone),
      to: toLocal(Math.ceil(to / 1000) * 1000, zone),
      layout: 'columns',
      px,
    },
    signal,
  })
  return { from, to, live: 'hours' in span, columns }
}

/** The chart's columns, thinned to its width; the last ones stay while others load. */
export function useChartData(span: Span, px: number, hydro: Hydro | undefined) {
  const { hydro: code } = useScope()
  return useQuery({
    queryKey: [code, KEY.chart, span, px],
    queryFn: ({ signal }) => readChart(span, px, hydro!.time_zone, hydro!.interval * 1000, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 'hours' in span ? 5 * WITHOUT_FEED : false,
    enabled: hydro !== undefined && px > 0,
  })
}

const INFLOW = 'general.total_discharge_lake'

/** The inflow at full resolution, for totals of ranges so long that the chart's columns are thinned. */
export function useFullInflow(range: { from: number; to: number } | null) {
  const { hydro } = useScope()
  return useQuery({
    queryKey: [hydro, KEY.inflow, range],
    queryFn: async ({ signal }) => {
      const body = { series: [INFLOW], from: range!.from, to: range!.to, px: 10_000 }
      return (await call(getHistory, { body, signal })).series[INFLOW] ?? null
    },
    enabled: range !== null,
    staleTime: 5 * 60_000,
  })
}

/** How far back the last good value of a series is looked for, ms. */
const LOOK_BACK = 48 * 3_600_000

/** Since when some series have no value: asked for only while a figure is missing. */
export function useLastGood(codes: string[]): Record<string, number> {
  const { hydro } = useScope()
  return (
    useQuery({
      queryKey: [hydro, KEY.lastGood, codes],
      queryFn: async ({ signal }) => {
        const now = serverNow()
        const body = { series: codes, from: now - LOOK_BACK, to: now, px: 10_000 }
        return lastGood((await call(getHistory, { body, signal })).series)
      },
      enabled: codes.length > 0,
      staleTime: WITHOUT_FEED,
    }).data ?? {}
  )
}
