import type { MapBound } from '#contract/geo.ts'
import type { Bounds, Mark } from '../../ui/map/index.ts'
import type { Basin, Thiessen } from './queries.ts'

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

/** The dam and the rain gauges. */
export function marksOf({ name, dam }: Basin, weights: Thiessen | undefined): Mark[] {
  return [
    { id: 'dam', at: [dam.longitude, dam.latitude], name, kind: 'reservoir' },
    ...(weights?.stations ?? []).map((s): Mark => ({
      id: s.id,
      at: [s.longitude, s.latitude],
      name: s.name,
      kind: 'rain',
    })),
  ]
}
