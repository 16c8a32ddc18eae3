/** Both ends included, epoch ms. */
export interface EditSpan {
  from: number
  to: number
}

/** A span with the end that stays (anchor) and the end that the keyboard moves (head). */
export interface Selection {
  anchor: number
  head: number
}

export function selectedSpan({ anchor, head }: Selection): EditSpan {
  return { from: Math.min(anchor, head), to: Math.max(anchor, head) }
}

export const selectionOf = ({ from, to }: EditSpan): Selection => ({ anchor: from, head: to })

/** Index of the first of rising instants that is not before `at`; their number when all are. */
export function firstFrom(t: ArrayLike<number>, at: number): number {
  let low = 0
  let high = t.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (t[middle] < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Indices of the first and the last instant within a span; the last is before the first where there is none. */
export function rowsInSpan(t: ArrayLike<number>, { from, to }: EditSpan): [number, number] {
  const after = firstFrom(t, to)
  return [firstFrom(t, from), t[after] === to ? after : after - 1]
}

export function countInSpan(t: ArrayLike<number>, span: EditSpan): number {
  const [first, last] = rowsInSpan(t, span)
  return Math.max(0, last - first + 1)
}

/** The span from its first to its last existing instant; unchanged where there is none. */
export function snapped(t: ArrayLike<number>, span: EditSpan): EditSpan {
  const [first, last] = rowsInSpan(t, span)
  return first <= last ? { from: t[first], to: t[last] } : span
}

/** Index of the instant nearest to `at`; -1 where there is none at all. */
export function nearestRow(t: ArrayLike<number>, at: number): number {
  const i = firstFrom(t, at)
  if (i === 0) return t.length === 0 ? -1 : 0
  if (i === t.length) return i - 1
  return at - t[i - 1] <= t[i] - at ? i - 1 : i
}

/** The instant reached from `at` by a number of rows, within the existing ones. */
export function stepped(t: ArrayLike<number>, at: number, rows: number): number {
  if (t.length === 0) return at
  const here = nearestRow(t, at)
  // Between two rows the first step leads to the next one in its direction.
  const lag = t[here] === at || rows === 0 ? 0 : t[here] > at === rows > 0 ? -Math.sign(rows) : 0
  const next = Math.max(0, Math.min(t.length - 1, here + rows + lag))
  return t[next]
}

/** What a key does: moves the head, and the anchor with it unless the span is being extended. */
export function moved(t: ArrayLike<number>, now: Selection | null, rows: number, extend: boolean): Selection {
  if (now === null) {
    // Down comes in from above the first row, up from below the last.
    const index = rows > 0 ? rows - 1 : t.length + rows
    const head = t[Math.max(0, Math.min(t.length - 1, index))]
    return { anchor: head, head }
  }
  const head = stepped(t, now.head, rows)
  return { anchor: extend ? now.anchor : head, head }
}
