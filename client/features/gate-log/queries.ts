import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import * as contract from '#contract/gate-log.ts'
import { call, download } from '../../lib/client.ts'
import { useWriting } from '../../lib/use-writing.ts'
import { useProfile } from '../../lib/who.ts'
import { download as saveBlob } from '../../ui/chart/save.ts'
import { queryOf, type Filter } from './filter.ts'

export type Positions = Output<typeof contract.getGatePositions>
export type Position = Positions['positions'][number]

/** Sensors report every few minutes; another person may write at any time. */
const AGAIN = 30_000

export function useEntries(filter: Filter) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'gate-log', 'list', filter],
    queryFn: ({ signal }) =>
      call(contract.listGateLog, { query: { ...queryOf(filter), page: filter.page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** at: a local time of the plant; null: now. */
export function usePositions(at: string | null = null) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'gate-log', 'positions', at],
    queryFn: ({ signal }) => call(contract.getGatePositions, { query: at === null ? {} : { at }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: at === null ? AGAIN : false,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useHistory(id: string) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'gate-log', 'history', id],
    queryFn: ({ signal }) => call(contract.getGateLogHistory, { params: { id }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useExport() {
  return useMutation({
    mutationFn: (filter: Filter) => download(contract.exportGateLog, { query: queryOf(filter) }),
    onSuccess: ({ blob, name }) => saveBlob(blob, name ?? 'gate-log.csv'),
  })
}

export const useAdd = () => useWriting(contract.addGateLog, 'gate-log')
export const useCorrect = () => useWriting(contract.correctGateLog, 'gate-log')
export const useComplete = () => useWriting(contract.completeGateLog, 'gate-log')
export const useWithdraw = () => useWriting(contract.withdrawGateLog, 'gate-log')
