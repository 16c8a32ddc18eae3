import { ESTIMATED, GOOD, MISSING, PARTIAL, worst } from '../quality/index.ts'
import { MISSING_ABOVE, PARTIAL_ABOVE } from '../series/fold.ts'
import { endStamped, indexAt, isUsable } from '../series/ops.ts'
import { integral } from '../series/integral.ts'
import { emptySeries, type Series } from '../series/types.ts'

/** Computed series over a span, with entries just before it and at its ends. */
export interface WaterSeries {
  /** m3 */
  storage?: Series
  /** m3 of each interval: inflow and outflow. */
  inflowVolume?: Series
  outflowVolume?: Series
  /** m3/s: evaporation, and seepage that is not in the outflow. */
  losses: readonly (Series | undefined)[]
  /** m3/s: the inflow of its window, as published. */
  inflow?: Series
  /** m3/s: outflow, for spans that were computed before volumes existed. */
  outflow?: Series
}

/** The water balance of a span, m3; null where unknown. inflow = storage + outflow + losses + residual, exactly. */
interface Closing {
  /** Change of storage between the ends of the span. */
  storage: number | null
  outflow: number | null
  losses: number
  inflow: number | null
  /** inflow minus all the others. */
  residual: number | null
  /** residual as a share of the larger of inflow and outflow; null when nothing flowed. */
  share: number | null
  /** Integral of the published inflow, for comparison: each of its values is the mean of a window before it. */
  summed: number | null
  q: number
}

/** Largest residual with which a day counts as closed, as a share of what flowed. */
export const CLOSES_WITHIN = 0.005

/**
 * Water balance of [from, to], epoch ms: change of storage between its ends, outflow, losses, inflow, and their
 * residual. Storage at an end is that of the instant itself, else of the nearest within three intervals (ESTIMATED).
 * PARTIAL with more than a tenth of the intervals missing, unknown with more than half. interval: ms between instants,
 * the longest where it changed within the span; due: number of instants of (from, to].
 */
export function closing(
  s: WaterSeries,
  from: number,
  to: number,
  interval: number,
  due = Math.max(1, Math.round((to - from) / interval)),
): Closing {
  const maxGap = 3 * interval
  const sumOf = (series: Series | undefined): { v: number | null; q: number } => {
    const part = series && endStamped(series, from, to)
    let [sum, n, q] = [0, 0, GOOD]
    for (let i = 0; part && i < part.t.length; i++) {
      if (!isUsable(part, i, true)) continue
      sum += part.v[i]
      n++
      q = worst(q, part.q[i])
    }
    const missing = 1 - n / due
    if (n === 0 || missing > MISSING_ABOVE) return { v: null, q: MISSING }
    return { v: sum, q: missing > PARTIAL_ABOVE ? worst(q, PARTIAL) : q }
  }
  const flow = (series: Series | undefined): number | null => {
    const all = integral(series ?? emptySeries(), from, to, 'instant', { maxGap, allowSuspect: true })
    return all.covered < (to - from - 2 * interval) * (1 - MISSING_ABOVE) || all.covered === 0
      ? null
      : all.integral / 1000
  }
  const [a, b] = [storageAt(s.storage, from, maxGap), storageAt(s.storage, to, maxGap)]
  const storage = a && b ? b.v - a.v : null
  const losses = s.losses.reduce((sum, one) => sum + (flow(one) ?? 0), 0)
  const out = sumOf(s.outflowVolume)
  const outflow = out.v ?? flow(s.outflow)
  const own = sumOf(s.inflowVolume)
  const balance = storage === null || outflow === null ? null : storage + outflow + losses
  const inflow = own.v ?? balance
  const residual = own.v === null || balance === null ? null : own.v - balance
  const most = Math.max(Math.abs(inflow ?? 0), Math.abs(outflow ?? 0))
  const q = own.v === null ? worst(out.v === null ? ESTIMATED : out.q, PARTIAL) : worst(own.q, out.q)
  return {
    storage,
    outflow,
    losses,
    inflow,
    residual,
    share: residual === null || most === 0 ? null : residual / most,
    summed: flow(s.inflow),
    q: inflow === null ? MISSING : worst(q, worst(a?.q ?? PARTIAL, b?.q ?? PARTIAL)),
  }
}

/** Storage at t: of the instant itself, else of the nearest one within reach (ms). */
function storageAt(s: Series | undefined, t: number, reach: number): { v: number; q: number } | null {
  if (!s) return null
  const near = (k: number) => k >= 0 && k < s.t.length && Math.abs(s.t[k] - t) <= reach
  let [a, b] = [indexAt(s, t), indexAt(s, t) + 1]
  while (near(a) && !isUsable(s, a, true)) a--
  while (near(b) && !isUsable(s, b, true)) b++
  const k = !near(a) || (near(b) && s.t[b] - t < t - s.t[a]) ? b : a
  if (!near(k)) return null
  return { v: s.v[k], q: s.t[k] === t ? s.q[k] : worst(s.q[k], ESTIMATED) }
}
