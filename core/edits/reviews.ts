import { stampsOfTime, timeOfStamps, type SeriesKind } from '../series/index.ts'
import type { TimeSpan } from '../time/spans.ts'

/** Review states of a part of the record. Approved: locked for accounts that may not approve. */
export const REVIEW_STATES = ['working', 'in_review', 'approved'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** Name of the whole record of a plant, in place of a series, in reviews and pending spans. */
export const WHOLE_RECORD = '*'

/** The review state of a span of time, [from, to] with both ends included, epoch ms; the latest counts. */
export interface Review extends TimeSpan {
  state: ReviewState
}

/**
 * The states of stamps over a span, in order, without gaps: [from, to] both ends included, neighbours of one state
 * united. reviews: of one series, in the order in which they were made. Without a review the state is working. A
 * review of [from, to) is of the samples and states stamped within it, and of the means and totals whose stamps are
 * within (from, to], as these are of the time before them. kind: of the stamps; instant also for time itself.
 */
export function statesOver(
  reviews: readonly Review[],
  stamps: TimeSpan,
  kind: SeriesKind = 'instant',
): { from: number; to: number; state: ReviewState }[] {
  const span = timeOfStamps(stamps, kind)
  if (!(span.from <= span.to)) return []
  const cuts = new Set([span.from])
  for (const r of reviews) for (const t of [r.from, r.to + 1]) if (t > span.from && t <= span.to) cuts.add(t)
  const starts = [...cuts].sort((a, b) => a - b)
  const out: { from: number; to: number; state: ReviewState }[] = []
  starts.forEach((from, i) => {
    const to = i + 1 < starts.length ? starts[i + 1] - 1 : span.to
    const state = reviews.findLast((r) => r.from <= from && r.to >= from)?.state ?? 'working'
    const before = out[out.length - 1]
    if (before && before.state === state) before.to = to
    else out.push({ from, to, state })
  })
  return out.map((s) => ({ ...stampsOfTime(s, kind), state: s.state }))
}

/** The parts of spans of stamps of a kind that are approved, and those that are not, as `statesOver`. */
export function splitApproved(
  reviews: readonly Review[],
  spans: readonly TimeSpan[],
  kind: SeriesKind = 'instant',
): { open: TimeSpan[]; held: TimeSpan[] } {
  const open: TimeSpan[] = []
  const held: TimeSpan[] = []
  for (const span of spans)
    for (const { from, to, state } of joined(statesOver(reviews, span, kind)))
      (state === 'approved' ? held : open).push({ from, to })
  return { open, held }
}

/** Joins neighbours that differ only in states that do not lock. */
function joined(states: readonly { from: number; to: number; state: ReviewState }[]) {
  const out: { from: number; to: number; state: ReviewState }[] = []
  for (const s of states) {
    const before = out[out.length - 1]
    if (before && (before.state === 'approved') === (s.state === 'approved')) before.to = s.to
    else out.push({ ...s })
  }
  return out
}
