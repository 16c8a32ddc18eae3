import { HOUR } from '../../time/units.ts'
import { RAIN_CHECKS, checkRain, isStuck, type Neighbour, type RainLimits } from '../../rain/index.ts'
import type { Series } from '../../series/index.ts'
import { noHits, spansOf, type FiredSpan } from './span.ts'
import type { TimeSpan } from '../../time/spans.ts'

/** Hours of zeros after which a gauge counts as blocked when its neighbours had rain. */
export const STUCK_HOURS = 72

/**
 * Impossible depths of a tipping bucket (domain rule 5.5). value: depth of the window that fired, mm. Negative
 * increments belong to the range check.
 */
export function rainDepths(
  s: Series,
  every: number,
  limits: RainLimits,
  trusted?: readonly TimeSpan[],
): FiredSpan[] {
  const { fired } = checkRain(s, every, limits)
  const hits = noHits(s.t.length)
  const short = Math.max(300_000, every)
  const windows = [
    { bit: RAIN_CHECKS.day, ms: 24 * HOUR, limit: limits.day },
    { bit: RAIN_CHECKS.hour, ms: HOUR, limit: limits.hour },
    {
      bit: RAIN_CHECKS.fiveMinutes,
      ms: short,
      limit: Math.min(limits.hour, (limits.fiveMinutes * short) / 300_000),
    },
  ]
  for (let i = 0; i < s.t.length; i++) {
    const one = windows.find((w) => fired[i] & w.bit)
    if (!one) continue
    hits.hit[i] = 1
    hits.limit[i] = one.limit
    let sum = 0
    for (let k = i; k >= 0 && s.t[k] > s.t[i] - one.ms; k--)
      if (s.v[k] > 0 && (k === i || fired[k] === 0)) sum += s.v[k]
    hits.value[i] = sum
  }
  return spansOf(s, hits, trusted)
}

/**
 * A gauge that reported only zeros for 72 h while two neighbours within 15 km had more than 50 mm: the zeros up to
 * `until`. value: the smaller of the two largest depths of neighbours, mm.
 */
export function rainStuck(
  s: Series,
  until: number,
  neighbours: readonly Neighbour[],
  trusted?: readonly TimeSpan[],
): FiredSpan | null {
  if (!isStuck(s, until, neighbours)) return null
  const from = until - STUCK_HOURS * HOUR
  const at = Array.from(s.t).filter((t, i) => t > from && t <= until && s.v[i] === 0)
  if (at.length === 0 || at.some((t) => trusted?.some((w) => w.from <= t && t <= w.to))) return null
  const wet = neighbours
    .filter((x) => x.distance <= 15 && x.total !== null)
    .map((x) => x.total!)
    .sort((a, b) => b - a)
  return { from: at[0], to: at[at.length - 1], n: at.length, value: wet[1], limit: 50, open: true }
}
