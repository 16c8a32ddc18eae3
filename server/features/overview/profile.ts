import { DAY } from '#core/time/units.ts'
import { STALE_INTERVALS, parametersAt, rainEvery, windowLength } from '#core/calculation/index.ts'
import { LATE_SHOWN, allInForce, inForce, type Description, type Plant } from '#core/description/index.ts'
import { limitOn } from '#core/description/season.ts'
import type { RiverPlace } from '#core/river/index.ts'
import { HOUR, startOf, toLocalDate } from '#core/time/index.ts'
import { inputsOf, volumeOf } from '#server/features/dashboard/index.ts'

/** What an overview needs of the description of a reservoir. */
export interface Profile {
  code: string
  plant: Pick<Plant, 'name' | 'river' | 'province' | 'zone' | 'latitude' | 'longitude' | 'levels'>
  place: RiverPlace
  company: string | null
  /** min */
  travelTime: number | null
  season: number | null
  /** Storage at the normal level, m3; null where it is unknown. */
  normalVolume: number | null
  /** ms between calculations; the age from which a value is late; how long a late one is still shown. */
  interval: number
  maxAge: number
  keep: number
  /** T2 - T1 of the inflow where none is stored with it, ms. */
  window: number
  /** ms between totals of basin rain over the last day. */
  rainEvery: number
  /** Only a total release is known: what the units give is not. */
  whole: boolean
  /** Series of its sensors. */
  inputs: string[]
  /** Until when this is so, epoch ms: a version begins or ends, or the day does. */
  until: number
}

/** null: nothing of it is in force, and never was. */
export function overviewProfile(d: Description, now: number): Profile | null {
  const plant = (inForce(d.plant, now) ?? d.plant.at(-1))?.body
  if (!plant) return null
  const interval = (inForce(d.parameters, now)?.body.interval ?? 300) * 1000
  const { name, river, province, zone, latitude, longitude, levels } = plant
  const { riverBasin, riverKm, joins, travelTime, company } = plant
  return {
    code: d.hydroCode,
    plant: { name, river, province, zone, latitude, longitude, levels },
    place: {
      code: d.hydroCode,
      name,
      river,
      riverBasin: riverBasin || null,
      riverKm: riverKm ?? null,
      joins: joins ?? null,
    },
    company: company || null,
    travelTime: travelTime ?? null,
    season: limitOn(plant.seasonLimits ?? [], toLocalDate(now, zone).slice(5))?.level ?? null,
    normalVolume: volumeOf(d, now, zone)(levels.normal)?.v ?? null,
    interval,
    maxAge: STALE_INTERVALS * interval,
    keep: (inForce(d.settings, now)?.body.lateShown ?? LATE_SHOWN) * HOUR,
    window: windowLength(parametersAt(d, now)),
    rainEvery: rainEvery(d, now - DAY, now),
    whole: allInForce(d.gates, now).some((g) => g.body.total),
    inputs: inputsOf(d, now),
    until: Math.min(nextChange(d, now), startOf('day', now + DAY, zone)),
  }
}

/** The next instant at which a version begins or ends; Infinity: none. */
function nextChange(d: Description, now: number): number {
  const all = [d.plant, d.parameters, d.settings, d.positions, d.gates, d.units, d.stations, d.tables].flat()
  let next = Infinity
  for (const { from, to } of all) {
    if (from > now) next = Math.min(next, from)
    if (to !== null && to > now) next = Math.min(next, to)
  }
  return next
}
