import { chartNumber } from './format.ts'
import type { Layout, Region } from './layout.ts'
import type { PlacedMark } from './marks.ts'
import { axisKey, xOf, yOf } from './position.ts'
import { tickDecimals, ticksOf } from './range.ts'
import type { ValueRange } from './range.ts'
import { FONT_SIZE, markShapes } from './shapes.ts'
import type { Shape } from './shapes.ts'
import { spread } from './spread.ts'
import type { TimeScale } from './ticks.ts'
import type { ChartAxis, ChartLine, TimeRange } from './types.ts'

/** Everything of a chart except data, in pixels: grid, labels, limits, marks. */
export interface Axes {
  back: Shape[]
  front: Shape[]
}

interface AxesInput {
  layout: Layout
  view: TimeRange
  scale: TimeScale
  /** Range of an axis by `axisKey`. */
  ranges: ReadonlyMap<string, ValueRange>
  /** The right margin with labels of limits: on one line, or on two where it is narrow. */
  margin: number
  stacked: boolean
  marks: readonly PlacedMark[]
  /** Label of several marks at one place: '3 events'. */
  acts: (n: number) => string
  measure: (text: string, bold?: boolean) => number
  now?: number
}

export const GAP = 7
const LINE = 15
/** Distance between the two lines of a label. */
const TIGHT = 13

/** Snaps lines to the pixel grid, so that hairlines are sharp. */
const crisp = (n: number) => Math.round(n) + 0.5

export function drawAxes(input: AxesInput): Axes {
  const back: Shape[] = []
  const front: Shape[] = []
  timeAxis(input, back)
  for (const region of input.layout.regions) {
    valueAxes(input, region, back)
    limits(input, region, back, front)
  }
  marks(input, front)
  strips(input, front)
  return { back, front }
}

function timeAxis({ layout, view, scale, measure, now }: AxesInput, back: Shape[]) {
  const { left, right, base, regions } = layout
  const vertical = (t: number, color: string, opacity: number, dash?: number[]) => {
    const x = crisp(xOf(t, view, layout))
    for (const r of regions)
      back.push({
        kind: 'line',
        points: [
          [x, r.top],
          [x, r.bottom],
        ],
        color,
        width: 1,
        opacity,
        dash,
      })
  }
  const starts = new Set(scale.spans.map((s) => s.start))
  for (const { t, label } of scale.ticks) {
    const x = xOf(t, view, layout)
    if (!starts.has(t)) vertical(t, 'line', 0.7)
    back.push({ kind: 'text', x, y: base + 11, text: label, color: 'muted', align: 'center' })
  }
  for (const span of scale.spans) {
    const first = Math.max(left, xOf(span.start, view, layout))
    const last = Math.min(right, xOf(span.end, view, layout))
    if (span.start > view.from && span.start <= view.to) {
      vertical(span.start, 'muted', 0.55)
      const x = crisp(first)
      back.push({
        kind: 'line',
        points: [
          [x, base + 20],
          [x, base + 36],
        ],
        color: 'muted',
        width: 1,
        opacity: 0.55,
      })
    }
    const text = [span.label, span.short].find((s) => measure(s) + 12 <= last - first)
    if (text) back.push({ kind: 'text', x: first + 6, y: base + 28, text, color: 'text', align: 'left' })
  }
  if (now !== undefined && now > view.from && now < view.to) vertical(now, 'text', 0.6, [2, 3])
}

