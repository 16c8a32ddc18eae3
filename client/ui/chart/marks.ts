import type { Layout } from './layout.ts'
import { xOf } from './position.ts'
import { cluster } from './spread.ts'
import type { ChartMark, MarkKind, Pane, TimeRange } from './types.ts'

/** A symbol in the row of marks: one event, or several merged ones. */
export interface PlacedMark {
  key: string
  x: number
  /** End of the longest, px; null if all are instants. */
  until: number | null
  /** The most important one, which is drawn. */
  kind: MarkKind
  items: ChartMark[]
}

/** Symbols closer than this (px) are merged: the size of a fingertip. */
const APART = 24

const GRAVE: readonly MarkKind[] = ['warn', 'alarm']

export function chartMarksOf(panes: readonly Pane[]): ChartMark[] {
  return panes.flatMap((p) => p.marks).sort((a, b) => a.t - b.t)
}

export const markKey = (m: ChartMark): string => m.id ?? `${m.kind}:${m.t}`

/** Places the marks in view; one that began before is drawn at the edge while it lasts. */
export function placeMarks(marks: readonly ChartMark[], view: TimeRange, layout: Layout): PlacedMark[] {
  if (layout.marks === null) return []
  const { left, right } = layout
  const seen = marks.filter((m) => m.t <= view.to && (m.t >= view.from || (m.to ?? m.t) > view.from))
  const placed = seen.map((item) => ({ at: Math.max(left, xOf(item.t, view, layout)), item }))
  return cluster(placed, APART).map(({ at, items }) => {
    const { kind } = items.reduce((a, b) => (GRAVE.indexOf(b.kind) > GRAVE.indexOf(a.kind) ? b : a))
    const end = Math.max(...items.map((m) => m.to ?? -Infinity))
    const until = Number.isFinite(end) ? Math.min(right, xOf(end, view, layout)) : null
    return {
      key: markKey(items[0]),
      x: at,
      // A span shorter than its symbol needs no line.
      until: until !== null && until > at + 7 ? until : null,
      kind,
      items,
    }
  })
}
