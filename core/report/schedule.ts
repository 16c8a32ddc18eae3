import { fromLocal, floorOnClock, next, startOf, toLocalDate, DAY, MINUTE } from '../time/index.ts'
import { inSeason } from '../description/season.ts'
import type { CharacteristicLevels } from '../description/index.ts'

/** Levels that a pace may name, and the seasonal limit in force. */
export const PACE_LEVELS = ['dead', 'season', 'normal', 'designedFlood', 'checkFlood'] as const
export type PaceLevel = (typeof PACE_LEVELS)[number]

/** What must be so for a pace to be in force; all that is named must. */
interface PaceCondition {
  /** Local days MM-DD, both included; it may pass the end of the year. */
  season?: { from: string; to: string }
  /** The lake is above this level. */
  aboveLevel?: PaceLevel
  /** The release at the dam is above this, m3/s. */
  aboveSpill?: number
}

/** Local times of day HH:MM, or every so many minutes of the local clock. */
type PaceTimes = { at: readonly string[] } | { every: number }

/** How often a report is made in a state of the reservoir. */
export interface Pace {
  name: string
  /** null: whenever none before it is in force. */
  when: PaceCondition | null
  times: PaceTimes
}

/** State of a reservoir at an instant; null: unknown. */
export interface PaceState {
  /** Local day MM-DD. */
  day: string
  /** m */
  level: number | null
  /** m3/s */
  spill: number | null
  levels: Pick<CharacteristicLevels, 'dead' | 'normal' | 'designedFlood' | 'checkFlood'> & {
    season: number | null
  }
}

/** The first pace that is in force, or null. What is unknown is above nothing. */
export function paceIn(paces: readonly Pace[], state: PaceState): Pace | null {
  const { day, level, spill, levels } = state
  const holds = ({ season, aboveLevel, aboveSpill }: PaceCondition) => {
    if (season && !inSeason(season, day)) return false
    if (aboveLevel !== undefined) {
      const limit = levels[aboveLevel]
      if (level === null || limit === null || limit === undefined || level <= limit) return false
    }
    return aboveSpill === undefined || (spill !== null && spill > aboveSpill)
  }
  return paces.find((pace) => pace.when === null || holds(pace.when)) ?? null
}

/** Instants of times of the local clock in (from, to], epoch ms, in order. */
function instantsOf(times: PaceTimes, zone: string, from: number, to: number): number[] {
  const out: number[] = []
  if ('every' in times) {
    const step = times.every * MINUTE
    // An hour that occurs twice has its instants twice, one that is left out has none.
    for (let t = floorOnClock(from, step, zone); t <= to; t = floorOnClock(t, step, zone) + step)
      if (t > from && floorOnClock(t, step, zone) === t) out.push(t)
    return out
  }
  for (let day = startOf('day', from, zone); day <= to; day = next('day', day, zone))
    for (const time of times.at) {
      // A time that occurs twice is the first of the two, one that is left out is as much later.
      const t = fromLocal(`${toLocalDate(day, zone)} ${time}`, zone)!
      if (t > from && t <= to) out.push(t)
    }
  return out.sort((a, b) => a - b)
}

/** Every instant in (from, to] that is one of any pace, in order: whether it is due depends on the pace in force then. */
export function paceInstants(paces: readonly Pace[], zone: string, from: number, to: number): number[] {
  const all = new Set(paces.flatMap((pace) => instantsOf(pace.times, zone, from, to)))
  return [...all].sort((a, b) => a - b)
}

/** Whether an instant is one of a pace. */
export const isInstantOf = ({ times }: Pace, zone: string, t: number): boolean =>
  instantsOf(times, zone, t - 1, t).length > 0

/** The first instant after t that is one of any pace. */
export function nextPaceInstant(paces: readonly Pace[], zone: string, t: number): number {
  for (let from = t; from < t + 3 * DAY; from += DAY) {
    const [first] = paceInstants(paces, zone, from, from + DAY)
    if (first !== undefined) return first
  }
  return Infinity
}

/** Spans of a report by the instant at which it is due. */
export const REPORT_SPANS = [
  'last_24h',
  'today',
  'yesterday',
  'last_7_days',
  'this_month',
  'last_month',
  'this_year',
] as const
export type ReportSpan = (typeof REPORT_SPANS)[number]

/**
 * The span of a report that is due at an instant, [from, to) in epoch ms. What is not over ends at the instant; one that
 * begins with it is the one before. dayStart: minutes after local midnight.
 */
export function spanDue(
  span: ReportSpan,
  due: number,
  zone: string,
  dayStart: number,
): { from: number; to: number } {
  const begin = (kind: 'day' | 'month' | 'year', t: number) => startOf(kind, t, zone, dayStart)
  switch (span) {
    case 'last_24h':
      return { from: due - DAY, to: due }
    case 'today':
      return { from: begin('day', due - 1), to: due }
    case 'yesterday': {
      const to = begin('day', due)
      return { from: begin('day', to - 1), to }
    }
    case 'last_7_days': {
      let from = begin('day', due - 1)
      for (let n = 0; n < 6; n++) from = begin('day', from - 1)
      return { from, to: due }
    }
    case 'this_month':
      return { from: begin('month', due - 1), to: due }
    case 'last_month': {
      const to = begin('month', due)
      return { from: begin('month', to - 1), to }
    }
    case 'this_year':
      return { from: begin('year', due - 1), to: due }
  }
}
