import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getHydros } from '#contract/dashboard.ts'
import * as contract from '#contract/tables.ts'
import type { Group } from '#core/description/index.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { TableItem } from '#contract/tables.ts'
import { call, download, upload } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { readOptions } from '../../lib/query.ts'
import { useLanguage } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/who.ts'
import { download as save } from '../../ui/chart/save.ts'

export type GroupOffer = Output<typeof contract.getTableGroups>[number]
export type Upload = Output<typeof contract.previewUpload>
export type Checked = Output<typeof contract.checkUpload>
export type CheckBody = NonNullable<Input<typeof contract.checkUpload>['body']>
export type SaveBody = NonNullable<Input<typeof contract.saveTable>['body']>
export type ChangeBody = NonNullable<Input<typeof contract.changeTable>['body']>
type AgainBody = NonNullable<Input<typeof contract.useTableAgain>['body']>
export type Comparison = Output<typeof contract.compareTables>

/** While something is computed again its progress is asked for this often, ms; else now and then. */
const BUSY = 3_000
const IDLE = 30_000

const useKey = () => {
  const hydro = useProfile().hydro_code
  return (...parts: unknown[]) => [hydro, 'tables', ...parts]
}

/** Every table of the ten groups, or of one group and object; retired: those that are read no more. */
export function useTables({ retired, ...which }: { group?: Group; object?: string; retired?: boolean } = {}) {
  const key = useKey()
  return useQuery({
    queryKey: key('list', which, retired ?? false),
    queryFn: ({ signal }) =>
      call(contract.listTables, { query: retired ? { ...which, retired: 'true' } : which, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** The groups, and to what at this plant a table of each may belong. */
export function useGroups() {
  const key = useKey()
  const language = useLanguage()
  return useQuery({
    queryKey: key('groups', language),
    queryFn: ({ signal }) => call(contract.getTableGroups, { signal }),
    meta: { quiet: true },
  })
}

/** A version of a table with its rows. Messages of its issues are in the language of the page. */
export function useTable(id: string, version?: string) {
  const key = useKey()
  const language = useLanguage()
  return useQuery({
    queryKey: key('item', id, version ?? null, language),
    queryFn: ({ signal }) => call(contract.readTable, { params: { id }, query: { version }, signal }),
    meta: { quiet: true },
  })
}

export function useVersions(id: string) {
  const key = useKey()
  return useQuery({
    queryKey: key('versions', id),
    queryFn: ({ signal }) => call(contract.getTableVersions, { params: { id }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useComparison(id: string, a: string | null, b: string | null) {
  const key = useKey()
  return useQuery({
    queryKey: key('compare', id, a, b),
    queryFn: ({ signal }) =>
      call(contract.compareTables, { params: { id }, query: { a: a ?? '', b: b ?? '' }, signal }),
    enabled: a !== null && b !== null && a !== b,
    meta: { quiet: true },
  })
}

/** What an uploaded table is under what was chosen for it; null: too little is chosen. */
export function useCheck(body: CheckBody | null) {
  const key = useKey()
  const language = useLanguage()
  return useQuery({
    queryKey: key('check', body, language),
    queryFn: ({ signal }) => call(contract.checkUpload, { body: body!, signal }),
    enabled: body !== null,
    placeholderData: (before, query) =>
      // Only a change of period keeps what is shown: other rows are another table.
      sameRows(query?.queryKey[3] as CheckBody | undefined, body) ? before : undefined,
    staleTime: 0,
    meta: { quiet: true },
  })
}

function sameRows(a: CheckBody | null | undefined, b: CheckBody | null): boolean {
  if (!a || !b) return false
  const rows = ({ upload_id, candidate, group, columns, units, head_kind }: CheckBody) =>
    JSON.stringify([upload_id, candidate, group, columns, units, head_kind])
  return rows(a) === rows(b)
}

/** How much is still to be computed again. */
export function useProgress() {
  const key = useKey()
  return useQuery({
    queryKey: key('progress'),
    queryFn: ({ signal }) => call(contract.getCalculationProgress, { signal }),
    refetchInterval: (query) => (isAgain(query.state.data) ? BUSY : IDLE),
    meta: { quiet: true },
  })
}

/** Readings of the present day are always on their way: only earlier days count as computed again. */
export function isAgain(p: Output<typeof contract.getCalculationProgress> | undefined): boolean {
  if (!p || p.oldest === null) return false
  return p.days > 1 || p.oldest < new Date(serverNow()).toISOString().slice(0, 10)
}

/**
 * Everything that a table may change is read again: lists, and what is computed from it. Nobody waits for that; and
 * what is being looked at before it is saved asks for itself.
 */
function useReread(): () => void {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({
      queryKey: [hydro, 'tables'],
      predicate: ({ queryKey }) => queryKey[2] !== 'check',
    })
    void client.invalidateQueries({ queryKey: readOptions(getHydros, {}, { hydro }).queryKey })
  }
}

/** The kind of file is told by its content: browsers name the same csv in many ways. */
const ANY = 'application/octet-stream'

export function useUpload() {
  return useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      upload(contract.previewUpload, new Blob([file], { type: ANY }), {
        query: { name: file.name },
        signal,
      }),
    meta: { quiet: true },
  })
}

export function useSave() {
  const reread = useReread()
  return useMutation({
    mutationFn: (body: SaveBody) => call(contract.saveTable, { body }),
    meta: { quiet: true },
    onSettled: reread,
  })
}

export function useChange() {
  const reread = useReread()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: ChangeBody }) =>
      call(contract.changeTable, { params: { id }, body }),
    meta: { quiet: true },
    onSettled: reread,
  })
}

export function useAgain() {
  const reread = useReread()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: AgainBody }) =>
      call(contract.useTableAgain, { params: { id }, body }),
    meta: { quiet: true },
    onSettled: reread,
  })
}

export function useRetire() {
  const reread = useReread()
  return useMutation({
    mutationFn: ({ item, from }: { item: TableItem; from: string | null }) =>
      call(contract.retireTable, { params: { id: item.id }, body: { version: item.version, from } }),
    meta: { quiet: true },
    onSettled: reread,
  })
}

export function useLookup() {
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof contract.lookupTable>['body']>) =>
      call(contract.lookupTable, { body }),
    meta: { quiet: true },
  })
}

/** As people name it; where there is no file as it was uploaded, a csv is what comes. */
function fileName({ group, name }: TableItem, as: FileKind, given: string | null): string {
  const end = as === 'xlsx' || given?.endsWith('.xlsx') ? 'xlsx' : 'csv'
  return `${group} ${name}`.replaceAll(/[\\/:*?"<>|]/g, '_') + `.${end}`
}

export type FileKind = 'original' | 'csv' | 'xlsx'

/** Fetches a file and hands it to the browser. A failure is told by the global handler. */
export function useDownload() {
  return useMutation({
    mutationFn: async ({ item, as }: { item: TableItem; as: FileKind }) => {
      const query = { version: item.version, as }
      const { blob, name } = await download(contract.downloadTable, { params: { id: item.id }, query })
      save(blob, as === 'original' && item.has_file ? item.file_name : fileName(item, as, name))
    },
  })
}

export function useTemplate() {
  return useMutation({
    mutationFn: async ({ group, as }: { group: Group | 'XA'; as: 'csv' | 'xlsx' }) => {
      const { blob, name } = await download(contract.getTemplate, { params: { group }, query: { as } })
      save(blob, name ?? `${group}.${as}`)
    },
  })
}
