import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { Palette } from './colors.ts'
import { drawingOf } from './drawing.ts'
import { axisKey } from './place.ts'
import { pathOf } from './path.ts'
import type { Scene } from './scene.ts'
import { toGroup } from './shapes.ts'
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
      option.yAxis.push({
        id: axisKey(region, axis),
        gridId: id,
        type: 'value',
        show: false,
        inverse: axis.inverted ?? false,
        min: range.min,
        max: range.max,
      })
    }
  }
  for (const { region, under, lines, over } of drawingOf(scene, hidden)) {
    const first = region.axes[0]
    if (!first) continue
    const key = axisKey(region, first)
    for (const { series, axis } of lines)
      option.series.push(line(series, region.id, axisKey(region, axis), input))
    option.series.push(layer(`data:${region.id}`, 1, region.id, key, true, under, input))
    option.series.push(layer(`over:${region.id}`, 4, region.id, key, true, over, input))
  }
  const region = layout.regions.find((r) => r.axes.length > 0)
  if (region) {
    const key = axisKey(region, region.axes[0])
    option.series.push(layer('back', 0, region.id, key, false, scene.furniture.back, input))
    option.series.push(layer('front', 5, region.id, key, false, scene.furniture.front, input))
  }
  return option as ChartOption
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