function valueAxes({ layout, ranges, measure }: AxesInput, region: Region, back: Shape[]) {
  const { left, right } = layout
  const grid = region.axes.find((a) => a.side === 'left') ?? region.axes[0]
  const horizontal = (y: number, color: string, opacity: number) =>
    back.push({
      kind: 'line',
      points: [
        [left, crisp(y)],
        [right, crisp(y)],
      ],
      color,
      width: 1,
      opacity,
    })
  if (region.titled && region.pane.title)
    back.push({
      kind: 'text',
      x: left,
      y: region.top - 11,
      text: region.pane.title,
      color: 'text',
      align: 'left',
      bold: true,
    })
  const offset = { left: 0, right: 0 }
  for (const axis of region.axes) {
    const range = ranges.get(axisKey(region, axis))
    if (!range) continue
    const onLeft = axis.side === 'left'
    const x = onLeft ? left - GAP - offset.left : right + GAP + offset.right
    const align = onLeft ? 'right' : 'left'
    let wide = measure(axis.unit)
    const decimals = tickDecimals(range, axis.decimals)
    for (const v of ticksOf(range)) {
      const y = yOf(v, range, region, axis.inverted)
      const text = chartNumber(v, decimals)
      wide = Math.max(wide, measure(text))
      if (axis === grid) horizontal(y, 'line', 1)
      else {
        const edge = onLeft ? left - offset.left : right + offset.right
        back.push({
          kind: 'line',
          points: [
            [edge, crisp(y)],
            [edge + (onLeft ? -4 : 4), crisp(y)],
          ],
          color: 'line',
          width: 1,
        })
      }
      // The zero of hanging bars is on the frame, where their unit is written.
      if (!(axis.inverted && v === range.min)) back.push({ kind: 'text', x, y, text, color: 'muted', align })
    }
    back.push({
      kind: 'text',
      x,
      y: region.top - (axis.inverted ? 2 : 14),
      text: axis.unit,
      color: 'text',
      align,
    })
    offset[axis.side] += wide + 2 * GAP
  }
  horizontal(region.axes.every((a) => a.inverted) ? region.top : region.bottom, 'muted', 0.6)
}

/** Space for the icon of a limit that requires action. */
const SIGN = 14

/**
 * Limits as thin lines, labelled with value and name in the right margin, away from curves; beyond the scale, the
 * nearest one with an arrow.
 */
function limits(input: AxesInput, region: Region, back: Shape[], front: Shape[]) {
  const { layout, ranges, measure, margin, stacked } = input
  const labels: { y: number; texts: string[]; line: ChartLine; above: boolean | null; axis: ChartAxis }[] = []
  for (const axis of region.axes) {
    const range = ranges.get(axisKey(region, axis))
    if (!range) continue
    const own = region.pane.lines.filter((l) => l.axis === axis.id)
    const above = own.filter((l) => l.value > range.max).sort((a, b) => a.value - b.value)[0]
    const below = own.filter((l) => l.value < range.min).sort((a, b) => b.value - a.value)[0]
    const first = region.axes.find((a) => a.side === 'right')
    const unit = axis === first ? '' : ` ${axis.unit}`
    for (const line of own) {
      const off = line === above ? true : line === below ? false : null
      if (off === null && (line.value > range.max || line.value < range.min)) continue
      const edge = yOf(Math.min(range.max, Math.max(range.min, line.value)), range, region, axis.inverted)
      // A tiny offset beyond the edge keeps the order of what lies on it.
      const y = off === null ? edge : edge === region.top ? edge - 1 : edge + 1
      const value = chartNumber(line.value, axis.decimals) + unit
      const arrow = off === null ? '' : off !== Boolean(axis.inverted) ? '↑ ' : '↓ '
      const first = `${arrow}${value}`
      labels.push({
        y,
        texts: stacked ? [first, line.label] : [`${first} ${line.label}`],
        line,
        above: off,
        axis,
      })
    }
  }
  const high = stacked ? 2 * TIGHT + 2 : LINE
  // Two lines need distance from the unit above and the times below.
  const over = stacked ? 2 : LINE / 2
  const centres = spread(
    labels.map((l) => l.y),
    high,
    region.top - over,
    region.bottom + over,
  )
  const hidden: number[] = []
  labels.forEach((l, i) => {
    const color = l.line.tone === 'normal' ? 'muted' : l.line.tone
    if (l.above === null)
      front.push({
        kind: 'line',
        points: [
          [layout.left, crisp(l.y)],
          [layout.right + 4, crisp(l.y)],
        ],
        color,
        width: 1,
        dash: l.line.tone === 'warn' ? [7, 3] : undefined,
        opacity: l.line.tone === 'normal' ? 0.8 : 1,
      })
    const signed = l.line.tone === 'normal' ? 0 : SIGN
    const room = margin - GAP - 4 - signed
    const x = layout.right + GAP + signed
    if (signed) front.push(...markShapes(x - 8, centres[i], l.line.tone))
    l.texts.forEach((own, k) =>
      front.push({
        kind: 'text',
        x,
        y: centres[i] + (k - (l.texts.length - 1) / 2) * TIGHT,
        text: shorten(own, room, (t) => measure(t, signed > 0)),
        color: signed ? l.line.tone : 'text',
        align: 'left',
        bold: signed > 0,
      }),
    )
    hidden.push(centres[i])
  })
  // Tick labels of the right axis yield to limits at their place.
  for (let i = back.length - 1; i >= 0; i--) {
    const s = back[i]
    if (s.kind !== 'text' || s.align !== 'left' || s.x < layout.right) continue
    if (s.y < region.top - FONT_SIZE || s.y > region.bottom + FONT_SIZE) continue
    if (hidden.some((y) => Math.abs(y - s.y) < (high + LINE) / 2 - 2) && s.color === 'muted')
      back.splice(i, 1)
  }
}

