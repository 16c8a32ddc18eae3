import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import * as contract from '#contract/changes.ts'
import type { Body } from '#contract/endpoint.ts'
import { call, download } from '../../lib/client.ts'
import { useReread } from '../../lib/items.ts'
import { useProfile } from '../../lib/who.ts'
import { download as saveBlob } from '../../ui/chart/save.ts'
import { queryOf, type Filter } from './filter.ts'

export function useChangeList(filter: Filter) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'changes', queryOf(filter)],
    queryFn: ({ signal }) => call(contract.listChanges, { query: queryOf(filter), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Local times of the plant; known null: as known now. */
export function useDescriptionAt(when: { day: string; known: string | null }) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'description-at', when],
    queryFn: ({ signal }) =>
      call(contract.getDescriptionAt, {
        query: { day: when.day, known: when.known ?? undefined },
        signal,
      }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useVersion(given: { noun: contract.DescribedNoun; id: string; version: string }) {
  const hydro = useProfile().hydro_code
  const { noun, id, version } = given
  return useQuery({
    queryKey: [hydro, 'described-version', noun, id, version],
    queryFn: ({ signal }) => call(contract.getDescribedVersion, { query: { noun, id, version }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useRestore() {
  const onSuccess = useReread()
  return useMutation({
    mutationFn: (body: Body<typeof contract.restoreVersion>) => call(contract.restoreVersion, { body }),
    meta: { quiet: true },
    onSuccess,
  })
}

export function useExport() {
  return useMutation({
    mutationFn: () => download(contract.exportBundle),
    onSuccess: ({ blob, name }) => saveBlob(blob, name ?? 'forebay.json'),
  })
}

export function usePreview() {
  return useMutation({
    mutationFn: (body: Body<typeof contract.previewBundle>) => call(contract.previewBundle, { body }),
    meta: { quiet: true },
  })
}

export function useImport() {
  const onSuccess = useReread()
  return useMutation({
    mutationFn: (body: Body<typeof contract.importBundle>) => call(contract.importBundle, { body }),
    meta: { quiet: true },
    onSuccess,
  })
}
