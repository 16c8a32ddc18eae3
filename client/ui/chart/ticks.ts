import { DAY, HOUR, MINUTE, SECOND, next, startOf, localParts } from '#core/time/index.ts'
import { clock, chartDate, month, shortDate } from './format.ts'
import type { ChartLanguage } from './types.ts'

interface TimeTick {
  t: number
  label: string
}

/** A calendar period above the ticks (a day above hours, a month above days): [start, end) may extend outside. */
interface TimeSpan {
  start: number
  end: number
  label: string
  /** For a span too narrow for the label. */
  short: string
}

export interface TimeScale {
  ticks: TimeTick[]
  spans: TimeSpan[]
}

const CLOCK = [
  ...[10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
]
const DAYS = [1, 2, 5, 10]
const MONTHS = [1, 3, 6]
const YEARS = [1, 2, 5, 10, 20, 50]

/** Ticks of a clock step, on the plant's wall clock; hours come from the calendar, so clock changes are respected. */
function clockTicks(from: number, to: number, zone: string, step: number): TimeTick[] {
  const out: TimeTick[] = []
  for (let hour = startOf('hour', from, zone); hour <= to; hour = next('hour', hour, zone)) {
    const w = localParts(hour, zone)
    if (step >= HOUR) {
      const whole = w.minute === 0 && w.hour % (step / HOUR) === 0
      if (whole && hour >= from) out.push({ t: hour, label: clock(hour, zone) })
      continue
    }
    const end = next('hour', hour, zone)
    const first = hour + ((step - ((w.minute * MINUTE) % step)) % step)
    for (let t = first; t < end && t <= to; t += step) if (t >= from) out.push({ t, label: clock(t, zone) })
  }
  return out
}

/** Every n days counted from the first of the month; a tick too close to the next month is left out. */
function dayTicks(from: number, to: number, zone: string, n: number): TimeTick[] {
  const out: TimeTick[] = []
  for (let t = startOf('day', from, zone); t <= to; t = next('day', t, zone)) {
    const { day } = localParts(t, zone)
    if (t >= from && (day - 1) % n === 0 && (n === 1 || day + n / 2 <= 31))
      out.push({ t, label: String(day) })
  }
  return out
}

function longTicks(kind: 'month' | 'year', from: number, to: number, zone: string, n: number): TimeTick[] {
  const out: TimeTick[] = []
  for (let t = startOf(kind, from, zone); t <= to; t = next(kind, t, zone)) {
    const w = localParts(t, zone)
    const place = kind === 'month' ? w.month - 1 : w.year
    if (t >= from && place % n === 0) out.push({ t, label: String(kind === 'month' ? w.month : w.year) })
  }
  return out
}

function spansOf(
  kind: 'day' | 'month' | 'year',
  from: number,
  to: number,
  zone: string,
  language: ChartLanguage,
) {
  const out: TimeSpan[] = []
  for (let start = startOf(kind, from, zone); start < to;) {
    const end = next(kind, start, zone)
    const year = String(localParts(start, zone).year)
    const label =
      kind === 'day'
        ? chartDate(start, zone, language)
        : kind === 'month'
          ? month(start, zone, language)
          : year
    const short = kind === 'day' ? shortDate(start, zone, language) : kind === 'month' ? label : year
    out.push({ start, end, label, short })
    start = end
  }
  return out
}

/**
 * Ticks of a time axis by the local clock and calendar of a zone.
 * @param count maximum number of ticks
 */
export function timeScale(
  from: number,
  to: number,
  zone: string,
  language: ChartLanguage,
  count: number,
): TimeScale {
  if (!(to > from)) return { ticks: [], spans: [] }
  const fits = (step: number) => (to - from) / step <= Math.max(1, count)
  const clockStep = CLOCK.find(fits)
  if (clockStep)
    return {
      ticks: clockTicks(from, to, zone, clockStep),
      spans: spansOf('day', from, to, zone, language),
    }
  const days = DAYS.find((n) => fits(n * DAY))
  if (days)
    return { ticks: dayTicks(from, to, zone, days), spans: spansOf('month', from, to, zone, language) }
  const months = MONTHS.find((n) => fits(n * 30.44 * DAY))
  if (months)
    return {
      ticks: longTicks('month', from, to, zone, months),
      spans: spansOf('year', from, to, zone, language),
    }
  const years = YEARS.find((n) => fits(n * 365.25 * DAY)) ?? 100
  return { ticks: longTicks('year', from, to, zone, years), spans: [] }
}
