import { ESTIMATED, GOOD, MISSING, PARTIAL, SUSPECT, usable, worst } from '../quality/index.ts'
import { noting, noteLine, term, type Term } from '../notes.ts'
import { allocate, indexAt, lowerBound } from '../series/ops.ts'
import { CALIBRATION, inflowError, lineScatter, scatterLeft } from './error.ts'
import type { Point } from '../series/ops.ts'
import type { Series } from '../series/types.ts'

export interface Balance {
  /** Inflow, m3/s, as it comes out: it may be negative. NaN when it is not known. */
  q: number
  quality: number
  /** Standard error, m3/s (`inflowError`); null when unknown. */
  sigma: number | null
  /** Change of storage, m3/s. */
  storage: number
  /** How many readings were used. */
  used: number
  /** Instant of the earliest of them, epoch ms; NaN when there is none. */
  since: number
}

export interface BalanceInput {
  /** Storage, m3, of each level reading (see `volumesOf`). Readings after `to` are ignored. */
  volumes: Series
  /** T1 and T2, epoch ms. */
  from: number
  to: number
  /** Mean of all that left over [from, to), m3/s: a time integral, see core/series. NaN when not known. */
  outflow: number
  outflowQuality?: number
  /** m3/s, not contained in outflow. */
  evaporation?: number
  seepage?: number
  /** ms between level readings. */
  every: number
  /** Standard error of one storage reading, m3, at least (`ReadingErrors`); what scatters more about its line counts more. */
  sigmaVolume?: number
  /** Method 2: ms to either side of T1 and T2 over which storage is averaged. */
  smoothing?: number
}

/**
 * Storage of each level reading, m3. `volume` gives a number (NaN outside the table) or a value with its quality
 * (EXTRAPOLATED beyond the table).
 */
export function volumesOf(levels: Series, volume: (z: number) => number | Point): Series {
  const out = allocate(levels.t.length)
  for (let i = 0; i < out.t.length; i++) {
    out.t[i] = levels.t[i]
    const answer = Number.isNaN(levels.v[i]) ? NaN : volume(levels.v[i])
    const { v, q } = typeof answer === 'number' ? { v: answer, q: GOOD } : answer
    out.v[i] = v
    out.q[i] = worst(worst(levels.q[i], q), Number.isNaN(v) ? MISSING : GOOD)
  }
  return out
}

/** Slope of storage and what it rests on. */
interface Slope {
  rate: number
  used: number
  quality: number
  /** Instant of the first reading used, and seconds from it to the last. */
  since: number
  seconds: number
  /** Scatter of the readings about a straight line, m3; null where there are too few. */
  scatter: number | null
}

const NONE: Slope = { rate: NaN, used: 0, quality: MISSING, since: NaN, seconds: NaN, scatter: null }

/** Evaporation of a lake, m3/s, from mm per day and m2. */
export function evaporation(mmPerDay: number, area: number): number {
  return (mmPerDay * area) / 1000 / 86_400
}

/**
 * Inflow by water balance over T1..T2: dV/dt + mean outflow + evaporation + seepage not in it.
 * Methods of dV/dt: 1 the readings nearest to T1 and T2 (within two reporting intervals; ESTIMATED beyond one, PARTIAL
 * when the window has to be cut to what is there). 2 the same on means over +-smoothing around T1 and T2. 3 least
 * squares over all readings in the window: PARTIAL when there is a hole of more than two intervals, by method 1 and
 * ESTIMATED with fewer than three readings. Readings that span less than a quarter of the window: SUSPECT. The slope is
 * taken between the true instants of the readings. No reading, or no outflow: NaN, MISSING.
 */
export function inflow(method: 1 | 2 | 3, input: BalanceInput): Balance {
  const slope = (method === 3 ? regression : method === 2 ? smoothed : endPoints)(input)
  const q = slope.rate + input.outflow + (input.evaporation ?? 0) + (input.seepage ?? 0)
  const sigma = q === q ? errorOf(method, slope, input.sigmaVolume ?? null) : null
  const quality = Number.isNaN(q) ? MISSING : worst(slope.quality, input.outflowQuality ?? GOOD)
  if (noting)
    noteLine('balance', 'Q_in', q, 'm3/s', 'Q_V + Q_out + L', {
      Q_V: term(slope.rate, 'm3/s'),
      Q_out: term(input.outflow, 'm3/s'),
      L: term((input.evaporation ?? 0) + (input.seepage ?? 0), 'm3/s'),
    })
  return {
    q,
    quality,
    sigma: sigma === sigma ? sigma : null,
    storage: slope.rate,
    used: slope.used,
    since: slope.since,
  }
}

