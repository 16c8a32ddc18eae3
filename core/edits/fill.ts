import { instantsOf } from './apply.ts'
import type { Fill } from './types.ts'
import type { TimeSpan } from '../time/spans.ts'

/** Largest share of a step by which a reading may be late and still count for its step. */
const LATE = 0.5

/**
 * The instants without a reading that an edit fills, for a series that reports every `step`. present: instants of its
 * readings in the span, ascending. before, after: the readings next to the span, null without any. The grid continues
 * from the reading before each gap; a span with none before it begins at its own start.
 */
export function gapsOf(
  present: ArrayLike<number>,
  span: TimeSpan,
  step: number | null,
  before: number | null,
  after: number | null,
): Fill[] {
  if (step === null) return present.length > 0 ? [] : [{ from: span.from, to: span.from, step: 1 }]
  const out: Fill[] = []
  /** The instants between two readings, as far as they are in the span. */
  const between = (a: number | null, b: number | null) => {
    const start = a === null ? span.from : a + Math.max(1, Math.ceil((span.from - a) / step)) * step
    const end = b === null ? span.to : Math.min(span.to, b - Math.floor(step * LATE) - 1)
    if (start > end) return
    const last = start + Math.floor((end - start) / step) * step
    out.push({ from: start, to: last, step })
  }
  let a = before
  for (let i = 0; i < present.length; i++) {
    between(a, present[i])
    a = present[i]
  }
  between(a, after)
  return out
}

/** Number of instants that fills contain. */
export const countOf = (fill: readonly Fill[]) =>
  fill.reduce((sum, f) => sum + Math.max(0, Math.floor((f.to - f.from) / f.step) + 1), 0)

export { instantsOf }
