/** Values older than this many calculation intervals are late. */
export const LATE_INTERVALS = 3
