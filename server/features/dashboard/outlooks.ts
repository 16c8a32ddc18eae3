import { energyOver, reportedEnergy, waterUse, type EnergyOver } from '#core/energy/index.ts'
import type { Forecast } from '#core/forecast/index.ts'
import {
  STEADY,
  hoursAlong,
  hoursDown,
  hoursOfWater,
  hoursUp,
  spanOf,
  type Span,
  type Time,
} from '#core/outlook/index.ts'
import { MISSING, usable, worst } from '#core/quality/index.ts'
import { STALE_INTERVALS } from '#core/calculation/index.ts'
import { emptySeries, type Series } from '#core/series/index.ts'
import { round } from '#contract/fields.ts'
import type { LevelOutlook, NextLimit, Outlook } from '#contract/dashboard.ts'
import { figure, type FigureReading } from './figures.ts'
import type { Volume } from './storage.ts'

/** A discharge summed over a part of the day. */
function overDay(s: Series | undefined, from: number, to: number, interval: number): EnergyOver {
  return energyOver(s ?? emptySeries(), from, to, 'instant', { maxGap: STALE_INTERVALS * interval })
}

/** Energy of the day as a reading at the end of its last step; null where nothing arrived. */
export function energyReading(e: EnergyOver, end: number | null, from: number): FigureReading | null {
  if (end === null || (end < from && e.expected > 0)) return null
  const { value, q } = reportedEnergy(e)
  return { t: Math.max(end, from), v: value, q }
}

/** Water used per kWh in the steps of energy of a day that are over. */
export function useToday(
  flow: Series | undefined,
  energy: EnergyOver,
  from: number,
  interval: number,
  zone: string,
): Outlook {
  const until = from + energy.expected
  const { value, q, reason } = waterUse(overDay(flow, from, until, interval), energy)
  const known = energy.covered > 0 || energy.expected > 0
  return { ...figure(known ? { t: until, v: value, q } : null, 'm3/kWh', zone), reason }
}

export const noOutlook = (unit: string, zone: string): Outlook => ({
  ...figure(null, unit, zone),
  reason: 'unknown',
})

interface Lake {
  zone: string
  level: FigureReading | null
  /** Change of the level over the last hour, m/h. */
  perHour: number | null
  /** The forecast inflow; null where there is none. */
  forecast: Forecast | null
  /** The present outflow, m3/s. */
  outflow: FigureReading | null
  /** The span shown last for each limit; the spans shown now are written to it. */
  shown: ShownSpans
  volume: (z: number) => Volume | null
  levels: { dead: number; normal: number; designedFlood: number }
}

/** The span shown last and its basis: on the way up for two levels, and down for the next. */
export type ShownSpans = Map<Target, { span: Span; basis: Basis }>
type Target = 'flood' | 'normal' | 'down'
type Limit = NextLimit['limit']
type Basis = NextLimit['basis']

interface Reach {
  time: Time
  ahead: LevelOutlook['ahead']
}

/**
 * When the lake reaches its limits: by the rate of its level over the last hour, and by the forecast inflow with the
 * present outflow. The earlier of the two counts.
 */
