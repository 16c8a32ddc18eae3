import { MINUTE } from '#core/time/units.ts'
import { stripAt } from './cursor.ts'
import type { StripState } from './cursor.ts'
import type { PlacedMark } from './marks.ts'
import { boxIn, cursorIn, spanIn } from './overlay.ts'
import type { OverlayBox, Cursor, SpanBox } from './overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import type { ChartTexts, ChartLanguage, Pane, TimeRange } from './types.ts'

/** State of the engine for the components around the canvas. */
export interface Snapshot {
  strip: StripState
  view: TimeRange
  zoomed: boolean
  points: number
  drawn: boolean
  /** Pixels of the cursor and of the values under it; null: no cursor. */
  cursor: Cursor | null
  /** The visible part of the selection. */
  span: SpanBox | null
  /** The span that the keyboard has begun. */
  box: OverlayBox | null
  /** Symbols in the row of marks, the centre of the row, and the full width. */
  marks: readonly PlacedMark[]
  marksAt: number
  width: number
}

interface SnapshotInput {
  props: {
    panes: Pane[]
    hidden: ReadonlySet<string>
    zone: string
    language: ChartLanguage
    texts: ChartTexts
    now?: number
    span?: TimeRange | null
  }
  geometry: ChartGeometry | null
  viewport: { view: TimeRange; zoomed: boolean; msPerPx: number }
  pointer: { at: number | null; begun: number | null }
}

/** Distance from the cursor (px) within which an entry counts as under it. */
const NEAR = 6
/** The same before the first drawing, ms. */
const UNDRAWN = MINUTE

export function snapshotOf({ props, geometry, viewport, pointer }: SnapshotInput): Snapshot {
  const { panes, hidden, zone, language, texts, now } = props
  const { at, begun } = pointer
  const tolerance = geometry ? NEAR * viewport.msPerPx : UNDRAWN
  const bars = geometry?.bars ?? new Map()
  return {
    strip: stripAt({ panes, hidden, bars, at, tolerance, zone, language, texts, now }),
    view: viewport.view,
    zoomed: viewport.zoomed,
    points: geometry?.points ?? 0,
    drawn: geometry !== null,
    cursor: geometry && at !== null ? cursorIn(geometry, at, { hidden, tolerance, now }) : null,
    span: geometry && props.span ? spanIn(geometry, props.span) : null,
    box: geometry && begun !== null && at !== null ? boxIn(geometry, begun, at) : null,
    marks: geometry?.marks ?? [],
    marksAt: geometry?.layout.marks ?? 0,
    width: geometry?.layout.width ?? 0,
  }
}
