import { extentOf, scaleOf, type ChartScale } from '../chart/scale.ts'

/** Two quantities at the same instants, ascending in time. */
export interface ScatterPoints {
  t: Float64Array
  x: Float64Array
  y: Float64Array
}

export interface ScatterQuantity {
  name: string
  unit: string
  decimals: number
}

interface ScatterPlot {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  x: ChartScale
  y: ChartScale
  /** Pixels of each point. */
  px: Float64Array
  py: Float64Array
  /** The points as dots by age: one path per shade, the oldest first. */
  dots: string[]
  /** Lines from point to point, while they are few enough to follow. */
  trail: string
}

/** Shades of time. */
export const SHADES = 12
const LINES_UNTIL = 2500
const EDGE = { left: 64, right: 24, top: 12, bottom: 46 }
/** px between two labels. */
const APART = { x: 84, y: 44 }

const scaleFor = (v: Float64Array, { decimals }: ScatterQuantity, ends: [number, number], apart: number) =>
  scaleOf(extentOf([v]), [], decimals, ends, Math.round(Math.abs(ends[1] - ends[0]) / apart))

/** Shade of an instant: 0 the oldest. */
export function shadeOf(t: number, first: number, last: number): number {
  if (last <= first) return SHADES - 1
  return Math.min(SHADES - 1, Math.floor(((t - first) / (last - first)) * SHADES))
}

export function layOutScatter(
  points: ScatterPoints,
  x: ScatterQuantity,
  y: ScatterQuantity,
  width: number,
  height: number,
): ScatterPlot {
  const [left, top] = [EDGE.left, EDGE.top]
  const right = Math.max(left + 40, width - EDGE.right)
  const bottom = Math.max(top + 40, height - EDGE.bottom)
  const xs = scaleFor(points.x, x, [left, right], APART.x)
  const ys = scaleFor(points.y, y, [bottom, top], APART.y)
  const n = points.t.length
  const [px, py] = [points.x.map(xs.px), points.y.map(ys.px)]
  const [first, last] = [points.t[0], points.t[n - 1]]
  const dots: string[][] = Array.from({ length: SHADES }, () => [])
  const taken = new Set<number>()
  let shade = 0
  let trail = ''
  for (let i = 0; i < n; i++) {
    const now = shadeOf(points.t[i], first, last)
    // A dot on a dot of the same shade is invisible.
    if (now !== shade) taken.clear()
    shade = now
    const [a, b] = [Math.round(px[i] * 2) / 2, Math.round(py[i] * 2) / 2]
    if (n <= LINES_UNTIL) trail += `${i === 0 ? 'M' : 'L'}${a} ${b}`
    const cell = a * 20_000 + b * 2
    if (taken.has(cell)) continue
    taken.add(cell)
    dots[now].push(`M${a} ${b}h0`)
  }
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    x: xs,
    y: ys,
    px,
    py,
    dots: dots.map((d) => d.join('')),
    trail,
  }
}

/** The point nearest to a place, within `reach` px; -1: none. */
export function nearestPoint(
  { px, py }: Pick<ScatterPlot, 'px' | 'py'>,
  x: number,
  y: number,
  reach: number,
): number {
  let best = -1
  let least = reach * reach
  for (let i = 0; i < px.length; i++) {
    const away = (px[i] - x) ** 2 + (py[i] - y) ** 2
    // Of several at one place, the latest.
    if (away <= least) [best, least] = [i, away]
  }
  return best
}
