/** Readings of one series for a total; NaN is a gap. */
interface Readings {
  t: Float64Array
  v: Float64Array
}

interface Total {
  /** null: nothing to add up. */
  value: number | null
  /** Whether part of the range has no data. */
  partial: boolean
}

/** A gap longer than this many usual steps is a hole. */
const HOLE = 3

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
  if (n === 0) return { value: null, partial: true }
  return { value: sum, partial: partial || to - before > HOLE * step }
}
