import { MINUTE } from '#core/time/units.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { getHandover, listHandovers } from '#contract/handover.ts'
import { getDuty, getShiftEntry, listDutyPeople } from '#contract/shift-log.ts'
import { getTimeline } from '#contract/timeline.ts'
import { useRead } from '../../lib/query.ts'
import { shiftLogQuery, type ShiftLogFilter } from './filter.ts'

/** Refetched, since others may write at any time and sensors report movements every few minutes. */
const REFRESH = { refetchInterval: 15_000, staleTime: 0, quiet: true } as const

export const useTimeline = (filter: ShiftLogFilter) =>
  useRead(getTimeline, { query: shiftLogQuery(filter) }, { placeholderData: keepPreviousData, ...REFRESH })

export const useDuty = () => useRead(getDuty, {}, REFRESH)

export const useDutyPeople = () => useRead(listDutyPeople, {}, { staleTime: MINUTE, quiet: true })

/** All versions of an entry, the present one first. */
export const useShiftEntry = (id: string) =>
  useRead(getShiftEntry, { params: { id } }, { staleTime: 0, quiet: true })

export const useSheets = (page: number) =>
  useRead(listHandovers, { query: { page } }, { placeholderData: keepPreviousData, ...REFRESH })

export const useSheet = (id: string) => useRead(getHandover, { params: { id } }, REFRESH)
