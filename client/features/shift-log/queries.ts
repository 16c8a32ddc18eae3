import { MINUTE } from '#core/time/units.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as sheets from '#contract/handover.ts'
import * as contract from '#contract/shift-log.ts'
import { getTimeline } from '#contract/timeline.ts'
import { call } from '../../lib/client.ts'
import { useLanguage } from '../../lib/text/index.ts'
import { useWriting } from '../../lib/use-writing.ts'
import { useProfile } from '../../lib/who.ts'
import { queryOf, type Filter } from './filter.ts'

/** Another person may write at any time, sensors see moves every few minutes. */
const AGAIN = 15_000

export function useTimeline(filter: Filter) {
  const hydro = useProfile().hydro_code
  const query = queryOf(filter)
  // The server words what happened.
  const language = useLanguage()
  return useQuery({
    queryKey: [hydro, 'shift-log', 'timeline', query, language],
    queryFn: ({ signal }) => call(getTimeline, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useDuty() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'shift-log', 'duty'],
    queryFn: ({ signal }) => call(contract.getDuty, { signal }),
    refetchInterval: AGAIN,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function usePeople() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'shift-log', 'people'],
    queryFn: ({ signal }) => call(contract.listDutyPeople, { signal }),
    staleTime: MINUTE,
    meta: { quiet: true },
  })
}

/** Every version of an entry; the first is as it is now. */
export function useEntry(id: string) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'shift-log', 'entry', id],
    queryFn: ({ signal }) => call(contract.getShiftEntry, { params: { id }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useSheets(page: number) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'shift-log', 'sheets', page],
    queryFn: ({ signal }) => call(sheets.listHandovers, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useSheet(id: string) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'shift-log', 'sheet', id],
    queryFn: ({ signal }) => call(sheets.getHandover, { params: { id }, signal }),
    refetchInterval: AGAIN,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export const useAdd = () => useWriting(contract.addShiftEntry, 'shift-log')
export const useChangeOperator = () => useWriting(contract.changeOperator, 'shift-log')
export const useCorrect = () => useWriting(contract.correctShiftEntry, 'shift-log')
export const useStep = () => useWriting(contract.stepShiftOrder, 'shift-log')
export const useWithdraw = () => useWriting(contract.withdrawShiftEntry, 'shift-log')
export const useDraft = () => useWriting(sheets.draftHandover, 'shift-log')
export const useSave = () => useWriting(sheets.saveHandover, 'shift-log')
export const useSign = () => useWriting(sheets.signHandover, 'shift-log')
export const useAccept = () => useWriting(sheets.acceptHandover, 'shift-log')
export const useReopen = () => useWriting(sheets.reopenHandover, 'shift-log')
export const useDiscard = () => useWriting(sheets.discardHandover, 'shift-log')
