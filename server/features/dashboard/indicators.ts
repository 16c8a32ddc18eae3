import { STALE_INTERVALS } from '#core/calculation/index.ts'
import { MISSING, worst } from '#core/quality/index.ts'
import { mean, type Series } from '#core/series/index.ts'
import { HOUR, startOf } from '#core/time/index.ts'
import type { getIndicators } from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { aged, figure, lastBefore, trendPerHour, type FigureReading } from './figures.ts'
import { energyReading, lakeAhead, noOutlook, overDay, useOf } from './outlooks.ts'
import { rainOver } from './rain.ts'
import type { Volume } from './storage.ts'

export type IndicatorData = Output<typeof getIndicators>

interface IndicatorInputs {
  now: number
  zone: string
  /** The live level by the calibrated positions, checked, not averaged over time. */
  level: FigureReading | null
  levelBefore: FigureReading | null
  volume: (z: number) => Volume | null
  levels: { dead: number; normal: number; designedFlood: number }
  /** general.* and basin.* over the last 24 h and today, with carry. */
  data: Map<string, Series>
  /** Only a total release is known: what passes units and spillways by themselves is not. */
  whole: boolean
  /** T2 - T1 of the inflow that is stored at an instant, ms. */
  window: (at: number) => number
  /** Instants saved from what was given: what left then is held over the window, as it was for their inflow. */
  saved: readonly number[]
  /** ms between calculations, and between totals of basin rain. */
  interval: number
  rainEvery: number
  lastReading: number | null
  lastCalculation: number | null
}

/** Series that the figures are made of. */
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
  'basin.rain',
  'basin.rain_radar',
]

/** From when they are needed: a day of rain, today's energy, an hour of trend. */
export function indicatorsFrom(now: number, zone: string): number {
  return Math.min(now - 25 * HOUR, startOf('day', now, zone))
}

export function indicators(i: IndicatorInputs): Omit<IndicatorData, 'operation'> {
  const { now, zone, data } = i
  const of = (code: string) => {
    const last = lastBefore(data.get(code), now)
    return {
      last: aged(last, now, STALE_INTERVALS * i.interval),
      trend: trendPerHour(data.get(code), last),
    }
  }
  const rain = (code: string, hours: number) =>
    figure(rainOver(data.get(code), now - hours * HOUR, now, i.rainEvery), 'mm', zone)
  const flow = (code: string) => {
    const { last, trend } = of(code)
    return figure(last, 'm3/s', zone, { trend })
  }
  const level = i.level
  const trend =
    level?.v != null && i.levelBefore?.v != null && level.t > i.levelBefore.t
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
  const net = netOf(of('general.total_discharge_lake').last, data.get('general.total_discharge_out'), i)
  const day = startOf('day', now, zone)
  const energy = overDay(data.get('general.power'), day, now, i.interval)
  const water = overDay(data.get('general.total_discharge_turbine'), day, now, i.interval)
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
    net: figure(net, 'm3/s', zone),
    net_window: i.window(of('general.total_discharge_lake').last?.t ?? now) / 1000,
    turbine: i.whole ? figure(null, 'm3/s', zone) : flow('general.total_discharge_turbine'),
    spill: figure(i.whole ? null : spill, 'm3/s', zone),
    environmental: flow('general.env_discharge'),
    power: figure(i.whole ? null : power.last, 'MW', zone, { scale: 1e-3, trend: power.trend }),
    energy_today: figure(
      i.whole ? null : energyReading(energy, lastBefore(data.get('general.power'), now), day),
      'MWh',
      zone,
      { scale: 1e-3 },
    ),
    water_use: i.whole ? noOutlook('m3/kWh', zone) : useOf(water, energy, power.last?.t ?? null, zone),
    ...lakeAhead({ ...i, perHour: trend, net }),
    rain_1h: rain('basin.rain', 1),
    rain_24h: rain('basin.rain', 24),
    radar_1h: rain('basin.rain_radar', 1),
    radar_24h: rain('basin.rain_radar', 24),
    last_reading: i.lastReading,
    last_calculation: i.lastCalculation,
    ...untilLimit(level?.v ?? null, trend, i.levels),
  }
}

/** Inflow less the mean outflow over the window behind it; not known unless all of that is. */
function netOf(
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
  return { t: inflow.t, v: inflow.v - passed.v, q: worst(inflow.q, passed.q) }
}

function entryAt(s: Series | undefined, t: number): { v: number; q: number } | null {
  const i = s ? s.t.indexOf(t) : -1
  return i < 0 ? null : { v: s!.v[i], q: s!.q[i] }
}

/** The dam's discharge without the environmental release: what is spilled. Not known unless both are. */
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

/** Hours until the level meets the next limit at its present rate. Slower than a millimetre an hour: no forecast. */
function untilLimit(
  z: number | null,
  perHour: number | null,
  levels: { dead: number; normal: number; designedFlood: number },
): { hours_to_limit: number | null; limit: 'dead' | 'normal' | 'flood' | null } {
  if (z === null || perHour === null || Math.abs(perHour) < 0.001)
    return { hours_to_limit: null, limit: null }
  const [limit, at] =
    perHour < 0
      ? z > levels.normal
        ? (['normal', levels.normal] as const)
        : (['dead', levels.dead] as const)
      : z < levels.normal
        ? (['normal', levels.normal] as const)
        : (['flood', levels.designedFlood] as const)
  const hours = (at - z) / perHour
  return hours >= 0
    ? { hours_to_limit: Math.round(hours * 10) / 10, limit }
    : { hours_to_limit: null, limit: null }
}
