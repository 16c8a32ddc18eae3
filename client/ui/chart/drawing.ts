import { asSeries } from './bars.ts'
import type { Bars } from './bars.ts'
import { chartNumber } from './format.ts'
import { editedIn, FIRST_FLAG, flagsIn, isolated, rejectedIn } from './flags.ts'
import { axisKey, xOf, yOf } from './position.ts'
import type { Region } from './layout.ts'
import type { ValueRange } from './range.ts'
import { indexAt } from './read.ts'
import { shownSeries } from './geometry.ts'
import type { ChartGeometry } from './geometry.ts'
import { editedShapes, flagShapes } from './shapes.ts'
import type { Shape } from './shapes.ts'
import type { ChartAxis, ChartSeries } from './types.ts'

/** Data layers of a region: bands and bars, lines over them, symbols over those. */
export interface Drawing {
  region: Region
  under: Shape[]
  lines: { series: ChartSeries; axis: ChartAxis; place: Placer }[]
  over: Shape[]
}

/** Symbols at the edge of a region are drawn whole within it, px. */
const EDGE = 6
/** Width of a value beside such a symbol, px. */
const WORDS = 60

/** All data that a chart shows, for any renderer. */
export function chartDrawingOf(geometry: ChartGeometry, hidden: ReadonlySet<string>): Drawing[] {
  return geometry.layout.regions.map((region) => {
    const out: Drawing = { region, under: [], lines: [], over: [] }
    // Comparison series lie below the present ones.
    const shown = shownSeries(region.pane, hidden).sort((a, b) => Number(!a.of) - Number(!b.of))
    for (const series of shown) {
      const axis = region.axes.find((a) => a.id === series.axis)
      if (!axis) continue
      const place = placer(
        geometry,
        region,
        geometry.ranges.get(axisKey(region, axis))!,
        axis.inverted ?? false,
      )
      if (series.band) out.under.push(...bandShapes(series, place, geometry))
      const bars = geometry.bars.get(series)
      if (bars) out.under.push(...barShapes(series, bars, place, geometry))
      else out.lines.push({ series, axis, place })
      // Flags of a comparison period are shown in the strip and the table.
      if (!series.of)
        out.over.push(
          ...pointShapes(series, bars, place, geometry),
          ...rejectedShapes(series, region, bars, place, geometry),
        )
    }
    return out
  })
}

interface Placer {
  x: (t: number) => number
  y: (v: number) => number
}

function placer(
  { view, layout }: ChartGeometry,
  region: Region,
  range: ValueRange,
  inverted: boolean,
): Placer {
  return { x: (t) => xOf(t, view, layout), y: (v) => yOf(v, range, region, inverted) }
}

/** Indices of the entries in view and one beyond each side. */
function inView(t: Float64Array, { view }: ChartGeometry): [number, number] {
  return [Math.max(0, indexAt(t, view.from)), Math.min(t.length - 1, indexAt(t, view.to) + 1)]
}

function barShapes(s: ChartSeries, bars: Bars, { x, y }: Placer, geometry: ChartGeometry): Shape[] {
  const out: Shape[] = []
  const [first, last] = inView(bars.end, geometry)
  const base = y(0)
  for (let i = first; i <= last; i++) {
    if (bars.v[i] === 0) continue
    if (!Number.isFinite(bars.v[i])) {
      // Unknown is not dry: a dotted line along the base marks it.
      const [a, b] = [x(bars.start[i]), x(bars.end[i])]
      const points: [number, number][] = [
        [a, base + 3],
        [b, base + 3],
      ]
      out.push({ kind: 'line', points, color: 'muted', width: 2, dash: [2, 2], opacity: 0.8 })
      continue
    }
    const [a, b, tip] = [x(bars.start[i]), x(bars.end[i]), y(bars.v[i])]
    // A gap between bars where there is room for one.
    const air = b - a >= 4 ? 1 : b - a >= 2 ? 0.5 : 0
    const height = Math.max(1, Math.abs(tip - base))
    if (s.of !== undefined) {
      // Comparison bars are outlines only, to tell them from those of the present.
      const [l, r] = [a + air / 2 + 0.5, Math.max(a + 1.5, b - air / 2 - 0.5)]
      const corners: [number, number][] = [
        [l, base],
        [l, tip],
        [r, tip],
        [r, base],
      ]
      out.push({ kind: 'line', points: corners, color: s.color, width: 1, opacity: s.opacity })
      continue
    }
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
function bandShapes(s: ChartSeries, { x, y }: Placer, geometry: ChartGeometry): Shape[] {
  const { t } = s.data
  const { lower, upper } = s.band!
  const out: Shape[] = []
  const [first, last] = inView(t, geometry)
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

/** Places a symbol at the centre of the bar that ends at t. */
function halfBar(bars: Bars | undefined, t: number, x: Placer['x']): number {
  const i = bars ? indexAt(bars.end, t) : -1
  return bars && bars.end[i] === t ? (x(t) - x(bars.start[i])) / 2 : 0
}

/** Symbols of flagged values by grade, and dots for values that no line shows. */
function pointShapes(
  s: ChartSeries,
  bars: Bars | undefined,
  { x, y }: Placer,
  { view, layout }: ChartGeometry,
): Shape[] {
  const msPerPx = (view.to - view.from) / (layout.right - layout.left)
  const out: Shape[] = []
  if (s.kind === 'line')
    for (const i of isolated(s.data, view.from, view.to, s.maxGap))
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
      if (e.grade < FIRST_FLAG) out.push(...editedShapes(x(e.t) - halfBar(bars, e.t, x), y(e.v), s.color))
    }
  const flags = bars
    ? flagsIn(asSeries(bars), view.from, view.to, apart)
    : flagsIn(s.data, view.from, view.to, apart)
  for (const f of flags) out.push(...flagShapes(x(f.t) - halfBar(bars, f.t, x), y(f.v), f.grade, s.color))
  return out
}

/**
 * Rejected readings. An impossible value may lie far beyond the axis: then it is drawn at the edge with its number.
 */
function rejectedShapes(
  s: ChartSeries,
  { top, bottom }: Region,
  bars: Bars | undefined,
  { x, y }: Placer,
  { view, layout }: ChartGeometry,
): Shape[] {
  const apart = (11 * (view.to - view.from)) / (layout.right - layout.left)
  const out: Shape[] = []
  let free = layout.left
  for (const f of rejectedIn(s.data, view.from, view.to, apart)) {
    const at = x(f.t) - halfBar(bars, f.t, x)
    const within = Math.min(bottom - EDGE, Math.max(top + EDGE, y(f.v)))
    out.push(...flagShapes(at, within, f.grade, s.color))
    if (within === y(f.v) || at < free) continue
    const toRight = at + WORDS < layout.right
    out.push({
      kind: 'text',
      x: toRight ? at + 8 : at - 8,
      y: within,
      text: chartNumber(f.v, s.decimals),
      color: 'muted',
      align: toRight ? 'left' : 'right',
    })
    free = at + 2 * WORDS
  }
  return out
}
