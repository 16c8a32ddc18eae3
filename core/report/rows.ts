import { HOUR, MINUTE, next, periods, startOf, type DayStart, type PeriodKind } from '../time/index.ts'
import { COUNTED_DAYS, type CountedDay, type ReportKind, type ReportRequest } from './types.ts'

interface Span {
  start: number
  end: number
}

/** A row of a report of hours or longer. */
export interface ReportRow {
  /** The end of its hour, or the beginning of its date, month or year by the calendar, epoch ms. */
  t: number
  /** The time that it covers, by how the days of a quantity begin. */
  spans: Readonly<Record<CountedDay, Span>>
}

const PERIOD: Readonly<Record<Exclude<ReportKind, 'raw'>, PeriodKind>> = {
  hourly: 'hour',
  daily: 'day',
  monthly: 'month',
  yearly: 'year',
}

/** How days begin: minutes after midnight, or by the midnight. */
export interface DayStarts {
  day: DayStart
  rain: DayStart
}

/**
 * The rows of a report that have begun before `now`, oldest first. Hours are those that [from, to) touches. Reports of
 * days and longer cover whole dates: every date, month or year of the calendar that [from, to) touches, and of each
 * quantity the day of that date as its days begin, so that a row of 5 May holds the rain day that begins on 5 May.
 */
export function reportRows(
  { kind, from, to }: Pick<ReportRequest, 'from' | 'to'> & { kind: Exclude<ReportKind, 'raw'> },
  zone: string,
  starts: DayStarts,
  now: number,
): ReportRow[] {
  const period = PERIOD[kind]
  // A report far into the future must not make its rows first.
  const list = periods(period, from, Math.min(to, now), zone)
  if (kind === 'hourly') return list.map((span) => ({ t: span.end, spans: same(span) }))
  return list.map((calendar) => {
    const of = (dayStart: DayStart): Span => {
      const minutes = typeof dayStart === 'number' ? dayStart : dayStart(calendar.start)
      // Well inside the first day, whatever the clocks do that night.
      const inside = calendar.start + minutes * MINUTE + 12 * HOUR
      return {
        start: startOf(period, inside, zone, dayStart),
        end: next(period, inside, zone, dayStart),
      }
    }
    return { t: calendar.start, spans: { calendar, day: of(starts.day), rain: of(starts.rain) } }
  })
}

function same(span: Span): Record<CountedDay, Span> {
  return Object.fromEntries(COUNTED_DAYS.map((kind) => [kind, span])) as Record<CountedDay, Span>
}

/** The time that rows cover together, of any kind of day. */
export function spanOfRows(rows: readonly ReportRow[]): { from: number; to: number } {
  const [first, last] = [rows[0], rows[rows.length - 1]]
  return {
    from: Math.min(...COUNTED_DAYS.map((kind) => first.spans[kind].start)),
    to: Math.max(...COUNTED_DAYS.map((kind) => last.spans[kind].end)),
  }
}
