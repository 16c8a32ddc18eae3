import { REJECTED } from '#core/quality/index.ts'
import type { ChartSeries, SeriesData } from './types.ts'

/** Value of a series at an instant. t: its stamp. span: length of its interval, for bars and means. */
export interface ChartReading {
  t: number
  v: number
  q: number
  span?: number
}

/** Index of the last entry at or before an instant; -1: all are later. */
export function indexAt(t: Float64Array, at: number): number {
  let low = 0
  let high = t.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (t[middle] <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Index of the first entry at or after an instant; t.length: all are earlier. */
export function indexFrom(t: Float64Array, from: number): number {
  let low = 0
  let high = t.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (t[middle] < from) low = middle + 1
    else high = middle
  }
  return low
}

const steps = new WeakMap<Float64Array, number>()

/** Usual distance between entries (median of up to 199 of them), ms; 0 with fewer than two. */
export function usualStep(t: Float64Array): number {
  const known = steps.get(t)
  if (known !== undefined) return known
  const sample: number[] = []
  const stride = Math.max(1, Math.floor((t.length - 1) / 199))
  for (let i = 1; i < t.length; i += stride) sample.push(t[i] - t[i - 1])
  sample.sort((a, b) => a - b)
  const step = sample.length ? sample[sample.length >> 1] : 0
  steps.set(t, step)
  return step
}

/** Start of the interval that ends at entry i. After a gap it has the usual length. */
export function intervalStart(t: Float64Array, i: number): number {
  const usual = usualStep(t)
  const own = i > 0 ? t[i] - t[i - 1] : usual
  return t[i] - (usual > 0 && own > 1.5 * usual ? usual : own)
}

function entry({ t, v, q }: SeriesData, i: number): ChartReading {
  return { t: t[i], v: v[i], q: q ? q[i] : 0 }
}

/**
 * Reads a series at an instant: of a line the nearest entry, of a step the value in force, of a mean or bar the
 * interval that covers it; null: none. tolerance: maximum distance (ms) of a line's entry, if longer than its usual
 * step. now: end of the last step.
 */
export function readAt(
  series: Pick<ChartSeries, 'kind' | 'data' | 'maxGap'>,
  at: number,
  tolerance: number,
  now = Infinity,
): ChartReading | null {
  const { data, kind } = series
  const { t } = data
  const i = indexAt(t, at)
  if (kind === 'step') return i < 0 || at > Math.max(now, t[i]) ? null : entry(data, i)
  if (kind === 'line') {
    const near = i < 0 || (i + 1 < t.length && t[i + 1] - at < at - t[i]) ? i + 1 : i
    if (near >= t.length) return null
    // A line has no value before its first and after its last entry.
    const within = i >= 0 && i + 1 < t.length
    const reach = within ? Math.max(tolerance, Math.min(usualStep(t), series.maxGap ?? Infinity)) : tolerance
    return Math.abs(t[near] - at) <= reach ? entry(data, near) : null
  }
  const end = i >= 0 && t[i] === at ? i : i + 1
  if (end >= t.length) return null
  const start = intervalStart(t, end)
  return at > start || t[end] === at ? { ...entry(data, end), span: t[end] - start } : null
}

/** The rejected reading nearest to an instant, within range of the pointer (ms); null: none. */
export function rejectedAt({ rejected }: SeriesData, at: number, tolerance: number): ChartReading | null {
  if (!rejected) return null
  const i = indexAt(rejected.t, at)
  let best: ChartReading | null = null
  for (const j of [i, i + 1]) {
    const apart = Math.abs(rejected.t[j] - at)
    if (apart <= tolerance && !(best && Math.abs(best.t - at) <= apart))
      best = { t: rejected.t[j], v: rejected.v[j], q: REJECTED }
  }
  return best
}

/** All readings in order, with rejected ones flagged among the others. */
export function listed(data: SeriesData): SeriesData {
  const { t, v, q, rejected } = data
  if (!rejected || rejected.t.length === 0) return data
  const rows = new Map<number, [number, number]>(Array.from(t, (at, i) => [at, [v[i], q ? q[i] : 0]]))
  rejected.t.forEach((at, i) => rows.set(at, [rejected.v[i], REJECTED]))
  const all = [...rows].sort((a, b) => a[0] - b[0])
  return {
    t: Float64Array.from(all, ([at]) => at),
    v: Float64Array.from(all, ([, [value]]) => value),
    q: Uint8Array.from(all, ([, [, quality]]) => quality),
  }
}

/** The last entry at or before `now`, or the first one of a series that begins later (a forecast). */
export function latest(data: SeriesData, now = Infinity): ChartReading | null {
  if (data.t.length === 0) return null
  return entry(data, Math.max(0, indexAt(data.t, now)))
}

/** The entry nearest to an instant among several series; null: none. */
export function nearestStamp(all: SeriesData[], at: number): number | null {
  let best: number | null = null
  for (const { t } of all) {
    const i = indexAt(t, at)
    for (const j of [i, i + 1]) {
      if (j < 0 || j >= t.length) continue
      if (best === null || Math.abs(t[j] - at) < Math.abs(best - at)) best = t[j]
    }
  }
  return best
}

/** The next entry after an instant (direction 1) or before it (-1) among several series. */
export function neighbour(all: SeriesData[], at: number, direction: 1 | -1): number | null {
  let best: number | null = null
  for (const { t } of all) {
    let i = indexAt(t, at)
    if (direction === 1) i += 1
    else if (i >= 0 && t[i] === at) i -= 1
    if (i < 0 || i >= t.length) continue
    if (best === null || (direction === 1 ? t[i] < best : t[i] > best)) best = t[i]
  }
  return best
}

/** Smallest and largest value in [from, to], optionally with the entries just outside; null: only gaps. */
export function extent(
  t: Float64Array,
  v: Float64Array,
  from: number,
  to: number,
  outside = false,
): [number, number] | null {
  const pad = outside ? 1 : 0
  const first = Math.max(0, indexFrom(t, from) - pad)
  const last = Math.min(t.length - 1, indexAt(t, to) + pad)
  let lo = Infinity
  let hi = -Infinity
  for (let i = first; i <= last; i++) {
    if (v[i] < lo) lo = v[i]
    if (v[i] > hi) hi = v[i]
  }
  return lo <= hi ? [lo, hi] : null
}

/** Number of values (not gaps) in [from, to]. */
export function countIn({ t, v }: SeriesData, from: number, to: number): number {
  let n = 0
  for (let i = indexFrom(t, from); i < t.length && t[i] <= to; i++) if (v[i] === v[i]) n++
  return n
}
