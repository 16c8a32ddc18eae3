import { MISSING, REJECTED, grade, usable, worst } from '../quality/index.ts'
import { periods } from '../time/index.ts'
import { isUsable, lowerBound } from './ops.ts'
import type { Series, SeriesKind } from './types.ts'

/**
 * Bins as parallel arrays, one entry per bin, in order of time. Only usable values (grade better than SUSPECT, not NaN)
 * count; where there is none the numbers are NaN (sum 0).
 */
export interface Bins {
  kind: SeriesKind
  /** [start, end) of each bin, epoch ms; for mean and total (start, end]. */
  start: Float64Array
  end: Float64Array
  /** Usable entries stamped inside. */
  n: Float64Array
  /** instant, mean, total: sum of the values. step: time integral, value * s. */
  sum: Float64Array
  min: Float64Array
  max: Float64Array
  /** Instants of minimum and maximum (the earliest of equals); for a state carried in, the start. */
  tMin: Float64Array
  tMax: Float64Array
  first: Float64Array
  last: Float64Array
  /** ms of the bin covered by usable data. */
  covered: Float64Array
  /** 1 when something is missing or unusable. */
  gap: Uint8Array
  /** Worst quality used; MISSING when there was nothing. */
  q: Uint8Array
}

/** The state of a step series at the start of the first bin. */
interface Carry {
  t: number
  v: number
  q: number
}

interface BinOptions {
  kind: SeriesKind
  /** Bin edges, ascending, one more than bins (see `hourEdges`). */
  edges: ArrayLike<number>
  /** ms between the entries expected over a bin; absent: any entry covers its bin. Not used for step. */
  step?: number | ((start: number, end: number) => number | undefined)
  /** Means and totals: ms that each entry of the series covers, NaN where that is not known; in place of step. */
  lengths?: ArrayLike<number>
  /** step series: the entry in force at the first edge, if any. An entry of the series itself is sufficient too. */
  carry?: Carry | null
  /** step series, ms: a state older than this is unknown (silence of its source). */
  maxAge?: number
}

/** The columns of bins, one entry an hour: the columns to copy with bins. */
export const BIN_COLUMNS = [
  'start',
  'end',
  'n',
  'sum',
  'min',
  'max',
  'tMin',
  'tMax',
  'first',
  'last',
  'covered',
  'gap',
  'q',
] as const

/** n empty bins: counts and sums 0, extremes and their times NaN, quality MISSING. */
export function allocateBins(kind: SeriesKind, n: number): Bins {
  const array = (value = 0) => new Float64Array(n).fill(value)
  return {
    kind,
    start: array(),
    end: array(),
    n: array(),
    sum: array(),
    min: array(NaN),
    max: array(NaN),
    tMin: array(NaN),
    tMax: array(NaN),
    first: array(NaN),
    last: array(NaN),
    covered: array(),
    gap: new Uint8Array(n),
    q: new Uint8Array(n).fill(MISSING),
  }
}

/** Edges of the local hours that share time with [from, to): the start of each and the end of the last. */
export function hourEdges(from: number, to: number, zone: string): Float64Array {
  const hours = periods('hour', from, to, zone)
  const edges = new Float64Array(hours.length === 0 ? 0 : hours.length + 1)
  hours.forEach((h, i) => (edges[i] = h.start))
  if (hours.length > 0) edges[hours.length] = hours[hours.length - 1].end
  return edges
}

/** Adds one usable value to bin i, at instant t. */
function put(b: Bins, i: number, t: number, v: number, q: number): void {
  if (!(b.min[i] <= v)) {
    b.min[i] = v
    b.tMin[i] = t
  }
  if (!(b.max[i] >= v)) {
    b.max[i] = v
    b.tMax[i] = t
  }
  if (Number.isNaN(b.first[i])) b.first[i] = v
  b.last[i] = v
  b.q[i] = grade(b.q[i]) === MISSING ? q : worst(b.q[i], q)
}

