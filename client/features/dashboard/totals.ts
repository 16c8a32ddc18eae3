/** Readings of one series for a total; NaN is a gap. */
interface Readings {
  t: Float64Array
  v: Float64Array
}

export interface Total {
  /** Null when there is nothing to add up. */
  value: number | null
  /** Part of the range has no data. */
  partial: boolean
  /** Readings in the range. */
  n: number
}

/** Longer than this many usual steps between two entries is a hole, not a step. */
const HOLE = 3

/**
 * Volume that flowed in over [from, to], in million m3, by the trapezoid rule: pairs of neighbours, the sum of
 * their flows (m3/s) times the time between (ms), divided by 2000 and 1e6 (specification, section 9). Nothing is
 * added across a gap or a hole longer than three steps; the total then says that it is partial.
 */
export function inflowVolume(series: Readings, from: number, to: number, step: number): Total {
  const { t, v } = series
  let sum = 0
  let pairs = 0
  let first = NaN
  let last = NaN
  let partial = false
  let before = -1
  let n = 0
  for (let i = 0; i < t.length; i++) {
    if (t[i] < from || t[i] > to) continue
    if (Number.isNaN(v[i])) {
      partial = true
      before = -1
      continue
    }
    n++
    if (Number.isNaN(first)) first = t[i]
    last = t[i]
    if (before >= 0) {
      if (t[i] - t[before] > HOLE * step) partial = true
      else {
        sum += ((v[before] + v[i]) * (t[i] - t[before])) / 2000 / 1e6
        pairs++
      }
    }
    before = i
  }
  if (pairs === 0) return { value: null, partial: true, n }
  return { value: sum, n, partial: partial || first - from > HOLE * step || to - last > HOLE * step }
}

/** Rain over (from, to], in mm: totals belong to the interval that ends at their stamp. */
export function rainTotal(series: Readings, from: number, to: number, step: number): Total {
  const { t, v } = series
  let sum = 0
  let n = 0
  let partial = false
  let before = from
  for (let i = 0; i < t.length; i++) {
    if (t[i] <= from || t[i] > to) continue
    if (Number.isNaN(v[i])) {
      partial = true
      continue
    }
    if (t[i] - before > HOLE * step) partial = true
    before = t[i]
    sum += v[i]
    n++
  }
  if (n === 0) return { value: null, partial: true, n }
  return { value: sum, n, partial: partial || to - before > HOLE * step }
}
