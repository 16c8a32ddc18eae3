import { DAY, daysInMonth, fromLocal, parseInstant, toLocal } from '#core/time/index.ts'
import type { SourceRow } from './index.ts'

/** How instants stand in a file. A pattern of yyyy yy MM M dd d HH H mm ss, or one of the words. */
type TimeFormat = 'auto' | 'epoch_ms' | 'epoch_s' | 'excel' | (string & {})

type Order = 'ymd' | 'dmy' | 'mdy'

const PARTS =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T,]+(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?$/
const WITH_OFFSET = /(?:Z|z|[+-]\d{2}:?\d{2})$/
const EXCEL_EPOCH = -25_569 * DAY

export class AmbiguousTime extends Error {
  readonly example: string
  constructor(example: string) {
    super(`day or month first: ${example}`)
    this.example = example
  }
}

/** Whether a file writes day or month first, from some of its times. Throws AmbiguousTime when none of them tells. */
export function orderOf(texts: readonly string[]): Order {
  let dayFirst = false
  let monthFirst = false
  let example: string | null = null
  for (const text of texts) {
    const m = PARTS.exec(text)
    if (!m || m[1].length === 4) continue
    example ??= text
    if (Number(m[1]) > 12) dayFirst = true
    if (Number(m[2]) > 12) monthFirst = true
  }
  if (example === null) return 'ymd'
  if (dayFirst === monthFirst) throw new AmbiguousTime(example)
  return dayFirst ? 'dmy' : 'mdy'
}

const two = (n: number) => (n < 10 ? `0${n}` : String(n))

/** Reads the instants of a file's rows, epoch ms. A text that carries an offset means that; others mean the zone. */
export class InstantReader {
  private readonly zone: string
  readonly columns: readonly number[]
  private readonly format: TimeFormat
  private readonly order: Order
  private readonly pattern: { regex: RegExp; parts: string[] } | null

  /** sample: some of the file's times as text, for 'auto'. Several columns: date, then time of day. */
  constructor(format: TimeFormat, zone: string, columns: readonly number[], sample: readonly string[]) {
    this.zone = zone
    this.columns = columns
    this.format = format
    this.order = format === 'auto' ? orderOf(sample) : 'ymd'
    this.pattern = /^(auto|epoch_ms|epoch_s|excel)$/.test(format) ? null : patternOf(format)
  }

  /** null when the row has no instant that can be understood. */
  read(row: SourceRow): number | null {
    const [first, second] = this.columns
    const wall = row.wall(first)
    if (wall !== null || this.format === 'excel') {
      const day = wall ?? serial(row.value(first))
      if (day === null) return null
      if (second === undefined) return this.fromWall(day)
      const clock = row.wall(second)
      const part = clock === null ? row.value(second) * DAY : ((clock % DAY) + DAY) % DAY
      return part === part
        ? this.fromWall(Math.floor(day / DAY) * DAY + part)
        : this.withClock(day, row.text(second))
    }
    if (this.format === 'epoch_ms' || this.format === 'epoch_s') {
      const t = row.value(first) * (this.format === 'epoch_s' ? 1000 : 1)
      return Number.isFinite(t) ? parseInstant(Math.round(t)) : null
    }
    const text = second === undefined ? row.text(first) : `${row.text(first)} ${row.text(second)}`
    return this.pattern ? this.byPattern(text) : this.auto(text)
  }

  private withClock(day: number, clock: string): number | null {
    const m = /^(\d{1,2})[:h](\d{2})(?::(\d{2}))?$/.exec(clock)
    return m ? this.local(toLocal(day, 'UTC').slice(0, 10), +m[1], +m[2], +(m[3] ?? 0)) : null
  }

  private fromWall(wall: number): number | null {
    // A serial number of days has parts of a second that nobody wrote.
    return fromLocal(toLocal(Math.round(wall / 1000) * 1000, 'UTC'), this.zone)
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
    const m = PARTS.exec(text)
    if (!m) return null
    const yearFirst = m[1].length === 4
    const order = yearFirst ? 'ymd' : this.order
    if (order === 'ymd' && !yearFirst) return null
    const [y, mo, d] =
      order === 'ymd'
        ? [+m[1], +m[2], +m[3]]
        : order === 'dmy'
          ? [+m[3], +m[2], +m[1]]
          : [+m[3], +m[1], +m[2]]
    if (!yearFirst && m[3].length !== 4) return null
    return this.civil(y, mo, d, +(m[4] ?? 0), +(m[5] ?? 0), +(m[6] ?? 0))
  }

  private byPattern(text: string): number | null {
    const m = this.pattern!.regex.exec(text)
    if (!m) return null
    const of: Record<string, number> = { y: 1970, M: 1, d: 1, H: 0, m: 0, s: 0 }
    this.pattern!.parts.forEach((part, i) => (of[part] = Number(m[i + 1])))
    if (this.format.includes('yy') && !this.format.includes('yyyy')) of.y += of.y < 70 ? 2000 : 1900
    return this.civil(of.y, of.M, of.d, of.H, of.m, of.s)
  }

  private civil(y: number, mo: number, d: number, h: number, mi: number, s: number): number | null {
    if (mo < 1 || mo > 12 || d < 1 || d > daysInMonth(y, mo)) return null
    return this.local(`${String(y).padStart(4, '0')}-${two(mo)}-${two(d)}`, h, mi, s)
  }

  /** 24:00 is the midnight that ends the day, as hydrometeorological records write it. */
  private local(date: string, h: number, mi: number, s: number): number | null {
    if (h === 24 && mi === 0 && s === 0) {
      const next = fromLocal(date, 'UTC')
      return next === null ? null : fromLocal(toLocal(next + DAY, 'UTC'), this.zone)
    }
    return fromLocal(`${date} ${two(h)}:${two(mi)}:${two(s)}`, this.zone)
  }
}

/** Days since 1899-12-30 as wall-clock ms; null for what is no day of 1928 to 2118. */
function serial(days: number): number | null {
  return days > 10_000 && days < 80_000 ? EXCEL_EPOCH + days * DAY : null
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
export function patternOf(format: string): { regex: RegExp; parts: string[] } {
  const parts: string[] = []
  const source = format.replace(/yyyy|yy|MM|M|dd|d|HH|H|mm|ss|[^A-Za-z]|[A-Za-z]/g, (token) => {
    const known = TOKENS[token]
    if (!known) return token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (parts.includes(known[0])) throw new RangeError(`${format}: ${token} stands in it twice`)
    parts.push(known[0])
    return known[1]
  })
  for (const part of ['y', 'M', 'd'])
    if (!parts.includes(part))
      throw new RangeError(`${format}: a time needs year, month and day (yyyy, MM, dd)`)
  return { regex: new RegExp(`^${source}$`), parts }
}
