import { spread } from '../chart/spread.ts'
import { chartNumber } from '../chart/format.ts'
import type { DamLabels, DamLevels } from './types.ts'

interface LevelMark {
  id: keyof DamLevels
  elevation: number
  /** Pixel of the elevation, and of its label, which avoids other labels. */
  y: number
  labelY: number
  text: string
}

const LINE = 15

/** Estimated width of a 12 px text before it is drawn, rather too large. */
export function textWidth(text: string): number {
  let width = 0
  for (const c of text)
    width += /[.,\s]/.test(c) ? 3.8 : /[MW…]/.test(c) ? 10.5 : /[0-9\p{Lu}]/u.test(c) ? 7.6 : 6.6
  return width
}

/** The marked elevations from the top down, labelled without overlap. Equal elevations share a label. */
export function levelMarks(
  levels: DamLevels,
  labels: DamLabels,
  y: (elevation: number) => number,
  from: number,
  to: number,
): LevelMark[] {
  const wanted: [keyof DamLevels, string][] = [
    ['crest', labels.crest],
    ['check', labels.check],
    ['flood', labels.flood],
    ['normal', labels.normal],
    ['dead', labels.dead],
  ]
  const marks: LevelMark[] = []
  for (const [id, name] of wanted) {
    const elevation = levels[id]
    if (elevation === null || elevation === undefined || !Number.isFinite(elevation)) continue
    const twin = marks.find((m) => m.elevation === elevation)
    if (twin) twin.text += `, ${name}`
    else
      marks.push({ id, elevation, y: y(elevation), labelY: 0, text: `${chartNumber(elevation, 2)} ${name}` })
  }
  marks.sort((a, b) => a.y - b.y)
  const places = spread(
    marks.map((m) => m.y),
    LINE,
    from,
    to,
  )
  marks.forEach((m, i) => (m.labelY = places[i]))
  return marks
}

/** Truncates a text to fit; a number is never truncated but written alone. */
export function fitted(text: string, room: number): string {
  if (textWidth(text) <= room) return text
  const least = text.indexOf(' ') + 2
  for (let n = text.length - 1; n >= least; n--) {
    const cut = `${text.slice(0, n).trimEnd()}…`
    if (textWidth(cut) <= room) return cut
  }
  return text.slice(0, least - 2)
}
