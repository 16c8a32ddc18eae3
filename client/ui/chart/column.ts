import type { SeriesData } from './types.ts'

/** A series in columns. */
interface Columnar {
  t: readonly number[]
  v: readonly (number | null)[]
  q?: readonly number[]
  rejected?: Columnar
}

/** Decodes a column (first stamp, then differences; null for a gap) into the arrays that a chart draws. */
export function fromColumn(column: Columnar): SeriesData {
  const n = column.t.length
  const t = new Float64Array(n)
  const v = new Float64Array(n)
  let at = 0
  for (let i = 0; i < n; i++) {
    at += column.t[i]
    t[i] = at
    v[i] = column.v[i] ?? NaN
  }
  const { q, rejected } = column
  return {
    t,
    v,
    ...(q && { q: Uint8Array.from(q) }),
    ...(rejected && { rejected: fromColumn(rejected) }),
  }
}

/** Converts a series to another unit. */
export function scaled(data: SeriesData, factor: number): SeriesData {
  if (factor === 1) return data
  const { v, rejected } = data
  const times = (values: Float64Array) => values.map((value) => value * factor)
  return { ...data, v: times(v), ...(rejected && { rejected: { t: rejected.t, v: times(rejected.v) } }) }
}
