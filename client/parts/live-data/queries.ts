import { keepPreviousData } from '@tanstack/react-query'
import { floorOnClock, HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/dashboard.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { getHistory } from '#contract/readings.ts'
import { getVolumes } from '#contract/volumes.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useLast } from '../../lib/feed.ts'
import { useKnown, type Known } from '../../lib/known.ts'
import { useComposed, useRead } from '../../lib/query.ts'
import { useCan } from '../../lib/app-state.ts'
import { lastGood } from './last-good.ts'
import { leadOf, type ChartSpan } from './span.ts'

/** Names of composed queries that are refetched as the feed reports changes. */
export const NAME = { chart: 'chart', steps: 'steps', water: 'water' } as const

/** Key of as-of data, which do not change, so the feed does not refresh them. */
const nameAsOf = (name: string, known: Known | null) => (known ? `${name} as known` : name)

/** Refetch interval; the feed reports changes, this only covers broken connections. */
const WITHOUT_FEED = MINUTE

/** Reads dashboard data of the present or of an as-of view; the latter is not stored in the browser. */
function useAsOf() {
  const known = useKnown()
  return {
    known,
    input: known ? { query: { known_at: known.local } } : {},
    live: { refetchInterval: known ? (false as const) : WITHOUT_FEED, kept: known === null },
  }
}

/** The reservoir as it was described at a past instant. */
export function useHydroAsOf(known: Known | null) {
  return useRead(contract.getHydros, known && { query: { known_at: known.local } }, {
    select: ([hydro]) => hydro,
    retry: false,
    kept: false,
    // The page shows the reason itself.
    quiet: true,
  })
}

export function useIndicators() {
  const { input, live } = useAsOf()
  return useRead(contract.getIndicators, input, {
    ...live,
    enabled: useCan('dashboard.view'),
    failed: 'load_last_general_failed',
  })
}

/** Energy by day, month and year; refetched with each computed power. */
export function useElectricalEnergy() {
  const { known, input, live } = useAsOf()
  const moved = useLast('general.power')?.[1] ?? null
  return useComposed(
    {
      name: 'energy',
      from: [contract.getElectricalEnergy],
      input: known ? { known: known.local } : { moved },
      make: (_input, signal) => call(contract.getElectricalEnergy, { ...input, signal }),
    },
    { ...live, placeholderData: known ? undefined : keepPreviousData, quiet: true },
  )
}

export function useOutlets() {
  const { input, live } = useAsOf()
  return useRead(contract.getOutlets, input, { ...live, failed: 'load_outlets_failed' })
}

export function useWaterdepths() {
  const { input, live } = useAsOf()
  return useRead(contract.getWaterdepths, input, live)
}

export function useCatchments() {
  const { known, input } = useAsOf()
  return useRead(contract.getCatchments, input, { staleTime: 5 * MINUTE, kept: known === null })
}

interface ChartInput {
  span: ChartSpan
  px: number
  zone: string
  /** Interval of the calculation, s. */
  interval: number
  known: Known | null
}

export type ChartData = Awaited<ReturnType<typeof readChart>>

async function readChart({ span, px, zone, interval: seconds, known }: ChartInput, signal: AbortSignal) {
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

/** Columns of the chart, thinned to its width; the previous ones stay while others load. */
export function useChartData(span: ChartSpan, px: number, hydro: Hydro | undefined) {
  const { known } = useAsOf()
  return useComposed(
    {
      name: nameAsOf(NAME.chart, known),
      from: [contract.getDataFromTo],
      input: hydro && px > 0 ? { span, px, zone: hydro.time_zone, interval: hydro.interval, known } : null,
      make: readChart,
    },
    {
      // Never shows data of another instant in place of the requested one.
      placeholderData: (data, before) =>
        known || before?.queryKey[1] !== NAME.chart ? undefined : keepPreviousData(data),
      refetchInterval: 'hours' in span && !known ? 5 * WITHOUT_FEED : false,
      failed: 'load_general_failed',
      kept: known === null,
    },
  )
}

/**
 * Water balance of a range, between the calculated instants at or before its ends; null: nothing to request. While
 * another range loads the previous one stays, as it names its own ends.
 */
export function useWater(range: { from: number; to: number } | null, hydro: Hydro) {
  const { known } = useAsOf()
  const { time_zone: zone, interval } = hydro
  const instant = (t: number) => toLocal(floorOnClock(t, interval * 1000, zone), zone)
  const [from, to] = range ? [range.from, range.to].map(instant) : ['', '']
  return useComposed(
    {
      name: nameAsOf(NAME.water, known),
      from: [getVolumes],
      input: from === to ? null : { from, to, known },
      make: async ({ from, to, known }, signal) => {
        const body = { from, to, step: 'span' as const, ...(known ? { known_at: known.local } : {}) }
        const { periods, window_s } = await call(getVolumes, { body, signal })
        return periods.map((water) => ({ ...water, window_s })).at(0) ?? null
      },
    },
    { placeholderData: known ? undefined : keepPreviousData, kept: known === null, quiet: true },
  )
}

/** How far back the last good value of a series is searched, ms. */
const SEARCH_BACK = 48 * HOUR

/** Since when series have no value; read only while a figure is missing. */
export function useLastGood(codes: string[]): Record<string, number> {
  const { known } = useAsOf()
  return (
    useComposed(
      {
        name: 'last-good',
        from: [getHistory],
        input: codes.length > 0 && !known ? { codes } : null,
        make: async (_input, signal) => {
          const now = serverNow()
          const body = { series: codes, from: now - SEARCH_BACK, to: now, px: 10_000 }
          return lastGood((await call(getHistory, { body, signal })).series)
        },
      },
      { staleTime: WITHOUT_FEED },
    ).data ?? {}
  )
}
