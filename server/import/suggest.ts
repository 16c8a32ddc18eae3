import { isUnit, type Unit } from '#core/quantities.ts'
import type { SeriesKind } from '#core/series/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { Gaps } from './gaps.ts'
import { AmbiguousTime, InstantReader } from './instant.ts'
import type { MappingInput } from './mapping.ts'
import { openSource, type SourceOptions } from './read/index.ts'

/** Words of Vietnamese and English headers, without diacritics; the first that fits counts. */
const TIMES = /^(time|timestamp|date|datetime|thoi ?gian|ngay|gio|ngay ?gio|ymdhm|t$)/
const MEANINGS: readonly {
  words: RegExp
  series: string
  unit: Unit
  kind: SeriesKind
  quantity?: string
}[] = [
  { words: /rain|mua|precip|\bx\d?\b/, series: 'rain', unit: 'mm', kind: 'total', quantity: 'rain' },
  {
    words: /storage|volume|dung tich|capacity|^v$|^w$/,
    series: 'storage',
    unit: '10^6 m3',
    kind: 'instant',
    quantity: 'volume',
  },
  { words: /(opening|do mo|gate|cua)/, series: 'opening', unit: 'm', kind: 'step', quantity: 'opening' },
  {
    words: /(power|cong suat|^p\d*$|mw\b|kw\b)/,
    series: 'power',
    unit: 'MW',
    kind: 'mean',
    quantity: 'power',
  },
  {
    words: /(inflow|q ?in|q ?den|luu luong den|qve)/,
    series: 'inflow',
    unit: 'm3/s',
    kind: 'mean',
    quantity: 'inflow',
  },
  {
    words: /(outflow|release|q ?out|q ?xa|discharge|luu luong|flow|^q)/,
    series: 'discharge',
    unit: 'm3/s',
    kind: 'mean',
    quantity: 'discharge',
  },
  {
    words: /(tail|downstream|ha luu|hl\b|wlsg).*(level|muc nuoc|wl|h\b)?/,
    series: 'level.downstream',
    unit: 'm',
    kind: 'instant',
    quantity: 'level',
  },
  {
    words: /(level|lvl|stage|muc nuoc|mnh|\bwl|wl\b|^wl|^h$|^z$|elev)/,
    series: 'level.reservoir',
    unit: 'm',
    kind: 'instant',
    quantity: 'level',
  },
  { words: /(temp|nhiet do)/, series: 'temperature', unit: 'degC', kind: 'instant', quantity: 'temperature' },
  { words: /(batt|dien ap|volt)/, series: 'voltage', unit: 'V', kind: 'instant', quantity: 'voltage' },
]

const UNIT_WORDS: readonly [RegExp, Unit][] = [
  [/(10\^?6 ?m3|mm3|trieu ?m3|mcm|million m3)/i, '10^6 m3'],
  [/(m3\/?s|m³\/s|cms|m\^3\/s)/i, 'm3/s'],
  [/(cfs|ft3\/s)/i, 'cfs'],
  [/(acre|acft|ac-?ft)/i, 'acre-ft'],
  [/\bm3\b|m³/i, 'm3'],
  [/\bkwh\b/i, 'kWh'],
  [/\bmwh\b/i, 'MWh'],
  [/\bkw\b/i, 'kW'],
  [/\bmw\b/i, 'MW'],
  [/\bmm\b/i, 'mm'],
  [/\bcm\b/i, 'cm'],
  [/\b(ft|feet)\b/i, 'ft'],
  [/(deg ?c|°c)/i, 'degC'],
  [/\bvolts?\b/i, 'V'],
  [/\bm\b/i, 'm'],
]

const NO_DATA = [-99, -990, -999, -9999, -99999, -6999, -7999]

/** Lower case without diacritics, signs as blanks. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

export interface Suggestion {
  mapping: MappingInput
  /** Columns that hold nothing or mean nothing known. */
  left: string[]
}

