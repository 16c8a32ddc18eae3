/**
 * How a series is read between its entries.
 * instant: a sample, linear between. step: in force until the next entry. mean, total: belong to the interval
 * that ENDS at their stamp.
 */
export type SeriesKind = 'instant' | 'mean' | 'total' | 'step'

/**
 * Readings of one series as three parallel arrays, sorted by time, one entry per instant.
 * t: epoch milliseconds. v: value in the series' unit, NaN when the entry is an explicit null.
 * q: quality byte (core/quality).
 */
export interface Series {
  t: Float64Array
  v: Float64Array
  q: Uint8Array
}

/** A series without entries. */
export function emptySeries(): Series {
  return { t: new Float64Array(0), v: new Float64Array(0), q: new Uint8Array(0) }
}
