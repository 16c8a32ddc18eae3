/** A span of time, epoch ms, both ends included. */
export interface TimeSpan {
  from: number
  to: number
}

/**
 * Unites spans in any order into as few as possible: those that overlap, touch, or are no farther apart than `near`
 * become one. A span that ends before it begins is dropped.
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
