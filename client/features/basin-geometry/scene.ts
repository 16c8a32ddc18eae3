import type { Mark } from '../../ui/map/index.ts'
import type { Basin, GaugeWeights } from './queries.ts'

/** The dam and the rain gauges. */
export function basinMarks({ name, dam }: Basin, weights: GaugeWeights | undefined): Mark[] {
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
