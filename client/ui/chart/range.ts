/** A drawn value axis: its ends and labelled values. */
export interface ValueRange {
  min: number
  max: number
  step: number
  /** Chosen without data, so it is not labelled. */
  blank?: boolean
}

export interface RangeNeed {
  /** Extent of the data in view; null without data. */
  data: [number, number] | null
  /** Values of threshold lines. */
  lines: number[]
  decimals: number
  /** Configured ends; an open end is chosen. */
  min?: number
  max?: number
  /** Bars start at 0. */
  zero: boolean
  /** Approximate number of intervals. */
  intervals: number
}

const NICE = [1, 2, 2.5, 5, 10]

/** The smallest round step (1, 2, 2.5, 5 times a power of ten) that is at least `raw`. */
export function niceStep(raw: number, decimals: number): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const smallest = 10 ** -decimals
  for (const n of NICE) {
    const step = n * power
    // 2.5 of the last decimal could not be written with the decimals of the axis.
    const writable = Math.abs(step / smallest - Math.round(step / smallest)) < 1e-6
    if (step >= raw * (1 - 1e-9) && writable) return step
  }
  return Math.max(10 * power, smallest)
}

/** Includes nearby thresholds, nearest first, while the data keep a third of the height. */
function withLines(lo: number, hi: number, lines: number[], least: number): [number, number] {
  const far = (v: number) => Math.max(lo - v, v - hi, 0)
  for (const v of [...lines].sort((a, b) => far(a) - far(b))) {
    const [a, b] = [Math.min(lo, v), Math.max(hi, v)]
    if (b - a > 3 * least) break
    ;[lo, hi] = [a, b]
  }
  return [lo, hi]
}

/** Chooses a range with the data and some margin, nearby thresholds, and ends at whole steps. */
export function freshRange(need: RangeNeed): ValueRange {
  const { decimals, lines, zero, intervals } = need
  const smallest = 20 * 10 ** -decimals
  let [lo, hi] = need.data ?? (lines.length ? [Math.min(...lines), Math.max(...lines)] : [0, smallest])
  const positive = lo >= 0
  if (hi - lo < smallest) {
    const middle = (lo + hi) / 2
    ;[lo, hi] = [middle - smallest / 2, middle + smallest / 2]
    if (positive && lo < 0) [lo, hi] = [0, smallest]
  }
  const air = zero ? 0 : (hi - lo) * 0.04
  ;[lo, hi] = withLines(lo - air, hi + air, lines, hi - lo)
  // A flow that falls far reads best from 0; a level never does.
  if (zero || (positive && lo < 0) || (positive && hi - lo > 0.4 * hi)) lo = Math.min(0, positive ? 0 : lo)
  if (zero) hi = Math.max(hi, 0)
  if (need.min !== undefined) lo = need.min
  if (need.max !== undefined) hi = need.max
  if (!(hi > lo)) hi = lo + smallest
  const step = niceStep((hi - lo) / Math.max(1, intervals), decimals)
  return {
    min: need.min ?? Math.floor(lo / step + 1e-9) * step,
    max: need.max ?? Math.ceil(hi / step - 1e-9) * step,
    step,
    blank: !need.data && lines.length === 0 && (need.min === undefined || need.max === undefined),
  }
}

/**
 * Chooses the next range: it grows at once when data leave it, and shrinks only when less than 60 % would be used, so
 * that the scale of a live chart is stable.
 */
export function nextRange(before: ValueRange | undefined, need: RangeNeed): ValueRange {
  const fresh = freshRange(need)
  if (!before || before.blank || need.min !== undefined || need.max !== undefined) return fresh
  const [lo, hi] = need.data ?? [before.min, before.max]
  const kept = lo >= before.min && hi <= before.max ? before : union(before, fresh, need)
  return fresh.max - fresh.min < 0.6 * (kept.max - kept.min) ? fresh : kept
}

function union(a: ValueRange, b: ValueRange, need: RangeNeed): ValueRange {
  const [lo, hi] = [Math.min(a.min, b.min), Math.max(a.max, b.max)]
  const step = niceStep((hi - lo) / Math.max(1, need.intervals), need.decimals)
  return { min: Math.floor(lo / step + 1e-9) * step, max: Math.ceil(hi / step - 1e-9) * step, step }
}

/** Decimals that the step needs, at most `most`: all labels of an axis have the same. */
export function tickDecimals(range: ValueRange, most: number): number {
  for (let n = 0; n < most; n++) {
    const scaled = range.step * 10 ** n
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return n
  }
  return most
}

/** Labelled values of a range, whole multiples of its step. */
export function ticksOf(range: ValueRange): number[] {
  const out: number[] = []
  if (range.blank) return out
  const first = Math.ceil(range.min / range.step - 1e-6)
  const last = Math.floor(range.max / range.step + 1e-6)
  for (let i = first; i <= last && out.length < 50; i++) out.push(i * range.step)
  return out
}
