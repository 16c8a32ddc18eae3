import { MINUTE } from '#core/time/units.ts'
import { stripAt } from './cursor.ts'
import type { StripState } from './cursor.ts'
import type { PlacedMark } from './marks.ts'
import { boxIn, cursorIn, spanIn } from './overlay.ts'
import type { OverlayBox, Cursor, SpanBox } from './overlay.ts'
import type { ChartScene } from './scene.ts'
import type { ChartTexts, ChartLanguage, Pane, TimeRange } from './types.ts'

/** What the surface around the canvas shows of the engine's state. */
export interface Snapshot {
  strip: StripState
  view: TimeRange
  zoomed: boolean
  points: number
  drawn: boolean
  /** Pixels of the cursor and of the values read under it; null without a cursor. */
  cursor: Cursor | null
  /** The part of the chosen span that is in view. */
  span: SpanBox | null
  /** The span that the keyboard has begun. */
  box: OverlayBox | null
  /** Figures in the row of marks, the height of its middle, and how wide everything is. */
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
  scene: ChartScene | null
  viewport: { view: TimeRange; zoomed: boolean; msPerPx: number }
  pointer: { at: number | null; begun: number | null }
}

/** How far from the cursor (px) an entry still counts as under it. */
const NEAR = 6
/** The same before anything is drawn, ms. */
const UNDRAWN = MINUTE

export function snapshotOf({ props, scene, viewport, pointer }: SnapshotInput): Snapshot {
  const { panes, hidden, zone, language, texts, now } = props
  const { at, begun } = pointer
  const tolerance = scene ? NEAR * viewport.msPerPx : UNDRAWN
  const bars = scene?.bars ?? new Map()
  return {
    strip: stripAt({ panes, hidden, bars, at, tolerance, zone, language, texts, now }),
    view: viewport.view,
    zoomed: viewport.zoomed,
    points: scene?.points ?? 0,
    drawn: scene !== null,
    cursor: scene && at !== null ? cursorIn(scene, at, { hidden, tolerance, now }) : null,
    span: scene && props.span ? spanIn(scene, props.span) : null,
    box: scene && begun !== null && at !== null ? boxIn(scene, begun, at) : null,
    marks: scene?.marks ?? [],
    marksAt: scene?.layout.marks ?? 0,
    width: scene?.layout.width ?? 0,
  }
}
