import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { asSeries } from './bars.ts'
import type { Bars } from './bars.ts'
import type { Palette } from './colors.ts'
import { editedIn, FIRST_FLAG, flagsIn, lonely } from './flags.ts'
import { axisKey, xOf, yOf } from './furniture.ts'
import type { Region } from './layout.ts'
import { pathOf } from './path.ts'
import type { ValueRange } from './range.ts'
import { indexAt } from './read.ts'
import { shownSeries } from './scene.ts'
import type { Scene } from './scene.ts'
import { editedShapes, flagShapes, toGroup } from './shapes.ts'
import type { Shape } from './shapes.ts'
import type { ChartSeries } from './types.ts'

export type ChartOption = ComposeOption<LineSeriesOption | CustomSeriesOption | GridComponentOption>

export interface OptionInput {
  scene: Scene
  hidden: ReadonlySet<string>
  palette: Palette
  family: string
  now?: number
  /** Id of the line of a series; it changes when its data do. */
  lineId: (series: ChartSeries) => string
  /** Lines that the chart already has: their data are not given again. */
  drawn: ReadonlySet<string>
}

/** A layer of shapes in pixels as a series with one item. */
function layer(
  id: string,
  z: number,
  grid: string,
  axis: string,
  clip: boolean,
  shapes: Shape[],
  input: OptionInput,
): CustomSeriesOption {
  return {
    id,
    type: 'custom',
    z,
    silent: true,
    animation: false,
    clip,
    xAxisId: grid,
    yAxisId: axis,
    data: [[0, 0]],
    // Nothing at all is an element taken away: a group without children would keep its old ones.
    renderItem: () => (shapes.length ? toGroup(shapes, input.palette, input.family) : undefined),
  }
}

/**
 * The option of ECharts for a scene. Axes are there for their scales alone: their lines and labels are
 * furniture, because the time axis of ECharts knows no zones.
 */
export function toOption(input: OptionInput): ChartOption {
  const { scene, hidden } = input
  const { layout, ranges, view } = scene
  const option = { grid: [], xAxis: [], yAxis: [], series: [] } as {
    grid: GridComponentOption[]
    xAxis: object[]
    yAxis: object[]
    series: (LineSeriesOption | CustomSeriesOption)[]
  }
  for (const region of layout.regions) {
    const { id } = region
    option.grid.push({
      id,
      left: layout.left,
      top: region.top,
      width: layout.right - layout.left,
      height: Math.max(1, region.bottom - region.top),
      outerBoundsMode: 'none',
    })
    option.xAxis.push({ id, gridId: id, type: 'value', show: false, min: view.from, max: view.to })
    for (const axis of region.axes) {
      const range = ranges.get(axisKey(region, axis))!
      const key = axisKey(region, axis)
      option.yAxis.push({
        id: key,
        gridId: id,
        type: 'value',
        show: false,
        inverse: axis.inverted ?? false,
        min: range.min,
        max: range.max,
      })
    }
    const first = region.axes[0]
    if (!first) continue
    const data: Shape[] = []
    const over: Shape[] = []
    for (const s of shownSeries(region.pane, hidden)) {
      const axis = region.axes.find((a) => a.id === s.axis)
      if (!axis) continue
      const place = placer(scene, region, ranges.get(axisKey(region, axis))!, axis.inverted ?? false)
      if (s.band) data.push(...bandShapes(s, place, scene))
      const bars = scene.bars.get(s)
      if (bars) data.push(...barShapes(s, bars, place, scene))
      else option.series.push(line(s, id, axisKey(region, axis), input))
      over.push(...pointShapes(s, bars, place, scene))
    }
    const key = axisKey(region, first)
    option.series.push(layer(`data:${id}`, 1, id, key, true, data, input))
    option.series.push(layer(`over:${id}`, 4, id, key, true, over, input))
  }
  const region = layout.regions.find((r) => r.axes.length > 0)
  if (region) {
    const key = axisKey(region, region.axes[0])
    option.series.push(layer('back', 0, region.id, key, false, scene.furniture.back, input))
    option.series.push(layer('front', 5, region.id, key, false, scene.furniture.front, input))
  }
  return option as ChartOption
}

interface Placer {
  x: (t: number) => number
  y: (v: number) => number
}

function placer({ view, layout }: Scene, region: Region, range: ValueRange, inverted: boolean): Placer {
  return { x: (t) => xOf(t, view, layout), y: (v) => yOf(v, range, region, inverted) }
}

