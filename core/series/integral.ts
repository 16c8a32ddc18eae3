import { ESTIMATED, GOOD, MISSING, PARTIAL, REJECTED, grade, worst } from '../quality/index.ts'
import { indexAt, isUsable, lowerBound, valueAt } from './ops.ts'
import type { TimeSpan } from '../time/index.ts'
import type { Series } from './types.ts'

/** Over [a, b): integral in value * ms over the covered time only, the covered time in ms, the worst quality used. */
interface Integral {
  integral: number
  covered: number
  q: number
}

interface IntegralOptions {
  /** ms; a longer gap is not bridged (instant), and an older state is unknown (step). */
  maxGap?: number
  allowSuspect?: boolean
}

/**
 * Time integral of a series over [a, b). step: every value counts for its duration; the value carried in is the last
 * entry at or before a, so the series must contain it. instant: trapezoid, cut at a and b by interpolation; gaps longer
 * than maxGap and spans beyond the ends of the series are not covered. mean: each value covers the time from the stamp
 * before it to its own (the first entry of the series covers nothing), at most maxGap.
 */
export function integral(
  s: Series,
  a: number,
  b: number,
  kind: 'instant' | 'step' | 'mean',
  options: IntegralOptions = {},
): Integral {
  if (!(a < b)) return { integral: 0, covered: 0, q: MISSING }
  const found =
    kind === 'step'
      ? steps(s, a, b, options)
      : kind === 'mean'
        ? means(s, a, b, options)
        : trapezoids(s, a, b, options)
  if (found.covered === 0) found.q = MISSING
  return found
}

/** The parts of [a, b) that `integral` does not cover, ascending. */
export function holesOf(
  s: Series,
  a: number,
  b: number,
  kind: 'instant' | 'step' | 'mean',
  options: IntegralOptions = {},
): TimeSpan[] {
  if (!(a < b)) return []
  const { maxGap = Infinity } = options
  const reach = Number.isFinite(maxGap) ? maxGap : 0
  // Between these instants all is covered or nothing.
  const cuts = new Set([a, b])
  for (let i = lowerBound(s.t, a - reach); i < s.t.length && s.t[i] - reach < b; i++)
    for (const t of [s.t[i] - reach, s.t[i], s.t[i] + reach]) if (t > a && t < b) cuts.add(t)
  const sorted = [...cuts].sort((x, y) => x - y)
  const out: TimeSpan[] = []
  for (let k = 1; k < sorted.length; k++) {
    const [from, to] = [sorted[k - 1], sorted[k]]
    if (integral(s, from, to, kind, options).covered > 0) continue
    const last = out.at(-1)
    if (last && last.to === from) last.to = to
    else out.push({ from, to })
  }
  return out
}

/** Time-weighted mean over [a, b): PARTIAL when part of it is not covered, NaN and MISSING when none is. */
export function mean(
  s: Series,
  a: number,
  b: number,
  kind: 'instant' | 'step' | 'mean',
  options: IntegralOptions = {},
): { v: number; q: number; covered: number } {
  const { integral: sum, covered, q } = integral(s, a, b, kind, options)
  if (covered === 0) return { v: NaN, q: MISSING, covered }
  return { v: sum / covered, q: covered < (b - a) * (1 - 1e-9) ? worst(q, PARTIAL) : q, covered }
}

/**
 * Mean over [a, b) of a log of changes [instant, new value], in any unit of time: each value counts for as long as
 * it was in force. NaN when the state at the beginning is unknown.
 */
export function stepMean(changes: readonly (readonly [number, number])[], a: number, b: number): number {
  const sorted = [...changes].sort((x, y) => x[0] - y[0])
  let value = NaN
  let at = a
  let sum = 0
  for (const [t, v] of sorted) {
    if (t >= b) break
    if (t > at) {
      sum += value * (t - at)
      at = t
    }
    value = v
  }
  return b > a ? (sum + value * (b - at)) / (b - a) : NaN
}

function steps(
  s: Series,
  a: number,
  b: number,
  { maxGap = Infinity, allowSuspect }: IntegralOptions,
): Integral {
  const out = { integral: 0, covered: 0, q: GOOD }
  let i = indexAt(s, a)
  let at = a
  let carried = GOOD
  while (i >= 0 && grade(s.q[i]) === REJECTED) {
    i--
    carried = ESTIMATED
  }
  let state = i
  for (let k = i + 1; ; k++) {
    const last = k >= s.t.length || s.t[k] >= b
    if (!last && (s.t[k] <= a || grade(s.q[k]) === REJECTED)) {
      if (s.t[k] > a) carried = ESTIMATED
      continue
    }
    const until = last ? b : s.t[k]
    if (state >= 0 && isUsable(s, state, allowSuspect)) {
      const held = Math.max(0, Math.min(until, s.t[state] + maxGap) - at)
      if (held > 0) {
        out.integral += s.v[state] * held
        out.covered += held
        out.q = worst(out.q, worst(s.q[state], carried))
      }
    }
    if (last) return out
    state = k
    at = until
    carried = GOOD
  }
}

function trapezoids(
  s: Series,
  a: number,
  b: number,
  { maxGap = Infinity, allowSuspect }: IntegralOptions,
): Integral {
  const out = { integral: 0, covered: 0, q: GOOD }
  const first = valueAt(s, a, 'instant', maxGap, allowSuspect)
  let t0 = a
  let v0 = first.v
  let q0 = first.q
  const add = (t: number, v: number, q: number) => {
    if (!Number.isNaN(v0) && t - t0 <= maxGap && t > t0) {
      out.integral += ((v0 + v) / 2) * (t - t0)
      out.covered += t - t0
      out.q = worst(out.q, worst(q0, q))
    }
    t0 = t
    v0 = v
    q0 = q
  }
  for (let i = lowerBound(s.t, a); i < s.t.length && s.t[i] < b; i++)
    if (s.t[i] > a && isUsable(s, i, allowSuspect)) add(s.t[i], s.v[i], s.q[i])
  const last = valueAt(s, b, 'instant', maxGap, allowSuspect)
  if (!Number.isNaN(last.v)) add(b, last.v, last.q)
  return out
}

function means(
  s: Series,
  a: number,
  b: number,
  { maxGap = Infinity, allowSuspect }: IntegralOptions,
): Integral {
  const out = { integral: 0, covered: 0, q: GOOD }
  for (let i = Math.max(1, indexAt(s, a) + 1); i < s.t.length; i++) {
    const start = Math.max(s.t[i - 1], s.t[i] - maxGap)
    if (s.t[i - 1] >= b) break
    const held = Math.min(s.t[i], b) - Math.max(start, a)
    if (held <= 0 || !isUsable(s, i, allowSuspect)) continue
    out.integral += s.v[i] * held
    out.covered += held
    out.q = worst(out.q, s.q[i])
  }
  return out
}
