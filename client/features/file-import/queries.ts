import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/imports.ts'
import { BUSY, type ImportMapping, type ImportTask } from '#contract/imports.ts'
import { call, upload } from '../../lib/client.ts'
import { useProfile } from '../../lib/who.ts'

/** How often what is at work is asked about, ms. */
const OFTEN = 700
const SOMETIMES = 3000

const listKey = (hydro: string) => [hydro, 'imports']
const taskKey = (hydro: string, id: string) => [hydro, 'import', id]

export function useImports() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: listKey(hydro),
    queryFn: ({ signal }) => call(contract.listImports, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((i) => BUSY.includes(i.state)) ? SOMETIMES : false),
  })
}

export function useImport(id: string) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: taskKey(hydro, id),
    queryFn: ({ signal }) => call(contract.getImport, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && BUSY.includes(state.data.state) ? OFTEN : false),
  })
}

/** What an act answers stands at once; what it changed elsewhere is asked for anew. */
function useAct<G>(act: (given: G) => Promise<ImportTask>) {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    meta: { quiet: true },
    onSuccess(task) {
      client.setQueryData(taskKey(hydro, task.id), task)
      void client.invalidateQueries({ queryKey: listKey(hydro) })
    },
  })
}

export const useUpload = () =>
  useAct((file: File) =>
    upload(contract.uploadImport, new Blob([file], { type: 'application/octet-stream' }), {
      query: { name: file.name },
    }),
  )

interface Reading {
  sheet?: string
  header?: number
  delimiter?: ',' | ';' | '\t' | '|'
  decimal?: '.' | ','
}

export const useLay = (task: ImportTask) =>
  useAct((reading: Reading) =>
    call(contract.layImport, { params: { id: task.id }, body: { version: task.version, ...reading } }),
  )

export const useCheck = (task: ImportTask) =>
  useAct((mapping: ImportMapping) =>
    call(contract.checkImport, { params: { id: task.id }, body: { version: task.version, mapping } }),
  )

export const useRun = (task: ImportTask) =>
  useAct(() => call(contract.runImport, { params: { id: task.id }, body: { version: task.version } }))

export const useUndo = (id: string) => useAct(() => call(contract.undoImport, { params: { id } }))

export function useDiscard(id: string) {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(contract.discardImport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: listKey(hydro) }),
  })
}

/** After a run or an undo all that is shown of the reservoir may be another. */
export function useForgetReadings() {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === hydro && queryKey[1] !== 'import' && queryKey[1] !== 'imports',
    })
}
