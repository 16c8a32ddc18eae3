import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/imports.ts'
import { BUSY, type ImportTask } from '#contract/imports.ts'
import { readOptions, useAct, useRead } from '../../lib/query.ts'

/** Refetch intervals of an import under way, on its page and in the list, ms. */
const OFTEN = 700
const SOMETIMES = 3000

export const useImports = () =>
  useRead(
    contract.listImports,
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some((i) => BUSY.includes(i.state)) ? SOMETIMES : false),
    },
  )

/** Query key of an import. */
const keyOfImport = (id: string) => readOptions(contract.getImport, { params: { id } }).queryKey

export const useImportTask = (id: string) =>
  useRead(
    contract.getImport,
    { params: { id } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && BUSY.includes(state.data.state) ? OFTEN : false),
    },
  )

type ImportAct = Endpoint & { data: (typeof contract.getImport)['data'] }

/** An action on an import, which answers the new state; it is shown at once. */
export function useImportAct<E extends ImportAct>(endpoint: E) {
  const client = useQueryClient()
  return useAct(endpoint, {
    quiet: true,
    wait: false,
    done: (answer) => {
      const task = answer as ImportTask
      client.setQueryData(keyOfImport(task.id), task)
    },
  })
}

/** Discards an import, which is not read again. */
export function useDiscardImport(id: string) {
  const client = useQueryClient()
  return useAct(contract.discardImport, {
    done: () => client.removeQueries({ queryKey: keyOfImport(id) }),
  })
}