function shorten(text: string, room: number, measure: (text: string) => number): string {
  if (measure(text) <= room) return text
  let n = text.length
  while (n > 1 && measure(`${text.slice(0, n).trimEnd()}…`) > room) n--
  return `${text.slice(0, n).trimEnd()}…`
}

/** Below the row of marks, px from its centre. */
const UNDER = 7

/** Symbols in the row of marks: their duration as a line below, and the number merged into one. */
function marks({ layout, marks: placed, acts, measure }: AxesInput, front: Shape[]) {
  const y = layout.marks
  if (y === null) return
  placed.forEach(({ x, until, kind, items }, i) => {
    if (until !== null)
      front.push({
        kind: 'line',
        points: [
          [x, y + UNDER],
          [until, y + UNDER],
        ],
        color: 'muted',
        width: 2,
        opacity: 0.5,
      })
    front.push(...markShapes(x, y, kind))
    if (items.length === 1) return
    const end = (placed[i + 1]?.x ?? layout.right + 12) - 8
    const text = [acts(items.length), `×${items.length}`].find((own) => x + 9 + measure(own) < end)
    if (text) front.push({ kind: 'text', x: x + 9, y, text, color: 'muted', align: 'left' })
  })
}

const HALF_STRIP = 8
const LEGIBLE = 48

/** Rows of spans: an outline each, and a label where it fits. */
function strips({ layout, view, measure }: AxesInput, front: Shape[]) {
  const { left, right } = layout
  for (const { strip, y } of layout.strips) {
    front.push({ kind: 'text', x: left - GAP, y, text: strip.title, color: 'muted', align: 'right' })
    const [top, bottom] = [crisp(y - HALF_STRIP), crisp(y + HALF_STRIP)]
    for (const span of strip.spans) {
      if (span.to < view.from || span.from > view.to) continue
      const a = Math.max(left, xOf(span.from, view, layout))
      const b = Math.max(a + 3, Math.min(right, xOf(span.to, view, layout)))
      const corners: [number, number][] = [
        [a, top],
        [b, top],
        [b, bottom],
        [a, bottom],
      ]
      if (span.style === 'filled')
        front.push({ kind: 'figure', points: corners, fill: 'muted', opacity: 0.22 })
      if (span.style === 'hatched')
        for (let x = a - 2 * HALF_STRIP; x < b; x += 6) {
          const [from, to] = [Math.max(a, x), Math.min(b, x + 2 * HALF_STRIP)]
          if (from < to)
            front.push({
              kind: 'line',
              points: [
                [from, bottom - (from - x)],
                [to, bottom - (to - x)],
              ],
              color: 'muted',
              width: 1,
              opacity: 0.35,
            })
        }
      front.push({ kind: 'figure', points: corners, stroke: 'muted', width: 1, opacity: 0.8 })
      const room = b - a - 10
      // A truncated label must keep its distinguishing beginning.
      if (room >= Math.min(LEGIBLE, measure(span.label))) {
        const text = shorten(span.label, room, measure)
        front.push({ kind: 'text', x: a + 5, y, text, color: 'text', align: 'left' })
      }
    }
  }
}