/** A mapping guessed from the names, units and first rows of a file: to be read by a person before it is used. */
export async function suggest(
  plant: string,
  file: string,
  known: readonly SeriesRow[],
  options: SourceOptions = {},
): Promise<Suggestion> {
  const source = await openSource(file, options)
  try {
    const names = source.columns.map((name, i) => name || `#${i + 1}`)
    const filled = names.map(() => 0)
    const numeric = names.map(() => 0)
    const codes = new Set<number>()
    const first: string[][] = []
    let rows = 0
    while (rows < 2000 && (await source.fill()))
      for (let row; rows < 2000 && (row = source.next()); rows++) {
        if (rows < 500) first.push(names.map((_, i) => row!.text(i)))
        names.forEach((_, i) => {
          if (row.isEmpty(i)) return
          filled[i]++
          const v = row.value(i)
          if (v === v) numeric[i]++
          if (NO_DATA.includes(v)) codes.add(v)
        })
      }
    const time = timeColumn(names, filled, numeric)
    const step = stepOf(first.map((cells) => cells[time]))
    const used = new Set<string>()
    const left: string[] = []
    const columns = names.flatMap((name, i) => {
      if (i === time) return []
      const guess =
        numeric[i] * 2 > filled[i] ? meaningOf(name, source.units[i] ?? '', step, known, used) : null
      if (!guess || filled[i] === 0) {
        left.push(name)
        return []
      }
      return [{ column: name.startsWith('#') ? i + 1 : name, ...guess }]
    })
    return {
      mapping: { plant, time: names[time] ?? names[0], noData: [...codes].sort((a, b) => b - a), columns },
      left,
    }
  } finally {
    await source.close()
  }
}

/** Usual seconds between the times of rows; null when there is none, or the times cannot be read by themselves. */
function stepOf(times: readonly string[]): number | null {
  const gaps = new Gaps()
  try {
    const reader = new InstantReader('auto', 'UTC', [0], times)
    for (const text of times) {
      const t = reader.read({
        line: 0,
        length: 1,
        isEmpty: () => text === '',
        text: () => text,
        value: () => Number(text),
        wall: () => null,
      })
      if (t !== null) gaps.add(t)
    }
  } catch (error) {
    if (!(error instanceof AmbiguousTime)) throw error
  }
  return gaps.step
}

function timeColumn(names: readonly string[], filled: readonly number[], numeric: readonly number[]): number {
  const named = names.findIndex((n) => TIMES.test(plain(n)))
  return named >= 0
    ? named
    : Math.max(
        0,
        names.findIndex((_, i) => filled[i] > 0 && numeric[i] === 0),
      )
}

function meaningOf(
  name: string,
  unitText: string,
  step: number | null,
  known: readonly SeriesRow[],
  used: Set<string>,
): Omit<MappingInput['columns'][number], 'column'> | null {
  const words = plain(name)
  const same = known.find(
    (s) => s.source === 'ingest' && !used.has(s.code) && (s.code === name || plain(s.name) === words),
  )
  const meaning = MEANINGS.find((m) => m.words.test(words))
  const unit = unitOf(name, unitText)
  if (same && isUnit(same.unit)) {
    used.add(same.code)
    return { series: same.code, unit: unit ?? same.unit }
  }
  if (!meaning) return null
  // Of the series that are there, the only free one that begins alike; else a new one named after the column.
  const like = known.filter(
    (s) => s.source === 'ingest' && !used.has(s.code) && s.code.startsWith(meaning.series),
  )
  const series = like.length === 1 ? like[0].code : codeFor(meaning.series, words, used)
  used.add(series)
  const found = like.length === 1 && isUnit(like[0].unit) ? like[0] : null
  return {
    series,
    unit: unit ?? (found ? (found.unit as Unit) : meaning.unit),
    ...(found ? {} : { kind: meaning.kind, step, name }),
    quantity: meaning.quantity as never,
  }
}

function codeFor(base: string, words: string, used: ReadonlySet<string>): string {
  const own = words.replace(/ /g, '_')
  const code = `${base}.${own}`
  for (let i = 2; ; i++) {
    const candidate = i === 2 ? code : `${code}.${i - 1}`
    if (!used.has(candidate)) return candidate
  }
}

function unitOf(name: string, unitText: string): Unit | null {
  if (isUnit(unitText)) return unitText
  const inside = /[([]([^)\]]+)[)\]]/.exec(name)?.[1] ?? ''
  for (const text of [unitText, inside, name.replace(/_/g, ' ')])
    for (const [words, unit] of UNIT_WORDS) if (text !== '' && words.test(text)) return unit
  return null
}
