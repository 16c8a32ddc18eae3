import { dateOf, dayOf } from './civil.ts'
import { DAY, HOUR, MINUTE } from './units.ts'
import { fromLocalParts } from './local.ts'
import { changeBetween, offsetAt } from './zone.ts'

export type PeriodKind = 'hour' | 'day' | 'month' | 'year'

/** [start, end) of a period, epoch ms. */
interface Period {
  start: number
  end: number
}

/**
 * Start of a local hour. Hours begin on the full hour of the local clock. Where the clock changes inside a local hour
 * (Lord Howe, by 30 min) the change begins a new hour: hours always partition time.
 */
function hourStart(ms: number, zone: string): number {
  const offset = offsetAt(ms, zone)
  const start = Math.floor((ms + offset) / HOUR) * HOUR - offset
  return changeBetween(start, ms, zone) ?? start
}

function hourEnd(ms: number, zone: string): number {
  const offset = offsetAt(ms, zone)
  const end = (Math.floor((ms + offset) / HOUR) + 1) * HOUR - offset
  return changeBetween(ms, end, zone) ?? end
}

/** Ordinal of the period whose first day is day number `day`, and the first day of ordinal `n`. */
function ordinal(kind: PeriodKind, day: number): number {
  if (kind === 'day') return day
  const { year, month } = dateOf(day)
  return kind === 'month' ? year * 12 + month - 1 : year
}

/** Minutes after local midnight at which a day begins; where that changes, those of a day by its midnight, epoch ms. */
export type DayStart = number | ((midnight: number) => number)

function begin(kind: PeriodKind, n: number, zone: string, dayStart: DayStart): number {
  const day = kind === 'day' ? n : kind === 'month' ? dayOf(0, n + 1, 1) : dayOf(n, 1, 1)
  const minutes = typeof dayStart === 'number' ? dayStart : dayStart(fromLocalParts(day * DAY, zone))
  return fromLocalParts(day * DAY + minutes * MINUTE, zone)
}

/** Ordinal of the period that contains ms. */
function containing(kind: PeriodKind, ms: number, zone: string, dayStart: DayStart): number {
  const local = ms + offsetAt(ms, zone) - (typeof dayStart === 'number' ? dayStart * MINUTE : 0)
  let n = ordinal(kind, Math.floor(local / DAY))
  // The day start of another day, or a clock change between midnight and day start, can put it beyond the boundary.
  while (begin(kind, n, zone, dayStart) > ms) n--
  while (begin(kind, n + 1, zone, dayStart) <= ms) n++
  return n
}

/**
 * Start of the period that contains an instant, epoch ms. dayStart: minutes after local midnight at which a day begins;
 * a day has the date on which it begins, months and years begin with their first day at the same minute. Hours do not
 * depend on it.
 */
export function startOf(kind: PeriodKind, ms: number, zone: string, dayStart: DayStart = 0): number {
  if (kind === 'hour') return hourStart(ms, zone)
  return begin(kind, containing(kind, ms, zone, dayStart), zone, dayStart)
}

/** Start of the period after the one that contains an instant: the first start later than ms. */
export function next(kind: PeriodKind, ms: number, zone: string, dayStart: DayStart = 0): number {
  if (kind === 'hour') return hourEnd(ms, zone)
  return begin(kind, containing(kind, ms, zone, dayStart) + 1, zone, dayStart)
}

/** Every period that shares time with [from, to), whole, in order; they join without gaps. */
export function periods(
  kind: PeriodKind,
  from: number,
  to: number,
  zone: string,
  dayStart: DayStart = 0,
): Period[] {
  const out: Period[] = []
  if (!(from < to)) return out
  let start = startOf(kind, from, zone, dayStart)
  while (start < to) {
    const end = next(kind, start, zone, dayStart)
    out.push({ start, end })
    start = end
  }
  return out
}