function line(s: ChartSeries, xAxisId: string, yAxisId: string, input: OptionInput): LineSeriesOption {
  const id = input.lineId(s)
  const until = input.now ?? -Infinity
  return {
    id,
    type: 'line',
    z: 3,
    xAxisId,
    yAxisId,
    silent: true,
    animation: false,
    showSymbol: false,
    connectNulls: false,
    clip: true,
    emphasis: { disabled: true },
    dimensions: ['t', 'v'],
    lineStyle: {
      color: input.palette[s.color],
      width: s.width ?? 1.5,
      opacity: s.opacity ?? 1,
      type: s.dashed ? [6, 4] : 'solid',
      join: 'round',
    },
    ...(input.drawn.has(id) ? {} : { data: pathOf(s, until) as unknown as number[] }),
  }
}

/** Indices of the entries in view and one beyond each side. */
function inView(t: Float64Array, { view }: Scene): [number, number] {
  return [Math.max(0, indexAt(t, view.from)), Math.min(t.length - 1, indexAt(t, view.to) + 1)]
}

function barShapes(s: ChartSeries, bars: Bars, { x, y }: Placer, scene: Scene): Shape[] {
  const out: Shape[] = []
  const [first, last] = inView(bars.end, scene)
  const base = y(0)
  for (let i = first; i <= last; i++) {
    if (bars.v[i] === 0) continue
    if (!Number.isFinite(bars.v[i])) {
      // Not known is not dry: a dotted rule along the base says so.
      const [a, b] = [x(bars.start[i]), x(bars.end[i])]
      const points: [number, number][] = [
        [a, base + 3],
        [b, base + 3],
      ]
      out.push({ kind: 'line', points, color: 'muted', width: 2, dash: [2, 2], opacity: 0.8 })
      continue
    }
    const [a, b, tip] = [x(bars.start[i]), x(bars.end[i]), y(bars.v[i])]
    // A hairline between bars as soon as there is room for one.
    const air = b - a >= 4 ? 1 : b - a >= 2 ? 0.5 : 0
    const height = Math.max(1, Math.abs(tip - base))
    out.push({
      kind: 'rect',
      x: a + air / 2,
      y: tip < base ? base - height : base,
      width: Math.max(1, b - a - air),
      height,
      color: s.color,
      opacity: s.opacity,
    })
  }
  return out
}

/** The band of a forecast; a gap in either bound breaks it. */
function bandShapes(s: ChartSeries, { x, y }: Placer, scene: Scene): Shape[] {
  const { t } = s.data
  const { lower, upper } = s.band!
  const out: Shape[] = []
  const [first, last] = inView(t, scene)
  let up: [number, number][] = []
  let down: [number, number][] = []
  const close = () => {
    if (up.length > 1)
      out.push({ kind: 'figure', points: [...up, ...down.reverse()], fill: s.color, opacity: 0.16 })
    up = []
    down = []
  }
  for (let i = first; i <= last; i++) {
    if (!Number.isFinite(lower[i]) || !Number.isFinite(upper[i])) close()
    else {
      up.push([x(t[i]), y(upper[i])])
      down.push([x(t[i]), y(lower[i])])
    }
  }
  close()
  return out
}

/** Flagged values as figures of their grade, and dots for values that no line shows. */
function pointShapes(
  s: ChartSeries,
  bars: Bars | undefined,
  { x, y }: Placer,
  { view, layout }: Scene,
): Shape[] {
  const msPerPx = (view.to - view.from) / (layout.right - layout.left)
  const out: Shape[] = []
  if (s.kind === 'line')
    for (const i of lonely(s.data, view.from, view.to, s.maxGap))
      out.push({
        kind: 'rect',
        x: x(s.data.t[i]) - 1.5,
        y: y(s.data.v[i]) - 1.5,
        width: 3,
        height: 3,
        color: s.color,
        opacity: s.opacity,
      })
  const apart = 11 * msPerPx
  if (s.markEdited)
    for (const e of editedIn(bars ? asSeries(bars) : s.data, view.from, view.to, apart)) {
      const half = bars ? (x(e.t) - x(bars.start[indexAt(bars.end, e.t)])) / 2 : 0
      if (e.grade < FIRST_FLAG) out.push(...editedShapes(x(e.t) - half, y(e.v), s.color))
    }
  const flags = bars
    ? flagsIn(asSeries(bars), view.from, view.to, apart)
    : flagsIn(s.data, view.from, view.to, apart)
  for (const f of flags) {
    const half = bars ? (x(f.t) - x(bars.start[indexAt(bars.end, f.t)])) / 2 : 0
    out.push(...flagShapes(x(f.t) - half, y(f.v), f.grade, s.color))
  }
  return out
}
