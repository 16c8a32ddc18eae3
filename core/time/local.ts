import { dateOf, dayOf, daysInMonth } from './civil.ts'
import type { Civil } from './civil.ts'
import { DAY, HOUR, MINUTE } from './units.ts'
import { changeBetween, offsetAt } from './zone.ts'

/** Wall-clock parts of an instant. month 1-12, weekday 0 (Sunday) to 6 (Saturday). */
interface LocalParts extends Civil {
  hour: number
  minute: number
  second: number
  weekday: number
}

const two = (n: number) => (n < 10 ? `0${n}` : `${n}`)
const four = (n: number) => (n < 0 ? `-${String(-n).padStart(4, '0')}` : String(n).padStart(4, '0'))

/** The parts of the local time of an instant. */
export function localParts(ms: number, zone: string): LocalParts {
  const local = ms + offsetAt(ms, zone)
  const number = Math.floor(local / DAY)
  const rest = local - number * DAY
  return {
    ...dateOf(number),
    hour: Math.floor(rest / HOUR),
    minute: Math.floor((rest % HOUR) / MINUTE),
    second: Math.floor((rest % MINUTE) / 1000),
    weekday: (((number + 4) % 7) + 7) % 7,
  }
}

/** 'yyyy-MM-dd HH:mm:ss' of an instant in a zone, without fractions of a second. */
export function toLocal(ms: number, zone: string): string {
  const w = localParts(ms, zone)
  return `${four(w.year)}-${two(w.month)}-${two(w.day)} ${two(w.hour)}:${two(w.minute)}:${two(w.second)}`
}

/** 'yyyy-MM-dd' of an instant in a zone. */
export function toLocalDate(ms: number, zone: string): string {
  return toLocal(ms, zone).slice(0, -9)
}

/**
 * The instant at which a wall clock shows a wall time (ms since 1970-01-01 00:00 of that clock).
 * A time that occurs twice (clocks set back) is the first of the two. A time that never occurs (clocks set
 * forward) is moved on by the length of the gap: 02:30 in a gap 02:00-03:00 is 03:30. Both as Temporal's
 * 'compatible'.
 */
export function fromLocalParts(local: number, zone: string): number {
  // Offsets have never been beyond +-15 h 14 min, so these two instants enclose every candidate.
  const low = local - 16 * HOUR
  const before = offsetAt(low, zone)
  const after = offsetAt(local + 16 * HOUR, zone)
  const early = local - before
  if (before === after) {
    // Equal at both ends need not be equal between (a one-day excursion), so this is verified.
    if (offsetAt(early, zone) === before) return early
    const change = changeBetween(low, early, zone)
    return change === null ? early : local - offsetAt(change, zone)
  }
  const late = local - after
  const isEarly = offsetAt(early, zone) === before
  const isLate = offsetAt(late, zone) === after
  if (isEarly && isLate) return Math.min(early, late)
  if (isLate) return late
  return early
}

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2})(?::(\d{2})(?::(\d{2}))?)?)?$/

/** Wall time of 'yyyy-MM-dd[( |T)HH[:mm[:ss]]]'; null when it is anything else or no such date or time exists. */
export function parseLocalParts(text: string): number | null {
  const m = PATTERN.exec(text)
  if (!m) return null
  const year = +m[1]
  const month = +m[2]
  const day = +m[3]
  const hour = m[4] ? +m[4] : 0
  const minute = m[5] ? +m[5] : 0
  const second = m[6] ? +m[6] : 0
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null
  if (day > 28 && day > daysInMonth(year, month)) return null
  return dayOf(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second * 1000
}

/**
 * The instant of a local time text, epoch ms, or null when the text is no local time ('2025-02-29', '24:00',
 * a text with an offset). Gap and overlap of clock changes: see `fromWall`.
 */
export function fromLocal(text: string, zone: string): number | null {
  const local = parseLocalParts(text)
  return local === null ? null : fromLocalParts(local, zone)
}
