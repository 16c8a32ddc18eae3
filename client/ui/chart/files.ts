import { toCsv } from './csv.ts'
import type { ChartEngine } from './engine.ts'
import { facesFor } from './faces.ts'
import { chartDateTime } from './format.ts'
import { frameOf } from './frame.ts'
import { framed } from './picture.ts'
import { download, downloadText, fileName } from './save.ts'
import { toSvg } from './svg.ts'
import type { ChartSeries, ChartTexts, ChartLanguage, TimeRange } from './types.ts'

/** Captions of a saved file. */
interface About {
  label: string
  view: TimeRange
  zone: string
  language: ChartLanguage
  texts: ChartTexts
  hidden: ReadonlySet<string>
  now?: number
}

const RATIO = 2

const named = (about: About, kind: string) =>
  fileName(about.label, chartDateTime(about.view.to, about.zone, 'en'), kind)

/** Name and range of the chart, and of a comparison period. */
function headingOf({ label, view, zone, language, texts }: About, series: readonly ChartSeries[]) {
  const range = (shift: number) =>
    [view.from, view.to].map((t) => chartDateTime(t - shift, zone, language)).join(' - ')
  const compared = series.find((s) => s.of !== undefined)
  const more = compared ? `; ${texts.compared} ${range(compared.shift ?? 0)}` : ''
  return { title: label, range: `${range(0)} (${zone})${more}` }
}

function frameFor(engine: ChartEngine, about: About) {
  const drawn = engine.drawn()
  if (!drawn) return null
  const series = engine.shown()
  const name = (s: ChartSeries) => (s.of === undefined ? s.name : `${s.name} ${about.texts.compared}`)
  const frame = frameOf(drawn.geometry.layout.width, series, name, drawn.measure)
  return { drawn, frame, heading: headingOf(about, series) }
}

export function savePng(engine: ChartEngine, about: About) {
  const [chart, made] = [engine.picture(RATIO), frameFor(engine, about)]
  if (!chart || !made) return
  const { palette, family } = made.drawn
  framed(chart, made.frame, made.heading, { palette, family, ratio: RATIO }).toBlob((blob) => {
    if (blob) download(blob, named(about, 'png'))
  }, 'image/png')
}

export async function saveSvg(engine: ChartEngine, about: About) {
  const made = frameFor(engine, about)
  if (!made) return
  const { geometry, palette, family } = made.drawn
  const input = {
    geometry,
    palette,
    family,
    hidden: about.hidden,
    now: about.now,
    frame: made.frame,
    heading: made.heading,
  }
  const faces = await facesFor(family, toSvg({ ...input, faces: '' }))
  downloadText(toSvg({ ...input, faces }), named(about, 'svg'), 'svg')
}

export function saveCsv(engine: ChartEngine, about: About) {
  const text = toCsv(engine.shown(), about.view, about.zone, about.texts)
  downloadText(text, named(about, 'csv'), 'csv')
}
