import { DAY, HOUR } from '../time.ts'

/** Levels of the dam, m above the project datum. */
export const LEVELS = {
  minPossible: 378,
  dead: 385,
  normal: 412,
  designedFlood: 413.6,
  checkFlood: 415.2,
  crest: 417.5,
  maxPossible: 417.5,
} as const

/** Plant-local time is UTC+7 the year round. */
export const ZONE_MS = 7 * HOUR

/** Local day number of an instant: days since 1970-01-01 on the plant's wall calendar. */
export function localDay(t: number): number {
  return Math.floor((t + ZONE_MS) / DAY)
}

/** Instant of the local midnight that begins a local day. */
export function midnight(day: number): number {
  return day * DAY - ZONE_MS
}

let remembered = { day: Number.NaN, year: 0, month: 0, start: 0, length: 1 }

/** Local year, month (0-11) and fraction of the year, 0 at local New Year. */
export function season(t: number): { year: number; month: number; fraction: number } {
  const day = localDay(t)
  if (day !== remembered.day) {
    const date = new Date(day * DAY)
    const year = date.getUTCFullYear()
    const start = Date.UTC(year, 0, 1)
    remembered = { day, year, month: date.getUTCMonth(), start, length: Date.UTC(year + 1, 0, 1) - start }
  }
  const { year, month, start, length } = remembered
  return { year, month, fraction: (t + ZONE_MS - start) / length }
}
