import type { MapMark } from '../../ui/map/index.ts'
import type { Basin, Thiessen } from './queries.ts'

/** The dam and the rain gauges. */
export function marksOf({ name, dam }: Basin, weights: Thiessen | undefined): MapMark[] {
  return [
    { id: 'dam', at: [dam.longitude, dam.latitude], name, kind: 'reservoir' },
    ...(weights?.stations ?? []).map((s): MapMark => ({
      id: s.id,
      at: [s.longitude, s.latitude],
      name: s.name,
      kind: 'rain',
    })),
  ]
}
