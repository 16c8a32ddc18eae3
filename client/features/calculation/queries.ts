import { keepPreviousData } from '@tanstack/react-query'
import {
  getCalculationInputs,
  getOperation,
  getProposal,
  getRun,
  listRuns,
  type Calculated,
  type Run,
} from '#contract/calculation.ts'
import type { Output } from '#contract/endpoint.ts'
import { useRead } from '../../lib/query.ts'
import { useCan } from '../../lib/app-state.ts'
import type { SensorInputs } from './entered.ts'

export type Result = Calculated
export type { Run, RunDetail } from '#contract/calculation.ts'

/** Instants of a calculation in their wire format; absent: the last complete interval. */
export interface Times {
  from?: string
  at?: string
}

/** Refetch intervals of the runs, ms: while any is under way, and otherwise. */
const BUSY = 2000
const IDLE = 30_000
/** An interval of calculation is minutes long. */
const OPERATION_EVERY = 20_000

/** Values of sensors and log at T2; fixed until they are requested again. */
export const useSensorInputs = (times: Times) =>
  useRead(
    getCalculationInputs,
    { query: { ...times } },
    {
      select: sensorInputsOf,
      // Never refetched while the user types.
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
      placeholderData: keepPreviousData,
      retry: false,
      quiet: true,
    },
  )

function sensorInputsOf(inputs: Output<typeof getCalculationInputs>): SensorInputs {
  const { from, at, levels, downstream, openings, powers } = inputs
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

export const isUnderWay = (run: Pick<Run, 'state'>) => run.state === 'queued' || run.state === 'running'

/** Whether any run of a list, or its rollback, is still under way. */
const busy = (runs: readonly Run[]) =>
  runs.some((r) => isUnderWay(r) || (r.rolled_back !== null && isUnderWay(r.rolled_back)))

/** Runs that began before an instant (absent: the newest), refetched while any is under way. */
export const useRuns = ({ all, ...query }: { all: boolean; before?: number; limit: number }) =>
  useRead(
    listRuns,
    { query: { ...query, all: all ? '1' : '0' } },
    {
      refetchInterval: ({ state }) => (state.data && busy(state.data) ? BUSY : IDLE),
      placeholderData: keepPreviousData,
      staleTime: 0,
      quiet: true,
    },
  )

export const useRun = (id: string) =>
  useRead(
    getRun,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data && busy([state.data]) ? BUSY : IDLE),
      staleTime: 0,
      quiet: true,
    },
  )

/** The method of operation. */
export function useOperation() {
  const enabled = useCan('dashboard.view')
  return useRead(getOperation, {}, { refetchInterval: OPERATION_EVERY, enabled, quiet: true })
}

export const useProposal = () => useRead(getProposal, {}, { refetchInterval: OPERATION_EVERY, quiet: true })
