import { toCsv, type Headings } from '../chart/csv.ts'
import { download, downloadText } from '../chart/save.ts'
import type { ChartSeries } from '../chart/types.ts'
import type { ScatterPoints, ScatterQuantity } from './plot.ts'

const HEAD = 48
const MARGIN = 16
const RATIO = 2
/** Page styles to embed in the file. */
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'opacity', 'font-size', 'font-family']

/** The drawing with resolved colours and fonts, under its name and range. */
export function svgText(svg: SVGSVGElement, heading: { title: string; range: string }): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')]
  from.forEach((element, i) => {
    const style = getComputedStyle(element)
    to[i].removeAttribute('class')
    to[i].setAttribute('style', STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'))
  })
  copy.querySelectorAll('[data-cursor]').forEach((e) => e.remove())
  const { width, height } = svg.viewBox.baseVal
  const root = getComputedStyle(svg)
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--surface')
  const words = (y: number, size: number, weight: number, text: string) =>
    `<text x="${MARGIN}" y="${y}" style="fill:${root.color};font:${weight} ${size}px ${escape(root.fontFamily)}">${escape(text)}</text>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + HEAD}" viewBox="0 0 ${width} ${height + HEAD}">` +
    `<rect width="100%" height="100%" fill="${ground}"/>` +
    words(20, 14, 600, heading.title) +
    words(38, 12, 400, heading.range) +
    `<g transform="translate(0 ${HEAD})">${copy.innerHTML}</g></svg>`
  )
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export async function saveScatterPng(text: string, name: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * RATIO
    canvas.height = image.naturalHeight * RATIO
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (blob) download(blob, name)
  } finally {
    URL.revokeObjectURL(url)
  }
}

export function saveScatterCsv(
  { t, x, y }: ScatterPoints,
  of: readonly [ScatterQuantity, ScatterQuantity],
  about: { zone: string; headings: Headings; name: string },
) {
  const series = of.map(({ name, unit, decimals }, i): ChartSeries => ({
    id: String(i),
    name,
    unit,
    decimals,
    axis: '',
    kind: 'line',
    color: 'text',
    data: { t, v: i === 0 ? x : y },
  }))
  const view = { from: t[0] ?? 0, to: t[t.length - 1] ?? 0 }
  downloadText(toCsv(series, view, about.zone, about.headings), about.name, 'csv')
}
