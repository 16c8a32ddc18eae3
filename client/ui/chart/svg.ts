import type { ChartPalette } from './colors.ts'
import { chartDrawingOf } from './drawing.ts'
import type { Drawing } from './drawing.ts'
import { SWATCH } from './frame.ts'
import type { ChartFrame } from './frame.ts'
import { pathOf } from './path.ts'
import type { ChartGeometry } from './geometry.ts'
import { FONT_SIZE } from './shapes.ts'
import type { Shape } from './shapes.ts'
import type { ChartSeries } from './types.ts'

interface SvgInput {
  geometry: ChartGeometry
  hidden: ReadonlySet<string>
  now?: number
  palette: ChartPalette
  /** CSS font family, as on the page. */
  family: string
  frame: ChartFrame
  heading: { title: string; range: string }
  /** @font-face rules to embed; '' relies on the machine's fonts. */
  faces: string
}

const XML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Control characters are invalid in XML. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

export function escapeXml(text: string): string {
  return text.replaceAll(NOT_XML, '').replaceAll(/[&<>"']/g, (c) => XML[c])
}

const n = (x: number) => String(Math.round(x * 100) / 100)
const points = (all: readonly [number, number][]) => all.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')

/** Renders a chart as an SVG document: lines as paths, words as text, no pixels. */
export function toSvg(input: SvgInput): string {
  const { geometry, palette, frame, heading } = input
  const { width, height } = geometry.layout
  const paint = painter(palette)
  const all = height + frame.head
  const drawings = chartDrawingOf(geometry, input.hidden)
  const body = drawings.flatMap((d, i) => [
    `<g clip-path="url(#r${i})">`,
    ...d.under.map(paint),
    ...d.lines.map((l) => lineOf(l, input)),
    ...d.over.map(paint),
    '</g>',
  ])
  const clips = drawings.map(({ region }, i) => {
    const { left, right } = geometry.layout
    const box = `x="${n(left)}" y="${n(region.top)}" width="${n(right - left)}" height="${n(region.bottom - region.top)}"`
    return `<clipPath id="r${i}"><rect ${box}/></clipPath>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(all)}" viewBox="0 0 ${n(width)} ${n(all)}" font-family="${escapeXml(input.family)}" font-size="${FONT_SIZE}">`,
    `<title>${escapeXml(`${heading.title}, ${heading.range}`)}</title>`,
    `<style>${input.faces}text{font-variant-numeric:tabular-nums;dominant-baseline:central}</style>`,
    `<defs>${clips.join('')}</defs>`,
    `<rect width="100%" height="100%" fill="${palette.surface}"/>`,
    ...headOf(input),
    `<g transform="translate(0 ${n(frame.head)})">`,
    ...geometry.axes.back.map(paint),
    ...body,
    ...geometry.axes.front.map(paint),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

function headOf({ frame, heading, palette }: SvgInput): string[] {
  const text = (x: number, y: number, own: string, color: string, more = '') =>
    `<text x="${n(x)}" y="${n(y)}" fill="${color}"${more}>${escapeXml(own)}</text>`
  return [
    text(frame.title.x, frame.title.y, heading.title, palette.text, ' font-size="14" font-weight="600"'),
    text(frame.range.x, frame.range.y, heading.range, palette.muted),
    ...frame.entries.flatMap(({ series: s, text: name, x, y }) => [
      s.kind === 'bars'
        ? `<rect x="${n(x + 2.5)}" y="${n(y - 4.5)}" width="9" height="9" fill="${s.of === undefined ? palette[s.color] : 'none'}" stroke="${palette[s.color]}" opacity="${s.opacity ?? 1}"/>`
        : `<path d="M${n(x)} ${n(y)}h16" stroke="${palette[s.color]}" stroke-width="${s.of === undefined ? 2 : 1}"${s.dashed ? ' stroke-dasharray="4 3"' : ''} opacity="${s.opacity ?? 1}"/>`,
      text(x + SWATCH, y, name, palette.text),
    ]),
  ]
}

function painter(palette: ChartPalette): (s: Shape) => string {
  return (s) => {
    const opacity = 'opacity' in s && s.opacity !== undefined ? ` opacity="${s.opacity}"` : ''
    if (s.kind === 'text') {
      const anchor = { left: 'start', right: 'end', center: 'middle' }[s.align]
      return `<text x="${n(s.x)}" y="${n(s.y)}" fill="${palette[s.color]}" text-anchor="${anchor}"${s.bold ? ' font-weight="600"' : ''}>${escapeXml(s.text)}</text>`
    }
    if (s.kind === 'rect')
      return `<rect x="${n(s.x)}" y="${n(s.y)}" width="${n(s.width)}" height="${n(s.height)}" fill="${palette[s.color]}"${opacity}/>`
    if (s.kind === 'line')
      return `<polyline points="${points(s.points)}" fill="none" stroke="${palette[s.color]}" stroke-width="${s.width}"${s.dash ? ` stroke-dasharray="${s.dash.join(' ')}"` : ''}${opacity}/>`
    const stroke = s.stroke ? ` stroke="${palette[s.stroke]}" stroke-width="${s.width ?? 1.5}"` : ''
    return `<polygon points="${points(s.points)}" fill="${s.fill ? palette[s.fill] : 'none'}"${stroke}${opacity}/>`
  }
}

/** A line as a path, broken at gaps; outside the view only the nearest entries. */
function lineOf({ series, place }: Drawing['lines'][number], { geometry, palette, now }: SvgInput): string {
  const way = pathOf(series, now ?? -Infinity)
  const { from, to } = geometry.view
  let d = ''
  let pen = false
  for (let i = 0; i < way.length; i += 2) {
    const [t, v] = [way[i], way[i + 1]]
    const unseen =
      (t < from && (i + 2 >= way.length || way[i + 2] < from)) || (t > to && i > 0 && way[i - 2] > to)
    if (v !== v || unseen) {
      pen = false
      continue
    }
    d += `${pen ? 'L' : 'M'}${n(place.x(t))} ${n(place.y(v))}`
    pen = true
  }
  return `<path ${attributes(series, palette)} d="${d}"/>`
}

function attributes(s: ChartSeries, palette: ChartPalette): string {
  const dash = s.dashed ? ' stroke-dasharray="6 4"' : ''
  const opacity = s.opacity === undefined ? '' : ` opacity="${s.opacity}"`
  return `fill="none" stroke="${palette[s.color]}" stroke-width="${s.width ?? 1.5}" stroke-linejoin="round"${dash}${opacity}`
}
