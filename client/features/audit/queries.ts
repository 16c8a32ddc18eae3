import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/audit.ts'
import { call, download } from '../../lib/client.ts'
import { download as saveBlob } from '../../ui/chart/save.ts'
import { useProfile } from '../../lib/who.ts'
import { queryOf, type Filter } from './filter.ts'

export function useRecords(filter: Filter) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'audit', filter],
    queryFn: ({ signal }) =>
      call(contract.listAudit, { query: { ...queryOf(filter), page: filter.page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { failed: 'load_failed' },
  })
}

export function useAuditOptions() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'audit-options'],
    queryFn: ({ signal }) => call(contract.getAuditOptions, { signal }),
    meta: { failed: 'load_options_failed' },
  })
}

export function useExport() {
  return useMutation({
    mutationFn: (filter: Filter) => download(contract.exportAudit, { query: queryOf(filter) }),
    onSuccess: ({ blob, name }) => saveBlob(blob, name ?? 'audit.csv'),
  })
}

export function useRemark() {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { audit_id: string; reason: string }) => call(contract.remarkAudit, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [hydro, 'audit'] }),
  })
}
