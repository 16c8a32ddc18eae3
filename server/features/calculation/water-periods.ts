import { closing } from '#core/balance/index.ts'
import { waterOf } from '#core/calculation/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import type { Series } from '#core/series/index.ts'
import { periods } from '#core/time/index.ts'
import { calculationIntervalOf, instantsIn, lastInstant, longestInterval } from './instants.ts'

/**
 * Days or months of the water balance that share time with [from, to): each begins at the day start in force at its
 * midnight, so that a changed day start leaves the days before it as they were.
 */
export function waterPeriods(
  kind: 'day' | 'month',
  d: Description,
  from: number,
  to: number,
  zone: string,
): ReturnType<typeof periods> {
  return periods(kind, from, to, zone, (midnight) => {
    return (inForce(d.plant, midnight) ?? d.plant.at(0))?.body.dayStart ?? 0
  })
}

/** Water balance of (from, to] by the series of WATER_SERIES, m3, with the parameters in force. */
export function closingOf(
  d: Description,
  data: ReadonlyMap<string, Series>,
  from: number,
  to: number,
): ReturnType<typeof closing> {
  const p = inForce(d.parameters, from)?.body
  const due = Math.max(1, instantsIn(d, { from: from + 1, to }))
  return closing(waterOf(data, p?.seepageReturns ?? false), from, to, longestInterval(d, from, to), due)
}

/** How far before and after a period its balance reads, ms. */
export const waterReach = (d: Description, t: number): number => 3 * calculationIntervalOf(d, t)

/** The balance of (from, end]; of a period that is not over, up to the last instant of the calculation. */
export function closingUntil(
  d: Description,
  data: ReadonlyMap<string, Series>,
  from: number,
  end: number,
  now: number,
): ReturnType<typeof closing> {
  // Nothing is computed yet for the interval that is not over.
  const last = end <= now ? end : Math.max(from, lastInstant(d, now))
  return closingOf(d, data, from, Math.max(last, from + calculationIntervalOf(d, from)))
}
