import { inSeason } from '../description/season.ts'
import { DAY, MINUTE } from '../time/units.ts'
import { localParts } from '../time/local.ts'
import { changeBetween, offsetAt } from '../time/zone.ts'
import { applies, dayKindsOf, holidaysCount, rangesOf } from './bands.ts'
import { checkCalendar } from './check.ts'
import type { PriceDay, PriceCalendar } from './types.ts'

/** The class of an instant and why: the kind of its day, its season, and the band by its place in the calendar. */
interface ClassAt {
  class: string
  season: string | null
  day: PriceDay
  band: number
}

/** A part of a span within one class, day kind, season and band: [from, to), epoch ms. */
export interface ClassSpan extends ClassAt {
  from: number
  to: number
}

/** A valid calendar in a zone and a region, made ready for look-ups. */
export interface OpenCalendar {
  calendar: PriceCalendar
  zone: string
  region: string | null
  /** What holds on a local date. */
  dayOf(t: number): { segments: readonly Segment[]; day: PriceDay; season: string | null }
}

/** Minutes [from, to) of a local day in a band. */
interface Segment {
  from: number
  to: number
  band: number
}

/** Day kinds by `localParts`' weekday. */
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Calendars that are open, by zone and region: to check a large one takes longer than to price a month by it. */
const opened = new WeakMap<PriceCalendar, Map<string, OpenCalendar>>()

/**
 * Opens a calendar, once for each of its objects, which nobody changes after that. Throws RangeError for one with faults,
 * or for a region that it lacks.
 */
export function openCalendar(
  calendar: PriceCalendar,
  zone: string,
  region: string | null = null,
): OpenCalendar {
  let own = opened.get(calendar)
  if (!own) {
    const [fault] = checkCalendar(calendar)
    if (fault) throw new RangeError(`${fault.code} at ${fault.path.join('.')}`)
    opened.set(calendar, (own = new Map()))
  }
  const key = `${zone} ${region ?? ''}`
  const found = own.get(key) ?? openChecked(calendar, zone, region)
  own.set(key, found)
  return found
}

function openChecked(calendar: PriceCalendar, zone: string, region: string | null): OpenCalendar {
  if (calendar.regions.length > 0 && (region === null || !calendar.regions.includes(region)))
    throw new RangeError(`No region ${region}`)
  const holidays = new Set(holidaysCount(calendar.bands) ? calendar.holidays : [])
  const days = new Map<string, readonly Segment[]>()
  const segmentsOf = (day: PriceDay, season: string | null) => {
    const key = `${day} ${season ?? ''}`
    let found = days.get(key)
    if (!found) {
      const list = calendar.bands.flatMap((b, band) =>
        applies(b, day, season, region) ? rangesOf(b).map(([from, to]) => ({ from, to, band })) : [],
      )
      days.set(key, (found = list.sort((a, b) => a.from - b.from)))
    }
    return found
  }
  let last: { date: number; found: ReturnType<OpenCalendar['dayOf']> } | null = null
  return {
    calendar,
    zone,
    region,
    dayOf(t) {
      const date = Math.floor((t + offsetAt(t, zone)) / DAY)
      if (last?.date === date) return last.found
      const { year, month, day: ofMonth, weekday } = localParts(t, zone)
      const monthDay = `${two(month)}-${two(ofMonth)}`
      const day = holidays.has(`${String(year).padStart(4, '0')}-${monthDay}`) ? 'holiday' : WEEKDAYS[weekday]
      const season = calendar.seasons.find((s) => inSeason(s, monthDay))?.code ?? null
      last = { date, found: { segments: segmentsOf(day, season), day, season } }
      return last.found
    },
  }
}

const two = (n: number) => String(n).padStart(2, '0')

/** Most parts by class that a local day has in a region. */
export function partsOfDay({ bands, seasons }: PriceCalendar, region: string | null): number {
  const parts = dayKindsOf(bands).flatMap((day) =>
    [...new Set(seasons.length > 0 ? seasons.map((s) => s.code) : [null])].map((season) =>
      bands.reduce((sum, b) => sum + (applies(b, day, season, region) ? rangesOf(b).length : 0), 0),
    ),
  )
  return Math.max(...parts)
}

/** The class of an instant, epoch ms. */
export function classAt(open: OpenCalendar, t: number): ClassAt {
  const { class: code, season, day, band } = spanAt(open, t, t + 1)
  return { class: code, season, day, band }
}

/** The first part of [t, to). */
function spanAt({ calendar, zone, dayOf }: OpenCalendar, t: number, to: number): ClassSpan {
  const wall = t + offsetAt(t, zone)
  const { segments, day, season } = dayOf(t)
  const midnight = Math.floor(wall / DAY) * DAY
  const segment = segments.find((s) => wall < midnight + s.to * MINUTE)!
  let end = Math.min(to, t + (midnight + segment.to * MINUTE - wall))
  // Where the clock changes, the part ends and the next one is found by the new wall time.
  if (end - t > 1) end = changeBetween(t, end - 1, zone) ?? end
  return { from: t, to: end, class: calendar.bands[segment.band].class, season, day, band: segment.band }
}

/**
 * The parts of [from, to) (epoch ms) by class, with their exact limits: they join without gap or overlap, also on days
 * of 23 and 25 hours, where the class follows the wall clock.
 */
export function classSpans(open: OpenCalendar, from: number, to: number): ClassSpan[] {
  const out: ClassSpan[] = []
  for (let t = from; t < to;) {
    const next = spanAt(open, t, to)
    const before = out.at(-1)
    if (before && before.band === next.band && before.day === next.day && before.season === next.season)
      before.to = next.to
    else out.push(next)
    t = next.to
  }
  return out
}
