import type { Palette } from './colors.ts'
import type { ChartSeries } from './types.ts'

/** A chart's canvas with what stands around it on the page: its name, its range and its legend. */
export function framed(
  chart: HTMLCanvasElement,
  heading: { title: string; range: string },
  series: ChartSeries[],
  style: { palette: Palette; family: string; ratio: number },
): HTMLCanvasElement {
  const { palette, family, ratio } = style
  const width = chart.width / ratio
  const canvas = document.createElement('canvas')
  const c = canvas.getContext('2d')!
  const font = (weight: number, size: number) => `${weight} ${size}px ${family}`
  c.font = font(400, 12)
  const entries = series.map((s) => ({ s, text: `${s.name} (${s.unit})` }))
  // Legend entries wrap; every row is 20 px.
  const places: { x: number; row: number }[] = []
  let x = 16
  let row = 0
  for (const { text } of entries) {
    const wide = c.measureText(text).width + 40
    if (x + wide > width - 8 && x > 16) [x, row] = [16, row + 1]
    places.push({ x, row })
    x += wide
  }
  const head = 52 + (row + 1) * 20
  canvas.width = chart.width
  canvas.height = chart.height + head * ratio
  c.scale(ratio, ratio)
  c.fillStyle = palette.surface
  c.fillRect(0, 0, width, canvas.height / ratio)
  c.textBaseline = 'middle'
  c.fillStyle = palette.text
  c.font = font(600, 14)
  c.fillText(heading.title, 16, 18, width - 32)
  c.fillStyle = palette.muted
  c.font = font(400, 12)
  c.fillText(heading.range, 16, 38, width - 32)
  entries.forEach(({ s, text }, i) => {
    const y = 60 + places[i].row * 20
    c.strokeStyle = c.fillStyle = palette[s.color]
    c.lineWidth = 2
    c.setLineDash(s.dashed ? [4, 3] : [])
    if (s.kind === 'bars') c.fillRect(places[i].x + 2, y - 5, 10, 10)
    else {
      c.beginPath()
      c.moveTo(places[i].x, y)
      c.lineTo(places[i].x + 16, y)
      c.stroke()
    }
    c.fillStyle = palette.text
    c.fillText(text, places[i].x + 22, y)
  })
  c.drawImage(chart, 0, head, width, chart.height / ratio)
  return canvas
}
