import { GOOD, MISSING, PARTIAL, worst } from '../quality/index.ts'
import { area, clip } from '../geo/polygon.ts'
import type { XY } from '../geo/polygon.ts'
import { isPresent } from './present.ts'
import type { MissingOptions } from './present.ts'

export interface AreaMean {
  /** mm; null when less than half of the weight is present. */
  mean: number | null
  /** Share of the weight that is present, 0-1. */
  present: number
  q: number
}

/**
 * Thiessen mean sum(w P) / sum(w) over the gauges present. Weights may be shares or areas. A gauge of weight 0 does not
 * count. Some missing: renormalised, PARTIAL; less than half of the weight present: null, MISSING.
 */
export function thiessenMean(
  rain: ArrayLike<number | null>,
  weights: ArrayLike<number>,
  options: MissingOptions = {},
): AreaMean {
  let all = 0
  let weight = 0
  let sum = 0
  let q = GOOD
  let lacking = false
  for (let i = 0; i < weights.length; i++) {
    const w = weights[i]
    if (!(w > 0)) continue
    all += w
    const v = rain[i]
    if (!isPresent(v, i, options)) {
      lacking = true
      continue
    }
    weight += w
    sum += w * v
    if (options.quality) q = worst(q, options.quality[i])
  }
  const present = all > 0 ? weight / all : 0
  if (weight === 0 || present < 0.5 - 1e-12) return { mean: null, present, q: MISSING }
  return { mean: sum / weight, present: lacking ? present : 1, q: lacking ? worst(q, PARTIAL) : q }
}

/** Whether stored coefficients are those of a whole basin: none negative, sum 1 within 0.01. */
export function validWeights(weights: readonly number[]): boolean {
  const sum = weights.reduce((a, w) => a + w, 0)
  return weights.every((w) => w >= 0) && Math.abs(sum - 1) <= 0.01 + 1e-12
}

/** The part of a basin that is nearest to one gauge. */
export interface ThiessenCell {
  /** Share of the basin, 0-1. */
  weight: number
  /** Its outline, empty when it has none; that of a concave basin may run along a dividing line and back. */
  ring: XY[]
}

/**
 * Thiessen polygons: the part of the basin that is nearer to each gauge than to any other, by clipping the basin with
 * the half-planes between each pair. The basin may be concave. Gauges at one place share their part equally. Planar:
 * project longitudes and latitudes first (see core/geo). basin: ring of [x, y] in m, in either direction, first point
 * repeated or not. @throws RangeError when the basin has no area or there is no gauge
 */
export function thiessenCells(basin: readonly XY[], gauges: readonly XY[]): ThiessenCell[] {
  const whole = area(basin)
  if (!(whole > 0)) throw new RangeError('Basin has no area')
  if (gauges.length === 0) throw new RangeError('No gauge')
  // Gauges nearer than a micrometre are at one place: no line can be drawn between them.
  const places = gauges.map(([x, y]): XY => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6])
  return places.map((g) => {
    let ring: XY[] = [...basin]
    let twins = 0
    for (const h of places) {
      if (h[0] === g[0] && h[1] === g[1]) {
        twins++
        continue
      }
      const middle: XY = [(g[0] + h[0]) / 2, (g[1] + h[1]) / 2]
      ring = clip(ring, middle, [h[0] - g[0], h[1] - g[1]])
    }
    return { weight: area(ring) / whole / twins, ring }
  })
}

/** The weights of the Thiessen polygons. */
export function thiessenWeights(basin: readonly XY[], gauges: readonly XY[]): number[] {
  return thiessenCells(basin, gauges).map((cell) => cell.weight)
}
