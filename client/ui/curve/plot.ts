import { chartNumber } from '../chart/format.ts'
import { spread } from '../chart/spread.ts'
import { extentOf, scaleOf, type ChartScale } from '../chart/scale.ts'
import { curvePath } from './geometry.ts'
import type { Curve, CurveAxis, CurveLine, CurveMark } from './types.ts'

/** Generous width of a 12 px character. */
const LETTER = 6.7
const LABEL = 15

const widthOf = (texts: string[]) => Math.max(0, ...texts.map((text) => text.length)) * LETTER

/** Every key of a curve, ascending. */
export function stopsOf(curves: readonly Curve[]): number[] {
  if (curves.length === 1) return Array.from(curves[0].key)
  const all = new Set<number>()
  for (const { key } of curves) for (let i = 0; i < key.length; i++) all.add(key[i])
  return [...all].sort((a, b) => a - b)
}

/** The highest key that every curve reaches. */
export function lastOfAll(curves: readonly Curve[]): number {
  const ends = curves.filter((c) => c.key.length > 0).map((c) => c.key[c.key.length - 1])
  return ends.length > 0 ? Math.min(...ends) : NaN
}

export interface CurveDrawing {
  curves: Curve[]
  keyAxis: CurveAxis
  valueAxis: CurveAxis
  secondAxis?: CurveAxis
  /** Draws the key upwards, as for levels; default: to the right. */
  upright: boolean
  lines: CurveLine[]
  marks: CurveMark[]
}

export type CurvePlot = ReturnType<typeof layOutCurve>

/** The layout in pixels. */
export function layOutCurve(drawing: CurveDrawing, width: number, height: number) {
  const { curves, lines, marks, keyAxis, valueAxis, secondAxis, upright } = drawing
  const keys = extentOf(curves.map((c) => c.key))
  const firsts = extentOf(curves.filter((c) => !c.second).map((c) => c.value))
  const seconds = extentOf(curves.filter((c) => c.second).map((c) => c.value))
  const at = lines.map((l) => l.at)
  const named = curves.filter((c) => !c.plain && !upright)

  const bottom = height - 40
  const top = secondAxis && seconds ? 44 : 24
  const tall = (axis: CurveAxis, values: [number, number] | null, marked: number[]) =>
    scaleOf(values, marked, axis.decimals, [bottom, top], Math.floor((bottom - top) / 34))
  const upAxis = upright ? tall(keyAxis, keys, at) : tall(valueAxis, firsts, [])
  const left = Math.min(0.3 * width, Math.max(30, widthOf(upAxis.ticks.map((t) => t.text)) + 14))
  const labels = upright ? lines.map((l) => lineText(l, keyAxis)) : named.map((c) => c.name)
  const right = width - Math.max(20, Math.min(0.4 * width, widthOf(labels) + 12))
  const wide = (axis: CurveAxis, values: [number, number] | null, marked: number[]) =>
    scaleOf(values, marked, axis.decimals, [left, right], Math.floor((right - left) / 76))
  const key = upright ? upAxis : wide(keyAxis, keys, at)
  const value = upright ? wide(valueAxis, firsts, []) : upAxis
  const second = secondAxis && seconds ? wide(secondAxis, seconds, []) : null

  const scaleFor = (c: Curve): ChartScale => (c.second && second ? second : value)
  const paths = curves.map((curve) => ({
    curve,
    d: curvePath(curve, key.px, scaleFor(curve).px, upright),
  }))
  const end = (c: Curve) => ({
    x: key.px(c.key[c.key.length - 1]),
    y: value.px(c.value[c.value.length - 1]),
  })
  // Names are in a column beside the plot, or at the ends of curves that end early.
  const early = named.filter((c) => c.tag !== undefined && end(c).x < key.px(keys?.[1] ?? 0) - 12)
  const late = named.filter((c) => !early.includes(c))
  const ys = spread(
    late.map((c) => end(c).y),
    LABEL,
    top,
    bottom,
  )
  const inside = lines.filter((l) => l.at >= key.range.min - 1e-9 && l.at <= key.range.max + 1e-9)
  const places = spread(
    inside.map((l) => key.px(l.at)),
    LABEL,
    top - 4,
    bottom + 4,
  )
  return {
    left,
    right,
    top,
    bottom,
    key,
    value,
    second,
    scaleFor,
    paths,
    ends: late.map((curve, i) => ({ curve, y: ys[i] })),
    tags: withRoom(early.map((curve) => ({ curve, ...end(curve) }))),
    lines: inside.map((line, i) => ({ line, at: key.px(line.at), label: places[i] })),
    marks: marks
      .filter((m) => Number.isFinite(m.key) && Number.isFinite(m.value))
      .map((m) => {
        const [k, v] = [key.px(m.key), value.px(m.value)]
        return { ...m, x: upright ? v : k, y: upright ? k : v }
      }),
  }
}

/** Removes labels that would overlap. */
function withRoom(tags: { curve: Curve; x: number; y: number }[]) {
  let free = -Infinity
  return [...tags]
    .sort((a, b) => a.x - b.x)
    .filter(({ curve, x }) => {
      const half = widthOf([curve.tag!]) / 2
      if (x - half < free) return false
      free = x + half + 4
      return true
    })
}

export function lineText(line: CurveLine, axis: CurveAxis): string {
  return `${line.label} ${chartNumber(line.at, axis.decimals)}`
}
