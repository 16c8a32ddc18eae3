import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/calculation.ts'
import type { Run, RunDetail } from '#contract/calculation.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { call } from '../../lib/client.ts'
import { useCan, useProfile } from '../../lib/who.ts'
import type { Automatic, Body } from './entered.ts'

export type Result = contract.Calculated
export type { Run, RunDetail } from '#contract/calculation.ts'

/** Instants of a calculation as the wire has them; absent: the last complete interval. */
export interface Times {
  from?: string
  at?: string
}

/** Runs that are under way are asked for this often, ms; else now and then. */
const BUSY = 2000
const IDLE = 30_000
/** An interval of calculation is minutes long. */
const OPERATION_EVERY = 20_000

const useKey = () => {
  const hydro = useProfile().hydro_code
  return (...parts: unknown[]) => [hydro, 'calculation', ...parts]
}

/** What sensors and log say at T2; stays as it is until it is asked for again. */
export function useAutomatic(times: Times) {
  const key = useKey()
  return useQuery({
    queryKey: key('inputs', times),
    queryFn: async ({ signal }) =>
      automaticOf(await call(contract.getCalculationInputs, { query: times, signal })),
    // Nothing moves under what is being typed.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  })
}

function automaticOf({
  from,
  at,
  levels,
  downstream,
  openings,
  powers,
}: Output<typeof contract.getCalculationInputs>): Automatic {
  const mega = (kW: number | null) => (kW === null ? null : kW / 1000)
  return {
    from,
    at,
    ...levels,
    downstream,
    leaves: openings.map(({ leaf_id: id, ...rest }) => ({ id, ...rest })),
    units: powers.map(({ unit_id: id, ...rest }) => ({
      ...rest,
      id,
      value: mega(rest.value),
      most: mega(rest.most),
    })),
  }
}

export function useTry() {
  return useMutation({
    mutationFn: (body: Body) => call(contract.onlyCalculate, { body }),
    meta: { quiet: true },
  })
}

/** Everything that is computed is read again. */
function useReread(): () => void {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return () =>
    void client.invalidateQueries({
      queryKey: [hydro],
      // What a person has typed over stays as it was when they began.
      predicate: ({ queryKey }) => queryKey[2] !== 'inputs',
    })
}

export function useSave() {
  const reread = useReread()
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof contract.calculateSave>['body']>) =>
      call(contract.calculateSave, { body }),
    meta: { quiet: true },
    onSuccess: reread,
  })
}

export function useRollback() {
  const reread = useReread()
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof contract.rollbackData>['body']>) =>
      call(contract.rollbackData, { body }),
    meta: { quiet: true },
    onSettled: reread,
  })
}

export const isUnderWay = (run: Pick<Run, 'state'>) => run.state === 'queued' || run.state === 'running'

/** Whether anything of a list has still to end: a run, or the one that takes it back. */
const busy = (runs: readonly Run[]) =>
  runs.some((r) => isUnderWay(r) || (r.rolled_back !== null && isUnderWay(r.rolled_back)))

/** Runs that began before an instant (absent: the newest), followed while any is under way. */
export function useRuns(query: { all: boolean; before?: number; limit: number }) {
  const key = useKey()
  return useQuery({
    queryKey: key('runs', query),
    queryFn: ({ signal }) =>
      call(contract.listRuns, { query: { ...query, all: query.all ? '1' : '0' }, signal }),
    refetchInterval: ({ state }) => (state.data && busy(state.data) ? BUSY : IDLE),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useRun(id: string) {
  const key = useKey()
  return useQuery({
    queryKey: key('run', id),
    queryFn: ({ signal }): Promise<RunDetail> => call(contract.getRun, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && busy([state.data]) ? BUSY : IDLE),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useRecalculate() {
  const reread = useReread()
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof contract.recalculate>['body']>) =>
      call(contract.recalculate, { body }),
    meta: { quiet: true },
    onSuccess: reread,
  })
}

export function useCancel() {
  const reread = useReread()
  return useMutation({
    mutationFn: (id: string) => call(contract.cancelRun, { params: { id } }),
    meta: { quiet: true },
    // Also after a failure: it may have ended by itself.
    onSettled: reread,
  })
}

/** How the reservoir is operated. */
export function useOperation() {
  const key = useKey()
  return useQuery({
    queryKey: key('operation'),
    queryFn: ({ signal }) => call(contract.getOperation, { signal }),
    refetchInterval: OPERATION_EVERY,
    enabled: useCan('dashboard.view'),
    meta: { quiet: true },
  })
}

export function useProposal(enabled: boolean) {
  const key = useKey()
  return useQuery({
    queryKey: key('proposal'),
    queryFn: ({ signal }) => call(contract.getProposal, { signal }),
    refetchInterval: OPERATION_EVERY,
    enabled,
    meta: { quiet: true },
  })
}

export function useSetOperation() {
  const reread = useReread()
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof contract.setOperation>['body']>) =>
      call(contract.setOperation, { body }),
    meta: { quiet: true },
    onSettled: reread,
  })
}
