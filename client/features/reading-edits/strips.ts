import type { EditSpan } from './selection.ts'

/** The topmost item covering an instant, and the number of items. */
interface Segment<T> extends EditSpan {
  top: T
  depth: number
}

/**
 * Splits overlapping spans into disjoint parts, each with its topmost item (the last of the list), clipped to
 * `within`. Adjacent parts with equal item and number are merged.
 */
export function segmentsOf<T extends EditSpan>(spans: readonly T[], within: EditSpan): Segment<T>[] {
  const inView = spans.filter((s) => s.from <= within.to && s.to >= within.from)
  const cuts = new Set<number>()
  for (const s of inView) {
    cuts.add(Math.max(within.from, s.from))
    if (s.to < within.to) cuts.add(s.to + 1)
  }
  const starts = [...cuts].sort((a, b) => a - b)
  const out: Segment<T>[] = []
  starts.forEach((from, i) => {
    const over = inView.filter((s) => s.from <= from && s.to >= from)
    if (over.length === 0) return
    const top = over[over.length - 1]
    const to = i + 1 < starts.length ? starts[i + 1] - 1 : within.to
    const before = out[out.length - 1]
    if (before && before.to + 1 === from && before.top === top && before.depth === over.length) before.to = to
    else out.push({ from, to, top, depth: over.length })
  })
  return out
}

/** Finds the span covering an instant among disjoint ascending spans. */
export function coveringAt<T extends EditSpan>(spans: readonly T[], at: number): T | null {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle].to < at) low = middle + 1
    else high = middle
  }
  const found = spans[low]
  return found && found.from <= at ? found : null
}