/** The standard error by the larger of what readings say by themselves and how they scatter about their line. */
function errorOf(method: 1 | 2 | 3, { scatter, seconds }: Slope, own: number | null): number | null {
  if (scatter === null && own === null) return null
  const error = Math.max(scatter ?? 0, own ?? 0)
  const sigma = inflowError(method, error, seconds)
  if (noting) {
    const both = {
      ...(scatter === null ? {} : { s_r: term(scatter, 'm3') }),
      ...(own === null ? {} : { s_n: term(own, 'm3') }),
    }
    const names = Object.keys(both)
    noteLine('storage_error', 's_V', error, 'm3', names.length === 2 ? 'max(s_r, s_n)' : names[0], both)
    noteLine('band', 'sigma', sigma, 'm3/s', 'k * sqrt(2) * s_V / dt_r', {
      k: term(CALIBRATION[method]),
      s_V: term(error, 'm3'),
      dt_r: term(seconds, 's'),
    })
  }
  return sigma
}

const isGood = (s: Series, i: number) => s.v[i] === s.v[i] && usable(s.q[i])

/** Usable reading nearest to t, at most `reach` away and not after `end`; -1 when there is none. */
function nearest(s: Series, t: number, reach: number, end: number): number {
  let a = indexAt(s, t)
  while (a >= 0 && t - s.t[a] <= reach && !isGood(s, a)) a--
  let b = lowerBound(s.t, t)
  while (b < s.t.length && s.t[b] - t <= reach && !isGood(s, b)) b++
  const before = a >= 0 && isGood(s, a) ? t - s.t[a] : Infinity
  const behind = b < s.t.length && isGood(s, b) && s.t[b] <= end ? s.t[b] - t : Infinity
  if (Math.min(before, behind) > reach) return -1
  return before <= behind ? a : b
}

function endPoints({ volumes: s, from, to, every }: BalanceInput): Slope {
  let quality = GOOD
  const end = (t: number) => {
    const i = nearest(s, t, 2 * every, to)
    if (i >= 0) {
      if (Math.abs(s.t[i] - t) > every) quality = worst(quality, ESTIMATED)
      return i
    }
    quality = worst(quality, PARTIAL)
    return nearest(s, t, to - from, to)
  }
  const a = end(from)
  const b = end(to)
  if (a < 0 || b < 0 || a >= b) return NONE
  const seconds = (s.t[b] - s.t[a]) / 1000
  if (noting) {
    noteChange(stored(s, a), stored(s, b))
    noteRate(s.v[b] - s.v[a], seconds)
  }
  quality = worst(quality, worst(s.q[a], s.q[b]))
  return {
    rate: (s.v[b] - s.v[a]) / seconds,
    used: 2,
    quality: spanned(s.t[b] - s.t[a], to - from, quality),
    since: s.t[a],
    seconds,
    scatter: lineScatter(s, s.t[a], s.t[b]),
  }
}

const stored = (s: Series, i: number): Term => ({ value: s.v[i], unit: 'm3', t: s.t[i] })

function noteChange(a: Term, b: Term, more: Record<string, Term> = {}): void {
  noteLine('change', 'dV', b.value - a.value, 'm3', 'V_2 - V_1', { V_2: b, V_1: a, ...more })
}

function noteRate(change: number, seconds: number): void {
  noteLine('rate', 'Q_V', change / seconds, 'm3/s', 'dV / dt', {
    dV: term(change, 'm3'),
    dt: term(seconds, 's'),
  })
}

/** A slope over less than a quarter of the window is an estimate. */
function spanned(span: number, window: number, quality: number): number {
  return span < window / 4 ? worst(quality, SUSPECT) : quality
}