/**
 * Bins of a series. The series must contain every entry of the bins (others are ignored) and, for step, the entry in
 * force at the first edge or `carry`. Bins are [a, b) for instant and step and (a, b] for mean and total, which are
 * stamped at the end of their interval. covered: for step, the duration of a usable state; for others, n * step or the
 * sum of their lengths, at most the bin. gap is set when covered is less than the bin or an entry in it was null or unusable. A REJECTED entry
 * of a step series is skipped (the state before it continues); a null, SUSPECT, STALE or MISSING one makes the state
 * unknown.
 */
export function hourBins(s: Series, options: BinOptions): Bins {
  const { kind, edges, step, lengths } = options
  const count = Math.max(0, edges.length - 1)
  const b = allocateBins(kind, count)
  for (let i = 0; i < count; i++) {
    b.start[i] = edges[i]
    b.end[i] = edges[i + 1]
  }
  if (kind === 'step') {
    fillSteps(s, b, options)
    return b
  }
  const atEnd = kind !== 'instant'
  let k = 0
  for (let i = 0; i < count; i++) {
    if (i === 0) k = after(s, edges[0], atEnd)
    const until = after(s, edges[i + 1], atEnd)
    let own = 0
    for (; k < until; k++) {
      if (!isUsable(s, k) || (lengths && !(lengths[k] > 0))) {
        b.gap[i] = 1
        continue
      }
      if (lengths) own += lengths[k]
      b.n[i]++
      b.sum[i] += s.v[k]
      put(b, i, s.t[k], s.v[k], s.q[k])
    }
    const length = b.end[i] - b.start[i]
    const every = typeof step === 'function' ? step(b.start[i], b.end[i]) : step
    if (lengths) b.covered[i] = Math.min(length, own)
    else b.covered[i] = every ? Math.min(length, b.n[i] * every) : b.n[i] > 0 ? length : 0
    if (b.covered[i] < length) b.gap[i] = 1
  }
  return b
}

/** Index of the first entry that belongs after an edge. */
function after(s: Series, edge: number, atEnd: boolean): number {
  const i = lowerBound(s.t, edge)
  return atEnd && i < s.t.length && s.t[i] === edge ? i + 1 : i
}

function fillSteps(s: Series, b: Bins, { edges, carry, maxAge = Infinity }: BinOptions): void {
  const count = b.start.length
  let k = count > 0 ? lowerBound(s.t, edges[0]) : 0
  let state: Carry | null = carry ?? null
  for (let j = k - 1; j >= 0 && (!carry || s.t[j] > carry.t); j--)
    if (grade(s.q[j]) !== REJECTED) {
      state = { t: s.t[j], v: s.v[j], q: s.q[j] }
      break
    }
  for (let i = 0; i < count; i++) {
    let at = b.start[i]
    for (;;) {
      while (k < s.t.length && s.t[k] < b.end[i] && grade(s.q[k]) === REJECTED) {
        b.gap[i] = 1
        k++
      }
      const inside = k < s.t.length && s.t[k] < b.end[i]
      const until = inside ? s.t[k] : b.end[i]
      if (state && !Number.isNaN(state.v) && usable(state.q)) {
        const held = Math.min(until, state.t + maxAge) - at
        if (held > 0) {
          put(b, i, at, state.v, state.q)
          b.sum[i] += (state.v * held) / 1000
          b.covered[i] += held
        }
      }
      if (!inside) break
      state = { t: s.t[k], v: s.v[k], q: s.q[k] }
      if (isUsable(s, k)) b.n[i]++
      else b.gap[i] = 1
      at = until
      k++
    }
    if (b.covered[i] < b.end[i] - b.start[i]) b.gap[i] = 1
  }
}

/** Mean of bin i: time-weighted for step, of the readings for the others. NaN when empty; of totals too. */
export function meanOf(b: Bins, i: number): number {
  if (b.kind === 'total') return NaN
  if (b.kind === 'step') return b.covered[i] > 0 ? b.sum[i] / (b.covered[i] / 1000) : NaN
  return b.n[i] > 0 ? b.sum[i] / b.n[i] : NaN
}
