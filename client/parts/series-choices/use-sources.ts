import { MINUTE } from '#core/time/units.ts'
import { useQuery } from '@tanstack/react-query'
import { ITEMS } from '#contract/items.ts'
import { listSensors } from '#contract/sensors.ts'
import { listStations } from '#contract/stations.ts'
import { call } from '../../lib/client.ts'
import { useOptions } from '../../lib/items.ts'
import { useCan, useProfile } from '../../lib/who.ts'
import type { Sources } from './choices.ts'

const FRESH = 5 * MINUTE

/** What names the series, as far as it may be seen; whether all of it has been asked for. */
export function useSources(): { sources: Sources; settled: boolean } {
  const hydro = useProfile().hydro_code
  const described = useCan('information.view')
  const common = { staleTime: FRESH, meta: { quiet: true } }
  const item = (noun: 'position' | 'gate' | 'unit') => ({
    ...common,
    queryKey: [hydro, 'items', noun, null, null],
    enabled: described,
  })
  const positions = useQuery({
    ...item('position'),
    queryFn: ({ signal }) => call(ITEMS.position.list, { query: {}, signal }),
  })
  const gates = useQuery({
    ...item('gate'),
    queryFn: ({ signal }) => call(ITEMS.gate.list, { query: {}, signal }),
  })
  const units = useQuery({
    ...item('unit'),
    queryFn: ({ signal }) => call(ITEMS.unit.list, { query: {}, signal }),
  })
  const stations = useQuery({
    ...common,
    queryKey: [hydro, 'stations'],
    queryFn: ({ signal }) => call(listStations, { signal }),
    enabled: useCan('stations.view'),
  })
  const sensors = useQuery({
    ...common,
    queryKey: [hydro, 'sensors'],
    queryFn: ({ signal }) => call(listSensors, { signal }),
    enabled: useCan('sensor.view'),
  })
  const options = useOptions().data
  const asked = [positions, gates, units, stations, sensors]
  const sources = {
    positions: positions.data ?? [],
    gates: gates.data ?? [],
    units: units.data ?? [],
    stations: stations.data ?? [],
    stationTypes: options?.station_types ?? [],
    sensors: sensors.data ?? [],
  }
  return { sources, settled: asked.every((q) => !q.isLoading) }
}
