import { barsFor } from './bars.ts'
import type { Bars } from './bars.ts'
import { drawAxes, GAP } from './axes.ts'
import { axisKey } from './position.ts'
import type { Axes } from './axes.ts'
import { intervalsFor, layOut } from './layout.ts'
import type { Layout, Region } from './layout.ts'
import { chartMarksOf, placeMarks } from './marks.ts'
import type { PlacedMark } from './marks.ts'
import { nextRange, tickDecimals, ticksOf } from './range.ts'
import type { ValueRange } from './range.ts'
import { chartNumber } from './format.ts'
import { countIn, extent } from './read.ts'
import { timeScale } from './ticks.ts'
import type { ChartAxis, ChartSeries, ChartLanguage, Pane, TimeRange } from './types.ts'

/** Everything that one drawing needs, computed from the props and the previous drawing. */
export interface ChartGeometry {
  layout: Layout
  view: TimeRange
  ranges: Map<string, ValueRange>
  bars: Map<ChartSeries, Bars>
  axes: Axes
  margins: Margins
  marks: PlacedMark[]
  /** Values in view of all visible series. */
  points: number
}

interface Margins {
  left: number
  right: number
}

interface ChartGeometryInput {
  panes: Pane[]
  hidden: ReadonlySet<string>
  view: TimeRange
  zone: string
  language: ChartLanguage
  width: number
  height: number
  now?: number
  measure: (text: string, bold?: boolean) => number
  /** Label of several marks at one place: '3 events'. */
  acts: (n: number) => string
  /** Ranges and margins of the previous drawing: ranges are kept stable, margins only grow. */
  ranges?: ReadonlyMap<string, ValueRange>
  margins?: Margins
}

/** Width below which limits are labelled on two lines: value, then name. */
const NARROW = 640

export function shownSeries(pane: Pane, hidden: ReadonlySet<string>): ChartSeries[] {
  return pane.series.filter((s) => !hidden.has(s.of ?? s.id))
}

/** Limits of an axis disappear when all of its series are hidden. */
function withoutIdleLines(pane: Pane, hidden: ReadonlySet<string>): Pane {
  const idle = (axis: string) => {
    const own = pane.series.filter((s) => s.axis === axis)
    return own.length > 0 && own.every((s) => hidden.has(s.id))
  }
  return { ...pane, lines: pane.lines.filter((l) => !idle(l.axis)) }
}

export function compose(props: ChartGeometryInput): ChartGeometry {
  const input = { ...props, panes: props.panes.map((p) => withoutIdleLines(p, props.hidden)) }
  const { panes, view, width, height, hidden, zone } = input
  const before = input.margins ?? { left: 52, right: 52 }
  const draft = layOut(panes, width, height, before.left, before.right)
  const msPerPx = (view.to - view.from) / Math.max(1, draft.right - draft.left)
  const bars = new Map<ChartSeries, Bars>()
  const ranges = new Map<string, ValueRange>()
  let points = 0
  for (const pane of panes)
    for (const s of shownSeries(pane, hidden)) {
      if (s.kind === 'bars') bars.set(s, barsFor(s.data, msPerPx, zone))
      points += countIn(s.data, view.from, view.to)
      if (s.data.rejected) points += countIn(s.data.rejected, view.from, view.to)
    }
  for (const region of draft.regions)
    for (const axis of region.axes) {
      const key = axisKey(region, axis)
      ranges.set(key, rangeOf(input, region, axis, bars, input.ranges?.get(key)))
    }
  const margins = marginsOf(input, draft.regions, ranges)
  const layout = layOut(panes, width, height, margins.left, margins.right)
  const plot = layout.right - layout.left
  const marks = placeMarks(chartMarksOf(panes), view, layout)
  const axes = drawAxes({
    layout,
    view,
    marks,
    acts: input.acts,
    ranges,
    scale: timeScale(view.from, view.to, zone, input.language, Math.floor(plot / 50)),
    margin: margins.right,
    stacked: width < NARROW,
    measure: input.measure,
    now: input.now,
  })
  return { layout, view, ranges, bars, axes, margins, marks, points }
}

function rangeOf(
  { hidden, view }: ChartGeometryInput,
  region: Region,
  axis: ChartAxis,
  bars: ReadonlyMap<ChartSeries, Bars>,
  before: ValueRange | undefined,
): ValueRange {
  let data: [number, number] | null = null
  const add = (e: [number, number] | null) => {
    if (e) data = data ? [Math.min(data[0], e[0]), Math.max(data[1], e[1])] : e
  }
  let zero = axis.inverted ?? false
  for (const s of shownSeries(region.pane, hidden)) {
    if (s.axis !== axis.id) continue
    const { t, v } = s.data
    const drawn = bars.get(s)
    if (drawn) {
      zero = true
      add(extent(drawn.end, drawn.v, view.from, view.to, true))
    } else add(extent(t, v, view.from, view.to, true))
    if (s.band) {
      // Includes entries cut by the edge of the view, whose band is drawn up to it.
      add(extent(t, s.band.lower, view.from, view.to, true))
      add(extent(t, s.band.upper, view.from, view.to, true))
    }
  }
  return nextRange(before, {
    data,
    lines: region.pane.lines.filter((l) => l.axis === axis.id).map((l) => l.value),
    decimals: axis.decimals,
    min: axis.min,
    max: axis.max,
    zero,
    intervals: axis.inverted
      ? Math.min(3, intervalsFor(region.bottom - region.top))
      : intervalsFor(region.bottom - region.top),
  })
}

/** Space for labels beside the plot. It never shrinks between drawings, so that the plot stays in place. */
function marginsOf(
  { measure, width, margins }: ChartGeometryInput,
  regions: Region[],
  ranges: ReadonlyMap<string, ValueRange>,
): Margins {
  const need = { left: 22, right: 22 }
  for (const region of regions) {
    const own = { left: 0, right: 0 }
    for (const axis of region.axes) {
      const range = ranges.get(axisKey(region, axis))
      if (!range) continue
      const labels = [
        axis.unit,
        ...ticksOf(range).map((v) => chartNumber(v, tickDecimals(range, axis.decimals))),
      ]
      own[axis.side] += Math.max(...labels.map((l) => measure(l))) + 2 * GAP
    }
    for (const line of region.pane.lines) {
      const axis = region.axes.find((a) => a.id === line.axis)
      if (!axis) continue
      const unit = axis === region.axes.find((a) => a.side === 'right') ? '' : ` ${axis.unit}`
      const value = `↑ ${chartNumber(line.value, axis.decimals)}${unit}`
      const texts = width < NARROW ? [value, line.label] : [`${value} ${line.label}`]
      const wide = Math.max(...texts.map((text) => measure(text, true)))
      own.right = Math.max(own.right, Math.min(0.25 * width, wide + GAP + (line.tone === 'normal' ? 6 : 20)))
    }
    need.left = Math.max(need.left, own.left)
    need.right = Math.max(need.right, own.right)
    for (const strip of region.pane.strips ?? [])
      need.left = Math.max(need.left, measure(strip.title) + 2 * GAP)
  }
  const up = (n: number) => Math.ceil(n / 4) * 4
  return {
    left: Math.max(margins?.left ?? 0, up(need.left)),
    right: Math.max(margins?.right ?? 0, up(need.right)),
  }
}
