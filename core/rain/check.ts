import { MISSING, REJECTED, SUSPECT, grade, usable, worst } from '../quality/index.ts'
import type { Series } from '../series/types.ts'
import { MINUTE } from '../time/units.ts'

/** Which check fired, as bits. */
export const RAIN_CHECKS = { negative: 1, fiveMinutes: 2, hour: 4, day: 8, stuck: 16 } as const

export interface RainLimits {
  /** mm; more than this is suspect. */
  fiveMinutes: number
  hour: number
  day: number
}

export const RAIN_LIMITS: RainLimits = { fiveMinutes: 30, hour: 150, day: 800 }

/**
 * Checks increments of a tipping bucket, stamped at the end of their interval. A negative increment is REJECTED. An
 * increment that raises the depth of the 5 minutes, 1 hour or 24 hours up to it above the limit is SUSPECT; it does not
 * count in later windows, so that one wild tip does not doubt the hour after it. The 5-minute limit applies to
 * intervals up to 5 minutes; for a longer one it grows with the interval up to the limit of the hour. intervalMs:
 * interval of one increment, ms. Returns quality bytes and the checks that fired, per entry.
 */
export function checkRain(
  s: Series,
  intervalMs: number,
  limits: RainLimits = RAIN_LIMITS,
): { q: Uint8Array; fired: Uint8Array } {
  const n = s.t.length
  const q = Uint8Array.from(s.q)
  const fired = new Uint8Array(n)
  const short = Math.max(5 * MINUTE, intervalMs)
  const windows = [
    {
      ms: short,
      limit: Math.min(limits.hour, (limits.fiveMinutes * short) / (5 * MINUTE)),
      bit: RAIN_CHECKS.fiveMinutes,
    },
    { ms: 60 * MINUTE, limit: limits.hour, bit: RAIN_CHECKS.hour },
    { ms: 1440 * MINUTE, limit: limits.day, bit: RAIN_CHECKS.day },
  ].filter((w) => w.ms >= intervalMs && (w.bit !== RAIN_CHECKS.fiveMinutes || intervalMs < 60 * MINUTE))
  const tails = windows.map(() => 0)
  const sums = windows.map(() => 0)
  const counted = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    windows.forEach((w, k) => {
      while (tails[k] < i && s.t[tails[k]] <= s.t[i] - w.ms) sums[k] -= counted[tails[k]++]
      // Running sums drift; an empty window is the moment to reset them.
      if (tails[k] === i) sums[k] = 0
    })
    const v = s.v[i]
    if (Number.isNaN(v) || !usable(q[i])) continue
    if (v < 0) {
      fired[i] = RAIN_CHECKS.negative
      q[i] = worst(q[i], REJECTED)
      continue
    }
    windows.forEach((w, k) => {
      if (sums[k] + v > w.limit + 1e-9) fired[i] |= w.bit
    })
    if (fired[i]) {
      q[i] = worst(q[i], SUSPECT)
      continue
    }
    counted[i] = v
    for (let k = 0; k < windows.length; k++) sums[k] += v
  }
  return { q, fired }
}

export interface Neighbour {
  /** km */
  distance: number
  /** mm over the same time; null when unknown. */
  total: number | null
}

/**
 * Whether a gauge seems blocked: it reported only zeros over the 72 h up to `until`, while at least two neighbours
 * within 15 km had more than 50 mm each. Silence is not zero: the readings must reach back 72 h.
 */
export function isStuck(s: Series, until: number, neighbours: readonly Neighbour[]): boolean {
  const from = until - 72 * 60 * MINUTE
  const wet = neighbours.filter((n) => n.distance <= 15 && n.total !== null && n.total > 50)
  if (wet.length < 2) return false
  let zeros = 0
  let earliest = Infinity
  let latest = -Infinity
  for (let i = 0; i < s.t.length; i++) {
    if (s.t[i] <= from || s.t[i] > until || Number.isNaN(s.v[i]) || grade(s.q[i]) === MISSING) continue
    if (s.v[i] !== 0) return false
    zeros++
    earliest = Math.min(earliest, s.t[i])
    latest = Math.max(latest, s.t[i])
  }
  // Reports on every day, from the first hours of the three days to the last.
  return zeros >= 3 && earliest - from <= 1440 * MINUTE && until - latest <= 1440 * MINUTE
}
