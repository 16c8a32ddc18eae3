import { daysInMonth, fromLocal, localParts, MINUTE, next, startOf, toLocalDate } from '../time/index.ts'

/**
 * The plan of output: energy (kWh) and revenue (VND) by years, months and days, or a dispatch schedule by half-hours.
 * Periods are of the calendar of the plant, from midnight.
 */
export const PLAN_GRAINS = ['year', 'month', 'day', 'half_hour'] as const
export type PlanGrain = (typeof PLAN_GRAINS)[number]

const HALF_HOUR = 30 * MINUTE

/** Values of the periods of a scope, in their order; null: not planned. */
export interface PlanValues {
  kwh: (number | null)[]
  vnd: (number | null)[]
}

/** Plans in force by grain and scope (`planKey`). */
export type PlanScopes = ReadonlyMap<string, PlanValues>

export const planKey = (grain: PlanGrain, scope: string): string => `${grain} ${scope}`

/** Where a period is kept: the year of a year or a month, the month of a day, the day of a half-hour. */
interface PlanPlace {
  scope: string
  index: number
}

/** The place of the period that contains an instant, epoch ms. */
export function planPlace(grain: PlanGrain, t: number, zone: string): PlanPlace {
  const date = toLocalDate(t, zone)
  const { month, day } = localParts(t, zone)
  switch (grain) {
    case 'year':
      return { scope: date.slice(0, 4), index: 0 }
    case 'month':
      return { scope: date.slice(0, 4), index: month - 1 }
    case 'day':
      return { scope: date.slice(0, 7), index: day - 1 }
    case 'half_hour':
      return { scope: date, index: Math.floor((t - startOf('day', t, zone)) / HALF_HOUR) }
  }
}

/** How many periods a scope has. */
export function planSize(grain: PlanGrain, scope: string, zone: string): number {
  if (grain === 'year') return 1
  if (grain === 'month') return 12
  if (grain === 'day') return daysInMonth(Number(scope.slice(0, 4)), Number(scope.slice(5)))
  const start = fromLocal(scope, zone)!
  return Math.round((next('day', start, zone) - start) / HALF_HOUR)
}

/** [start, end) of the period that contains an instant, epoch ms. */
export function planPeriod(grain: PlanGrain, t: number, zone: string): { start: number; end: number } {
  if (grain !== 'half_hour') return { start: startOf(grain, t, zone), end: next(grain, t, zone) }
  const day = startOf('day', t, zone)
  const start = day + Math.floor((t - day) / HALF_HOUR) * HALF_HOUR
  return { start, end: start + HALF_HOUR }
}

/** Plans of a period may also be the sum of finer ones, where all of them are there. */
const FINER: Record<Exclude<PlanGrain, 'half_hour'>, readonly PlanGrain[]> = {
  year: ['year', 'month', 'day', 'half_hour'],
  month: ['month', 'day', 'half_hour'],
  day: ['day', 'half_hour'],
}

/** A planned value, and of which plan it is made. */
interface Planned {
  value: number
  grain: PlanGrain
}

/**
 * What is planned for a day, month or year: by its own plan, else the sum of the next finer one of which no period is
 * missing. null: nothing; a coarser plan is never split.
 */
export function plannedOf(
  scopes: PlanScopes,
  of: 'kwh' | 'vnd',
  kind: 'day' | 'month' | 'year',
  t: number,
  zone: string,
): Planned | null {
  const { start, end } = planPeriod(kind, t, zone)
  for (const grain of FINER[kind]) {
    const value = sumOf(scopes, of, grain, start, end, zone)
    if (value !== null) return { value, grain }
  }
  return null
}

/** The sum of the periods of a grain within [start, end); null where one is missing. */
function sumOf(
  scopes: PlanScopes,
  of: 'kwh' | 'vnd',
  grain: PlanGrain,
  start: number,
  end: number,
  zone: string,
): number | null {
  let sum = 0
  for (let t = start; t < end;) {
    const { scope, index } = planPlace(grain, t, zone)
    const values = scopes.get(planKey(grain, scope))?.[of]
    if (!values) return null
    const last = planPlace(grain, Math.min(end, endOfScope(grain, t, zone)) - 1, zone)
    for (let i = index; i <= last.index; i++) {
      const v = values[i] ?? null
      if (v === null) return null
      sum += v
    }
    t = endOfScope(grain, t, zone)
  }
  return sum
}

function endOfScope(grain: PlanGrain, t: number, zone: string): number {
  if (grain === 'half_hour') return next('day', t, zone)
  return next(grain === 'day' ? 'month' : 'year', t, zone)
}
