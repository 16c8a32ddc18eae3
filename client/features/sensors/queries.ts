import * as contract from '#contract/sensors.ts'
import { getAvailableSensorPort } from '#contract/stations.ts'
import { useRead } from '../../lib/query.ts'
import { useCan } from '../../lib/app-state.ts'

/** Refetch interval of readings, ms. */
const AGAIN = 30_000
const FRESH = { staleTime: 0, quiet: true } as const

export const useSensors = () => useRead(contract.listSensors, {}, { refetchInterval: AGAIN, ...FRESH })

/** Series for a sensor's readings, those without a sensor first. */
export const useSensorSeries = () => useRead(contract.listSensorSeries, {}, FRESH)

/** Ports of the loggers, for those who may see the stations. */
export const useSensorPorts = () =>
  useRead(getAvailableSensorPort, { body: {} }, { enabled: useCan('stations.view'), ...FRESH })

/** Changes of sensor settings; kind 0: all kinds. */
export const useKindHistory = (kind: number) =>
  useRead(contract.listSensorHistory, { query: kind === 0 ? {} : { kind } }, FRESH)
