import type { Series } from '#core/series/index.ts'

/**
 * The comparison of a series before and after over a span, collected part by part in the order of time. Plain values,
 * so that a long recalculation can store it between its parts.
 */
export interface RunComparison {
  /** Instants of either side, and those at which value or quality differ. */
  instants: number
  changed: number
  /** The largest difference of values known on both sides, with its instant. */
  largest: { at: number; before: number; after: number; by: number } | null
  before: Side
  after: Side
}

/** Known values of one side: their number, sum, extremes, and the volume under the line through them. */
interface Side {
  n: number
  sum: number
  /** Absent in comparisons stored before it existed. */
  low?: number | null
  peak: number | null
  volume: number
  last: { t: number; v: number } | null
}

const side = (): Side => ({ n: 0, sum: 0, low: null, peak: null, volume: 0, last: null })

/** An empty comparison; `compare` adds to it. */
export const comparison = (): RunComparison => ({
  instants: 0,
  changed: 0,
  largest: null,
  before: side(),
  after: side(),
})

/**
 * Adds a part. gap: known values further apart than this (ms) have no line between them. Volume is in the unit of the
 * series times seconds: m3 of a flow in m3/s.
 */
export function compare(c: RunComparison, before: Series, after: Series, gap: number): void {
  eachInstant(before, after, (t, i, k) => {
    if (isAbsentOnBothSides(before, i, after, k)) return
    c.instants++
    const [a, b] = [i < 0 ? NaN : before.v[i], k < 0 ? NaN : after.v[k]]
    if (i < 0 || k < 0 || !Object.is(a, b) || before.q[i] !== after.q[k]) c.changed++
    const by = b - a
    if (by !== 0 && by === by && Math.abs(by) > Math.abs(c.largest?.by ?? 0))
      c.largest = { at: t, before: a, after: b, by }
    take(c.before, t, a, gap)
    take(c.after, t, b, gap)
  })
}

function take(s: Side, t: number, v: number, gap: number): void {
  if (v !== v) return
  s.n++
  s.sum += v
  if (s.low === null || (s.low !== undefined && v < s.low)) s.low = v
  if (s.peak === null || v > s.peak) s.peak = v
  if (s.last !== null && t - s.last.t <= gap) s.volume += ((s.last.v + v) / 2) * ((t - s.last.t) / 1000)
  s.last = { t, v }
}

/** Whether a side has no entry and the other no value: that is no change. */
export const isAbsentOnBothSides = (before: Series, i: number, after: Series, k: number): boolean =>
  (i < 0 && after.v[k] !== after.v[k]) || (k < 0 && before.v[i] !== before.v[i])

/** Instants of two series in order, with the index in either; -1 where it has none. */
export function eachInstant(
  a: Series,
  b: Series,
  visit: (t: number, inA: number, inB: number) => void,
): void {
  let [i, k] = [0, 0]
  while (i < a.t.length || k < b.t.length) {
    const ta = i < a.t.length ? a.t[i] : Infinity
    const tb = k < b.t.length ? b.t[k] : Infinity
    if (ta < tb) visit(ta, i++, -1)
    else if (tb < ta) visit(tb, -1, k++)
    else visit(ta, i++, k++)
  }
}
