import type { MapBound } from '#contract/geo.ts'
import type { Bounds } from '../ui/map/index.ts'

/** Converts map bounds between the wire and the map component. */
export const boundsOf = (b: MapBound): Bounds => ({
  startLongitude: b.start_longitude,
  startLatitude: b.start_latitude,
  endLongitude: b.end_longitude,
  endLatitude: b.end_latitude,
})

export const wireOf = (b: Bounds): MapBound => ({
  start_longitude: b.startLongitude,
  start_latitude: b.startLatitude,
  end_longitude: b.endLongitude,
  end_latitude: b.endLatitude,
})
