import { axisKey, xOf, yOf } from './position.ts'
import { readAt } from './read.ts'
import { shownSeries } from './geometry.ts'
import type { ChartGeometry } from './geometry.ts'
import type { TimeRange } from './types.ts'

/** Pixels of the cursor and of the values under it. */
export interface Cursor {
  x: number
  top: number
  bottom: number
  dots: { x: number; y: number; color: string }[]
}

/** Pixels of the visible part of a span. */
export interface OverlayBox {
  left: number
  width: number
  bottom: number
}

/** The same, with which ends are visible. */
export type SpanBox = OverlayBox & { from: boolean; to: boolean }

export function spanIn(geometry: ChartGeometry, span: TimeRange): SpanBox | null {
  const { view, layout } = geometry
  if (span.to < view.from || span.from > view.to) return null
  const [a, b] = [xOf(span.from, view, layout), xOf(span.to, view, layout)]
  const left = Math.max(layout.left, a)
  return {
    left,
    // A span of one instant is visible too.
    width: Math.max(2, Math.min(layout.right, b) - left),
    bottom: layout.base,
    from: a >= layout.left,
    to: b <= layout.right,
  }
}

/** The span that the keyboard has begun. */
export function boxIn(geometry: ChartGeometry, begun: number, at: number): OverlayBox | null {
  return spanIn(geometry, { from: Math.min(begun, at), to: Math.max(begun, at) })
}

export function cursorIn(
  geometry: ChartGeometry,
  at: number,
  reading: { hidden: ReadonlySet<string>; tolerance: number; now?: number },
): Cursor | null {
  if (at < geometry.view.from || at > geometry.view.to) return null
  const dots: Cursor['dots'] = []
  for (const region of geometry.layout.regions)
    for (const s of shownSeries(region.pane, reading.hidden)) {
      const axis = region.axes.find((a) => a.id === s.axis)
      if (!axis || s.kind === 'bars') continue
      const r = readAt(s, at, reading.tolerance, reading.now)
      const range = geometry.ranges.get(axisKey(region, axis))
      if (!r || !range || !(r.v >= range.min && r.v <= range.max)) continue
      const x = xOf(s.kind === 'line' ? r.t : at, geometry.view, geometry.layout)
      dots.push({ x, y: yOf(r.v, range, region, axis.inverted), color: s.color })
    }
  const { top, bottom } = geometry.layout
  return { x: xOf(at, geometry.view, geometry.layout), top, bottom, dots }
}
