/** Lengths of time, ms. A day of 24 hours: where a zone sets its clocks, days are counted by `periods`. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
