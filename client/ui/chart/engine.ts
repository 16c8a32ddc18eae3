import { CustomChart, LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import type { ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { readPalette } from './colors.ts'
import type { Palette } from './colors.ts'
import { cursorSeries, stripAt } from './cursor.ts'
import type { StripState } from './cursor.ts'
import { axisKey, xOf, yOf } from './furniture.ts'
import { toOption } from './option.ts'
import type { ChartOption } from './option.ts'
import { nearestStamp, neighbour, readAt } from './read.ts'
import { compose, shownSeries } from './scene.ts'
import type { Scene } from './scene.ts'
import { FONT_SIZE } from './shapes.ts'
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
}

/** What the surface around the canvas shows of the engine's state. */
export interface Snapshot {
  strip: StripState
  view: TimeRange
  zoomed: boolean
  points: number
  drawn: boolean
  /** Pixels of the cursor and of the values read under it; null without a cursor. */
  cursor: { x: number; top: number; bottom: number; dots: { x: number; y: number; color: string }[] } | null
  /** Pixels of the part of the chosen span that is in view, and which of its ends are. */
  span: { left: number; width: number; bottom: number; from: boolean; to: boolean } | null
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
  private family = 'sans-serif'
  private view: TimeRange
  private given: TimeRange
  private scene: Scene | null = null
  private at: number | null = null
  /** Where the keyboard began a span. */
  private begun: number | null = null
  private frame = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private emitted: TimeRange | null = null
  private drawn = new Set<string>()
  private shape = ''
  private versions = new WeakMap<object, number>()
  private version = 0
  private listeners = new Set<() => void>()
  private state: Snapshot
  private context: CanvasRenderingContext2D | null = null
  private widths = new Map<string, number>()

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

  mount(host: HTMLElement) {
    this.host = host
    this.chart = init(host, null, { renderer: 'canvas', width: host.clientWidth, height: host.clientHeight })
    this.restyle()
  }

  unmount() {
    cancelAnimationFrame(this.frame)
    clearTimeout(this.timer)
    this.frame = 0
    this.chart?.dispose()
    this.chart = null
    this.host = null
    this.drawn = new Set()
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
    this.family = getComputedStyle(this.host).fontFamily || 'sans-serif'
    this.widths.clear()
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

  /** Sets one end of a span at the cursor, then the other. */
  markSpan() {
    if (!this.spanning() || this.at === null) return
    if (this.begun === null) this.begun = this.at
    this.tellSpan(this.begun, this.at)
    if (this.begun !== this.at) this.begun = null
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
    if (x === null) this.at = null
    else {
      const t = Math.min(this.view.to, Math.max(this.view.from, this.timeAt(x)))
      const near = nearestStamp(this.stops(), t)
      const reach = Math.max(12 * this.msPerPx(), 0)
      this.at = near !== null && Math.abs(near - t) <= reach ? near : Math.round(t)
    }
    this.announce()
  }

  /** Moves the cursor by entries; at the edge of the view the view follows. */
  move(steps: number) {
    const direction = steps > 0 ? 1 : -1
    let at = this.at ?? (direction === 1 ? this.view.from - 1 : this.view.to + 1)
    for (let i = 0; i < Math.abs(steps); i++) at = neighbour(this.stops(), at, direction) ?? at
    if (at < this.view.from - 1 || at > this.view.to + 1 || at === this.at) return
    this.at = at
    this.announce()
  }

  moveTo(end: 'first' | 'last') {
    this.at = null
    this.move(end === 'first' ? 1 : -1)
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
  picture(ratio: number): { canvas: HTMLCanvasElement; palette: Palette; family: string } | null {
    if (!this.chart) return null
    const canvas = this.chart.renderToCanvas({ pixelRatio: ratio, backgroundColor: this.palette.surface })
    return { canvas, palette: this.palette, family: this.family }
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

  private measure = (text: string, bold = false): number => {
    const key = bold ? `!${text}` : text
    let width = this.widths.get(key)
    if (width === undefined) {
      this.context ??= document.createElement('canvas').getContext('2d')
      if (!this.context) return text.length * 7
      this.context.font = `${bold ? 600 : 400} ${FONT_SIZE}px ${this.family}`
      width = this.context.measureText(text).width
      if (this.widths.size > 2000) this.widths.clear()
      this.widths.set(key, width)
    }
    return width
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
      measure: this.measure,
      ranges: this.scene?.ranges,
      margins: this.scene?.margins,
    })
    const option = toOption({
      scene: this.scene,
      hidden: props.hidden,
      palette: this.palette,
      family: this.family,
      now: props.now,
      lineId: this.lineId,
      drawn: this.drawn,
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
    this.drawn = new Set(lines.map((l) => l.id))
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
      cursor: scene && this.at !== null ? this.cursorIn(scene, this.at, tolerance) : null,
      span: scene && props.span ? this.spanIn(scene, props.span) : null,
    }
  }

  private spanIn(scene: Scene, span: TimeRange): Snapshot['span'] {
    const { view, layout } = scene
    if (span.to < view.from || span.from > view.to) return null
    const [a, b] = [xOf(span.from, view, layout), xOf(span.to, view, layout)]
    const left = Math.max(layout.left, a)
    return {
      left,
      // A span of one instant is seen too.
      width: Math.max(2, Math.min(layout.right, b) - left),
      bottom: layout.base,
      from: a >= layout.left,
      to: b <= layout.right,
    }
  }

  private cursorIn(scene: Scene, at: number, tolerance: number): Snapshot['cursor'] {
    if (at < scene.view.from || at > scene.view.to) return null
    const dots: { x: number; y: number; color: string }[] = []
    for (const region of scene.layout.regions)
      for (const s of shownSeries(region.pane, this.props.hidden)) {
        const axis = region.axes.find((a) => a.id === s.axis)
        if (!axis || s.kind === 'bars') continue
        const r = readAt(s, at, tolerance, this.props.now)
        const range = scene.ranges.get(axisKey(region, axis))
        if (!r || !range || !(r.v >= range.min && r.v <= range.max)) continue
        const x = xOf(s.kind === 'line' ? r.t : at, scene.view, scene.layout)
        dots.push({ x, y: yOf(r.v, range, region, axis.inverted), color: s.color })
      }
    const { top, bottom } = scene.layout
    return { x: xOf(at, scene.view, scene.layout), top, bottom, dots }
  }
}
