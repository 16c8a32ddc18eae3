import { fromLocal, startOf, toLocal } from '#core/time/index.ts'
import { dayFrom, type Days } from '../../lib/days.ts'

/** Span of the map, [from, to] in epoch ms. */
export interface DaySpan {
  from: number
  to: number
  /** Whether it ends now. */
  live: boolean
}

/** One request for the data of a type: [start, end) as local times. */
export interface LocalDay {
  date: string
  start_time: string
  end_time: string
  /** Whether it is still growing. */
  open: boolean
}

/** Maximum number of days loaded together: each takes a request per type. */
export const MOST_DAYS = 7

/** Span of the chosen local days; by default today from midnight until now. */
export function daySpanOf(days: Days, zone: string, now: number): DaySpan {
  const today = toLocal(now, zone).slice(0, 10)
  const from = days.from !== null && days.from <= today ? days.from : today
  const last = [days.to ?? today, dayFrom(from, MOST_DAYS - 1), today].sort()[0]
  const end = fromLocal(dayFrom(last, 1), zone)!
  return { from: fromLocal(from, zone)!, to: Math.min(end, now), live: end > now }
}

/** Requests of a span: one per local day, the last one until its end plus one second. */
export function daysIn({ from, to }: Pick<DaySpan, 'from' | 'to'>, zone: string): LocalDay[] {
  const out: LocalDay[] = []
  for (let start = startOf('day', from, zone); start < to;) {
    const date = toLocal(start, zone).slice(0, 10)
    const next = fromLocal(dayFrom(date, 1), zone)!
    const open = next > to
    out.push({
      date,
      start_time: toLocal(start, zone),
      end_time: toLocal(open ? Math.floor(to / 1000) * 1000 + 1000 : next, zone),
      open,
    })
    start = next
  }
  return out
}
