import type { ChartPalette } from './colors.ts'
import { chartDrawingOf } from './drawing.ts'
import type { Drawing } from './drawing.ts'
import type { ChartGeometry } from './geometry.ts'
import { FONT_SIZE } from './shapes.ts'
import type { Shape } from './shapes.ts'
import { trace } from './trace.ts'
import type { Path } from './trace.ts'
import type { ChartSeries } from './types.ts'

export interface PaintInput {
  geometry: ChartGeometry
  hidden: ReadonlySet<string>
  palette: ChartPalette
  family: string
  /** Coordinates of a line from entry to entry. */
  pathOf: (series: ChartSeries) => Path
  /** While the view moves, lines are hairlines, which browsers draw ten times faster than wider ones. */
  moving: boolean
}

type Context = CanvasRenderingContext2D

/** Paints a chart: the background, the data of each region clipped to its frame, and the overlays. */
export function paint(c: Context, input: PaintInput): void {
  const { geometry, hidden } = input
  const { left, right } = geometry.layout
  c.textBaseline = 'middle'
  paintShapes(c, geometry.axes.back, input)
  for (const { region, under, lines, over } of chartDrawingOf(geometry, hidden)) {
    c.save()
    c.beginPath()
    c.rect(left, region.top, right - left, region.bottom - region.top)
    c.clip()
    paintShapes(c, under, input)
    for (const line of lines) paintLine(c, line, input)
    paintShapes(c, over, input)
    c.restore()
  }
  paintShapes(c, geometry.axes.front, input)
}

function paintLine(c: Context, { series: s, place }: Drawing['lines'][number], input: PaintInput) {
  const { view, layout } = input.geometry
  c.globalAlpha = s.opacity ?? 1
  c.strokeStyle = input.palette[s.color]
  c.lineWidth = input.moving ? Math.min(1, s.width ?? 1.5) : (s.width ?? 1.5)
  c.lineJoin = 'round'
  c.setLineDash(s.dashed ? [6, 4] : [])
  c.beginPath()
  trace(input.pathOf(s), view, layout.right - layout.left, {
    x: place.x,
    y: place.y,
    move: (x, y) => c.moveTo(x, y),
    line: (x, y) => c.lineTo(x, y),
  })
  c.stroke()
  c.lineJoin = 'miter'
}

function paintShapes(c: Context, shapes: readonly Shape[], { palette, family }: PaintInput) {
  const plain = `400 ${FONT_SIZE}px ${family}`
  const bold = `600 ${FONT_SIZE}px ${family}`
  for (const s of shapes) {
    c.globalAlpha = ('opacity' in s ? s.opacity : undefined) ?? 1
    if (s.kind === 'text') {
      c.font = s.bold ? bold : plain
      c.fillStyle = palette[s.color]
      c.textAlign = s.align
      c.fillText(s.text, s.x, s.y)
    } else if (s.kind === 'rect') {
      c.fillStyle = palette[s.color]
      c.fillRect(s.x, s.y, s.width, s.height)
    } else if (s.kind === 'line') {
      way(c, s.points)
      stroke(c, palette[s.color], s.width, s.dash)
    } else {
      way(c, s.points)
      c.closePath()
      if (s.fill) {
        c.fillStyle = palette[s.fill]
        c.fill()
      }
      if (s.stroke) stroke(c, palette[s.stroke], s.width ?? 1.5)
    }
  }
}

function way(c: Context, points: readonly [number, number][]) {
  c.beginPath()
  for (const [x, y] of points) c.lineTo(x, y)
}

function stroke(c: Context, color: string, width: number, dash: number[] = []) {
  c.strokeStyle = color
  c.lineWidth = width
  c.setLineDash(dash)
  c.stroke()
}