export function lakeAhead(lake: Lake) {
  const { zone, level, perHour, volume, levels, shown } = lake
  // A doubted value is shown with its mark; a rejected or old one says nothing of the present.
  const z = level?.v != null && usable(level.q, true) ? level.v : null
  const now = z === null ? null : volume(z)
  const dead = volume(levels.dead)
  const below = z === null ? null : volume(z - STEADY)
  const outlookOf = (time: Time, unit: 'h' | 'd', q: number): Outlook => {
    const at = level && {
      t: level.t,
      q,
      v: time.hours === null ? null : time.hours / (unit === 'd' ? 24 : 1),
    }
    return { ...figure(at, unit, zone), reason: time.reason }
  }
  const reach = (target: Target, level: number, up: boolean) => {
    const byRate = (up ? hoursUp : hoursDown)(z, perHour, level)
    const byForecast = alongForecast(lake, now, volume(level)?.v ?? null, up)
    return reachOf(target, byRate, byForecast, shown)
  }
  const normal = reach('normal', levels.normal, true)
  const flood = reach('flood', levels.designedFlood, true)
  // A lake above its normal level falls to that level before the dead level.
  const lower = z !== null && z > levels.normal ? 'normal' : 'dead'
  const down = reach('down', levels[lower], false)
  const to = ({ time, ahead }: Reach): LevelOutlook => {
    const q = ahead?.basis === 'forecast' ? worst(level!.q, lake.forecast!.q) : (level?.q ?? MISSING)
    return { ...outlookOf(time, 'h', q), ahead }
  }
  const falls =
    perHour === null || now === null ? null : Math.abs(perHour) < STEADY ? 0 : volumeRate(volume, z!, perHour)
  const left = hoursOfWater(
    now?.v ?? null,
    dead?.v ?? null,
    falls,
    now && below ? (now.v - below.v) / 2 : null,
  )
  const q = [level?.q, now?.q, dead?.q].reduce<number>((a, b) => worst(a, b ?? MISSING), 0)
  const above = now && dead ? Math.max(0, now.v - dead.v) : null
  return {
    to_normal: to(normal),
    to_flood: to(flood),
    ...nextOf([
      ['flood', flood],
      ['normal', normal],
      [lower, down],
    ]),
    usable_capacity: figure(
      level && {
        t: level.t,
        v: above,
        q: above === null ? MISSING : worst(worst(level.q, now!.q), dead!.q),
      },
      '10^6 m3',
      zone,
      { scale: 1e-6 },
    ),
    water_left: outlookOf(left, 'd', q),
  }
}

/** The span to show for when a level is reached, from the earlier of both ways. */
function reachOf(target: Target, byRate: Time, byForecast: number | null, shown: ShownSpans): Reach {
  const times = [byRate.hours, byForecast].filter((h) => h !== null)
  if (times.length === 0) {
    shown.delete(target)
    return { time: byRate, ahead: null }
  }
  const hours = Math.min(...times)
  const before = shown.get(target)
  const span = spanOf(hours, before?.span ?? null)
  // While the span and its basis are still right, the basis does not switch to and fro.
  const still = before?.span === span ? { rate: byRate.hours, forecast: byForecast }[before.basis] : null
  const basis =
    still !== null && still <= span.to ? before!.basis : hours === byForecast ? 'forecast' : 'rate'
  shown.set(target, { span, basis })
  return {
    time: { hours, reason: null },
    ahead: {
      from: span.from,
      to: Number.isFinite(span.to) ? span.to : null,
      basis,
      by_rate: byRate.hours === null ? null : round(byRate.hours, 2),
      by_forecast: byForecast === null ? null : round(byForecast, 2),
    },
  }
}

/** Net inflow at a rate of the level (m/h), m3/s; null beyond the end of the table. */
function volumeRate(volume: Lake['volume'], z: number, perHour: number): number | null {
  const [here, next] = [volume(z), volume(z + perHour)]
  return here && next && (next.v - here.v) / 3600
}

/** Hours until the forecast fills or empties the lake to a volume, from the shown level on. */
function alongForecast(
  { forecast, outflow, level }: Lake,
  now: Volume | null,
  target: number | null,
  up: boolean,
): number | null {
  if (!forecast || outflow?.v == null || !usable(outflow.q, true) || !now || target === null) return null
  return hoursAlong({ ...forecast, from: level!.t, stored: now.v, out: outflow.v, target, up })
}

/** The limit that is reached first. */
function nextOf(reaches: [Limit, Reach][]): {
  hours_to_limit: number | null
  limit: Limit | null
  next_limit: NextLimit | null
} {
  const hoursOf = ({ time }: Reach) => time.hours ?? Infinity
  const [limit, first] = reaches.reduce((a, b) => (hoursOf(b[1]) < hoursOf(a[1]) ? b : a))
  if (first.ahead === null) return { hours_to_limit: null, limit: null, next_limit: null }
  return { hours_to_limit: round(hoursOf(first), 1), limit, next_limit: { limit, ...first.ahead } }
}
