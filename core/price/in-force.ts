import { inForce, allInForce, type Description, type Version } from '../description/index.ts'
import type { TimeSpan } from '../time/index.ts'
import { READY_CALENDARS } from './ready.ts'
import type { Deduction, PriceCalendar, Tariff } from './types.ts'

/** What a plant describes of its prices. */
export type PriceItems = Pick<Description, 'calendars' | 'tariffs' | 'deductions'>

/** What energy is priced by at an instant. */
interface PricesInForce {
  /** Of several tariffs the one that began last; null: none is in force. */
  tariff: Version<Tariff> | null
  /** The calendar of the tariff. version null: a ready one. null: none in force, or without the tariff's region. */
  calendar: { id: string; version: string | null; body: PriceCalendar } | null
  deductions: Version<Deduction>[]
}

/** The ready calendar of a name. */
export const readyCalendar = (id: string): PriceCalendar | undefined =>
  Object.hasOwn(READY_CALENDARS, id) ? READY_CALENDARS[id] : undefined

/** Tariff, calendar and deductions in force at an instant, epoch ms. */
export function pricesAt(d: PriceItems, t: number): PricesInForce {
  const tariff = inForce(d.tariffs, t) ?? null
  return {
    tariff,
    calendar: tariff && calendarOf(d, tariff.body, t),
    deductions: allInForce(d.deductions, t),
  }
}

function calendarOf({ calendars }: PriceItems, tariff: Tariff, t: number): PricesInForce['calendar'] {
  const id = tariff.calendar
  const own = inForce(
    calendars.filter((c) => c.id === id),
    t,
  )
  const body = own?.body ?? readyCalendar(id)
  if (!body) return null
  const hasRegion = body.regions.length === 0 || (!!tariff.region && body.regions.includes(tariff.region))
  return hasRegion ? { id, version: own?.version ?? null, body } : null
}

/** The parts of [from, to) in which the same tariff, calendar and deductions are in force, in order, without gaps. */
export function priceSpans(d: PriceItems, from: number, to: number): (TimeSpan & PricesInForce)[] {
  const cuts = new Set([from])
  for (const v of [...d.calendars, ...d.tariffs, ...d.deductions])
    for (const t of [v.from, v.to ?? Infinity]) if (t > from && t < to) cuts.add(t)
  const edges = [...cuts].sort((a, b) => a - b)
  return edges.map((a, i) => ({ from: a, to: edges[i + 1] ?? to, ...pricesAt(d, a) }))
}
