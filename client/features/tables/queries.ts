import { getCalculationProgress } from '#contract/calculation.ts'
import * as contract from '#contract/tables.ts'
import { checkUpload, previewUpload, saveTable } from '#contract/tables/uploads.ts'
import type { Group } from '#core/description/index.ts'
import type { Body, Output } from '#contract/endpoint.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { serverNow } from '../../lib/clock.ts'
import { useAct, useDownload, useRead } from '../../lib/query.ts'
import { download as saveFile } from '../../ui/chart/save.ts'

export type GroupOffer = Output<typeof contract.getTableGroups>[number]
export type TableUpload = Output<typeof previewUpload>
export type CheckedUpload = Output<typeof checkUpload>
export type CheckBody = Body<typeof checkUpload>
export type SaveBody = Body<typeof saveTable>
export type Comparison = Output<typeof contract.compareTables>

/** Refetch intervals of the progress, ms: while something is recomputed, and otherwise. */
const BUSY = 3_000
const IDLE = 30_000

const quiet = { quiet: true } as const
/** Refetches the lists in the background, without awaiting them. */
const ACT = { quiet: true, wait: false } as const

/** Every table of the ten groups, or of one group and object; retired: those no longer in use. */
export const useTables = ({
  retired,
  ...which
}: { group?: Group; object?: string; retired?: boolean } = {}) =>
  useRead(
    contract.listTables,
    { query: retired ? { ...which, retired: 'true' } : which },
    { staleTime: 0, ...quiet },
  )

/** The groups, and the objects at this plant that may have tables of each. */
export const useTableGroups = () => useRead(contract.getTableGroups, {}, quiet)

/** A version of a table with its rows. Messages of its issues are in the language of the page. */
export const useTable = (id: string, version?: string) =>
  useRead(contract.readTable, { params: { id }, query: { version } }, quiet)

export const useTableVersions = (id: string) =>
  useRead(contract.getTableVersions, { params: { id } }, { staleTime: 0, ...quiet })

export const useTableComparison = (id: string, a: string, b: string) =>
  useRead(contract.compareTables, a === b ? null : { params: { id }, query: { a, b } }, quiet)

/** Checks an uploaded table with the choices made; null: too little is chosen. */
export const useUploadCheck = (body: CheckBody | null) =>
  useRead(checkUpload, body && { body }, {
    placeholderData: (before, query) =>
      // Only a change of period keeps the displayed data: other rows are another table.
      sameRows(query?.queryKey[2]?.body, body) ? before : undefined,
    staleTime: 0,
    ...quiet,
  })

function sameRows(a: CheckBody | undefined, b: CheckBody | null): boolean {
  if (!a || !b) return false
  const rows = ({ upload_id, candidate, group, columns, units, head_kind }: CheckBody) =>
    JSON.stringify([upload_id, candidate, group, columns, units, head_kind])
  return rows(a) === rows(b)
}

/** How much is still to be recomputed. */
export const useComputeProgress = () =>
  useRead(
    getCalculationProgress,
    {},
    { refetchInterval: (query) => (isComputing(query.state.data) ? BUSY : IDLE), ...quiet },
  )

/** Readings of the present day keep arriving, so only earlier days count. */
export function isComputing(p: Output<typeof getCalculationProgress> | undefined): boolean {
  if (!p || p.oldest === null) return false
  return p.days > 1 || p.oldest < new Date(serverNow()).toISOString().slice(0, 10)
}

export const useTableUpload = () => useAct(previewUpload, quiet)
export const useSaveTable = () => useAct(saveTable, ACT)
export const useChangeTable = () => useAct(contract.changeTable, ACT)
export const useReinstateTable = () => useAct(contract.useTableAgain, ACT)
export const useRetireTable = () => useAct(contract.retireTable, ACT)
export const useTableLookup = () => useAct(contract.lookupTable, quiet)

/** File name: the display name; csv where the uploaded file is not stored. */
function fileName({ group, name }: TableItem, as: FileKind, served: string | null): string {
  const end = as === 'xlsx' || served?.endsWith('.xlsx') ? 'xlsx' : 'csv'
  return `${group} ${name}`.replaceAll(/[\\/:*?"<>|]/g, '_') + `.${end}`
}

export type FileKind = 'original' | 'csv' | 'xlsx'

/** Downloads the file of a table. */
export function useTableFile() {
  const { run, busy } = useDownload(contract.downloadTable)
  return {
    busy,
    async save(item: TableItem, as: FileKind) {
      const { blob, name } = await run({ params: { id: item.id }, query: { version: item.version, as } })
      saveFile(blob, as === 'original' && item.has_file ? item.file_name : fileName(item, as, name))
    },
  }
}

/** Downloads an empty file of a group. */
export function useTemplate() {
  const { run, busy } = useDownload(contract.getTemplate)
  return {
    busy,
    async save(group: Group | 'XA', as: 'csv' | 'xlsx') {
      const { blob, name } = await run({ params: { group }, query: { as } })
      saveFile(blob, name ?? `${group}.${as}`)
    },
  }
}
