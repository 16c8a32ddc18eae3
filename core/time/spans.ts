/** A span of time, epoch ms, both ends included. */
export interface TimeSpan {
  from: number
  to: number
}

/**
 * Spans of any order as few as they can be: those that overlap, touch, or lie no farther apart than `near` become one.
 * What ends before it begins is none.
 */
export function uniteSpans(spans: readonly TimeSpan[], near = 1): TimeSpan[] {
  const out: TimeSpan[] = []
  for (const { from, to } of spans.filter((s) => s.from <= s.to).sort((a, b) => a.from - b.from)) {
    const before = out.at(-1)
    if (before && from <= before.to + near) before.to = Math.max(before.to, to)
    else out.push({ from, to })
  }
  return out
}
