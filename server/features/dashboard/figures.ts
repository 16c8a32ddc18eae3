import { MISSING, STALE, worst } from '#core/quality/index.ts'
import { indexAt } from '#core/series/index.ts'
import type { Series } from '#core/series/types.ts'
import type { Figure } from '#contract/dashboard.ts'
import { round } from '#contract/fields.ts'
import { HOUR, toLocal } from '#core/time/index.ts'

export interface FigureReading {
  t: number
  v: number | null
  q: number
}

/** Last entry of a series at or before t, or null. */
export function lastBefore(s: Series | undefined, t: number): FigureReading | null {
  const i = s ? indexAt(s, t) : -1
  if (!s || i < 0) return null
  return { t: s.t[i], v: Number.isNaN(s.v[i]) ? null : s.v[i], q: s.q[i] }
}

/** The reading as of now: one older than maxAge (ms) is STALE. maxAge 0: readings do not age. */
export function aged<R extends FigureReading | null>(reading: R, now: number, maxAge: number): R {
  if (!reading || reading.v === null || maxAge <= 0 || now - reading.t <= maxAge) return reading
  return { ...reading, q: worst(reading.q, STALE) }
}

/** The last entry with a value where the newest has none: STALE, with its own time; null when older than keep (ms). */
export function lastKnown(s: Series | undefined, now: number, keep: number): FigureReading | null {
  const last = lastBefore(s, now)
  if (!s || !last) return last
  for (let i = indexAt(s, now); i >= 0 && now - s.t[i] <= keep; i--)
    if (!Number.isNaN(s.v[i]))
      return { t: s.t[i], v: s.v[i], q: s.t[i] === last.t ? s.q[i] : worst(s.q[i], STALE) }
  return { t: last.t, v: null, q: worst(last.q, MISSING) }
}

/** Change per hour over the hour before the reading; null without a value at both ends. */
export function trendPerHour(s: Series | undefined, now: FigureReading | null): number | null {
  if (!now || now.v === null) return null
  const before = lastBefore(s, now.t - HOUR)
  if (!before || before.v === null || now.t - before.t > 2 * HOUR) return null
  return round(((now.v - before.v) * HOUR) / (now.t - before.t), 4)
}

export function figure(
  reading: FigureReading | null,
  unit: string,
  zone: string,
  options: { scale?: number; trend?: number | null } = {},
): Figure {
  const scale = options.scale ?? 1
  const has = reading !== null && reading.v !== null
  return {
    value: has ? round(reading.v! * scale) : null,
    unit,
    quality: reading ? (has ? reading.q : worst(reading.q, MISSING)) : MISSING,
    date_string: reading ? toLocal(reading.t, zone) : null,
    t: reading ? reading.t : null,
    trend: options.trend === undefined || options.trend === null ? null : round(options.trend * scale, 4),
  }
}
