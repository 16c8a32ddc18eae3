import { Canvas } from './canvas.ts'
import { readChartPalette } from './colors.ts'
import type { ChartPalette } from './colors.ts'
import { join, others } from './link.ts'
import type { Linked } from './link.ts'
import { Measure } from './measure.ts'
import { Pointer } from './pointer.ts'
import type { PointerProps } from './pointer.ts'
import { compose, shownSeries } from './geometry.ts'
import type { ChartGeometry } from './geometry.ts'
import { Viewport } from './viewport.ts'
import type { Plot, ViewportProps } from './viewport.ts'
import { snapshotOf } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { fillText } from '../../lib/text/fill.ts'
import type { ChartSeries, ChartTexts, ChartLanguage, TimeRange } from './types.ts'

export interface EngineProps extends ViewportProps, PointerProps {
  zone: string
  language: ChartLanguage
  texts: ChartTexts
  now?: number
  /** Charts of a group share their cursor, and move together while they show the same range. */
  group?: string
}

/** Delay after the last move before a view is drawn in full, ms. */
const STILL = 150
/** State before the first layout. */
const NO_PLOT: Plot = { left: 0, right: 1, top: 0, bottom: 1 }

/**
 * Connects the parts of a chart: visible range (viewport), cursor (pointer), and canvas, drawn once per frame after
 * any change. Publishes snapshots for the surrounding components.
 */
export class ChartEngine implements Linked {
  readonly viewport: Viewport
  readonly pointer: Pointer
  private props: EngineProps
  private host: HTMLElement | null = null
  private canvas: Canvas | null = null
  private palette: ChartPalette = {}
  private measure = new Measure()
  private geometry: ChartGeometry | null = null
  private frame = 0
  /** Set while the view is moving. */
  private moving: ReturnType<typeof setTimeout> | undefined
  private leave = () => {}
  private listeners = new Set<() => void>()
  private state: Snapshot

  constructor(props: EngineProps) {
    this.props = props
    const common = { props: () => this.props, others: () => others(this.props.group, this) }
    this.viewport = new Viewport(props, {
      ...common,
      plot: () => this.plot(),
      moved: () => this.moved(),
      forget: () => this.forget(),
    })
    this.pointer = new Pointer(this.viewport, {
      ...common,
      geometry: () => this.geometry,
      announce: () => this.announce(),
    })
    this.state = this.snapshotNow()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.state

  /** sharpness: factor by which it is displayed larger than laid out. */
  mount(host: HTMLElement, sharpness = 1) {
    this.host = host
    this.link()
    this.canvas = new Canvas(host, sharpness)
    this.restyle()
  }

  unmount() {
    this.leave()
    this.leave = () => {}
    cancelAnimationFrame(this.frame)
    this.viewport.stop()
    clearTimeout(this.moving)
    this.moving = undefined
    this.frame = 0
    this.canvas?.dispose()
    this.canvas = null
    this.host = null
  }

  /** Takes the props of a new render. */
  update(props: EngineProps) {
    const before = this.props
    this.props = props
    this.viewport.follow(props)
    if (before.hidden !== props.hidden) this.forget()
    if (before.group !== props.group) this.link()
    this.schedule()
  }

  resize() {
    if (!this.canvas || !this.host) return
    const [width, height] = [this.host.clientWidth, this.host.clientHeight]
    if (width === 0 || height === 0) return
    if (this.canvas.width === width && this.canvas.height === height) return
    this.canvas.resize(width, height)
    if (this.geometry) this.geometry.margins = { left: 0, right: 0 }
    this.draw()
  }

  /** Reads the theme again and redraws. */
  restyle() {
    if (!this.host) return
    const tokens = this.props.panes.flatMap((p) => p.series.map((s) => s.color))
    this.palette = readChartPalette(this.host, tokens)
    this.measure.use(getComputedStyle(this.host).fontFamily || 'sans-serif')
    this.draw()
  }

  // --- group ---

  private link() {
    this.leave()
    this.leave = this.props.group === undefined ? () => {} : join(this.props.group, this)
  }

  follow(at: number | null) {
    this.pointer.follow(at)
  }

  goAlong(before: TimeRange, now: TimeRange) {
    if (this.viewport.goAlong(before, now)) this.drift()
  }

  // --- queries ---

  /** Whether a pixel lies in the plot. */
  inPlot(x: number): boolean {
    const l = this.geometry?.layout
    return l !== undefined && x >= l.left && x <= l.right
  }

  /** Copy of the canvas on the surface colour, at a pixel ratio. */
  picture(ratio: number): HTMLCanvasElement | null {
    return this.canvas?.picture(ratio, this.palette.surface) ?? null
  }

  /** What is drawn, for other renderers. */
  drawn(): {
    geometry: ChartGeometry
    palette: ChartPalette
    family: string
    measure: (text: string) => number
  } | null {
    const { geometry, palette, measure } = this
    return geometry && { geometry, palette, family: measure.family, measure: measure.of }
  }

  shown(): ChartSeries[] {
    return this.props.panes.flatMap((p) => shownSeries(p, this.props.hidden))
  }

  // --- internal ---

  private plot(): Plot {
    return this.geometry?.layout ?? NO_PLOT
  }

  /** Clears a cursor outside the view after the user moved it. */
  private moved() {
    const { at } = this.pointer
    if (at !== null && !this.viewport.contains(at)) this.pointer.at = null
    this.drift()
  }

  /** Draws the view in light style until it stops moving. */
  private drift() {
    clearTimeout(this.moving)
    this.moving = setTimeout(() => {
      this.moving = undefined
      this.schedule()
    }, STILL)
    this.schedule()
  }

  /** Lets ranges and margins be chosen again. */
  private forget() {
    if (this.geometry) {
      this.geometry.ranges = new Map()
      this.geometry.margins = { left: 0, right: 0 }
    }
  }

  private schedule() {
    if (this.frame || !this.canvas) return
    this.frame = requestAnimationFrame(() => this.draw())
  }

  private draw() {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    const { canvas, props, measure, palette } = this
    if (!canvas || canvas.width === 0 || canvas.height === 0) return
    const { panes, hidden, zone, language, now } = props
    this.geometry = compose({
      panes,
      hidden,
      view: this.viewport.view,
      zone,
      language,
      width: canvas.width,
      height: canvas.height,
      now,
      measure: measure.of,
      acts: (n) => fillText(props.texts.acts, props.language, { n }),
      ranges: this.geometry?.ranges,
      margins: this.geometry?.margins,
    })
    const moving = this.moving !== undefined
    canvas.draw({ geometry: this.geometry, hidden, palette, family: measure.family, now, moving })
    this.announce()
  }

  private announce() {
    this.state = this.snapshotNow()
    for (const listener of this.listeners) listener()
  }

  private snapshotNow(): Snapshot {
    const { props, geometry, viewport, pointer } = this
    return snapshotOf({ props, geometry, viewport, pointer })
  }
}
