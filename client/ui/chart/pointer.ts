import { cursorSeries } from './cursor.ts'
import type { Linked } from './link.ts'
import { xOf } from './position.ts'
import { nearestStamp, neighbour } from './read.ts'
import type { ChartGeometry } from './geometry.ts'
import type { Viewport } from './viewport.ts'
import type { Pane, TimeRange } from './types.ts'

export interface PointerProps {
  panes: Pane[]
  hidden: ReadonlySet<string>
  /** The selected span; absent: none can be selected. */
  span?: TimeRange | null
  onSpan?: (span: TimeRange) => void
}

/** The chart that a pointer belongs to. */
interface Around {
  props(): PointerProps
  geometry(): ChartGeometry | null
  others(): Linked[]
  announce(): void
}

/** Distance in px within which an end of the selection is grabbed. */
const GRIP = 7
/** Distance in px within which the cursor snaps to an entry. */
const REACH = 12

/** Cursor of a chart, by mouse, finger or key, and the selection made with it. */
export class Pointer {
  at: number | null = null
  /** Where a keyboard selection began. */
  begun: number | null = null
  private readonly viewport: Viewport
  private readonly around: Around

  constructor(viewport: Viewport, around: Around) {
    this.viewport = viewport
    this.around = around
  }

  /** Sets the cursor as in another chart of the group. */
  follow(at: number | null) {
    this.at = at
    this.around.announce()
  }

  /** Sets the cursor to the entry nearest to a pixel; null removes it. */
  point(x: number | null) {
    if (x === null) return this.pointAt(null)
    const { view, msPerPx } = this.viewport
    const t = Math.min(view.to, Math.max(view.from, this.viewport.timeAt(x)))
    const near = nearestStamp(this.stops(), t)
    this.pointAt(near !== null && Math.abs(near - t) <= REACH * msPerPx ? near : Math.round(t))
  }

  /** Sets the cursor to an instant; null removes it. */
  pointAt(at: number | null) {
    if (at === this.at) return
    this.at = at
    if (at === null) this.begun = null
    this.around.announce()
    for (const other of this.around.others()) other.follow(at)
  }

  /** Moves the cursor by entries; at the edge, the view follows. */
  move(steps: number) {
    const { view } = this.viewport
    const direction = steps > 0 ? 1 : -1
    let at = this.at ?? (direction === 1 ? view.from - 1 : view.to + 1)
    for (let i = 0; i < Math.abs(steps); i++) at = neighbour(this.stops(), at, direction) ?? at
    if (at < view.from - 1 || at > view.to + 1) return
    this.pointAt(at)
  }

  moveTo(end: 'first' | 'last') {
    const { from, to } = this.viewport.view
    const at = neighbour(this.stops(), end === 'first' ? from - 1 : to + 1, end === 'first' ? 1 : -1)
    if (at !== null && this.viewport.contains(at)) this.pointAt(at)
  }

  /** Whether dragging selects a span instead of panning. */
  spanning(): boolean {
    return this.around.props().onSpan !== undefined
  }

  /** Where a drag starts: at the opposite end of the selection if it begins at an end, else where it began. */
  spanStart(x: number): number {
    const { span } = this.around.props()
    const geometry = this.around.geometry()
    if (!span || !geometry) return x
    const [from, to] = [span.from, span.to].map((t) => xOf(t, this.viewport.view, geometry.layout))
    const near = Math.abs(x - from) <= Math.abs(x - to) ? from : to
    return Math.abs(x - near) > GRIP ? x : near === from ? to : from
  }

  chooseSpan(x0: number, x1: number) {
    this.reportSpan(this.viewport.timeAt(x0), this.viewport.timeAt(x1))
  }

  /** Sets one end of a span at the cursor, then the other: selects it, or zooms to it. */
  markSpan() {
    if (this.at === null) return
    const begun = (this.begun ??= this.at)
    if (this.spanning()) this.reportSpan(begun, this.at)
    if (begun === this.at) return this.around.announce()
    this.begun = null
    if (this.spanning()) return this.around.announce()
    this.viewport.selectBetween(begun, this.at)
  }

  /** Cancels: first a begun span, then the cursor. */
  cancel() {
    if (this.begun === null) return this.pointAt(null)
    this.begun = null
    this.around.announce()
  }

  zoomToSpan() {
    const { span } = this.around.props()
    if (!span) return
    const air = 0.1 * (span.to - span.from)
    this.viewport.selectBetween(span.from - air, span.to + air)
  }

  private reportSpan(a: number, b: number) {
    const { from, to } = this.viewport.view
    const inside = (t: number) => Math.round(Math.min(to, Math.max(from, t)))
    this.around.props().onSpan?.({ from: inside(Math.min(a, b)), to: inside(Math.max(a, b)) })
  }

  private stops() {
    const { panes, hidden } = this.around.props()
    return cursorSeries(panes, hidden).flatMap(({ data }) => (data.rejected ? [data, data.rejected] : [data]))
  }
}
