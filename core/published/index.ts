/**
 * Compares a record that the owner of a plant has published with the computed one. Values of both are in one unit; the
 * published record is the reference of every score. Scores: Pearson's r; NSE, Nash and Sutcliffe (1970), J. Hydrol. 10,
 * 282-290; RMSE; bias, the mean of computed minus published.
 */
import { isUsable, lowerBound, type Series } from '../series/index.ts'
import { DAY, HOUR, periods } from '../time/index.ts'

/** Values at the same instants, ascending in time; only where both records have one. */
export interface Pairs {
  t: Float64Array
  published: Float64Array
  computed: Float64Array
}

interface Peak {
  t: number
  v: number
}

export interface Scores {
  /** Number of pairs. */
  n: number
  /** Null where a record does not vary, or there are fewer than two pairs. */
  r: number | null
  nse: number | null
  rmse: number
  bias: number
  /** Means over the pairs. */
  published: number
  computed: number
  /** The largest value of each, and its time. */
  peakPublished: Peak
  peakComputed: Peak
}

interface MonthScores extends Scores {
  start: number
  end: number
  /**
   * Slope of computed against published through the origin: 1 where they agree; null where all published values are 0.
   */
  slope: number | null
}

/** A span in which the published record was high. */
interface FloodScores extends Scores {
  start: number
  end: number
}

/** Months in which the published record is in another unit, by their slope. */
interface UnitChange {
  start: number
  end: number
  /** Factor of published values to agree with computed ones. */
  factor: number
}

/**
 * Pairs of two series. published: the owner's record; `mean`: over the step that ends at its stamp; `instant`: at its
 * stamp. computed: values at instants, from a step before the first published value on. step: ms between published
 * values. every: ms that a value computed at t covers, the interval in force then, which ends at t.
 */
export function pairUp(
  published: Series,
  computed: Series,
  { kind, step, every }: { kind: 'mean' | 'instant'; step: number; every: (t: number) => number },
): Pairs {
  const t: number[] = []
  const a: number[] = []
  const b: number[] = []
  for (let i = 0; i < published.t.length; i++) {
    if (!isUsable(published, i)) continue
    const at = published.t[i]
    const other =
      kind === 'mean'
        ? meanOver(computed, at - step, at, every)
        : nearest(computed, at, Math.min(step, 2 * every(at)))
    if (Number.isNaN(other)) continue
    t.push(at)
    a.push(published.v[i])
    b.push(other)
  }
  return { t: Float64Array.from(t), published: Float64Array.from(a), computed: Float64Array.from(b) }
}

/** Mean over time of what is usable in (from, to]; NaN where less than half of it is there. */
function meanOver(s: Series, from: number, to: number, every: (t: number) => number): number {
  let sum = 0
  let there = 0
  for (let i = lowerBound(s.t, from + 1); i < s.t.length && s.t[i] <= to; i++)
    if (isUsable(s, i)) {
      const ms = every(s.t[i])
      sum += s.v[i] * ms
      there += ms
    }
  return there > 0 && 2 * there >= to - from ? sum / there : NaN
}

/** The usable value nearest to t, at most `reach` ms away. */
function nearest(s: Series, t: number, reach: number): number {
  let best = NaN
  let away = Infinity
  for (let i = lowerBound(s.t, t - reach); i < s.t.length && s.t[i] <= t + reach; i++) {
    const d = Math.abs(s.t[i] - t)
    if (d < away && isUsable(s, i)) [best, away] = [s.v[i], d]
  }
  return best
}

export function joinPairs(parts: readonly Pairs[]): Pairs {
  const n = parts.reduce((sum, p) => sum + p.t.length, 0)
  const out = { t: new Float64Array(n), published: new Float64Array(n), computed: new Float64Array(n) }
  let at = 0
  for (const p of parts) {
    out.t.set(p.t, at)
    out.published.set(p.published, at)
    out.computed.set(p.computed, at)
    at += p.t.length
  }
  return out
}

