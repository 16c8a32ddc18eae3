import { toCsv } from './csv.ts'
import type { Engine } from './engine.ts'
import { facesFor } from './faces.ts'
import { dateTime } from './format.ts'
import { frameOf } from './frame.ts'
import { framed } from './picture.ts'
import { download, fileName } from './save.ts'
import { toSvg } from './svg.ts'
import type { ChartSeries, ChartTexts, Language, TimeRange } from './types.ts'

/** What a saved file says of itself. */
export interface About {
  label: string
  view: TimeRange
  zone: string
  language: Language
  texts: ChartTexts
  hidden: ReadonlySet<string>
  now?: number
}

const RATIO = 2

const named = (about: About, kind: string) =>
  fileName(about.label, dateTime(about.view.to, about.zone, 'en'), kind)

function headingOf({ label, view, zone, language }: About) {
  const [from, to] = [view.from, view.to].map((t) => dateTime(t, zone, language))
  return { title: label, range: `${from} - ${to} (${zone})` }
}

const nameOf =
  ({ texts, zone, language }: About) =>
  (s: ChartSeries, view: TimeRange): string => {
    if (s.of === undefined) return s.name
    // What is compared says when that was.
    const [from, to] = [view.from, view.to].map((t) => dateTime(t - (s.shift ?? 0), zone, language))
    return `${s.name} ${texts.compared} ${from} - ${to}`
  }

function frameFor(engine: Engine, about: About) {
  const drawn = engine.drawn()
  if (!drawn) return null
  const name = nameOf(about)
  const width = drawn.scene.layout.width
  return { drawn, frame: frameOf(width, engine.shown(), (s) => name(s, about.view), drawn.measure) }
}

export function savePng(engine: Engine, about: About) {
  const [chart, made] = [engine.picture(RATIO), frameFor(engine, about)]
  if (!chart || !made) return
  const { palette, family } = made.drawn
  framed(chart, made.frame, headingOf(about), { palette, family, ratio: RATIO }).toBlob((blob) => {
    if (blob) download(blob, named(about, 'png'))
  }, 'image/png')
}

export async function saveSvg(engine: Engine, about: About) {
  const made = frameFor(engine, about)
  if (!made) return
  const { scene, palette, family } = made.drawn
  const input = {
    scene,
    palette,
    family,
    hidden: about.hidden,
    now: about.now,
    frame: made.frame,
    heading: headingOf(about),
  }
  const faces = await facesFor(family, toSvg({ ...input, faces: '' }))
  download(new Blob([toSvg({ ...input, faces })], { type: 'image/svg+xml' }), named(about, 'svg'))
}

export function saveCsv(engine: Engine, about: About) {
  // The mark tells spreadsheets that the names are UTF-8.
  const text = `\uFEFF${toCsv(engine.shown(), about.view, about.zone, about.texts)}`
  download(new Blob([text], { type: 'text/csv;charset=utf-8' }), named(about, 'csv'))
}
