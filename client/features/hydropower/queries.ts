import { listTables, readTable } from '#contract/tables.ts'
import { call } from '../../lib/client.ts'
import { useComposed } from '../../lib/query.ts'

/** The storage table in force now or at a local time, with its rows; null: none. */
export function useStorageTable(allowed: boolean, at?: string) {
  return useComposed(
    {
      name: 'storage table in force',
      from: [listTables, readTable],
      input: allowed ? { at } : null,
      make: async (input, signal) => {
        const tables = await call(listTables, { query: { group: 'ZV', ...input }, signal })
        const inForce = tables.find((table) => table.in_force)
        if (!inForce) return null
        const { id, version } = inForce
        return call(readTable, { params: { id }, query: { version }, signal })
      },
    },
    { staleTime: 0, quiet: true },
  )
}