/** Scores over pairs [from, to); null where there is none. */
export function scoresOf(p: Pairs, from = 0, to = p.t.length): Scores | null {
  const n = to - from
  if (n <= 0) return null
  let [a, b] = [0, 0]
  const [peakPublished, peakComputed] = [
    { t: NaN, v: -Infinity },
    { t: NaN, v: -Infinity },
  ]
  for (let i = from; i < to; i++) {
    a += p.published[i]
    b += p.computed[i]
    if (p.published[i] > peakPublished.v) [peakPublished.t, peakPublished.v] = [p.t[i], p.published[i]]
    if (p.computed[i] > peakComputed.v) [peakComputed.t, peakComputed.v] = [p.t[i], p.computed[i]]
  }
  const [meanA, meanB] = [a / n, b / n]
  let [aa, bb, ab, ee] = [0, 0, 0, 0]
  for (let i = from; i < to; i++) {
    const [da, db, e] = [p.published[i] - meanA, p.computed[i] - meanB, p.computed[i] - p.published[i]]
    aa += da * da
    bb += db * db
    ab += da * db
    ee += e * e
  }
  return {
    n,
    // Rounding leaves a small variance where a record is constant.
    r: varies(aa, meanA, n) && varies(bb, meanB, n) ? ab / Math.sqrt(aa * bb) : null,
    nse: varies(aa, meanA, n) ? 1 - ee / aa : null,
    rmse: Math.sqrt(ee / n),
    bias: meanB - meanA,
    published: meanA,
    computed: meanB,
    peakPublished,
    peakComputed,
  }
}

const varies = (squares: number, mean: number, n: number) =>
  n > 1 && squares > 1e-20 * n * Math.max(1, mean * mean)

/**
 * Scores of each month of a zone with pairs. A value that ends at the first instant of a month belongs to the one
 * before.
 */
export function byMonth(p: Pairs, zone: string): MonthScores[] {
  if (p.t.length === 0) return []
  const out: MonthScores[] = []
  let i = 0
  for (const { start, end } of periods('month', p.t[0] - 1, p.t[p.t.length - 1], zone)) {
    const first = i
    while (i < p.t.length && p.t[i] <= end) i++
    const scores = scoresOf(p, first, i)
    if (scores) out.push({ ...scores, start, end, slope: slopeOf(p, first, i) })
  }
  return out
}

function slopeOf(p: Pairs, from: number, to: number): number | null {
  let [aa, ab] = [0, 0]
  for (let i = from; i < to; i++) {
    aa += p.published[i] ** 2
    ab += p.published[i] * p.computed[i]
  }
  return aa > 0 ? ab / aa : null
}

/** Share of the published values that are below a flood. */
const HIGH = 0.95
/** Floods with a shorter distance are one, ms. */
const APART = DAY

/**
 * Scores of the floods: spans in which the published record is above its 95th percentile, with a day before and after
 * each. The largest `most`, in order of time.
 */
export function byFlood(p: Pairs, most: number): FloodScores[] {
  const sorted = Float64Array.from(p.published).sort()
  const high = sorted[Math.floor(HIGH * (sorted.length - 1))]
  if (!(high > sorted[0])) return []
  const spans: { start: number; end: number }[] = []
  for (let i = 0; i < p.t.length; i++) {
    if (!(p.published[i] > high)) continue
    const last = spans[spans.length - 1]
    if (last && p.t[i] - last.end <= APART) last.end = p.t[i]
    else spans.push({ start: p.t[i], end: p.t[i] })
  }
  return spans
    .map(({ start, end }) => {
      const [from, to] = [start - DAY, end + DAY]
      const scores = scoresOf(p, lowerBound(p.t, from), lowerBound(p.t, to + 1))!
      return { ...scores, start: from, end: to }
    })
    .sort((a, b) => b.peakPublished.v - a.peakPublished.v)
    .slice(0, most)
    .sort((a, b) => a.start - b.start)
}

interface DayDifference {
  start: number
  end: number
  published: number
  computed: number
}

/** The days of a zone with the largest differences of means, the largest first. */
export function worstDays(p: Pairs, zone: string, most: number): DayDifference[] {
  if (p.t.length === 0) return []
  const days: DayDifference[] = []
  let i = 0
  for (const { start, end } of periods('day', p.t[0] - 1, p.t[p.t.length - 1], zone)) {
    let [a, b, n] = [0, 0, 0]
    for (; i < p.t.length && p.t[i] <= end; i++, n++) {
      a += p.published[i]
      b += p.computed[i]
    }
    if (n > 0) days.push({ start, end, published: a / n, computed: b / n })
  }
  const by = (d: DayDifference) => Math.abs(d.computed - d.published)
  return days.sort((a, b) => by(b) - by(a)).slice(0, most)
}

