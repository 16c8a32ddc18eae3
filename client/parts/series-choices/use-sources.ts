import { MINUTE } from '#core/time/units.ts'
import { ITEMS } from '#contract/items.ts'
import { listSensors } from '#contract/sensors.ts'
import { listStations } from '#contract/stations.ts'
import { useOptions } from '../../lib/items.ts'
import { useRead } from '../../lib/query.ts'
import { useCan } from '../../lib/app-state.ts'
import type { Sources } from './choices.ts'

const FRESH = 5 * MINUTE

/** The objects that name series, as far as permitted, and whether all are loaded. */
export function useSeriesSources(): { sources: Sources; settled: boolean } {
  const described = { staleTime: FRESH, quiet: true, enabled: useCan('information.view') }
  const positions = useRead(ITEMS.position.list, {}, described)
  const gates = useRead(ITEMS.gate.list, {}, described)
  const units = useRead(ITEMS.unit.list, {}, described)
  const stations = useRead(listStations, {}, { ...described, enabled: useCan('stations.view') })
  const sensors = useRead(listSensors, {}, { ...described, enabled: useCan('sensor.view') })
  const options = useOptions().data
  const queries = [positions, gates, units, stations, sensors]
  const sources = {
    positions: positions.data ?? [],
    gates: gates.data ?? [],
    units: units.data ?? [],
    stations: stations.data ?? [],
    stationTypes: options?.station_types ?? [],
    sensors: sensors.data ?? [],
  }
  return { sources, settled: queries.every((q) => !q.isLoading) }
}
