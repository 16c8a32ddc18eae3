import { DAY, HOUR, MINUTE, SECOND } from '#core/time/index.ts'
import type { SourceRow } from './row.ts'

/**
 * The meaning of numbers in a column of times of day: whole hours 0 to 24, hours and minutes as 730, fractions of a day
 * as in spreadsheets, or none that can be recognized.
 */
export type ClockStyle = 'hours' | 'hhmm' | 'fraction' | 'none'

const EXCEL_EPOCH = -25_569 * DAY

/** 7:00, 07:00:30, 7h, 7h30, 7g30, 7 giờ 30, 07; optionally followed by AM, PM, SA or CH. */
const CLOCK =
  /^(\d{1,2})\s*(?:(?::|h|g|giờ|gio|hrs?)\s*(?:(\d{1,2})\s*(?:'|’|phút|phut|ph|p|min|m)?)?(?::(\d{2})(?:[.,]\d+)?)?)?\s*(am|pm|sa|ch)?$/i

/** The style of a column, from a sample of its cells, which must all agree. */
export function clockStyle(sample: readonly string[]): ClockStyle {
  const numbers = sample
    .map((text) => (text === '' ? NaN : Number(text.replace(',', '.'))))
    .filter((v) => v === v)
  const most = Math.max(0, ...numbers)
  if (numbers.some((v) => v < 0)) return 'none'
  if (numbers.some((v) => !Number.isInteger(v))) return most <= 1 ? 'fraction' : 'none'
  if (most <= 24) return 'hours'
  return most >= 100 && most <= 2400 && numbers.every((v) => v % 100 < 60) ? 'hhmm' : 'none'
}

/** The time of day of a cell, ms from midnight, 24:00 included; null for other cells. */
export function clockOf(
  row: Pick<SourceRow, 'isEmpty' | 'local' | 'value' | 'text'>,
  column: number,
  style: ClockStyle,
): number | null {
  if (row.isEmpty(column)) return null
  const local = row.local(column)
  if (local !== null) {
    // A time of day alone is a part of a spreadsheet's first day; 24:00 is the whole of it.
    const part = local - EXCEL_EPOCH
    const clock = part >= 0 && part <= DAY ? part : ((local % DAY) + DAY) % DAY
    return Math.round(clock / SECOND) * SECOND
  }
  const v = row.value(column)
  if (v === v) return numberOf(v, style)
  return textOf(row.text(column))
}

function numberOf(v: number, style: ClockStyle): number | null {
  if (style === 'fraction') return v >= 0 && v <= 1 ? Math.round((v * DAY) / SECOND) * SECOND : null
  if (!Number.isInteger(v) || style === 'none') return null
  const hours = style === 'hhmm' ? Math.floor(v / 100) : v
  return timeOf(hours, style === 'hhmm' ? v % 100 : 0, 0)
}

function textOf(text: string): number | null {
  const m = CLOCK.exec(text)
  if (!m) return null
  let hours = +m[1]
  const half = m[4]?.toLowerCase()
  if (half !== undefined) {
    if (hours > 12) return null
    hours = (hours % 12) + (half === 'pm' || half === 'ch' ? 12 : 0)
  }
  return timeOf(hours, +(m[2] ?? 0), +(m[3] ?? 0))
}

/** ms from midnight; 24:00 is the midnight that ends the day. */
function timeOf(h: number, m: number, s: number): number | null {
  const clock = h * HOUR + m * MINUTE + s * SECOND
  return h >= 0 && m < 60 && s < 60 && clock <= DAY ? clock : null
}

/** Whether a text is a time of day with more than its hour. */
export const isClockText = (text: string) => /[:hg]/i.test(text) && textOf(text) !== null
