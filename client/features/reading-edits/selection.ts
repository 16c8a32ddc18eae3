/** Both ends included, epoch ms. */
export interface EditSpan {
  from: number
  to: number
}

/** A span with its fixed end (anchor) and the end that the keyboard moves (head). */
export interface Selection {
  anchor: number
  head: number
}

export function selectedSpan({ anchor, head }: Selection): EditSpan {
  return { from: Math.min(anchor, head), to: Math.max(anchor, head) }
}

export const selectionOf = ({ from, to }: EditSpan): Selection => ({ anchor: from, head: to })

/** Index of the first of ascending instants that is not before `at`; their number if all are. */
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

/** Indices of the first and last instant within a span; last < first if there is none. */
export function rowsInSpan(t: ArrayLike<number>, { from, to }: EditSpan): [number, number] {
  const after = firstFrom(t, to)
  return [firstFrom(t, from), t[after] === to ? after : after - 1]
}

export function countInSpan(t: ArrayLike<number>, span: EditSpan): number {
  const [first, last] = rowsInSpan(t, span)
  return Math.max(0, last - first + 1)
}

/** Shrinks a span to its first and last existing instant; unchanged if there is none. */
export function snapped(t: ArrayLike<number>, span: EditSpan): EditSpan {
  const [first, last] = rowsInSpan(t, span)
  return first <= last ? { from: t[first], to: t[last] } : span
}

/** Index of the instant nearest to `at`; -1: there are none. */
export function nearestRow(t: ArrayLike<number>, at: number): number {
  const i = firstFrom(t, at)
  if (i === 0) return t.length === 0 ? -1 : 0
  if (i === t.length) return i - 1
  return at - t[i - 1] <= t[i] - at ? i - 1 : i
}

/** The instant a number of rows away from `at`, clamped to the existing ones. */
export function stepped(t: ArrayLike<number>, at: number, rows: number): number {
  if (t.length === 0) return at
  const here = nearestRow(t, at)
  // Between two rows, the first step leads to the next row in its direction.
  const lag = t[here] === at || rows === 0 ? 0 : t[here] > at === rows > 0 ? -Math.sign(rows) : 0
  const next = Math.max(0, Math.min(t.length - 1, here + rows + lag))
  return t[next]
}

/** Handles a key: moves the head, and the anchor too unless the selection is being extended. */
export function moved(t: ArrayLike<number>, now: Selection | null, rows: number, extend: boolean): Selection {
  if (now === null) {
    // Down enters at the first row, up at the last.
    const index = rows > 0 ? rows - 1 : t.length + rows
    const head = t[Math.max(0, Math.min(t.length - 1, index))]
    return { anchor: head, head }
  }
  const head = stepped(t, now.head, rows)
  return { anchor: extend ? now.anchor : head, head }
}
