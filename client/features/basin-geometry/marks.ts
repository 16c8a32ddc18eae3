import type { MapMark } from '../../ui/map/index.ts'
import type { Basin, GaugeWeights } from './queries.ts'

/** The dam and the rain gauges. */
export function basinMarks({ name, dam }: Basin, weights: GaugeWeights | undefined): MapMark[] {
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
