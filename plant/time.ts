/** Lengths of time, ms: the plant's own, as all that it computes with. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
