import { GOOD, MISSING, PARTIAL, worst } from '../quality/index.ts'
import { isPresent } from './present.ts'
import type { MissingOptions } from './present.ts'

export interface Total {
  /** mm; null when more than half of the period is missing. */
  total: number | null
  /** mm of the increments that are present, however few. */
  sum: number
  /** How many increments are missing, and their share of those expected, 0-1. */
  missing: number
  share: number
  q: number
}

export interface TotalOptions extends MissingOptions {
  /** How many increments the period should have; those that never came are missing. Default: as many as passed. */
  expected?: number
}

/**
 * Depth over a period from increments (mm): the sum of those present. PARTIAL when more than 10 % are missing,
 * MISSING when more than 50 % are, or there are none.
 */
export function total(values: ArrayLike<number | null>, options: TotalOptions = {}): Total {
  const expected = Math.max(values.length, options.expected ?? 0)
  let sum = 0
  let present = 0
  let q = GOOD
  for (let i = 0; i < values.length; i++) {
    const v = values[i]
    if (!isPresent(v, i, options)) continue
    sum += v
    present++
    if (options.quality) q = worst(q, options.quality[i])
  }
  const missing = expected - present
  const share = expected > 0 ? missing / expected : 1
  if (present === 0 || share > 0.5) q = MISSING
  else if (share > 0.1) q = worst(q, PARTIAL)
  return { total: q === MISSING ? null : sum, sum, missing, share, q }
}
