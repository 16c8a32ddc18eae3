import type { Layout } from './layout.ts'
import { xOf } from './position.ts'
import { cluster } from './spread.ts'
import type { ChartMark, MarkKind, Pane, TimeRange } from './types.ts'

/** One figure in the row of marks: what happened there, alone or folded with its neighbours. */
export interface PlacedMark {
  key: string
  x: number
  /** Where the longest of them ends, px; null when all are instants. */
  until: number | null
  /** The gravest of them is drawn. */
  kind: MarkKind
  items: ChartMark[]
}

/** Figures nearer to each other than this (px) are folded into one: what a finger needs. */
const APART = 24

const GRAVE: readonly MarkKind[] = ['warn', 'alarm']

export function chartMarksOf(panes: readonly Pane[]): ChartMark[] {
  return panes.flatMap((p) => p.marks).sort((a, b) => a.t - b.t)
}

export const markKey = (m: ChartMark): string => m.id ?? `${m.kind}:${m.t}`

/** The marks in view at their places; one that began before the view is drawn at its edge while it lasts. */
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
      // A span shorter than its own figure needs no line.
      until: until !== null && until > at + 7 ? until : null,
      kind,
      items,
    }
  })
}
