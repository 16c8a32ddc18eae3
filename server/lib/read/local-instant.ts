import { DAY, HOUR, MINUTE, SECOND, daysInMonth, fromLocal, parseInstant, toLocal } from '#core/time/index.ts'
import { clockOf, clockStyle, type ClockStyle } from './clock.ts'
import type { SourceRow } from './index.ts'

/**
 * The format of instants in a file. A pattern of yyyy yy MM M dd d HH H mm ss, or one of the words; `dmy` and `mdy`
 * read like `auto`, with the day or the month first.
 */
type TimeFormat = 'auto' | 'dmy' | 'mdy' | 'epoch_ms' | 'epoch_s' | 'excel' | (string & {})

type Order = 'ymd' | 'dmy' | 'mdy'

const ORDERS: Readonly<Record<string, Order>> = { dmy: 'dmy', mdy: 'mdy' }

/** Formats that are words, not patterns. */
export const TIME_WORDS = /^(auto|dmy|mdy|epoch_ms|epoch_s|excel)$/

/** A date followed by a time: 24/10/2025 12:00, 2024/10/01-01:00, 24.10.2025. */
const DATE_FIRST = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:(?:[ T,]+|-)(\S.*))?$/
/** 07:00 01/10/2026, 7h30 ngày 01/10/2026. */
const CLOCK_FIRST = /^(\d{1,2}\s*(?::|h|g)\S*)[ ,]+(?:ngày |ngay )?(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/i
/** An offset after a time of day; -01:00 directly after a date is an hour. */
const WITH_OFFSET = /\d{1,2}:\d{2}\S*(?:Z|[+-]\d{2}:?\d{2})$/i
const EXCEL_EPOCH = -25_569 * DAY

export class AmbiguousTime extends Error {
  readonly example: string
  constructor(example: string) {
    super(`day or month first: ${example}`)
    this.example = example
  }
}

/** Whether a file writes day or month first, from some of its times. Throws AmbiguousTime when none of them decides. */
export function orderOf(texts: readonly string[]): Order {
  let dayFirst = false
  let monthFirst = false
  let example: string | null = null
  for (const text of texts) {
    const m = dateParts(text)
    if (!m || m.a.length === 4) continue
    example ??= text
    if (Number(m.a) > 12) dayFirst = true
    if (Number(m.b) > 12) monthFirst = true
  }
  if (example === null) return 'ymd'
  if (dayFirst === monthFirst) throw new AmbiguousTime(example)
  return dayFirst ? 'dmy' : 'mdy'
}

/** The three numbers of a date in their order, and the time of day as written. */
function dateParts(text: string): { a: string; b: string; c: string; clock: string | null } | null {
  const m = DATE_FIRST.exec(text)
  if (m) return { a: m[1], b: m[2], c: m[3], clock: m[4] ?? null }
  const n = CLOCK_FIRST.exec(text)
  return n ? { a: n[2], b: n[3], c: n[4], clock: n[1] } : null
}

/**
 * Reads the instants of a file's rows, epoch ms. A text with an offset is read by it, others in the zone. With a column
 * for the time of day, the instant is on the date of its row, at the latest at the midnight that ends it.
 */
export class InstantReader {
  private readonly zone: string
  readonly columns: readonly number[]
  private readonly format: TimeFormat
  private readonly order: Order
  private readonly pattern: Pattern | null
  private readonly datePattern: Pattern | null
  private readonly clocks: ClockStyle
  /** Date and time of day of the row before, wall-clock ms. */
  private before: { day: number; clock: number } | null = null

  /** sample: cells of the time columns in some rows, as text. Several columns: date, then time of day. */
  constructor(
    format: TimeFormat,
    zone: string,
    columns: readonly number[],
    sample: readonly (readonly string[])[],
  ) {
    this.zone = zone
    this.columns = columns
    this.format = format
    this.order = format === 'auto' ? orderOf(sample.map(([date]) => date ?? '')) : (ORDERS[format] ?? 'ymd')
    this.pattern = TIME_WORDS.test(format) ? null : patternOf(format)
    this.datePattern = this.pattern && columns.length > 1 ? datePatternOf(format) : null
    this.clocks = clockStyle(sample.map((cells) => cells[1] ?? ''))
  }

  /** null when the row has no readable instant. */
  read(row: SourceRow): number | null {
    const [first, second] = this.columns
    if (this.format === 'epoch_ms' || this.format === 'epoch_s') {
      const t = row.value(first) * (this.format === 'epoch_s' ? 1000 : 1)
      return Number.isFinite(t) ? parseInstant(Math.round(t)) : null
    }
    if (second !== undefined) return this.readTwo(row, first, second)
    const local = this.localOf(row, first)
    if (local !== undefined) return local === null ? null : this.fromWall(local)
    const text = row.text(first)
    return this.pattern ? this.byPattern(text) : this.auto(text)
  }

  /** The wall clock of a date cell; undefined for a text. */
  private localOf(row: SourceRow, column: number): number | null | undefined {
    const local = row.local(column)
    if (local !== null) return local
    return this.format === 'excel' ? serial(row.value(column)) : undefined
  }

  private readTwo(row: SourceRow, first: number, second: number): number | null {
    const clock = clockOf(row, second, this.clocks)
    if (clock === null) return this.joined(row, first, second)
    const day = row.isEmpty(first) ? this.dayAbove(clock) : this.dayOf(row, first)
    if (day === null) return this.joined(row, first, second)
    this.before = { day, clock }
    return this.instantAt(day + clock)
  }

  /** Reads date and time of day as one text: for patterns over both, and times with an offset. */
  private joined(row: SourceRow, first: number, second: number): number | null {
    if (row.isEmpty(first) || row.isEmpty(second) || row.local(first) !== null) return null
    const text = `${row.text(first)} ${row.text(second)}`
    if (this.pattern) return this.byPattern(text)
    return WITH_OFFSET.test(text) ? parseInstant(text) : null
  }

  /**
   * The date of the row above, for a date written once for the rows of its day: only while their times of day ascend.
   */
  private dayAbove(clock: number): number | null {
    return this.before !== null && clock > this.before.clock ? this.before.day : null
  }

  /** The date of a cell as wall-clock ms; null for none, or one with a time of day. */
  private dayOf(row: SourceRow, column: number): number | null {
    const local = this.localOf(row, column)
    if (local !== undefined) return local === null ? null : Math.floor(local / DAY) * DAY
    const text = row.text(column)
    if (this.pattern) return this.datePattern ? byParts(this.datePattern, text) : null
    const parts = dateParts(text)
    if (!parts)
      return /^\d{8}$/.test(text) ? civil(+text.slice(0, 4), +text.slice(4, 6), +text.slice(6)) : null
    if (parts.clock !== null && clockStyleless(parts.clock) !== 0) return null
    return this.civilOf(parts)
  }

  private fromWall(local: number): number | null {
    // A serial number of days has fractions of a second that nobody entered.
    return this.instantAt(Math.round(local / SECOND) * SECOND)
  }

  private instantAt(local: number): number | null {
    return fromLocal(toLocal(local, 'UTC'), this.zone)
  }

  private auto(text: string): number | null {
    if (text.length > 11 && WITH_OFFSET.test(text)) {
      const t = parseInstant(text)
      if (t !== null) return t
    }
    if (this.order === 'ymd') {
      const t = fromLocal(text, this.zone)
      if (t !== null) return t
    }
    if (/^\d{12,14}$/.test(text)) return parseInstant(text)
    const parts = dateParts(text)
    if (!parts) return null
    const day = this.civilOf(parts)
    const clock = parts.clock === null ? 0 : clockStyleless(parts.clock)
    return day === null || clock === null ? null : this.instantAt(day + clock)
  }

  private civilOf({ a, b, c }: { a: string; b: string; c: string }): number | null {
    if (a.length === 4) return civil(+a, +b, +c)
    if (this.order === 'ymd' || c.length !== 4) return null
    return this.order === 'dmy' ? civil(+c, +b, +a) : civil(+c, +a, +b)
  }

  private byPattern(text: string): number | null {
    const local = byParts(this.pattern!, text)
    return local === null ? null : this.instantAt(local)
  }
}

/** A time of day written as text. */
const clockStyleless = (text: string): number | null =>
  clockOf({ isEmpty: () => text === '', local: () => null, value: () => NaN, text: () => text }, 0, 'hours')

/** The beginning of a date as wall-clock ms; null where the calendar has no such date. */
function civil(y: number, mo: number, d: number): number | null {
  return mo < 1 || mo > 12 || d < 1 || d > daysInMonth(y, mo) ? null : Date.UTC(y, mo - 1, d)
}

/** Days since 1899-12-30 as wall-clock ms; null outside of 1928 to 2118. */
function serial(days: number): number | null {
  return days > 10_000 && days < 80_000 ? EXCEL_EPOCH + days * DAY : null
}

interface Pattern {
  regex: RegExp
  parts: string[]
  /** Whether its year has two digits. */
  short: boolean
}

/** Wall-clock ms of a text by a pattern. 24:00 is the midnight that ends the day, as in hydrometeorological records. */
function byParts({ regex, parts, short }: Pattern, text: string): number | null {
  const m = regex.exec(text)
  if (!m) return null
  const of: Record<string, number> = { y: 1970, M: 1, d: 1, H: 0, m: 0, s: 0 }
  parts.forEach((part, i) => (of[part] = Number(m[i + 1])))
  if (short) of.y += of.y < 70 ? 2000 : 1900
  const day = civil(of.y, of.M, of.d)
  const clock = of.H * HOUR + of.m * MINUTE + of.s * SECOND
  return day === null || of.m > 59 || of.s > 59 || clock > DAY ? null : day + clock
}

const TOKENS: Record<string, [string, string]> = {
  yyyy: ['y', '(\\d{4})'],
  yy: ['y', '(\\d{2})'],
  MM: ['M', '(\\d{2})'],
  M: ['M', '(\\d{1,2})'],
  dd: ['d', '(\\d{2})'],
  d: ['d', '(\\d{1,2})'],
  HH: ['H', '(\\d{2})'],
  H: ['H', '(\\d{1,2})'],
  mm: ['m', '(\\d{2})'],
  ss: ['s', '(\\d{2})'],
}

/** Throws RangeError for a pattern without a date. */
export function patternOf(format: string): Pattern {
  const parts: string[] = []
  const source = format.replace(/yyyy|yy|MM|M|dd|d|HH|H|mm|ss|[^A-Za-z]|[A-Za-z]/g, (token) => {
    const known = TOKENS[token]
    if (!known) return token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (parts.includes(known[0])) throw new RangeError(`${format}: ${token} occurs in it twice`)
    parts.push(known[0])
    return known[1]
  })
  for (const part of ['y', 'M', 'd'])
    if (!parts.includes(part))
      throw new RangeError(`${format}: a time needs year, month and day (yyyy, MM, dd)`)
  return {
    regex: new RegExp(`^${source}$`),
    parts,
    short: format.includes('yy') && !format.includes('yyyy'),
  }
}

/** The date of a pattern whose time of day follows it; null for others. */
function datePatternOf(format: string): Pattern | null {
  try {
    return patternOf(format.replace(/[^A-Za-z]*H.*$/, ''))
  } catch {
    return null
  }
}
