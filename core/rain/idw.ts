import type { XY } from '../geo/polygon.ts'
import { isPresent } from './present.ts'
import type { MissingOptions } from './present.ts'

export interface IdwOptions extends MissingOptions {
  power?: number
  /** Number of nearest gauges used. */
  nearest?: number
  /** In the unit of the coordinates (m); gauges farther away are not used. */
  radius?: number
}

/**
 * Inverse distance weighting at a point: sum(v d^-p) / sum(d^-p) over the nearest gauges that have a value. Exact at a
 * gauge (the mean of several at one place). Null when none is within the radius. Planar coordinates.
 * Defaults: power 2, 12 nearest, 50 km.
 */
export function idw(
  points: readonly XY[],
  values: ArrayLike<number | null>,
  at: XY,
  options: IdwOptions = {},
): number | null {
  const { power = 2, nearest = 12, radius = 50_000 } = options
  const near: { d: number; v: number }[] = []
  for (let i = 0; i < points.length; i++) {
    const v = values[i]
    if (!isPresent(v, i, options)) continue
    const d = Math.hypot(points[i][0] - at[0], points[i][1] - at[1])
    if (d <= radius) near.push({ d, v })
  }
  if (near.length === 0) return null
  near.sort((a, b) => a.d - b.d)
  const least = near[0].d
  if (least === 0) {
    const here = near.filter((g) => g.d === 0)
    return here.reduce((sum, g) => sum + g.v, 0) / here.length
  }
  let sum = 0
  let weight = 0
  for (const { d, v } of near.slice(0, nearest)) {
    // Relative to the nearest: d^-p of a few mm would overflow for high powers.
    const w = (least / d) ** power
    weight += w
    sum += w * v
  }
  return sum / weight
}
