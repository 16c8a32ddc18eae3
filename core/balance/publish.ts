import type { Series } from '../series/types.ts'

/**
 * The published value of a smoothed inflow, not below 0, and whether it was floored. The raw series keeps negatives.
 */
export function publish(smoothed: number | null): { value: number | null; floored: boolean } {
  if (smoothed === null || Number.isNaN(smoothed)) return { value: null, floored: false }
  return smoothed < 0 ? { value: 0, floored: true } : { value: smoothed, floored: false }
}

/**
 * Whether the balance itself is wrong (a table, a gate): the last three smoothed inflows all lie below minus their
 * standard error. Fewer than three, or one of them absent: no verdict.
 */
export function isImbalanced(smoothed: readonly (number | null)[], sigma: number): boolean {
  const last = smoothed.slice(-3)
  return last.length === 3 && last.every((q) => q !== null && q < -sigma)
}

/**
 * Trailing moving average over the last N values, the present one included. Nulls are skipped; the first points use
 * what exists; null when all N are. Negatives count: only the published value is floored. @throws RangeError unless N
 * is a whole number from 1
 */
export function movingAverage(values: readonly (number | null)[], points: number): (number | null)[] {
  const average = new MovingAverage(points)
  return values.map((v) => average.push(v))
}

/** The moving average, one value at a time. It sums anew each time: a running sum would drift over the years. */
export class MovingAverage {
  readonly last: (number | null)[] = []
  readonly points: number

  constructor(points: number) {
    if (!Number.isInteger(points) || points < 1) throw new RangeError(`Not a number of points: ${points}`)
    this.points = points
  }

  push(value: number | null): number | null {
    this.last.push(value === null || Number.isNaN(value) ? null : value)
    if (this.last.length > this.points) this.last.shift()
    let sum = 0
    let n = 0
    for (const v of this.last) {
      if (v === null) continue
      sum += v
      n++
    }
    return n === 0 ? null : sum / n
  }
}

/**
 * Accumulated inflow at each point, in 10^6 m3 as charts show it: the sum of (Qi + Qi+1) dt / 2 from the first point
 * on. An interval with a missing end adds nothing, and is NaN at its later end; the sum continues after it.
 */
export function accumulation(inflow: Series): Float64Array {
  const out = new Float64Array(inflow.t.length)
  let sum = 0
  for (let i = 0; i < out.length; i++) {
    const q = inflow.v[i]
    const before = i > 0 ? inflow.v[i - 1] : NaN
    if (!Number.isNaN(q) && !Number.isNaN(before))
      sum += ((q + before) * (inflow.t[i] - inflow.t[i - 1])) / 2000 / 1e6
    out[i] = Number.isNaN(q) ? NaN : sum
  }
  return out
}

/** Accumulated inflow over all points, 10^6 m3. */
export function accumulated(inflow: Series): number {
  return accumulation(inflow).reduce((most, w) => (Number.isNaN(w) ? most : w), 0)
}
