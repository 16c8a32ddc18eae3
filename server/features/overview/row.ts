import { DAY, MINUTE } from '#core/time/units.ts'
import { reservoirState } from '#core/outlook/state.ts'
import { MISSING, STALE, worst } from '#core/quality/index.ts'
import { incrementsDue, totalOf } from '#core/rain/index.ts'
import type { PlacedReservoir } from '#core/river/index.ts'
import { indexAt, type Series } from '#core/series/index.ts'
import { round } from '#contract/fields.ts'
import type { OverviewReading, OverviewRow } from '#contract/overview.ts'
import { aged, trendPerHour, type FigureReading } from '#server/features/dashboard/index.ts'
import type { LastOfMany, RainOfMany } from '#server/features/history/index.ts'
import type { Profile } from './profile.ts'

export const LEVEL = 'general.lake_level'
export const RAIN = 'basin.rain'
/** Series whose last values are in a row. */
export const FIGURES = [
  LEVEL,
  'general.total_capacity',
  'general.total_discharge_lake',
  'general.total_discharge_out',
  'general.power',
] as const

/** Steps of the small line of the level: 48 in a day. */
export const SPARK_STEP = 30 * MINUTE
const SPARK_STEPS = DAY / SPARK_STEP

/** Start of the small line at an instant: its last step is the one that is not over. */
export const sparkFrom = (now: number) => Math.ceil(now / SPARK_STEP) * SPARK_STEP - SPARK_STEPS * SPARK_STEP

/** What is read of a reservoir. */
export interface Values {
  last: ReadonlyMap<string, LastOfMany>
  /** The mean level of each step of the last day. */
  level: Series
  /** The rain of the day before `at`; null where there is no increment. */
  rain: RainOfMany | null
  /** When it was read, epoch ms. */
  at: number
  lastReading: number | null
}

/** The row of a reservoir as of an instant. */
export function rowOf(p: Profile, place: PlacedReservoir, v: Values, now: number): OverviewRow {
  const of = (code: (typeof FIGURES)[number]) => aged(lastKnown(v.last.get(code), now, p.keep), now, p.maxAge)
  const reading = (r: FigureReading | null, scale = 1): OverviewReading => {
    if (r === null || r.v === null)
      return { value: null, quality: worst(r?.q ?? MISSING, MISSING), t: r?.t ?? null }
    return { value: round(r.v * scale), quality: r.q, t: r.t }
  }
  const level = of(LEVEL)
  const stored = of('general.total_capacity')
  const ofStored = (make: (stored: number, normal: number) => number): FigureReading | null =>
    stored && { ...stored, v: stored.v === null || !p.normalVolume ? null : make(stored.v, p.normalVolume) }
  const rain = v.rain && totalOf(v.rain, incrementsDue(now - DAY, now, p.rainEvery))
  const { levels } = p.plant
  const limits = { ...levels, season: p.season }
  return {
    hydro_code: p.code,
    hydro_name: p.plant.name,
    river: p.plant.river,
    basin: place.basin,
    province: p.plant.province,
    company: p.company,
    latitude: p.plant.latitude,
    longitude: p.plant.longitude,
    time_zone: p.plant.zone,
    river_km: p.place.riverKm,
    to_mouth: place.toMouth === null ? null : round(place.toMouth, 3),
    downstream: place.downstream,
    travel_time: p.travelTime,
    levels: {
      dead: levels.dead,
      normal: levels.normal,
      flood: levels.designedFlood,
      season: p.season,
      check_flood: levels.checkFlood ?? null,
      crest: levels.crest ?? null,
      min_possible: levels.minPossible,
      max_possible: levels.maxPossible,
    },
    level: reading(level),
    level_trend: now - (level?.t ?? -Infinity) > p.maxAge ? null : trendPerHour(v.level, level),
    capacity: reading(stored, 1e-6),
    fill_percent: reading(ofStored((s, normal) => (100 * s) / normal)),
    free_capacity: reading(
      ofStored((s, normal) => normal - s),
      1e-6,
    ),
    inflow: reading(of('general.total_discharge_lake')),
    outflow: reading(of('general.total_discharge_out')),
    power: reading(p.whole ? null : of('general.power'), 1e-3),
    rain_24h: reading(rain && { t: v.rain!.t, v: rain.total, q: rain.q }),
    last_reading: v.lastReading,
    last_calculation: v.last.get('general.total_discharge_out')?.t ?? null,
    interval: p.interval / 1000,
    ...reservoirState({ now, level, levels: limits, lastReading: v.lastReading, maxAge: p.maxAge }),
    spark: sparkOf(v.level, now),
  }
}

/** As `lastKnown` of the dashboard: the newest entry with a value, STALE where a newer one has none. */
function lastKnown(l: LastOfMany | undefined, now: number, keep: number): FigureReading | null {
  if (!l) return null
  if (l.v !== null) return now - l.t <= keep ? { t: l.t, v: l.v, q: l.q } : absent(l)
  if (l.knownT === null || now - l.knownT > keep) return absent(l)
  return { t: l.knownT, v: l.knownV, q: worst(l.knownQ!, STALE) }
}

const absent = (l: LastOfMany): FigureReading => ({ t: l.t, v: null, q: worst(l.q, MISSING) })

function sparkOf(level: Series, now: number): OverviewRow['spark'] {
  const from = sparkFrom(now)
  const values = Array.from({ length: SPARK_STEPS }, (_, i) => {
    const end = from + (i + 1) * SPARK_STEP
    const k = indexAt(level, end)
    return k < 0 || level.t[k] <= end - SPARK_STEP ? null : round(level.v[k], 3)
  })
  return { from, step: SPARK_STEP, values }
}
