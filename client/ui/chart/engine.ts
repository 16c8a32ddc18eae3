import { CustomChart, LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import type { ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { readPalette } from './colors.ts'
import type { Palette } from './colors.ts'
import { cursorSeries, stripAt } from './cursor.ts'
import type { StripState } from './cursor.ts'
import { join, others } from './link.ts'
import { Measure } from './measure.ts'
import type { PlacedMark } from './marks.ts'
import { xOf } from './place.ts'
import { toOption } from './option.ts'
import type { ChartOption } from './option.ts'
import { nearestStamp, neighbour } from './read.ts'
import { compose, shownSeries } from './scene.ts'
import type { Scene } from './scene.ts'
import { boxIn, cursorIn, spanIn } from './overlay.ts'
import type { Box, Cursor, SpanBox } from './overlay.ts'
import type { ChartSeries, ChartTexts, Language, Pane, RangeCause, TimeRange } from './types.ts'
import { between, clamp, panBy, replaces, same, zoomAt } from './view.ts'

use([LineChart, CustomChart, GridComponent, CanvasRenderer])

export interface EngineProps {
  panes: Pane[]
  from: number
  to: number
  zone: string
  language: Language
  texts: ChartTexts
  live: boolean
  now?: number
  limits?: TimeRange
  home?: TimeRange
  hidden: ReadonlySet<string>
  onRange?: (from: number, to: number, cause: RangeCause) => void
  /** The span that is chosen; absent: none can be. */
  span?: TimeRange | null
  onSpan?: (span: TimeRange) => void
  /** Charts of one group share their cursor, and go along where they showed the same range. */
  group?: string
}

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
  box: Box | null
  /** Figures in the row of marks, the height of its middle, and how wide everything is. */
  marks: readonly PlacedMark[]
  marksAt: number
  width: number
}

const SETTLE = 250
/** So near (px) an end of the chosen span is taken hold of. */
const GRIP = 7

/**
 * Draws panes on one canvas of ECharts and keeps view, ranges and cursor. Every change is drawn once per frame,
 * with data handed over only when they are others than before.
 */
export class Engine {
  private props: EngineProps
  private host: HTMLElement | null = null
  private chart: ECharts | null = null
  private palette: Palette = {}
  private measure = new Measure()
  private view: TimeRange
  private given: TimeRange
  private scene: Scene | null = null
  private at: number | null = null
  /** Where the keyboard began a span. */
  private begun: number | null = null
  private frame = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private emitted: TimeRange | null = null
  private lines = new Set<string>()
  private shape = ''
  private versions = new WeakMap<object, number>()
  private version = 0
  private leave = () => {}
  private listeners = new Set<() => void>()
  private state: Snapshot

  constructor(props: EngineProps) {
    this.props = props
    this.view = clamp({ from: props.from, to: props.to }, props.limits)
    this.given = { from: props.from, to: props.to }
    this.state = this.snapshotNow()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.state

  /** sharpness: how many times larger it is seen than it is laid out. */
  mount(host: HTMLElement, sharpness = 1) {
    this.host = host
    this.link()
    this.chart = init(host, null, {
      renderer: 'canvas',
      width: host.clientWidth,
      height: host.clientHeight,
      devicePixelRatio: devicePixelRatio * sharpness,
    })
    this.restyle()
  }

  unmount() {
    this.leave()
    this.leave = () => {}
    cancelAnimationFrame(this.frame)
    clearTimeout(this.timer)
    this.frame = 0
    this.chart?.dispose()
    this.chart = null
    this.host = null
    this.lines = new Set()
    this.shape = ''
  }

  /** Takes the properties of a new render. */
  update(props: EngineProps) {
    const before = this.props
    this.props = props
    const now = { from: props.from, to: props.to }
    if (now.from !== this.given.from || now.to !== this.given.to) {
      const following = same(this.view, this.given)
      const echo = this.emitted !== null && same(this.emitted, now)
      if (!echo && (following || replaces(this.given, now, props.live))) {
        const stretched = Math.abs((now.to - now.from) / (this.view.to - this.view.from) - 1) > 0.01
        this.view = now
        if (stretched) this.forget()
      }
      this.given = now
    }
    if (before.hidden !== props.hidden) this.forget()
    if (before.group !== props.group) this.link()
    this.schedule()
  }

  private link() {
    this.leave()
    this.leave = this.props.group === undefined ? () => {} : join(this.props.group, this)
  }

  /** Another chart of the group has its cursor there. */
  follow(at: number | null) {
    this.at = at
    this.announce()
  }

  /** Another chart of the group went on: from the same view this one goes along, and leaves the telling to it. */
  goAlong(before: TimeRange, now: TimeRange) {
    if (!same(this.view, before)) return
    this.view = clamp(now, this.props.limits)
    this.emitted = this.view
    clearTimeout(this.timer)
    this.schedule()
  }

  resize() {
    if (!this.chart || !this.host) return
    const [width, height] = [this.host.clientWidth, this.host.clientHeight]
    if (width === 0 || height === 0) return
    if (this.chart.getWidth() === width && this.chart.getHeight() === height) return
    this.chart.resize({ width, height })
    if (this.scene) this.scene.margins = { left: 0, right: 0 }
    this.draw()
  }

  /** Reads the theme again and draws with it. */
  restyle() {
    if (!this.host) return
    const tokens = this.props.panes.flatMap((p) => p.series.map((s) => s.color))
    this.palette = readPalette(this.host, tokens)
    this.measure.use(getComputedStyle(this.host).fontFamily || 'sans-serif')
    this.draw()
  }

  // --- what the reader does ---

  zoom(x: number, factor: number) {
    this.look(zoomAt(this.view, this.timeAt(x), factor, this.props.limits), 'zoom')
  }

  zoomMiddle(factor: number) {
    const middle = this.at ?? (this.view.from + this.view.to) / 2
    this.look(zoomAt(this.view, middle, factor, this.props.limits), 'zoom')
  }

  pan(px: number) {
    this.look(panBy(this.view, -px * this.msPerPx(), this.props.limits), 'pan')
  }

  panShare(share: number) {
    this.look(panBy(this.view, share * (this.view.to - this.view.from), this.props.limits), 'pan')
  }

  select(x0: number, x1: number) {
    this.look(between(this.timeAt(x0), this.timeAt(x1), this.props.limits), 'select')
    this.forget()
  }

  /** Whether a drag chooses a span; the view stays. */
  spanning(): boolean {
    return this.props.onSpan !== undefined
  }

  /** A drag that begins at an end of the chosen span moves that end: where it then starts from, else where it began. */
  spanStart(x: number): number {
    const { span } = this.props
    if (!span || !this.scene) return x
    const [from, to] = [span.from, span.to].map((t) => xOf(t, this.view, this.scene!.layout))
    const near = Math.abs(x - from) <= Math.abs(x - to) ? from : to
    return Math.abs(x - near) > GRIP ? x : near === from ? to : from
  }

  chooseSpan(x0: number, x1: number) {
    const [a, b] = [this.timeAt(x0), this.timeAt(x1)]
    this.tellSpan(a, b)
  }

  /** Sets one end of a span at the cursor, then the other: it is chosen, or else the view goes to it. */
  markSpan() {
    if (this.at === null) return
    const begun = (this.begun ??= this.at)
    if (this.spanning()) this.tellSpan(begun, this.at)
    if (begun === this.at) return this.announce()
    this.begun = null
    if (this.spanning()) return this.announce()
    this.look(between(begun, this.at, this.props.limits), 'select')
    this.forget()
  }

  /** Gives up what was begun: first the span, then the cursor. */
  cancel() {
    if (this.begun === null) return this.pointAt(null)
    this.begun = null
    this.announce()
  }

  zoomToSpan() {
    const { span } = this.props
    if (!span) return
    const air = 0.1 * (span.to - span.from)
    this.look(between(span.from - air, span.to + air, this.props.limits), 'select')
    this.forget()
  }

  private tellSpan(a: number, b: number) {
    const { from, to } = this.view
    const inside = (t: number) => Math.round(Math.min(to, Math.max(from, t)))
    this.props.onSpan?.({ from: inside(Math.min(a, b)), to: inside(Math.max(a, b)) })
  }

  reset() {
    this.forget()
    this.look(this.props.home ?? this.given, 'reset')
  }

  /** Puts the cursor at the entry nearest to a pixel; null takes it away. */
  point(x: number | null) {
    let at: number | null = null
    if (x !== null) {
      const t = Math.min(this.view.to, Math.max(this.view.from, this.timeAt(x)))
      const near = nearestStamp(this.stops(), t)
      const reach = Math.max(12 * this.msPerPx(), 0)
      at = near !== null && Math.abs(near - t) <= reach ? near : Math.round(t)
    }
    this.pointAt(at)
  }

  /** Puts the cursor at an instant; null takes it away. */
  pointAt(at: number | null) {
    if (at === this.at) return
    this.at = at
    if (at === null) this.begun = null
    this.announce()
    for (const other of others(this.props.group, this)) other.follow(at)
  }

  /** Moves the cursor by entries; at the edge of the view the view follows. */
  move(steps: number) {
    const direction = steps > 0 ? 1 : -1
    let at = this.at ?? (direction === 1 ? this.view.from - 1 : this.view.to + 1)
    for (let i = 0; i < Math.abs(steps); i++) at = neighbour(this.stops(), at, direction) ?? at
    if (at < this.view.from - 1 || at > this.view.to + 1) return
    this.pointAt(at)
  }

  moveTo(end: 'first' | 'last') {
    const { from, to } = this.view
    const at = neighbour(this.stops(), end === 'first' ? from - 1 : to + 1, end === 'first' ? 1 : -1)
    if (at !== null && at >= from && at <= to) this.pointAt(at)
  }

  /** Whether a pixel lies in the plot. */
  inPlot(x: number): boolean {
    const l = this.scene?.layout
    return l !== undefined && x >= l.left && x <= l.right
  }

  plot(): { left: number; right: number; top: number; bottom: number } {
    return this.scene?.layout ?? { left: 0, right: 1, top: 0, bottom: 1 }
  }

  /** The canvas as drawn, on the surface colour, at a pixel ratio. */
  picture(ratio: number): HTMLCanvasElement | null {
    return this.chart?.renderToCanvas({ pixelRatio: ratio, backgroundColor: this.palette.surface }) ?? null
  }

  /** What is drawn and how, for who draws it elsewhere. */
  drawn(): { scene: Scene; palette: Palette; family: string; measure: (text: string) => number } | null {
    const { scene, palette, measure } = this
    return scene && { scene, palette, family: measure.family, measure: measure.of }
  }

  shown(): ChartSeries[] {
    return this.props.panes.flatMap((p) => shownSeries(p, this.props.hidden))
  }

  // --- inside ---

  private stops() {
    return cursorSeries(this.props.panes, this.props.hidden).map((s) => s.data)
  }

  private msPerPx(): number {
    const { left, right } = this.plot()
    return (this.view.to - this.view.from) / Math.max(1, right - left)
  }

  private timeAt(x: number): number {
    return this.view.from + (x - this.plot().left) * this.msPerPx()
  }

  /** Lets ranges and margins be chosen anew. */
  private forget() {
    if (this.scene) {
      this.scene.ranges = new Map()
      this.scene.margins = { left: 0, right: 0 }
    }
  }

  private look(view: TimeRange, cause: RangeCause) {
    if (view.from === this.view.from && view.to === this.view.to) return
    for (const other of others(this.props.group, this)) other.goAlong(this.view, view)
    this.view = view
    if (this.at !== null && (this.at < view.from || this.at > view.to)) this.at = null
    this.schedule()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.emitted = this.view
      this.props.onRange?.(this.view.from, this.view.to, cause)
    }, SETTLE)
  }

  private schedule() {
    if (this.frame || !this.chart) return
    this.frame = requestAnimationFrame(() => this.draw())
  }

  /** A line's id changes with its data, so that ECharts never merges one set of data into another. */
  private lineId = (s: ChartSeries): string => {
    let version = this.versions.get(s.data)
    if (version === undefined) this.versions.set(s.data, (version = ++this.version))
    return `${s.id}:${version}:${s.kind === 'step' ? (this.props.now ?? '') : ''}`
  }

  private draw() {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    if (!this.chart || !this.host || this.chart.getWidth() === 0 || this.chart.getHeight() === 0) return
    const { props } = this
    this.scene = compose({
      panes: props.panes,
      hidden: props.hidden,
      view: this.view,
      zone: props.zone,
      language: props.language,
      width: this.chart.getWidth(),
      height: this.chart.getHeight(),
      now: props.now,
      measure: this.measure.of,
      acts: props.texts.acts,
      ranges: this.scene?.ranges,
      margins: this.scene?.margins,
    })
    const option = toOption({
      scene: this.scene,
      hidden: props.hidden,
      palette: this.palette,
      family: this.measure.family,
      now: props.now,
      lineId: this.lineId,
      drawn: this.lines,
    })
    this.apply(option)
    this.announce()
  }

  private apply(option: ChartOption) {
    const series = option.series as { id: string; type: string; lineStyle?: object; yAxisId?: string }[]
    const lines = series.filter((s) => s.type === 'line')
    // Lines are touched only when one of them is new, gone, moved or restyled.
    const shape = JSON.stringify([
      series.map((s) => [s.id, s.yAxisId, s.lineStyle]),
      (option.yAxis as { id: string }[]).map((a) => a.id),
    ])
    if (shape === this.shape)
      this.chart!.setOption({ ...option, series: series.filter((s) => s.type !== 'line') } as ChartOption)
    else this.chart!.setOption(option, { replaceMerge: ['series', 'grid', 'xAxis', 'yAxis'] })
    this.shape = shape
    this.lines = new Set(lines.map((l) => l.id))
  }

  private announce() {
    this.state = this.snapshotNow()
    for (const listener of this.listeners) listener()
  }

  private snapshotNow(): Snapshot {
    const { props, scene } = this
    const tolerance = scene ? 6 * this.msPerPx() : 60_000
    const strip = stripAt({
      panes: props.panes,
      hidden: props.hidden,
      bars: scene?.bars ?? new Map(),
      at: this.at,
      tolerance,
      zone: props.zone,
      language: props.language,
      texts: props.texts,
      now: props.now,
    })
    return {
      strip,
      view: this.view,
      zoomed: !same(this.view, props.home ?? this.given),
      points: scene?.points ?? 0,
      drawn: scene !== null,
      cursor:
        scene && this.at !== null
          ? cursorIn(scene, this.at, { hidden: props.hidden, tolerance, now: props.now })
          : null,
      span: scene && props.span ? spanIn(scene, props.span) : null,
      box: scene && this.begun !== null && this.at !== null ? boxIn(scene, this.begun, this.at) : null,
      marks: scene?.marks ?? [],
      marksAt: scene?.layout.marks ?? 0,
      width: scene?.layout.width ?? 0,
    }
  }
}
