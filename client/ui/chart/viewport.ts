import type { Linked } from './link.ts'
import type { RangeCause, TimeRange } from './types.ts'
import { between, clamp, panBy, replaces, same, zoomAt } from './view.ts'

export interface ViewportProps {
  from: number
  to: number
  live: boolean
  limits?: TimeRange
  home?: TimeRange
  onRange?: (from: number, to: number, cause: RangeCause) => void
}

/** The rectangle of the canvas that shares the time axis, px. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

/** The chart that a viewport belongs to. */
interface Around {
  props(): ViewportProps
  plot(): Plot
  others(): Linked[]
  /** Called when the visible range changed. */
  moved(): void
  /** Lets scales and margins be chosen again, when the view has little in common with the previous one. */
  forget(): void
}

/** Idle time after which the range is reported, ms. */
const SETTLE = 250

/** The visible range: set by the caller until the user zooms, pans or selects. */
export class Viewport {
  view: TimeRange
  private passed: TimeRange
  private emitted: TimeRange | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly around: Around

  constructor(props: ViewportProps, around: Around) {
    this.around = around
    this.view = clamp({ from: props.from, to: props.to }, props.limits)
    this.passed = { from: props.from, to: props.to }
  }

  stop() {
    clearTimeout(this.timer)
  }

  /** Takes a range that the caller may have changed. */
  follow(props: ViewportProps) {
    const now = { from: props.from, to: props.to }
    if (now.from === this.passed.from && now.to === this.passed.to) return
    const following = same(this.view, this.passed)
    const echo = this.emitted !== null && same(this.emitted, now)
    if (!echo && (following || replaces(this.passed, now, props.live))) {
      const stretched = Math.abs((now.to - now.from) / (this.view.to - this.view.from) - 1) > 0.01
      this.view = now
      if (stretched) this.around.forget()
    }
    this.passed = now
  }

  /** Follows another chart of the group that left the same view, without reporting it. */
  goAlong(before: TimeRange, now: TimeRange): boolean {
    if (!same(this.view, before)) return false
    this.view = clamp(now, this.around.props().limits)
    this.emitted = this.view
    clearTimeout(this.timer)
    return true
  }

  get zoomed(): boolean {
    return !same(this.view, this.around.props().home ?? this.passed)
  }

  get msPerPx(): number {
    const { left, right } = this.around.plot()
    return (this.view.to - this.view.from) / Math.max(1, right - left)
  }

  timeAt(x: number): number {
    return this.view.from + (x - this.around.plot().left) * this.msPerPx
  }

  contains(t: number): boolean {
    return t >= this.view.from && t <= this.view.to
  }

  zoom(x: number, factor: number) {
    this.zoomAbout(this.timeAt(x), factor)
  }

  /** About an instant; null: the middle. */
  zoomAbout(at: number | null, factor: number) {
    const middle = at ?? (this.view.from + this.view.to) / 2
    this.showRange(zoomAt(this.view, middle, factor, this.limits), 'zoom')
  }

  pan(px: number) {
    this.showRange(panBy(this.view, -px * this.msPerPx, this.limits), 'pan')
  }

  panShare(share: number) {
    this.showRange(panBy(this.view, share * (this.view.to - this.view.from), this.limits), 'pan')
  }

  /** Zooms to what lies between two pixels. */
  select(x0: number, x1: number) {
    this.selectBetween(this.timeAt(x0), this.timeAt(x1))
  }

  selectBetween(a: number, b: number) {
    this.showRange(between(a, b, this.limits), 'select')
    this.around.forget()
  }

  reset() {
    this.around.forget()
    this.showRange(this.around.props().home ?? this.passed, 'reset')
  }

  private get limits() {
    return this.around.props().limits
  }

  private showRange(view: TimeRange, cause: RangeCause) {
    if (view.from === this.view.from && view.to === this.view.to) return
    for (const other of this.around.others()) other.goAlong(this.view, view)
    this.view = view
    this.around.moved()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.emitted = this.view
      this.around.props().onRange?.(this.view.from, this.view.to, cause)
    }, SETTLE)
  }
}
