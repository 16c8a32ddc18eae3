import {
  ENERGY_STEP,
  inForce,
  type Description,
  type Parameters,
  type Version,
} from '#core/description/index.ts'
import {
  checkTariff,
  limitsOffStep,
  readyCalendar,
  type PriceCalendar,
  type Tariff,
} from '#core/price/index.ts'
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

/** Faults of a described tariff beside each calendar that holds within its period, and of a time without one. */
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
  const ready = readyCalendar(id)
  const none = (code: MessageCode, params = {}) => [
    error('body.calendar', code, language, { calendar: id, ...params }),
  ]
  // Stored energy has no entered surplus: all of it would be sold at the prices of its classes without a word.
  if (tariff.surplus?.rule === 'entered') return [error('body.surplus.rule', 'surplus_entered', language)]
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
  const ready = readyCalendar(id)
  if (ready)
    return calendarFaults(id, ready, period, description, language).map((e) => ({ ...e, path: 'from' }))
  const user = description.tariffs.find((t) => t.body.calendar === id && meet(t, period))
  return user ? [error('from', 'calendar_named', language, { tariff: user.body.name })] : []
}

/** Minutes of a step of energy. */
export const minutesOf = (p: Pick<Parameters, 'energyStep'> | undefined): number =>
  (p?.energyStep ?? ENERGY_STEP) / 60

/** The calendars of a name that hold at any time of a period. */
function calendarsOver(id: string, period: Period, { calendars }: Description): PriceCalendar[] {
  const own = calendars.filter((c) => c.id === id && meet(c, period)).map((c) => c.body)
  const ready = readyCalendar(id)
  return ready ? [...own, ready] : own
}

/** The energy steps of a plant at any time of a period, minutes. */
function stepsOver(period: Period, { parameters }: Description): Set<number> {
  const own = parameters.filter((p) => meet(p, period)).map((p) => minutesOf(p.body))
  return new Set(own.length > 0 ? own : [minutesOf(undefined)])
}

/** The time that two periods share; null: none. */
function shared(a: Period, b: Period): Period | null {
  const to = Math.min(end(a), end(b))
  return meet(a, b) ? { from: Math.max(a.from, b.from), to: Number.isFinite(to) ? to : null } : null
}

/** A tariff with a calendar that an energy step of so many minutes over a period would lie across. */
export function offStepTariff(
  step: number,
  period: Period,
  d: Description,
): { tariff: string; value: string } | null {
  for (const { body, ...version } of d.tariffs) {
    const both = shared(version, period)
    if (!both) continue
    for (const calendar of calendarsOver(body.calendar, both, d)) {
      const [off] = limitsOffStep(calendar, step)
      if (off) return { tariff: body.name, value: off.value }
    }
  }
  return null
}

/** A limit of a tariff's calendars that lies within an energy step of the plant, at any time of its period. */
export function offStepCalendar(
  { calendar: id }: Tariff,
  period: Period,
  d: Description,
): { value: string; step: number } | null {
  for (const step of stepsOver(period, d))
    for (const calendar of calendarsOver(id, period, d)) {
      const [off] = limitsOffStep(calendar, step)
      if (off) return { value: off.value, step }
    }
  return null
}

/** Limits of a calendar that lie within an energy step of the plant while a tariff uses it. */
export function offStepBands(
  id: string,
  calendar: PriceCalendar,
  period: Period,
  d: Description,
): { path: (string | number)[]; value: string; step: number }[] {
  const steps = new Set<number>()
  for (const { body, ...version } of d.tariffs) {
    const both = body.calendar === id ? shared(version, period) : null
    if (both) for (const step of stepsOver(both, d)) steps.add(step)
  }
  return [...steps].flatMap((step) => limitsOffStep(calendar, step).map((off) => ({ ...off, step })))
}
