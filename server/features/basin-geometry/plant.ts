import { inForce, type Plant } from '#core/description/index.ts'
import type { MapBound } from '#contract/geo.ts'
import { readItem, type NamedVersionRow, type Plants } from '#server/features/plants/index.ts'
import { conflict, notFound } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

/** Degrees around a dam without an outline, about 15 km. */
const AROUND = 0.14
/** Margin around the basin, as a share of its width and height. */
const MARGIN = 0.1

/** The reservoir in force now, with the id of its version. */
export async function plantNow(plants: Plants, hydro: string, now: number) {
  const { plant } = await plants.fresh(hydro)
  const found = inForce(plant, now) ?? plant.at(-1)
  if (!found) throw notFound(hydro)
  return found
}

/** The version of the reservoir that a change names, if it is still in force. */
export async function heldPlant(
  s: Services,
  hydro: string,
  version: string,
): Promise<NamedVersionRow & { body: Plant }> {
  const row = (await readItem(s.db, hydro, 'plant', 'plant')).find((r) => r.version_id === version)
  if (!row || row.superseded_at !== null) throw conflict()
  return row as NamedVersionRow & { body: Plant }
}

export const actorOf = ({ actor, address, hydro }: Caller) => ({ actor, address, hydro })

/** The part of the map shown first: the chosen one, or around the basin, or around the dam. */
export function boundsOf(plant: Plant): MapBound {
  const b = plant.mapBounds
  if (b)
    return {
      start_longitude: b.startLongitude,
      start_latitude: b.startLatitude,
      end_longitude: b.endLongitude,
      end_latitude: b.endLatitude,
    }
  const { longitude, latitude } = plant
  const points = plant.basin ?? [
    [longitude - AROUND, latitude - AROUND],
    [longitude + AROUND, latitude + AROUND],
  ]
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [lon, lat] of points) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  const [dx, dy] = plant.basin ? [(east - west) * MARGIN, (north - south) * MARGIN] : [0, 0]
  const within = (v: number, most: number) => Number(Math.max(-most, Math.min(most, v)).toFixed(5))
  return {
    start_longitude: within(west - dx, 180),
    start_latitude: within(south - dy, 90),
    end_longitude: within(east + dx, 180),
    end_latitude: within(north + dy, 90),
  }
}