function smoothed(input: BalanceInput): Slope {
  const { volumes: s, from, to, smoothing = 0 } = input
  const average = (t: number, symbol: string) => {
    const terms: Record<string, Term> | null = noting ? {} : null
    let n = 0
    let first = NaN
    let at = 0
    let v = 0
    let q = GOOD
    for (
      let i = lowerBound(s.t, t - smoothing);
      i < s.t.length && s.t[i] <= Math.min(t + smoothing, to);
      i++
    ) {
      if (!isGood(s, i)) continue
      if (n++ === 0) first = s.t[i]
      // From t on, so that epoch ms do not eat the digits.
      at += s.t[i] - t
      v += s.v[i]
      q = worst(q, s.q[i])
      if (terms) terms[`v_${n}`] = stored(s, i)
    }
    if (terms && n > 0)
      noteLine('mean_storage', symbol, v / n, 'm3', `(${Object.keys(terms).join(' + ')}) / ${n}`, terms)
    return { n, first, t: t + at / n, v: v / n, q }
  }
  const a = average(from, 'V_1')
  const b = average(to, 'V_2')
  if (a.n === 0 || b.n === 0 || a.t >= b.t) return endPoints(input)
  const seconds = (b.t - a.t) / 1000
  if (noting) {
    noteChange(
      { ...term(a.v, 'm3'), t: a.t },
      { ...term(b.v, 'm3'), t: b.t },
      { n_1: term(a.n), n_2: term(b.n) },
    )
    noteRate(b.v - a.v, seconds)
  }
  return {
    rate: (b.v - a.v) / seconds,
    used: a.n + b.n,
    quality: spanned(b.t - a.t, to - from, worst(a.q, b.q)),
    since: a.first,
    seconds,
    scatter: lineScatter(s, a.first, to),
  }
}

function regression(input: BalanceInput): Slope {
  const { volumes: s, from, to, every } = input
  const { t, v } = s
  let quality = GOOD
  let before = from
  let hole = 0
  let n = 0
  let first = -1
  let last = -1
  // Centred sums: V is hundreds of millions of m3, and what counts is its thousands.
  let t0 = 0
  let v0 = 0
  for (let i = lowerBound(t, from); i < t.length && t[i] <= to; i++) {
    if (!isGood(s, i)) continue
    if (n++ === 0) first = i
    last = i
    quality = worst(quality, s.q[i])
    hole = Math.max(hole, t[i] - before)
    before = t[i]
    t0 += t[i] - from
    v0 += v[i] - v[first]
  }
  hole = Math.max(hole, to - before)
  if (n < 3) {
    const ends = endPoints(input)
    return ends.used === 0 ? ends : { ...ends, quality: worst(ends.quality, ESTIMATED) }
  }
  if (hole > 2 * every) quality = worst(quality, PARTIAL)
  const base = v[first]
  const holed = last - first + 1 > n
  t0 /= n
  v0 /= n
  let tt = 0
  let tv = 0
  let vv = 0
  for (let i = first; i <= last; i++) {
    if (holed && !isGood(s, i)) continue
    const x = (t[i] - from - t0) / 1000
    const y = v[i] - base - v0
    tt += x * x
    tv += x * y
    vv += y * y
  }
  const rate = tv / tt
  const left = Math.max(0, vv - rate * tv)
  if (noting) {
    noteChange(stored(s, first), stored(s, last), { n: term(n) })
    const sums = { S_tt: term(tt, 's2'), n: term(n) }
    noteLine('regression', 'Q_V', rate, 'm3/s', 'S_tV / S_tt', { S_tV: term(tv, 'm3 s'), ...sums })
  }
  return {
    rate,
    used: n,
    quality: spanned(t[last] - t[first], to - from, quality),
    since: t[first],
    seconds: (t[last] - t[first]) / 1000,
    scatter: scatterLeft(left, n),
  }
}

/** The shortest window that one is cut to in fast water, s (domain rule 3.3). */
export const FAST_WINDOW = 900

/**
 * Seconds of the window of an inflow while the level moves fast: shorter than `seconds`, but not shorter than needed for
 * a standard error of at most `limit` (a share of the inflow), nor than 15 min.
 * @param error standard error of one storage reading, m3
 * @param q inflow over the whole window, m3/s; while it is not known the window stays whole
 */
export function windowFor(
  method: 1 | 2 | 3,
  seconds: number,
  error: number,
  q: number,
  limit: number,
): number {
  const needed = inflowError(method, error, 1) / (limit * Math.abs(q))
  return needed < seconds ? Math.min(seconds, Math.max(FAST_WINDOW, needed)) : seconds
}
