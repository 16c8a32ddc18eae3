import { inForce, type Description, type Version } from '#core/description/index.ts'
import { checkTariff, READY_CALENDARS, type PriceCalendar, type Tariff } from '#core/price/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { priceFaults } from '#contract/price-faults.ts'

/** [from, to), epoch ms; from -Infinity: always, to null: open. */
export type Period = Pick<Version<unknown>, 'from' | 'to'>

const end = (p: Period) => p.to ?? Infinity
const meet = (a: Period, b: Period) => a.from < end(b) && b.from < end(a)
const error = (path: string, code: MessageCode, language: Language, params = {}): FieldError => ({
  path,
  code,
  message: text(code, language, params),
})

/** The ready calendar of a name. */
export const readyOf = (id: string): PriceCalendar | undefined =>
  Object.hasOwn(READY_CALENDARS, id) ? READY_CALENDARS[id] : undefined

/** Faults of a tariff beside each calendar that holds within its period, and of a time without one. */
export function tariffFaults(
  tariff: Tariff,
  period: Period,
  description: Description,
  language: Language,
): FieldError[] {
  const id = tariff.calendar
  const versions = description.calendars
    .filter((c) => c.id === id && meet(c, period))
    .sort((a, b) => a.from - b.from)
  const ready = readyOf(id)
  const none = (code: MessageCode, params = {}) => [
    error('body.calendar', code, language, { calendar: id, ...params }),
  ]
  if (versions.length === 0 && !ready) return none('unknown_calendar')
  const bodies = new Set(versions.map((v) => v.body))
  let known = period.from
  for (const version of [...versions, { from: end(period), to: null }]) {
    if (version.from > known) {
      if (ready) bodies.add(ready)
      else if (known === -Infinity) return none('calendar_from', { time: localOf(version.from, description) })
      else return none('calendar_until', { time: localOf(known, description) })
    }
    known = Math.max(known, end(version))
  }
  for (const body of bodies) {
    const faults = priceFaults('body', checkTariff(tariff, body), language)
    if (faults.length > 0) return faults
  }
  return []
}

function localOf(t: number, { plant }: Description): string {
  const zone = (inForce(plant, t) ?? plant.at(-1))?.body.zone ?? 'UTC'
  return toLocal(t, zone)
}

/** Faults of a calendar that changes over a period: tariffs that it would leave without a price. */
export function calendarFaults(
  id: string,
  calendar: PriceCalendar,
  period: Period,
  { tariffs }: Description,
  language: Language,
): FieldError[] {
  return tariffs.flatMap(({ body, ...version }) => {
    if (body.calendar !== id || !meet(version, period)) return []
    const [fault] = priceFaults('', checkTariff(body, calendar), language)
    const params = { tariff: body.name, detail: fault?.message ?? '' }
    return fault ? [error('body.classes', 'calendar_in_use', language, params)] : []
  })
}

/** Why a calendar cannot be retired over a period: a tariff needs it, and the ready one does not take its place. */
export function retiredCalendarFaults(
  id: string,
  period: Period,
  description: Description,
  language: Language,
): FieldError[] {
  const ready = readyOf(id)
  if (ready)
    return calendarFaults(id, ready, period, description, language).map((e) => ({ ...e, path: 'from' }))
  const user = description.tariffs.find((t) => t.body.calendar === id && meet(t, period))
  return user ? [error('from', 'calendar_named', language, { tariff: user.body.name })] : []
}
