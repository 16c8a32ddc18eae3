import { PLANT_ENERGY, STALE_INTERVALS } from '#core/calculation/index.ts'
import { energyOfSteps } from '#core/energy/index.ts'
import { forecastInflow } from '#core/forecast/index.ts'
import { MISSING, STALE, grade, worst } from '#core/quality/index.ts'
import { rainOver } from '#core/rain/index.ts'
import { emptySeries, mean, type Series } from '#core/series/index.ts'
import { HOUR, startOf } from '#core/time/index.ts'
import type { getIndicators } from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { aged, figure, lastBefore, lastKnown, trendPerHour, type FigureReading } from './figures.ts'
import { energyReading, lakeAhead, noOutlook, useToday, type ShownSpans } from './outlooks.ts'
import type { Volume } from './storage.ts'

export type IndicatorData = Output<typeof getIndicators>

interface IndicatorInputs {
  now: number
  zone: string
  /** The live level of the calibrated positions, checked, not averaged over time. */
  level: FigureReading | null
  levelBefore: FigureReading | null
  volume: (z: number) => Volume | null
  levels: { dead: number; normal: number; designedFlood: number }
  /** general.*, basin.* and the plant's energy over the last 24 h and today, with carry. */
  data: Map<string, Series>
  /** Whether only a total release is known, and not the flow through units and spillways. */
  whole: boolean
  /** T2 - T1 of the stored inflow at an instant, ms. */
  window: (at: number) => number
  /** Instants saved from entered values: their outflow counts for the whole window, as for their inflow. */
  saved: readonly number[]
  /** ms between calculations, and between totals of basin rain. */
  interval: number
  rainEvery: (from: number, to: number) => number
  allowSuspect: boolean
  /** The spans shown last for the limits ahead; empty where there were none. */
  shown: ShownSpans
  /** How long a late value is still shown, ms. */
  keep: number
  lastReading: number | null
  lastCalculation: number | null
}

/** Series from which the figures are computed. */
export const INDICATOR_SERIES = [
  'general.lake_level',
  'general.total_discharge_lake',
  'general.inflow_window',
  'general.inflow_moving_average',
  'general.total_discharge_out',
  'general.total_discharge_turbine',
  'general.total_discharge_dam',
  'general.env_discharge',
  'general.power',
  PLANT_ENERGY,
  'basin.rain',
  'basin.rain_radar',
]

/** From when the series are needed: a day of rain, today's energy, an hour of trend. */
export function indicatorsFrom(now: number, zone: string): number {
  return Math.min(now - 25 * HOUR, startOf('day', now, zone))
}

