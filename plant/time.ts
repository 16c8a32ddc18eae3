/** Lengths of time, ms. The plant has its own, as it has for all that it computes with. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
