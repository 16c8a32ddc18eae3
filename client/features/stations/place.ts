import type { StationRow } from '#contract/stations.ts'
import type { ItemBody } from '../../lib/items.ts'
import { KIND_OF_STATION, type MapMark } from '../../ui/map/index.ts'

/** Stations and the reservoir as symbols of a map, except one. alarmOf: the reached alarm level, in words. */
export function stationMarks(
  stations: readonly StationRow[],
  plant: ItemBody<'plant'> | undefined,
  but: string | null,
  alarmOf: (s: StationRow) => string | undefined,
): MapMark[] {
  const own = stations
    .filter((s) => s.station_id !== but)
    .map((s) => ({
      id: s.station_id,
      at: [s.longitude, s.latitude] as const,
      name: s.name,
      kind: KIND_OF_STATION[s.station_type_id],
      note: alarmOf(s),
      alarm: s.alarm as MapMark['alarm'],
    }))
  if (!plant) return own
  const dam: MapMark = {
    id: 'plant',
    at: [plant.longitude, plant.latitude] as const,
    name: plant.name,
    kind: 'reservoir',
  }
  return [dam, ...own]
}
