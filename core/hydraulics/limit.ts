/**
 * Relative tolerance within which a ratio of heads or lengths counts as being at the limit of a law. Levels are
 * differences of numbers near a thousand, so 0.80 arrives as 0.7999999999999982 or as 0.8; a gauge resolves
 * millimetres, which is a million times more.
 */
const TOLERANCE = 1e-9

/** Whether a ratio is at the limit or above it. */
export function atLeast(ratio: number, limit: number): boolean {
  return ratio >= limit - TOLERANCE
}

/** Whether a ratio is above the limit, not just at it. */
export function above(ratio: number, limit: number): boolean {
  return ratio > limit + TOLERANCE
}
