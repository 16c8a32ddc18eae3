import { MISSING, PARTIAL, worst } from '../quality/index.ts'
import { periods } from '../time/index.ts'
import { HOUR } from '../time/units.ts'
import type { PeriodKind } from '../time/index.ts'
import { isEndStamped } from './ops.ts'
import { allocateBins, meanOf } from './bins.ts'
import type { Bins } from './bins.ts'
import type { SeriesKind } from './types.ts'

/** Shares of a period that may be missing before it is PARTIAL, and before a total of it is MISSING. */
export const PARTIAL_ABOVE = 0.1
export const MISSING_ABOVE = 0.5

/** Bins of whole periods with the values for reports. */
export interface Folded extends Bins {
  /** The value: total: the sum (NaN when more than half is missing); others: the mean over the time that is covered. */
  value: Float64Array
  /** Time integral, value * s, of what is covered: each hour counts with its mean, however often it was read. total: 0. */
  integral: Float64Array
  /** ms of the period that should be covered by now. */
  expected: Float64Array
  /** Share of the period that is missing, 0-1. */
  missing: Float64Array
}

interface SpanOptions {
  /** Now: of a present period, only the part before this counts as expected. */
  until?: number
  /**
   * mean, total: ms between entries. Of a present period the steps that are over are expected, the last of them when it
   * is an hour late.
   */
  step?: number
}

interface FoldOptions extends SpanOptions {
  zone: string
  /** Minutes after local midnight at which a day begins; whole hours, so that days do not split hours. */
  dayStart?: number
}

/**
 * Bins of a series of which each reading covers its whole step (ms; null: unknown): bins count an hour at the most, so a
 * gauge that is read twice a day would never have a full day. Such bins cover more than their length; `foldSpans` limits
 * them to its spans.
 */
export function coveringBins({ kind, step }: { kind: SeriesKind; step: number | null }, b: Bins): Bins {
  if (kind === 'step' || step === null || step <= HOUR) return b
  const covered = b.n.map((n) => n * step)
  return { ...b, covered }
}

/**
 * Folds hour bins to days, months or years of a zone, for any day start. One result per period that has a bin.
 * Otherwise as `foldSpans`.
 */
export function fold(bins: Bins, kind: PeriodKind, { zone, dayStart = 0, ...options }: FoldOptions): Folded {
  const count = bins.start.length
  const spans = count === 0 ? [] : periods(kind, bins.start[0], bins.end[count - 1], zone, dayStart)
  const members = membersOf(bins, spans)
  const held = spans.flatMap((span, k) => (members[k].length > 0 ? [{ span, members: members[k] }] : []))
  return folded(
    bins,
    held.map((h) => h.span),
    held.map((h) => h.members),
    options,
  )
}

/**
 * Folds hour bins to spans [start, end), in order and without overlap; one result for each, also for empty ones. Hours
 * without a bin are missing. q: the worst used; at least PARTIAL when more than 10 % is missing; MISSING when there was
 * nothing or, for a total, more than 50 % is missing (its `sum` still contains the rest). @throws RangeError when a
 * bin straddles the boundary of a span
 */
export function foldSpans(
  bins: Bins,
  spans: readonly { start: number; end: number }[],
  options: SpanOptions = {},
): Folded {
  return folded(bins, spans, membersOf(bins, spans), options)
}

/** The bins within each span. */
function membersOf(bins: Bins, spans: readonly { start: number; end: number }[]): number[][] {
  const members: number[][] = spans.map(() => [])
  let p = 0
  for (let i = 0; i < bins.start.length; i++) {
    while (p < spans.length && bins.start[i] >= spans[p].end) p++
    if (p === spans.length) break
    if (bins.end[i] <= spans[p].start) continue
    if (bins.end[i] > spans[p].end || bins.start[i] < spans[p].start)
      throw new RangeError('A bin reaches over the end of a period')
    members[p].push(i)
  }
  return members
}

function folded(
  bins: Bins,
  spans: readonly { start: number; end: number }[],
  members: readonly number[][],
  options: SpanOptions,
): Folded {
  const out: Folded = {
    ...allocateBins(bins.kind, spans.length),
    value: new Float64Array(spans.length),
    integral: new Float64Array(spans.length),
    expected: new Float64Array(spans.length),
    missing: new Float64Array(spans.length),
  }
  spans.forEach(({ start, end }, k) => {
    out.start[k] = start
    out.end[k] = end
    const weight = join(bins, members[k], out, k)
    const mean = weight > 0 ? (out.integral[k] * 1000) / weight : NaN
    // Entries that are further apart than an hour cover more than the bin in which they are, but not more than the span.
    if (weight > end - start) {
      out.covered[k] = end - start
      out.integral[k] = (mean * out.covered[k]) / 1000
    }
    const length = expectedUntil(bins, members[k], { start, end }, options) - start
    out.expected[k] = length
    const missing = length > 0 ? Math.max(0, 1 - out.covered[k] / length) : 0
    out.missing[k] = missing
    if (missing > 1e-9) out.gap[k] = 1
    if (out.q[k] !== MISSING && missing > PARTIAL_ABOVE + 1e-9) out.q[k] = worst(out.q[k], PARTIAL)
    if (bins.kind === 'total' && missing > MISSING_ABOVE + 1e-9) out.q[k] = worst(out.q[k], MISSING)
    const known = (out.q[k] & 7) !== MISSING
    out.value[k] = known ? (bins.kind === 'total' ? out.sum[k] : mean) : NaN
  })
  return out
}

/** Until when entries of a span are expected. */
function expectedUntil(
  bins: Bins,
  members: readonly number[],
  { start, end }: { start: number; end: number },
  { until = Infinity, step }: SpanOptions,
): number {
  if (until >= end || !step || !isEndStamped(bins.kind)) return Math.min(end, Math.max(until, start))
  const due = start + Math.max(0, Math.floor((until - start) / step)) * step
  const i = members.findLast((m) => bins.n[m] > 0)
  const known = i === undefined ? start : Math.min(bins.start[i] + bins.covered[i], bins.end[i])
  return due > known && due - known < HOUR ? known : due
}

/** Adds bins to span k. Returns the time that they cover together, ms. */
function join(bins: Bins, members: readonly number[], out: Folded, k: number): number {
  for (const i of members) {
    out.covered[k] += bins.covered[i]
    if (bins.gap[i]) out.gap[k] = 1
    if (Number.isNaN(bins.min[i])) continue
    out.n[k] += bins.n[i]
    out.sum[k] += bins.sum[i]
    if (bins.kind !== 'total') out.integral[k] += (meanOf(bins, i) * bins.covered[i]) / 1000
    if (!(out.min[k] <= bins.min[i])) {
      out.min[k] = bins.min[i]
      out.tMin[k] = bins.tMin[i]
    }
    if (!(out.max[k] >= bins.max[i])) {
      out.max[k] = bins.max[i]
      out.tMax[k] = bins.tMax[i]
    }
    if (Number.isNaN(out.first[k])) out.first[k] = bins.first[i]
    out.last[k] = bins.last[i]
    out.q[k] = (out.q[k] & 7) === MISSING ? bins.q[i] : worst(out.q[k], bins.q[i])
  }
  return out.covered[k]
}
