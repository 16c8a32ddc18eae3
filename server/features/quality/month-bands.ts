import { monthBand } from '#core/quality/checks/index.ts'
import { isUsable, type Series } from '#core/series/index.ts'
import { DAY, HOUR, startOf, type TimeSpan } from '#core/time/index.ts'
import type { createLru } from '#server/lib/kept.ts'

/** Days that make the band of a unit. */
const MONTH = 30

type Band = [low: number, high: number] | null
export type BandAt = (t: number) => Band
export type BandCache = ReturnType<typeof createLru<{ band: Band; until: number }>>

/** Power (kW), discharge (m3/s) and head (m) of a unit at the same instants; least: kW from which it counts. */
export interface UnitOutput {
  power: Series
  flow: Series
  head: Series
  least: number
}

/**
 * The band of a unit's output coefficient in the 30 days before each local day of a span, by its hours. A day's band is
 * kept once there is one: what comes late changes the bands of the days after. unit: key of the unit.
 */
export async function monthBandsOf(
  unit: string,
  { zone, now, span }: { zone: string; now: number; span: TimeSpan },
  cache: BandCache,
  outputOf: (span: TimeSpan) => Promise<UnitOutput>,
): Promise<BandAt> {
  const dayOf = (t: number) => startOf('day', t, zone)
  const known = (day: number) => {
    const had = cache.get(`${unit} ${day}`)
    return had && had.until > now ? had : null
  }
  const days: number[] = []
  for (let day = dayOf(span.from); day <= span.to; day = dayOf(day + 1.5 * DAY)) days.push(day)
  const unknown = days.filter((day) => !known(day))
  const found = new Map(days.map((day) => [day, known(day)?.band ?? null]))
  if (unknown.length > 0) {
    const from = unknown[0] - MONTH * DAY
    const hours = coefficientsOf(await outputOf({ from, to: unknown[unknown.length - 1] }))
    for (const day of unknown) {
      const own = hours.filter((h) => h.t >= day - MONTH * DAY && h.t < day).map((h) => h.k)
      const band = monthBand(own)
      found.set(day, band)
      // A past may still be coming.
      cache.set(`${unit} ${day}`, { band, until: band ? Infinity : now + HOUR }, 1)
    }
  }
  return (t) => found.get(dayOf(t)) ?? null
}

/** K of the hours in which a unit ran: its power over its water times the head, summed over the instants of the hour. */
function coefficientsOf({ power, flow, head, least }: UnitOutput): { t: number; k: number }[] {
  const hours = new Map<number, { power: number; water: number }>()
  for (let i = 0; i < flow.t.length; i++) {
    const [p, q, h] = [power.v[i], flow.v[i], head.v[i]]
    if (!isUsable(flow, i, true) || !(p >= least) || !(q > 0) || !(h > 0)) continue
    const hour = Math.floor(flow.t[i] / HOUR) * HOUR
    const sum = hours.get(hour) ?? { power: 0, water: 0 }
    sum.power += p
    sum.water += q * h
    hours.set(hour, sum)
  }
  return [...hours].map(([t, sum]) => ({ t, k: sum.power / sum.water }))
}
