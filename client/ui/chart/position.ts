import type { Layout, Region } from './layout.ts'
import type { ValueRange } from './range.ts'
import type { ChartAxis, TimeRange } from './types.ts'

export function axisKey(region: Region, axis: ChartAxis): string {
  return `${region.pane.id}/${axis.id}`
}

/** Pixel of a value; a hanging axis grows downwards. */
export function yOf(v: number, range: ValueRange, region: Region, inverted = false): number {
  const share = (v - range.min) / (range.max - range.min)
  const height = region.bottom - region.top
  return inverted ? region.top + share * height : region.bottom - share * height
}

export function xOf(t: number, view: TimeRange, layout: Layout): number {
  return layout.left + ((t - view.from) / (view.to - view.from)) * (layout.right - layout.left)
}
