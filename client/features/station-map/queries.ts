import { keepPreviousData, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { getStationDataByType, getStationStatus, type ObservedData } from '#contract/observe.ts'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { refetchLater, type Which } from '../../lib/again.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { feed } from '../../lib/feed.ts'
import { composedOptions, readOptions, useRead } from '../../lib/query.ts'
import { useProfile } from '../../lib/app-state.ts'
import { throttle } from '../../lib/throttle.ts'
import type { LocalDay } from './days.ts'
import { joinedDays, type StationColumns } from './values.ts'

/** Refetch interval without the feed, ms. */
const AGAIN = 30_000
/** Changed data are refetched at most this often, ms. */
const STATUS_EVERY = 1000
const DAYS_EVERY = 15_000

/** Query names of readings of a past day, and of one that is still growing. */
const DAY_OVER = 'day-of-stations'
const DAY_GROWING = 'growing-day-of-stations'

export function useStationStatus() {
  return useRead(
    getStationStatus,
    {},
    { refetchInterval: AGAIN, staleTime: 0, placeholderData: keepPreviousData, quiet: true },
  )
}

export interface DayData {
  /** By station id. */
  byStation: ReadonlyMap<string, StationColumns>
  loading: boolean
  /** The first failure, and how to retry all that failed. */
  error: unknown
  retry: () => void
}

/** Readings of stations of these types, one request per day and type. */
export function useDays(wanted: readonly { type: number; day: LocalDay }[], zone: string): DayData {
  const hydro = useProfile().hydro_code
  return useQueries({
    queries: wanted.map(({ type, day }) =>
      composedOptions(
        {
          name: day.open ? DAY_GROWING : DAY_OVER,
          from: [getStationDataByType],
          input: { type, date: day.date },
          make: (_input, signal) => {
            // The end of a growing day differs in each request.
            const end_time = day.open ? toLocal(afterNow(), zone) : day.end_time
            const body = { type, start_time: day.start_time, end_time, layout: 'columns' as const }
            return call(getStationDataByType, { body, signal })
          },
        },
        {
          hydro,
          staleTime: day.open ? 0 : 10 * MINUTE,
          refetchInterval: day.open ? MINUTE : (false as const),
          quiet: true,
        },
      ),
    ),
    combine,
  })
}

/** The following second, so that readings sent within this one are included. */
const afterNow = () => Math.floor(serverNow() / 1000) * 1000 + 1000

interface Result {
  data?: { stations: ObservedData[] }
  error: unknown
  refetch: () => unknown
}

function combine(results: Result[]): DayData {
  const columns = new Map<string, NonNullable<ObservedData['columns']>[]>()
  for (const { data } of results)
    for (const s of data?.stations ?? [])
      if (s.columns) columns.set(s.station_id, [...(columns.get(s.station_id) ?? []), s.columns])
  const failed = results.filter((r) => r.error && r.data === undefined)
  return {
    byStation: new Map(
      [...columns].map(([id, all]) => {
        const levels = all.flatMap((c) => (c.water_depth ? [c.water_depth] : []))
        return [
          id,
          {
            value: joinedDays(all.map((c) => c.value)),
            level: levels.length > 0 ? joinedDays(levels) : null,
          },
        ]
      }),
    ),
    loading: results.some((r) => r.data === undefined && !r.error),
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach((r) => void r.refetch()),
  }
}

/** Refetches what the feed reports as changed. */
export function useLiveMap(series: readonly string[], followDays: boolean): void {
  const client = useQueryClient()
  const hydro = useProfile().hydro_code
  const own = useMemo(() => new Set(series), [series])
  useEffect(() => {
    const again = (which: Which) => void refetchLater(client, which, () => document.hidden)
    const { queryKey } = readOptions(getStationStatus, {}, { hydro })
    const status = throttle(() => again({ queryKey, exact: true }), STATUS_EVERY)
    const days = throttle(() => again({ queryKey: [hydro, DAY_GROWING] }), DAYS_EVERY)
    const stop = feed.onChange((moved) => {
      if (moved !== null && !moved.last.some(([code]) => own.has(code))) return
      status.ask()
      if (followDays) days.ask()
    })
    return () => {
      stop()
      status.stop()
      days.stop()
    }
  }, [client, hydro, own, followDays])
}
