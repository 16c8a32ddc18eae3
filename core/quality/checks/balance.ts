import { indexAt, isUsable, type Series } from '../../series/index.ts'
import { noHits, spansOf, type FiredSpan } from './span.ts'

/**
 * Inflow that stays below zero: the mean of the last `points` raw values is more than `sigmas` times the expected noise
 * below zero for `duration` ms or longer (domain rule 3.5: three windows). The fault is in tables, gates or a level
 * sensor. inflow: raw inflow by water balance, m3/s; sigma: expected noise of one value at an instant, m3/s, NaN where
 * unknown.
 */
export function negativeInflow(
  inflow: Series,
  sigma: (t: number) => number,
  { points, sigmas, duration }: { points: number; sigmas: number; duration: number },
): FiredSpan[] {
  const hits = noHits(inflow.t.length)
  const last: number[] = []
  for (let i = 0; i < inflow.t.length; i++) {
    if (!isUsable(inflow, i, true)) continue
    last.push(inflow.v[i])
    if (last.length > points) last.shift()
    const mean = last.reduce((a, b) => a + b, 0) / last.length
    const limit = -sigmas * sigma(inflow.t[i])
    if (!(mean < limit)) continue
    hits.hit[i] = 1
    hits.value[i] = mean
    hits.limit[i] = limit
  }
  return spansOf(inflow, hits).filter((x) => x.to - x.from >= duration)
}

/**
 * Where inflow is measured separately: the residual of dV - (in - out) dt over a window of `window` ms stays beyond
 * `sigmas` times its noise for `duration` ms or longer. As a discharge, m3/s. storage: m3; inflow and outflow: m3/s
 * (outflow with all losses).
 */
export function residual(
  storage: Series,
  inflow: Series,
  outflow: Series,
  sigma: (t: number) => number,
  { window, sigmas, duration }: { window: number; sigmas: number; duration: number },
): FiredSpan[] {
  const hits = noHits(storage.t.length)
  for (let i = 0; i < storage.t.length; i++) {
    const t = storage.t[i]
    const k = indexAt(storage, t - window)
    if (k < 0 || storage.t[k] !== t - window || !isUsable(storage, i, true) || !isUsable(storage, k, true))
      continue
    const net = meanOver(inflow, t - window, t) - meanOver(outflow, t - window, t)
    const rest = ((storage.v[i] - storage.v[k]) / window) * 1000 - net
    const limit = sigmas * sigma(t)
    if (!(Math.abs(rest) > limit)) continue
    hits.hit[i] = 1
    hits.value[i] = rest
    hits.limit[i] = Math.sign(rest) * limit
  }
  return spansOf(storage, hits).filter((x) => x.to - x.from >= duration)
}

/** Trapezoids over [a, b]; NaN where an end or anything between is missing. */
function meanOver(s: Series, a: number, b: number): number {
  let i = indexAt(s, a)
  if (i < 0 || s.t[i] !== a) return NaN
  let sum = 0
  for (; s.t[i] < b; i++) {
    if (i + 1 === s.t.length || !isUsable(s, i, true) || !isUsable(s, i + 1, true)) return NaN
    sum += ((s.v[i] + s.v[i + 1]) / 2) * (s.t[i + 1] - s.t[i])
  }
  return s.t[i] === b ? sum / (b - a) : NaN
}
