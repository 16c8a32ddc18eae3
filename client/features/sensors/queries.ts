import * as contract from '#contract/sensors.ts'
import { getAvailableSensorPort } from '#contract/stations.ts'
import { useRead } from '../../lib/query.ts'
import { useCan } from '../../lib/who.ts'

/** How often readings are read again, ms. */
const AGAIN = 30_000
const FRESH = { staleTime: 0, quiet: true } as const

export const useSensors = () => useRead(contract.listSensors, {}, { refetchInterval: AGAIN, ...FRESH })

/** Series that readings come in as, those without a sensor first. */
export const useSensorSeries = () => useRead(contract.listSensorSeries, {}, FRESH)

/** Ports of the loggers, for who may see the stations. */
export const useSensorPorts = () =>
  useRead(getAvailableSensorPort, { body: {} }, { enabled: useCan('stations.view'), ...FRESH })

/** Changes of the settings of sensors; kind 0: of all kinds. */
export const useKindHistory = (kind: number) =>
  useRead(contract.listSensorHistory, { query: kind === 0 ? {} : { kind } }, FRESH)
