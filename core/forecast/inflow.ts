import { HOUR } from '../time/units.ts'
import {
  LONGEST_LINE,
  shortTermInflow,
  slopeOf,
  trendWarnings,
  type TrendWarning,
} from '../calculators/index.ts'
import { ESTIMATED, FLOORED, MISSING, PARTIAL, STALE, grade, usable, worst } from '../quality/index.ts'
import { PARTIAL_ABOVE, MISSING_ABOVE, indexAt, isUsable, lowerBound, type Series } from '../series/index.ts'
import { forecastBand } from './band.ts'

/** Baselines, the reference of every other model (domain rules 6.1). */
export const MODELS = ['persistence', 'trend'] as const
export type Model = (typeof MODELS)[number]

/** Hours ahead. */
export const HORIZONS = [1, 24, 72] as const
export type Horizon = (typeof HORIZONS)[number]

export interface InflowInput {
  model: Model
  hours: Horizon
  /** The present, epoch ms. */
  now: number
  /** Time between entries of the inflow, ms. */
  interval: number
  /** Age beyond which an inflow is not the present one, ms. */
  maxAge: number
  /** Whether SUSPECT values may be used. */
  allowSuspect?: boolean
}

/**
 * Why there is no forecast. none: no inflow was ever computed. missing: the last entry has no value. stale: it is too
 * old. suspect: it may not be used. gaps: half of the points of the line are missing.
 */
type Refusal = 'none' | 'missing' | 'stale' | 'suspect' | 'gaps'

/**
 * What weakens it. floored: the balance was negative and was published as 0. gaps: a tenth of the points is missing.
 */
type Warning = TrendWarning | 'floored' | 'gaps'

export interface Forecast {
  /** Epoch ms, from the inflow from which it starts (lead 0) to the horizon. */
  t: Float64Array
  /** m3/s, never below 0. */
  v: Float64Array
  lower: Float64Array
  upper: Float64Array
  /** The worst quality used, at least ESTIMATED. */
  q: number
  /** Instant and value (m3/s) of the inflow from which it starts. */
  from: number
  start: number
  /** m3/s per hour; null for persistence. */
  slope: number | null
  /** The points that the line is fitted to; null for persistence. */
  window: { from: number; to: number; points: number; expected: number } | null
  warnings: Warning[]
}

export type Outcome =
  { forecast: Forecast; refused: null } | { forecast: null; refused: { reason: Refusal; at: number | null } }

/** Time between points, ms: intervals of the calculation for an hour, else hours. */
export function stepOf(hours: Horizon, interval: number): number {
  return hours === 1 ? Math.min(interval, HOUR) : HOUR
}

/**
 * How far back the line is fitted, ms: as far as it is drawn ahead, so that it extrapolates no further than was
 * observed, but over at least six intervals. Source: docs/decisions/0025.
 */
export function windowOf(interval: number): number {
  return Math.max(LONGEST_LINE * HOUR, 6 * interval)
}

/**
 * Forecasts the inflow by a baseline. persistence: it stays constant. trend: Q = max(0, QIN + TANA * T) with the
 * least-squares slope of the window (domain rules 4.4), for as long as a straight line is valid (3 h), and constant
 * after that. inflow: smoothed, m3/s, at least over the window before now.
 */
export function forecastInflow(inflow: Series, input: InflowInput): Outcome {
  const { model, hours, now, interval, maxAge, allowSuspect = false } = input
  const refuse = (reason: Refusal, at: number | null): Outcome => ({
    forecast: null,
    refused: { reason, at },
  })
  const last = indexAt(inflow, now)
  if (last < 0) return refuse('none', null)
  const from = inflow.t[last]
  const q0 = inflow.q[last]
  if (now - from > maxAge) return refuse('stale', from)
  if (Number.isNaN(inflow.v[last]) || grade(q0) === MISSING) return refuse('missing', from)
  if (grade(q0) === STALE) return refuse('stale', from)
  if (!usable(q0, allowSuspect)) return refuse('suspect', from)

  const start = Math.max(0, inflow.v[last])
  const warnings: Warning[] = []
  if (q0 & FLOORED || inflow.v[last] < 0) warnings.push('floored')
  let q = worst(q0, ESTIMATED)
  let slope: number | null = null
  let window: Forecast['window'] = null
  if (model === 'trend') {
    const begin = from - windowOf(interval)
    const points: { t: number; q: number }[] = []
    for (let i = lowerBound(inflow.t, begin); i <= last; i++) {
      if (!isUsable(inflow, i, allowSuspect)) continue
      points.push({ t: inflow.t[i], q: inflow.v[i] })
      q = worst(q, inflow.q[i])
    }
    const expected = Math.floor((from - begin) / interval + 1e-9) + 1
    const missing = 1 - points.length / expected
    slope = slopeOf(points)
    if (slope === null || points.length < 3 || missing > MISSING_ABOVE) return refuse('gaps', from)
    window = { from: begin, to: from, points: points.length, expected }
    if (missing > PARTIAL_ABOVE) {
      warnings.push('gaps')
      q = worst(q, PARTIAL)
    }
    warnings.push(...lineWarnings(start, slope, hours))
  }

  const step = stepOf(hours, interval)
  const n = Math.ceil((hours * HOUR) / step - 1e-9) + 1
  const f: Forecast = {
    t: new Float64Array(n),
    v: new Float64Array(n),
    lower: new Float64Array(n),
    upper: new Float64Array(n),
    q,
    from,
    start,
    slope,
    window,
    warnings,
  }
  for (let i = 0; i < n; i++) {
    const ahead = Math.min(i * step, hours * HOUR)
    const lead = ahead / HOUR
    f.t[i] = from + ahead
    f.v[i] =
      slope === null
        ? start
        : shortTermInflow({ QIN: start, TANA: slope, T: Math.min(lead, LONGEST_LINE) }).value
    ;[f.lower[i], f.upper[i]] = forecastBand(f.v[i], start, lead)
  }
  return { forecast: f, refused: null }
}

/** far_ahead: the line is not drawn as far as requested; above_inflow: its total change exceeds the inflow. */
function lineWarnings(start: number, slope: number, hours: number): TrendWarning[] {
  const ends = trendWarnings({ QIN: start, TANA: slope, T: Math.min(hours, LONGEST_LINE) })
  return hours > LONGEST_LINE ? ['far_ahead', ...ends] : ends
}
