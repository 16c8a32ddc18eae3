import type { ChartPalette } from './colors.ts'
import { SWATCH } from './frame.ts'
import type { ChartFrame } from './frame.ts'

/** Composes a chart's canvas with its name, range and legend. */
export function framed(
  chart: HTMLCanvasElement,
  frame: ChartFrame,
  heading: { title: string; range: string },
  style: { palette: ChartPalette; family: string; ratio: number },
): HTMLCanvasElement {
  const { palette, family, ratio } = style
  const width = chart.width / ratio
  const canvas = document.createElement('canvas')
  const c = canvas.getContext('2d')!
  const font = (weight: number, size: number) => `${weight} ${size}px ${family}`
  canvas.width = chart.width
  canvas.height = chart.height + frame.head * ratio
  c.scale(ratio, ratio)
  c.fillStyle = palette.surface
  c.fillRect(0, 0, width, canvas.height / ratio)
  c.textBaseline = 'middle'
  c.fillStyle = palette.text
  c.font = font(600, 14)
  c.fillText(heading.title, frame.title.x, frame.title.y, width - 32)
  c.fillStyle = palette.muted
  c.font = font(400, 12)
  c.fillText(heading.range, frame.range.x, frame.range.y, width - 32)
  for (const { series: s, text, x, y } of frame.entries) {
    c.globalAlpha = s.opacity ?? 1
    c.strokeStyle = c.fillStyle = palette[s.color]
    c.lineWidth = s.of === undefined ? 2 : 1
    c.setLineDash(s.dashed ? [4, 3] : [])
    if (s.kind === 'bars' && s.of === undefined) c.fillRect(x + 2, y - 5, 10, 10)
    else if (s.kind === 'bars') c.strokeRect(x + 2.5, y - 4.5, 9, 9)
    else {
      c.beginPath()
      c.moveTo(x, y)
      c.lineTo(x + 16, y)
      c.stroke()
    }
    c.globalAlpha = 1
    c.fillStyle = palette.text
    c.fillText(text, x + SWATCH, y)
  }
  c.drawImage(chart, 0, frame.head, width, chart.height / ratio)
  return canvas
}