export function indicators(i: IndicatorInputs): Omit<IndicatorData, 'operation'> {
  const { now, zone, data } = i
  const of = (code: string) => {
    const last = aged(lastKnown(data.get(code), now, i.keep), now, STALE_INTERVALS * i.interval)
    // A stale value has no trend.
    const trend = last && grade(last.q) === STALE ? null : trendPerHour(data.get(code), last)
    return { last, trend }
  }
  const rain = (code: string, hours: number) => {
    const from = now - hours * HOUR
    const { t, total, q } = rainOver(data.get(code), from, now, i.rainEvery(from, now))
    return figure(t === null ? null : { t, v: total, q }, 'mm', zone)
  }
  const flow = (code: string) => {
    const { last, trend } = of(code)
    return figure(last, 'm3/s', zone, { trend })
  }
  const level = i.level
  const trend =
    level?.v != null && grade(level.q) !== STALE && i.levelBefore?.v != null && level.t > i.levelBefore.t
      ? ((level.v - i.levelBefore.v) * HOUR) / (level.t - i.levelBefore.t)
      : null
  const stored = level?.v == null ? null : i.volume(level.v)
  const normal = i.volume(i.levels.normal)?.v ?? null
  const ofVolume = (make: (v: number) => number | null): FigureReading | null => {
    if (!level) return null
    const v = stored === null ? null : make(stored.v)
    return { t: level.t, v, q: v === null ? MISSING : worst(level.q, stored!.q) }
  }
  const spill = difference(of('general.total_discharge_dam'), of('general.env_discharge'))
  const power = of('general.power')
  const inflow = of('general.total_discharge_lake').last
  const { forecast } = forecastInflow(data.get('general.inflow_moving_average') ?? emptySeries(), {
    model: 'trend',
    hours: 72,
    now,
    interval: i.interval,
    maxAge: STALE_INTERVALS * i.interval,
    allowSuspect: i.allowSuspect,
  })
  const passed = passedOf(inflow, data.get('general.total_discharge_out'), i)
  const day = startOf('day', now, zone)
  const generated = data.get(PLANT_ENERGY)
  const energy = energyOfSteps(generated, day, now)
  return {
    lake_level: figure(level, 'm', zone, { trend }),
    total_capacity: figure(
      ofVolume((v) => v),
      '10^6 m3',
      zone,
      { scale: 1e-6 },
    ),
    capacity_percent: figure(
      ofVolume((v) => (normal ? (100 * v) / normal : null)),
      '%',
      zone,
    ),
    free_capacity: figure(
      ofVolume((v) => (normal === null ? null : normal - v)),
      '10^6 m3',
      zone,
      { scale: 1e-6 },
    ),
    inflow: flow('general.total_discharge_lake'),
    inflow_moving_average: flow('general.inflow_moving_average'),
    outflow: flow('general.total_discharge_out'),
    outflow_mean: figure(passed, 'm3/s', zone),
    net: figure(netOf(inflow, passed), 'm3/s', zone),
    net_window: i.window(inflow?.t ?? now) / 1000,
    turbine: i.whole ? figure(null, 'm3/s', zone) : flow('general.total_discharge_turbine'),
    spill: figure(i.whole ? null : spill, 'm3/s', zone),
    environmental: flow('general.env_discharge'),
    power: figure(i.whole ? null : power.last, 'MW', zone, { scale: 1e-3, trend: power.trend }),
    energy_today: figure(
      i.whole ? null : energyReading(energy, lastBefore(generated, now)?.t ?? null, day),
      'MWh',
      zone,
      { scale: 1e-3 },
    ),
    water_use: i.whole
      ? noOutlook('m3/kWh', zone)
      : useToday(data.get('general.total_discharge_turbine'), energy, day, i.interval, zone),
    ...lakeAhead({ ...i, perHour: trend, forecast, outflow: of('general.total_discharge_out').last }),
    inflow_rises: (flow('general.inflow_moving_average').trend ?? 0) > 0 || (forecast?.slope ?? 0) > 0,
    rain_1h: rain('basin.rain', 1),
    rain_24h: rain('basin.rain', 24),
    radar_1h: rain('basin.rain_radar', 1),
    radar_24h: rain('basin.rain_radar', 24),
    last_reading: i.lastReading,
    last_calculation: i.lastCalculation,
  }
}

/** Mean outflow over the window of an inflow; null unless all of it is known, and while the inflow is not. */
export function passedOf(
  inflow: FigureReading | null,
  out: Series | undefined,
  { window, interval, saved }: Pick<IndicatorInputs, 'window' | 'interval' | 'saved'>,
): FigureReading | null {
  if (!inflow || inflow.v === null) return inflow
  const maxGap = STALE_INTERVALS * interval
  const passed = saved.includes(inflow.t)
    ? entryAt(out, inflow.t)
    : out && mean(out, inflow.t - window(inflow.t), inflow.t, 'instant', { maxGap })
  if (!passed || Number.isNaN(passed.v)) return { ...inflow, v: null, q: MISSING }
  return { t: inflow.t, v: passed.v, q: grade(inflow.q) === STALE ? worst(passed.q, STALE) : passed.q }
}

function netOf(inflow: FigureReading | null, passed: FigureReading | null): FigureReading | null {
  if (inflow?.v == null || passed?.v == null) return passed
  return { t: inflow.t, v: inflow.v - passed.v, q: worst(inflow.q, passed.q) }
}

function entryAt(s: Series | undefined, t: number): { v: number; q: number } | null {
  const i = s ? s.t.indexOf(t) : -1
  return i < 0 ? null : { v: s!.v[i], q: s!.q[i] }
}

/** The dam's discharge without the environmental release, which is the spill; null unless both are known. */
function difference(
  dam: { last: FigureReading | null },
  env: { last: FigureReading | null },
): FigureReading | null {
  if (!dam.last || dam.last.v === null) return dam.last
  if (!env.last || env.last.v === null || env.last.t !== dam.last.t)
    return { ...dam.last, v: null, q: MISSING }
  return {
    t: dam.last.t,
    v: Math.max(0, dam.last.v - env.last.v),
    q: worst(dam.last.q, env.last.q),
  }
}
