import { DAY, HOUR, fromLocal, toLocal } from '#core/time/index.ts'

/**
 * The comparison period of a chart: a fixed time before (the period before a range of that length), the same time a
 * year before, or a number of calendar days before.
 */
export type ComparedPeriod =
  { kind: 'before'; hours: number } | { kind: 'year' } | { kind: 'days'; days: number }

const LONGEST_DAYS = 36_525

/** 'before.24', 'year', 'days.90'; anything else is no comparison. */
export function readCompare(text: string | null): ComparedPeriod | null {
  if (text === 'year') return { kind: 'year' }
  const [, kind, number] = /^(before|days)\.(\d{1,6}(?:\.\d{1,4})?)$/.exec(text ?? '') ?? []
  const n = Number(number)
  if (!(n > 0) || (kind === 'days' ? n : n / 24) > LONGEST_DAYS) return null
  if (kind === 'before') return { kind, hours: n }
  return kind === 'days' && Number.isInteger(n) ? { kind, days: n } : null
}

export function writeCompare(c: ComparedPeriod): string {
  if (c.kind === 'year') return 'year'
  return c.kind === 'days' ? `days.${c.days}` : `before.${Number(c.hours.toFixed(4))}`
}

/** A local time some years and days earlier, at the same time of day; 29 February becomes the 28th. */
function earlier(local: string, years: number, days: number): string {
  const [y, m, d] = local.slice(0, 10).split('-').map(Number)
  const last = new Date(Date.UTC(y - years, m, 0)).getUTCDate()
  const day = new Date(Date.UTC(y - years, m - 1, Math.min(d, last)) - days * DAY)
  return `${day.toISOString().slice(0, 10)}${local.slice(10)}`
}

/**
 * How far before a range its comparison period lies, ms. Calendar lengths are counted on the local calendar of the
 * range's start, so that midnight stays midnight across clock changes.
 */
export function offsetOf(c: ComparedPeriod, from: number, zone: string): number {
  if (c.kind === 'before') return Math.round(c.hours * 3600) * 1000
  const [years, days] = c.kind === 'year' ? [1, 0] : [0, c.days]
  const there = fromLocal(earlier(toLocal(from, zone), years, days), zone)
  return there === null ? (years ? 365 : days) * DAY : Math.round(from) - (Math.round(from) % 1000) - there
}

/** The comparison with the period just before a range. */
export function previousOf(range: { from: number; to: number }): ComparedPeriod {
  return { kind: 'before', hours: (range.to - range.from) / HOUR }
}

/** Comparison with the days that begin at a chosen local day ('2025-11-20'); null: not before the range. */
export function sinceDay(day: string, from: number, zone: string): ComparedPeriod | null {
  const begins = toLocal(from, zone).slice(0, 10)
  const days = Math.round((Date.parse(`${begins}T00:00Z`) - Date.parse(`${day}T00:00Z`)) / DAY)
  return days > 0 && days <= LONGEST_DAYS ? { kind: 'days', days } : null
}

/** The comparison after the range has changed its length: the period before stays the period before. */
export function withLength(c: ComparedPeriod | null, before: number, now: number): ComparedPeriod | null {
  return c?.kind === 'before' && Math.abs(c.hours * HOUR - before) < 1000 ? { ...c, hours: now / HOUR } : c
}
