import { useMutation, useQuery } from '@tanstack/react-query'
import type { Body, Endpoint, Passed } from '#contract/endpoint.ts'
import * as contract from '#contract/sensors.ts'
import { getAvailableSensorPort } from '#contract/stations.ts'
import type { With } from '../../lib/call.ts'
import { call } from '../../lib/client.ts'
import { useReread } from '../../lib/items.ts'
import { useCan, useProfile } from '../../lib/who.ts'

const AGAIN = 30_000

export function useSensors() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'sensors'],
    queryFn: ({ signal }) => call(contract.listSensors, { signal }),
    refetchInterval: AGAIN,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Series that readings come in as, those without a sensor first. */
export function useSensorSeries() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'sensor-series'],
    queryFn: ({ signal }) => call(contract.listSensorSeries, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Ports of the loggers; for who may see the stations, whose ports they are as well. */
export function usePorts() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'ports'],
    queryFn: ({ signal }) => call(getAvailableSensorPort, { body: {}, signal }),
    staleTime: 0,
    enabled: useCan('stations.view'),
    meta: { quiet: true },
  })
}

/** kind 0: of all kinds. */
export function useKindHistory(kind: number) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'sensor-history', kind],
    queryFn: ({ signal }) => call(contract.listSensorHistory, { query: kind === 0 ? {} : { kind }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

type Acting =
  | typeof contract.setLink
  | typeof contract.setupSensor
  | typeof contract.uninstallSensor
  | typeof contract.calibrateSensor

/** One of the acts on a sensor; what is shown is read again after it. */
export function useAct<E extends Acting & Endpoint>(endpoint: E) {
  const onSettled = useReread()
  return useMutation({
    mutationFn: (body: Body<E>) => call(endpoint, ...([{ body }] as unknown as Passed<E, With>)),
    meta: { quiet: true },
    onSettled,
  })
}
