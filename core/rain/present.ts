import { usable } from '../quality/index.ts'

/** How rain values say that they are missing. null and NaN always do; so does any negative, which rain cannot be. */
export interface MissingOptions {
  /** A number that stands for missing where the values come from (-1 on the wire). */
  missing?: number
  /** Quality bytes beside the values; REJECTED and worse (SUSPECT too, unless allowed) are missing. */
  quality?: ArrayLike<number>
  allowSuspect?: boolean
}

/** Whether value i is there and may be calculated with. */
export function isPresent(
  value: number | null | undefined,
  i: number,
  options: MissingOptions = {},
): value is number {
  if (value === null || value === undefined || !Number.isFinite(value) || value < 0) return false
  if (options.missing !== undefined && value === options.missing) return false
  return options.quality === undefined || usable(options.quality[i], options.allowSuspect)
}
