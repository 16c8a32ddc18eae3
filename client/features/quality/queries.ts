import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import * as contract from '#contract/quality.ts'
import { MINUTE, toLocalDate } from '#core/time/index.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { dayFrom } from '../../lib/days.ts'
import { useProfile } from '../../lib/who.ts'
import { queryOf, type Filter } from './filter.ts'

export type FiredSpan = contract.FiredSpan
export type SeriesState = Output<typeof contract.getSeriesStates>['series'][number]
export type CheckRow = Output<typeof contract.listChecks>[number]

/** What fires changes with the readings: looked at again this often, ms. */
const AGAIN = MINUTE
/** Days counted without a choice. */
const COUNTED = 14

export function useFired(filter: Filter) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'quality-fired', filter],
    queryFn: ({ signal }) =>
      call(contract.listFired, {
        query: { ...queryOf(filter), state: filter.state, page: filter.page },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: AGAIN,
    meta: { quiet: true },
  })
}

/** The days that are counted: those chosen, else the last fourteen. */
function countedDays(filter: Filter, zone: string): { from: string; to: string } {
  if (filter.from !== null && filter.to !== null) return { from: filter.from, to: dayFrom(filter.to, 1) }
  const today = toLocalDate(serverNow(), zone)
  return { from: dayFrom(today, 1 - COUNTED), to: dayFrom(today, 1) }
}

export function useCounts(filter: Filter, zone: string) {
  const hydro = useProfile().hydro_code
  const query = { ...queryOf(filter), ...countedDays(filter, zone) }
  return useQuery({
    queryKey: [hydro, 'quality-counts', query],
    queryFn: ({ signal }) => call(contract.countFired, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useSeriesStates() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'quality-series'],
    queryFn: ({ signal }) => call(contract.getSeriesStates, { signal }),
    staleTime: 0,
    refetchInterval: AGAIN,
    meta: { quiet: true },
  })
}

export function useChecks() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'quality-checks'],
    queryFn: ({ signal }) => call(contract.listChecks, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}
