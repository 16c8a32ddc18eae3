import { freshRange, tickDecimals, ticksOf, type ValueRange } from '../chart/range.ts'

/** Two quantities at the same instants, in order of time. */
export interface Points {
  t: Float64Array
  x: Float64Array
  y: Float64Array
}

export interface Quantity {
  name: string
  unit: string
  decimals: number
}

export interface Tick {
  value: number
  at: number
  decimals: number
}

export interface Plot {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  xTicks: Tick[]
  yTicks: Tick[]
  /** Pixels of each point. */
  px: Float64Array
  py: Float64Array
  /** The points as dots, by age: one path for each shade, the oldest first. */
  dots: string[]
  /** From each point to the next, while there are so few that it can be followed. */
  trail: string
}

/** Shades of time. */
export const SHADES = 12
const LINES_UNTIL = 2500
const EDGE = { left: 64, right: 24, top: 12, bottom: 46 }
/** px between two labels. */
const APART = { x: 84, y: 44 }

const extent = (v: Float64Array): [number, number] | null => {
  if (v.length === 0) return null
  let [low, high] = [Infinity, -Infinity]
  for (const one of v) {
    if (one < low) low = one
    if (one > high) high = one
  }
  return [low, high]
}

const rangeOf = (v: Float64Array, { decimals }: Quantity, length: number, apart: number): ValueRange =>
  freshRange({
    data: extent(v),
    lines: [],
    decimals,
    zero: false,
    intervals: Math.max(2, Math.round(length / apart)),
  })

/** Which shade an instant has: 0 the oldest. */
export function shadeOf(t: number, first: number, last: number): number {
  if (last <= first) return SHADES - 1
  return Math.min(SHADES - 1, Math.floor(((t - first) / (last - first)) * SHADES))
}

export function layOut(points: Points, x: Quantity, y: Quantity, width: number, height: number): Plot {
  const [left, top] = [EDGE.left, EDGE.top]
  const right = Math.max(left + 40, width - EDGE.right)
  const bottom = Math.max(top + 40, height - EDGE.bottom)
  const [xs, ys] = [rangeOf(points.x, x, right - left, APART.x), rangeOf(points.y, y, bottom - top, APART.y)]
  const xAt = (v: number) => left + ((v - xs.min) / (xs.max - xs.min)) * (right - left)
  const yAt = (v: number) => bottom - ((v - ys.min) / (ys.max - ys.min)) * (bottom - top)
  const n = points.t.length
  const [px, py] = [points.x.map(xAt), points.y.map(yAt)]
  const [first, last] = [points.t[0], points.t[n - 1]]
  const dots: string[][] = Array.from({ length: SHADES }, () => [])
  const taken = new Set<number>()
  let shade = 0
  let trail = ''
  for (let i = 0; i < n; i++) {
    const now = shadeOf(points.t[i], first, last)
    // A dot upon a dot of the same shade is not seen.
    if (now !== shade) taken.clear()
    shade = now
    const [a, b] = [Math.round(px[i] * 2) / 2, Math.round(py[i] * 2) / 2]
    if (n <= LINES_UNTIL) trail += `${i === 0 ? 'M' : 'L'}${a} ${b}`
    const cell = a * 20_000 + b * 2
    if (taken.has(cell)) continue
    taken.add(cell)
    dots[now].push(`M${a} ${b}h0`)
  }
  const ticks = (range: ValueRange, of: Quantity, at: (v: number) => number): Tick[] => {
    const decimals = tickDecimals(range, of.decimals)
    return ticksOf(range).map((value) => ({ value, at: at(value), decimals }))
  }
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    xTicks: ticks(xs, x, xAt),
    yTicks: ticks(ys, y, yAt),
    px,
    py,
    dots: dots.map((d) => d.join('')),
    trail,
  }
}

/** The point nearest to a place, within `reach` px; -1: none. */
export function nearest({ px, py }: Pick<Plot, 'px' | 'py'>, x: number, y: number, reach: number): number {
  let best = -1
  let least = reach * reach
  for (let i = 0; i < px.length; i++) {
    const away = (px[i] - x) ** 2 + (py[i] - y) ** 2
    // Of several in one place the latest.
    if (away <= least) [best, least] = [i, away]
  }
  return best
}
