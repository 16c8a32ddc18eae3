import { useQuery } from '@tanstack/react-query'
import { listTables, readTable } from '#contract/tables.ts'
import { call } from '../../lib/client.ts'
import { useProfile } from '../../lib/who.ts'

/** The storage table in force, now or at a local time, with its rows; null where there is none. */
export function useStorageTable(allowed: boolean, at?: string) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'storage-table', at ?? null],
    queryFn: async ({ signal }) => {
      const all = await call(listTables, {
        query: { group: 'ZV', ...(at === undefined ? {} : { at }) },
        signal,
      })
      const held = all.find((table) => table.in_force)
      if (!held) return null
      return call(readTable, { params: { id: held.id }, query: { version: held.version }, signal })
    },
    enabled: allowed,
    staleTime: 0,
    meta: { quiet: true },
  })
}
