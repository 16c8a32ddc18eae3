import { energyOver, reportedEnergy, waterUse, type EnergyOver } from '#core/energy/index.ts'
import { STEADY, hoursOfWater, hoursUp, type Time } from '#core/outlook/index.ts'
import { MISSING, usable, worst } from '#core/quality/index.ts'
import { STALE_INTERVALS } from '#core/calculation/index.ts'
import { emptySeries, type Series } from '#core/series/index.ts'
import type { Outlook } from '#contract/dashboard.ts'
import { figure, type FigureReading } from './figures.ts'
import type { Volume } from './storage.ts'

/** Power or discharge over a day that runs; of the interval that runs nothing is known yet. */
export function overDay(s: Series | undefined, from: number, now: number, interval: number): EnergyOver {
  const maxGap = STALE_INTERVALS * interval
  return energyOver(s ?? emptySeries(), from, now, 'instant', { maxGap, lag: interval })
}

/** Energy as a reading at the last instant that it is known of; null where nothing came. */
export function energyReading(e: EnergyOver, last: FigureReading | null, from: number): FigureReading | null {
  if (!last || (last.t < from && e.expected > 0)) return null
  const { value, q } = reportedEnergy(e)
  return { t: Math.max(last.t, from), v: value, q }
}

/** Water that a kWh took over one span. */
export function useOf(water: EnergyOver, energy: EnergyOver, at: number | null, zone: string): Outlook {
  const { value, q, reason } = waterUse(water, energy)
  return { ...figure(at === null ? null : { t: at, v: value, q }, 'm3/kWh', zone), reason }
}

export const noOutlook = (unit: string, zone: string): Outlook => ({
  ...figure(null, unit, zone),
  reason: 'unknown',
})

interface Lake {
  zone: string
  level: FigureReading | null
  /** m an hour, of the last hour. */
  perHour: number | null
  /** m3/s, inflow less outflow. */
  net: FigureReading | null
  volume: (z: number) => Volume | null
  levels: { dead: number; normal: number; designedFlood: number }
}

/** When the lake is at its limits, if it goes on as it does. */
export function lakeAhead({ zone, level, perHour, net, volume, levels }: Lake) {
  // What is only doubted is shown with its mark; what is rejected or old tells nothing of the present.
  const z = level?.v != null && usable(level.q, true) ? level.v : null
  const flow = net?.v != null && usable(net.q, true) ? net.v : null
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
  const up = (target: number) => outlookOf(hoursUp(z, perHour, target), 'h', level?.q ?? MISSING)
  const left = hoursOfWater(now?.v ?? null, dead?.v ?? null, flow, now && below ? now.v - below.v : null)
  const q = [level?.q, now?.q, dead?.q, net?.q].reduce<number>((a, b) => worst(a, b ?? MISSING), 0)
  const above = now && dead ? Math.max(0, now.v - dead.v) : null
  return {
    to_normal: up(levels.normal),
    to_flood: up(levels.designedFlood),
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
