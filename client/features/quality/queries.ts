import { keepPreviousData } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import { countFired, getSeriesStates, listChecks, listFired } from '#contract/quality.ts'
import { MINUTE, toLocalDate } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { dayFrom } from '../../lib/days.ts'
import { useRead } from '../../lib/query.ts'
import { qualityQuery, type QualityFilter } from './filter.ts'

export type { FiredSpan } from '#contract/quality.ts'
export type SeriesState = Output<typeof getSeriesStates>['series'][number]
export type CheckRow = Output<typeof listChecks>[number]

/** Refetch interval, since new readings change what fires, ms. */
const REFRESH = MINUTE
/** Days counted by default. */
const COUNTED_DAYS = 14

export const useFired = (filter: QualityFilter) =>
  useRead(
    listFired,
    { query: { ...qualityQuery(filter), state: filter.state, page: filter.page } },
    { placeholderData: keepPreviousData, staleTime: 0, refetchInterval: REFRESH, quiet: true },
  )

/** The counted days: those chosen, else the last fourteen. */
function countedDays({ days: { from, to } }: QualityFilter, zone: string): { from: string; to: string } {
  if (from !== null && to !== null) return { from, to: dayFrom(to, 1) }
  const today = toLocalDate(serverNow(), zone)
  return { from: dayFrom(today, 1 - COUNTED_DAYS), to: dayFrom(today, 1) }
}

export const useFiredCounts = (filter: QualityFilter, zone: string) =>
  useRead(
    countFired,
    { query: { ...qualityQuery(filter), ...countedDays(filter, zone) } },
    { placeholderData: keepPreviousData, staleTime: 0, quiet: true },
  )

export const useSeriesStates = () =>
  useRead(getSeriesStates, {}, { staleTime: 0, refetchInterval: REFRESH, quiet: true })

export const useChecks = () => useRead(listChecks, {}, { staleTime: 0, quiet: true })
