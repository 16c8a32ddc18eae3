import { usable } from '../index.ts'
import { lowerBound, type Series } from '../../series/index.ts'
import type { TimeSpan } from '../../time/spans.ts'

/** A span in which a check fired, both ends included, epoch ms. */
export interface FiredSpan {
  from: number
  to: number
  /** Number of readings in it. */
  n: number
  /** The value farthest beyond its limit, and that limit; NaN where a check has none. */
  value: number
  limit: number
  /** Whether it reaches the last reading. */
  open: boolean
}

/** Per entry: whether the check fired, the measured quantity, and its limit. */
interface Hits {
  hit: Uint8Array
  value: Float64Array
  limit: Float64Array
}

/** Hits of a series of n entries: none fired, nothing measured (NaN). */
export function noHits(n: number): Hits {
  return {
    hit: new Uint8Array(n),
    value: new Float64Array(n).fill(NaN),
    limit: new Float64Array(n).fill(NaN),
  }
}

/**
 * Runs of readings for which a check fired. An entry without a number belongs to no run and ends none; neither does one
 * that was unusable as sent. A confirmed reading (`trusted`) ends a run.
 */
export function spansOf(s: Series, hits: Hits, trusted?: readonly TimeSpan[]): FiredSpan[] {
  const out: FiredSpan[] = []
  let run: FiredSpan | null = null
  for (let i = 0; i < s.t.length; i++) {
    const fires = hits.hit[i] !== 0 && !isTrusted(trusted, s.t[i])
    if (!fires) {
      if (s.v[i] === s.v[i] && (usable(s.q[i]) || isTrusted(trusted, s.t[i]))) run = null
      continue
    }
    const [value, limit] = [hits.value[i], hits.limit[i]]
    if (!run) out.push((run = { from: s.t[i], to: s.t[i], n: 1, value, limit, open: false }))
    else {
      run.to = s.t[i]
      run.n++
      if (Math.abs(value - limit) > Math.abs(run.value - run.limit)) {
        run.value = value
        run.limit = limit
      }
    }
  }
  if (run) run.open = true
  return out
}

/** Whether a reading at t (epoch ms) lies in a confirmed span, both ends included. */
export function isTrusted(spans: readonly TimeSpan[] | undefined, t: number): boolean {
  return spans !== undefined && spans.some((w) => w.from <= t && t <= w.to)
}

/** The spans that touch a window. */
export function touching<T extends TimeSpan>(list: readonly T[], { from, to }: TimeSpan): T[] {
  return list.filter((x) => x.from <= to && x.to >= from)
}

/** Cuts spans to the parts of time in which a rule is in force, [from, to) each; counts are of the readings left. */
export function cutTo(list: readonly FiredSpan[], s: Series, from: number, to: number): FiredSpan[] {
  return list.flatMap((x) => {
    if (x.from >= from && x.to < to) return [x]
    // A silence contains no reading at which it could be cut.
    if (x.n === 0)
      return x.from >= to || x.to < from
        ? []
        : [{ ...x, from: Math.max(x.from, from), to: Math.min(x.to, to - 1), open: x.open && x.to < to }]
    const a = lowerBound(s.t, Math.max(x.from, from))
    const b = lowerBound(s.t, Math.min(x.to + 1, to))
    if (a >= b) return []
    return [{ ...x, from: s.t[a], to: s.t[b - 1], n: b - a, open: x.open && x.to < to }]
  })
}
