import type { XY } from '../geo/polygon.ts'
import type { IdwOptions } from './idw.ts'
import { isPresent } from './present.ts'

/**
 * `idw` at fixed places for changing values: the gauges within reach of a place, nearest first, and their weights are
 * computed once. Returns the value at a place by its index.
 */
export function reach(
  places: readonly XY[],
  points: readonly XY[],
  options: IdwOptions = {},
): (values: ArrayLike<number | null>, place: number) => number | null {
  const { power = 2, nearest = 12, radius = 50_000 } = options
  const near = places.map((at) => {
    const found = points
      .map((p, i) => ({ i, d: Math.hypot(p[0] - at[0], p[1] - at[1]) }))
      .filter(({ d }) => d <= radius)
      .sort((a, b) => a.d - b.d)
    return {
      gauges: Uint32Array.from(found, (g) => g.i),
      distances: Float64Array.from(found, (g) => g.d),
      // At the very place of a gauge only that gauge counts.
      weights: Float64Array.from(found, (g) => (found[0].d / g.d) ** power),
    }
  })
  return (values, place) => {
    const { gauges, distances, weights } = near[place]
    let [taken, sum, weight] = [0, 0, 0]
    let here = false
    for (let k = 0; k < gauges.length && taken < nearest; k++) {
      const i = gauges[k]
      const v = values[i]
      if (!isPresent(v, i, options)) continue
      const exact = distances[k] === 0
      if (here && !exact) break
      here ||= exact
      // Weights of others are no numbers only while the nearest of all is at the very place.
      const w = exact ? 1 : distances[0] === 0 ? distances[k] ** -power : weights[k]
      taken++
      sum += w * v
      weight += w
    }
    return weight > 0 ? sum / weight : null
  }
}
