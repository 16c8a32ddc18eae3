import { DAY, HOUR, MINUTE, next, startOf } from '#core/time/index.ts'
import { PARTIAL, worst } from '#core/quality/index.ts'
import { intervalStart, usualStep } from './read.ts'
import type { SeriesData } from './types.ts'

/** Totals as drawn: [start, end] of each bar and its total (NaN: unknown). */
export interface Bars {
  start: Float64Array
  end: Float64Array
  v: Float64Array
  q: Uint8Array
}

/** Lengths of summed bars, ms; a month is any length of more than a day. */
const MONTH = 30 * DAY
const BUCKETS = [
  ...[2, 5, 10, 15, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((n) => n * HOUR),
]

/** The bar length (ms) at which bars are at least `px` wide, or null if the original totals suffice. */
export function bucketFor(usual: number, msPerPx: number, px = 3): number | null {
  if (usual >= px * msPerPx || usual === 0) return null
  // Only whole multiples: 10 min summed to 15 would be one total here and two there.
  const whole = (b: number) => Math.abs(b / usual - Math.round(b / usual)) < 0.01
  const found = BUCKETS.find((b) => b >= px * msPerPx && b > usual && whole(b))
  // Days remain days down to one pixel.
  return found ?? (DAY >= msPerPx ? (usual < DAY ? DAY : null) : MONTH)
}

/**
 * The bucket (start, end] that contains an instant. Buckets follow the local clock and never cross midnight. An
 * interval belongs to the bucket in which it ends, so midnight is the end of a day.
 */
function bucketOf(at: number, bucket: number, zone: string): { start: number; end: number } {
  const inside = at - 1
  const kind = bucket <= HOUR ? 'hour' : bucket <= DAY ? 'day' : 'month'
  const base = startOf(kind, inside, zone)
  const limit = next(kind, inside, zone)
  if (kind === 'month') return { start: base, end: limit }
  const start = base + Math.floor((inside - base) / bucket) * bucket
  // A day of 25 hours ends with a short bucket, as does an hour cut by a clock change.
  return { start, end: Math.min(limit, start + bucket) }
}

/** The original totals, each over the interval that ends at its stamp. */
function plainBars({ t, v, q }: SeriesData): Bars {
  const start = new Float64Array(t.length)
  for (let i = 0; i < t.length; i++) start[i] = intervalStart(t, i)
  return { start, end: t, v, q: q ?? new Uint8Array(t.length) }
}

/**
 * Sums totals into longer bars on the local clock. A bar that lacks a total is marked PARTIAL; a bar of missing
 * totals only is missing.
 */
export function summedBars({ t, v, q }: SeriesData, bucket: number, zone: string): Bars {
  const start: number[] = []
  const end: number[] = []
  const sums: number[] = []
  const grades: number[] = []
  let last = -1
  let missing = false
  for (let i = 0; i < t.length; i++) {
    if (last < 0 || t[i] > end[last]) {
      last++
      missing = false
      const period = bucketOf(t[i], bucket, zone)
      start.push(period.start)
      end.push(period.end)
      sums.push(NaN)
      grades.push(0)
    }
    if (v[i] === v[i]) {
      sums[last] = (sums[last] === sums[last] ? sums[last] : 0) + v[i]
      grades[last] = worst(grades[last], q ? q[i] : 0)
    } else missing = true
    if (missing && sums[last] === sums[last]) grades[last] = worst(grades[last], PARTIAL)
  }
  return {
    start: Float64Array.from(start),
    end: Float64Array.from(end),
    v: Float64Array.from(sums),
    q: Uint8Array.from(grades),
  }
}

/** The bars to draw at a scale. */
export function barsFor(data: SeriesData, msPerPx: number, zone: string): Bars {
  const bucket = bucketFor(usualStep(data.t), msPerPx)
  return bucket === null ? plainBars(data) : summedBars(data, bucket, zone)
}

/** Bars as a series of totals, for reading values. */
export function asSeries(bars: Bars): SeriesData {
  return { t: bars.end, v: bars.v, q: bars.q }
}
