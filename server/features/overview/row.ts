import { DAY, MINUTE } from '#core/time/units.ts'
import { isPast, levelSince, reservoirState } from '#core/outlook/state.ts'
import { EDITED, MISSING, STALE, worst } from '#core/quality/index.ts'
import { incrementsDue, totalOf } from '#core/rain/index.ts'
import type { PlacedReservoir } from '#core/river/index.ts'
import { indexAt, type Series } from '#core/series/index.ts'
import { round } from '#contract/fields.ts'
import type { OverviewReading, OverviewRow } from '#contract/overview.ts'
import { aged, passedOf, trendPerHour, type FigureReading } from '#server/features/dashboard/index.ts'
import type { LastOfMany, RainOfMany } from '#server/features/history/index.ts'
import type { Profile } from './profile.ts'

export const LEVEL = 'general.lake_level'
export const INFLOW = 'general.total_discharge_lake'
export const OUTFLOW = 'general.total_discharge_out'
export const WINDOW = 'general.inflow_window'
export const RAIN = 'basin.rain'
/** Series whose last values are in a row. */
export const FIGURES = [LEVEL, 'general.total_capacity', INFLOW, WINDOW, OUTFLOW, 'general.power'] as const

/** The shortest step of the small line of the level. */
const SPARK_STEP = 30 * MINUTE

/** Step, number of steps and start of the small line of a day at an instant: its last step is the one that is not over. */
export function sparkSpan(now: number, interval: number): { from: number; step: number; n: number } {
  const step = Math.max(SPARK_STEP, interval)
  const n = Math.max(1, Math.floor(DAY / step))
  return { from: (Math.ceil(now / step) - n) * step, step, n }
}

/** What is read of a reservoir. */
export interface Values {
  last: ReadonlyMap<string, LastOfMany>
  /** The mean level of each step of the last day. */
  level: Series
  /** The level in the hour that ends an hour before the last known one. */
  levelBefore: Series
  /** The outflow over the window of the last known inflow, and what is needed to interpolate at its beginning. */
  outflow: Series
  /** That window, ms. */
  window: number
  /** Whether the last known level, inflow are those of an instant whose values a person entered. */
  entered: { level: boolean; inflow: boolean }
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
  const known = newestKnown(v.last.get(LEVEL))
  const since = known && levelSince(known.t, v.lastReading, v.entered.level)
  const inflow = of(INFLOW)
  const passed = passedOf(inflow, v.outflow, {
    window: () => v.window,
    interval: p.interval,
    saved: v.entered.inflow && inflow ? [inflow.t] : [],
  })
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
    level_known: known && { value: round(known.v), t: known.t },
    level_since: since,
    level_trend: level && isPast(level, now, p.maxAge) ? null : trendPerHour(v.levelBefore, level),
    capacity: reading(stored, 1e-6),
    fill_percent: reading(ofStored((s, normal) => (100 * s) / normal)),
    free_capacity: reading(
      ofStored((s, normal) => normal - s),
      1e-6,
    ),
    normal_volume: p.normalVolume === null ? null : round(p.normalVolume * 1e-6),
    inflow: reading(inflow),
    outflow: reading(of(OUTFLOW)),
    outflow_mean: reading(passed),
    inflow_window: inflow?.v == null ? null : v.window / 1000,
    power: reading(p.whole ? null : of('general.power'), 1e-3),
    rain_24h: reading(rain && { t: v.rain!.t, v: rain.total, q: rain.q }),
    last_reading: v.lastReading,
    last_calculation: v.last.get(OUTFLOW)?.t ?? null,
    interval: p.interval / 1000,
    ...reservoirState({ now, level: known, levels: limits, since, maxAge: p.maxAge }),
    spark: sparkOf(v.level, now, p.interval),
  }
}

/** The newest entry with a value, however old: STALE where a newer one has none. */
export function newestKnown(l: LastOfMany | undefined): (FigureReading & { v: number }) | null {
  if (!l) return null
  if (l.v !== null) return { t: l.t, v: l.v, q: l.q }
  return l.knownT === null ? null : { t: l.knownT, v: l.knownV!, q: worst(l.knownQ!, STALE) }
}

/** As `lastKnown` of the dashboard: without a value where the newest one is older than keep (ms). */
function lastKnown(l: LastOfMany | undefined, now: number, keep: number): FigureReading | null {
  const known = newestKnown(l)
  return known && now - known.t <= keep ? known : l ? { t: l.t, v: null, q: worst(l.q, MISSING) } : null
}

/** Whether a person may have entered what a value is computed from. */
export const isMarked = (r: FigureReading | null): r is FigureReading => r !== null && (r.q & EDITED) !== 0

function sparkOf(level: Series, now: number, interval: number): OverviewRow['spark'] {
  const { from, step, n } = sparkSpan(now, interval)
  const values = Array.from({ length: n }, (_, i) => {
    const end = from + (i + 1) * step
    const k = indexAt(level, end)
    return k < 0 || level.t[k] <= end - step ? null : round(level.v[k], 3)
  })
  return { from, step, values }
}
