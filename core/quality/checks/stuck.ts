import { usable } from '../index.ts'
import type { Series } from '../../series/index.ts'
import { isTrusted, type FiredSpan } from './span.ts'
import type { TimeSpan } from '../../time/spans.ts'

interface StuckLimits {
  /** ms without a change. */
  duration: number
  /** Changes up to this, in the unit of the series, do not count. */
  tolerance?: number
  /**
   * Longest distance between two readings, ms, that counts as no change; beyond it the values in between are unknown.
   */
  hole?: number
}

/** A run of equal readings, whether or not it is long enough to fire. */
interface Run extends FiredSpan {
  /** Whether it begins with the first reading of the input, so that it may be longer. */
  cut: boolean
}

/**
 * Runs of readings within `tolerance` of the first of them, longer than `duration` from the first to the last; the
 * first reading was still true, so the span begins with the second. `moved`: largest change of a neighbour over a span;
 * with it a run counts only where that is above `least` (all gauges of a calm lake are constant). value: ms without a
 * change, as far as readings show (`hole`). Source: domain rules 3.2 and 5.5 (rain that stays zero is `isStuck` of
 * core/rain).
 */
export function stuckRuns(
  s: Series,
  limits: StuckLimits,
  trusted?: readonly TimeSpan[],
  moved?: (from: number, to: number) => number,
  least = 0,
): FiredSpan[] {
  return runsOf(s, limits.tolerance ?? 0, trusted, limits.hole)
    .filter((r) => r.value > limits.duration)
    .filter((r) => !moved || moved(r.from, r.to) > least)
    .map(({ from, to, n, value, open }) => ({ from, to, n, value, limit: limits.duration, open }))
}

/** Finds every run of two or more equal readings; from: the second reading. */
export function runsOf(s: Series, tolerance: number, trusted?: readonly TimeSpan[], hole = Infinity): Run[] {
  const out: Run[] = []
  let first = -1
  let last = -1
  let second = -1
  let n = 0
  let from = -1
  let same = 0
  const close = (open: boolean) => {
    if (second >= 0)
      out.push({
        from: s.t[second],
        to: s.t[last],
        n,
        value: same,
        limit: NaN,
        open,
        cut: first === from,
      })
    second = -1
    n = 0
    same = 0
  }
  for (let i = 0; i < s.t.length; i++) {
    if (s.v[i] !== s.v[i] || !usable(s.q[i])) continue
    if (from < 0) from = i
    const broken = isTrusted(trusted, s.t[i])
    if (!broken && first >= 0 && Math.abs(s.v[i] - s.v[first]) <= tolerance) {
      const since = s.t[i] - s.t[second < 0 ? first : last]
      if (since <= hole) same += since
      if (second < 0) second = i
      last = i
      n++
      continue
    }
    close(false)
    first = broken ? -1 : i
  }
  close(true)
  return out
}
