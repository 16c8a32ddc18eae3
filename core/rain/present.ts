import { usable } from '../quality/index.ts'

/** What counts as missing rain: null and NaN always, and any negative value. */
export interface MissingOptions {
  /** A number that means missing in the source (-1 on the wire). */
  missing?: number
  /** Quality bytes beside the values; REJECTED and worse (SUSPECT too, unless allowed) are missing. */
  quality?: ArrayLike<number>
  allowSuspect?: boolean
}

/** Whether value i is present and usable. */
export function isPresent(
  value: number | null | undefined,
  i: number,
  options: MissingOptions = {},
): value is number {
  if (value === null || value === undefined || !Number.isFinite(value) || value < 0) return false
  if (options.missing !== undefined && value === options.missing) return false
  return options.quality === undefined || usable(options.quality[i], options.allowSuspect)
}