/** Slope from which a month is in another unit, and not just a bad month. */
const OTHER = 3
/** Correlation from which the slope of a month is meaningful. */
const ALIKE = 0.6

/**
 * Months in which the computed record is more than three times the published one, or less than a third, although both
 * change together: they are in another unit. Consecutive months with the same factor are one change.
 */
export function unitChanges(months: readonly MonthScores[]): UnitChange[] {
  const out: UnitChange[] = []
  for (const { start, end, slope, r } of months) {
    if (slope === null || slope <= 0 || (r ?? 0) < ALIKE) continue
    if (slope < OTHER && slope > 1 / OTHER) continue
    const last = out[out.length - 1]
    const same = last && slope / last.factor < OTHER && last.factor / slope < OTHER
    if (same && start - last.end < 32 * DAY) last.end = end
    else out.push({ start, end, factor: slope })
  }
  return out
}

/** Factors between units in which flows and volumes are published. */
const KNOWN: readonly { factor: number; from: string; to: string }[] = [
  { factor: 0.0283168466, from: 'ft3/s', to: 'm3/s' },
  { factor: 35.3146667, from: 'm3/s', to: 'ft3/s' },
  { factor: 0.001, from: 'l/s', to: 'm3/s' },
  { factor: 1000, from: 'm3/s', to: 'l/s' },
  { factor: 1 / 0.0864, from: '10^6 m3/day', to: 'm3/s' },
  { factor: 0.0864, from: 'm3/s', to: '10^6 m3/day' },
  { factor: 1 / 86.4, from: '10^3 m3/day', to: 'm3/s' },
  { factor: 86.4, from: 'm3/s', to: '10^3 m3/day' },
  { factor: 1 / 3.6, from: '10^3 m3/h', to: 'm3/s' },
  { factor: 3.6, from: 'm3/s', to: '10^3 m3/h' },
]
/** Relative tolerance of a factor to be that of a known change of unit. */
const CLOSE = 0.15

/** The units between which a factor converts; null where none matches. */
export function unitsOfFactor(factor: number): { from: string; to: string } | null {
  const found = KNOWN.filter((k) => Math.abs(Math.log(factor / k.factor)) < CLOSE).sort(
    (a, b) => Math.abs(Math.log(factor / a.factor)) - Math.abs(Math.log(factor / b.factor)),
  )[0]
  return found ? { from: found.from, to: found.to } : null
}

/** Volume over pairs, m3, of flows in m3/s that last `step` ms each. */
export const volumeOf = (mean: number, n: number, step: number): number => (mean * n * step) / 1000

/** The most frequent distance between entries, ms; null with fewer than two. */
export function usualStep(t: Float64Array): number | null {
  const counts = new Map<number, number>()
  for (let i = 1; i < t.length; i++) {
    const d = t[i] - t[i - 1]
    counts.set(d, (counts.get(d) ?? 0) + 1)
  }
  let best: number | null = null
  for (const [d, n] of counts) if (best === null || n > counts.get(best)!) best = d
  return best
}

export const PUBLISHED_CODES = ['published.inflow', 'published.release', 'published.storage'] as const
export type PublishedCode = (typeof PUBLISHED_CODES)[number]

/** Codes of published records, and of the computed series to compare with. */
export const PUBLISHED = {
  'published.inflow': { computed: 'general.total_discharge_lake', unit: 'm3/s', kind: 'mean' },
  'published.release': { computed: 'general.total_discharge_out', unit: 'm3/s', kind: 'mean' },
  'published.storage': { computed: 'general.total_capacity', unit: '10^6 m3', kind: 'instant' },
} as const satisfies Record<PublishedCode, { computed: string; unit: string; kind: 'mean' | 'instant' }>

/** What the codes of published records begin with, and no others do. */
export const PUBLISHED_PREFIX = 'published.'

/** Whether a code is that of a published record, from which nothing is computed. */
export const isPublishedCode = (code: string): boolean => code.startsWith(PUBLISHED_PREFIX)

/** Longest span of one comparison, ms. */
export const LONGEST_COMPARISON = 3660 * DAY
/** Step of a published record without a regular one, ms. */
export const STEP_WITHOUT_RHYTHM = HOUR
