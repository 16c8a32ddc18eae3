import { compatible, isUnit, type Unit } from '#core/quantities.ts'
import type { SeriesKind } from '#core/series/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { Gaps } from './gaps.ts'
import { AmbiguousTime, InstantReader } from '../lib/read/local-instant.ts'
import type { MappingInput } from './mapping.ts'
import { openSource, type Form, type RowSourceOptions } from '../lib/read/index.ts'

/** Words of Vietnamese and English headers, without diacritics; the first that fits counts. */
const TIMES = /^(time|timestamp|date|datetime|thoi ?gian|ngay|gio|ngay ?gio|ymdhm|t$)/
const MEANINGS: readonly {
  words: RegExp
  series: string
  unit: Unit
  kind: SeriesKind
  quantity?: string
  /** How series of this meaning may begin besides. */
  also?: readonly string[]
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
    also: ['release', 'outflow'],
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
function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

interface Suggestion {
  mapping: MappingInput
  /** Columns that hold nothing or mean nothing known. */
  left: string[]
}

/** What one column seems to be. */
interface Guess {
  series: string
  /** Whether the series is there already; else kind, step and name would make it. */
  known: boolean
  unit: Unit
  kind: SeriesKind
  step: number | null
  name: string
  quantity: string | undefined
}

interface SurveyColumn {
  /** As in the header; empty for one without a name. */
  name: string
  unit: string
  filled: number
  numeric: number
  guess: Guess | null
}

/** What the first rows of a file tell. */
export interface Survey {
  form: Form
  sheets: readonly string[]
  columns: SurveyColumn[]
  /** Places of date and time, from 0. */
  time: number[]
  /** A time whose day and month nothing tells apart. */
  ambiguous: string | null
  step: number | null
  noData: number[]
  rows: { line: number; cells: string[] }[]
  seen: number
}

const SEEN = 2000
const KEPT = 500

/** Looks at the names, units and first rows of a file. */
export async function survey(
  file: string,
  known: readonly SeriesRow[],
  options: RowSourceOptions = {},
): Promise<Survey> {
  const source = await openSource(file, options)
  try {
    const names = source.columns
    const filled = names.map(() => 0)
    const numeric = names.map(() => 0)
    const dates = names.map(() => false)
    const codes = new Set<number>()
    const first: { line: number; cells: string[] }[] = []
    let seen = 0
    while (seen < SEEN && (await source.fill()))
      for (let row; seen < SEEN && (row = source.next()); seen++) {
        if (seen < KEPT) first.push({ line: row.line, cells: names.map((_, i) => row!.text(i)) })
        names.forEach((_, i) => {
          if (row.isEmpty(i)) return
          filled[i]++
          const v = row.value(i)
          if (v === v) numeric[i]++
          if (row.wall(i) !== null) dates[i] = true
          if (NO_DATA.includes(v)) codes.add(v)
        })
      }
    const time = timeColumns(names, filled, numeric, first)
    const times = first.map(({ cells }) => time.map((i) => cells[i]).join(' '))
    const { step, ambiguous } = stepOf(times)
    const used = new Set<string>()
    const columns = names.map((name, i): SurveyColumn => {
      const unit = source.units[i] ?? ''
      const meant = !time.includes(i) && !dates[i] && numeric[i] > 0 && numeric[i] * 2 > filled[i]
      const guess = meant ? meaningOf(name || `#${i + 1}`, unit, step, known, used) : null
      return { name, unit, filled: filled[i], numeric: numeric[i], guess }
    })
    const noData = [...codes].sort((a, b) => b - a)
    return {
      form: source.form,
      sheets: source.sheets,
      columns,
      time,
      ambiguous,
      step,
      noData,
      rows: first,
      seen,
    }
  } finally {
    await source.close()
  }
}

/** A mapping guessed from the names, units and first rows of a file: to be read by a person before it is used. */
export async function suggest(
  plant: string,
  file: string,
  known: readonly SeriesRow[],
  options: RowSourceOptions = {},
): Promise<Suggestion> {
  const { columns: all, time, noData } = await survey(file, known, options)
  const nameOf = (i: number) => all[i]?.name || `#${i + 1}`
  const left: string[] = []
  const columns = all.flatMap(({ name, guess }, i) => {
    if (time.includes(i)) return []
    if (!guess) {
      left.push(nameOf(i))
      return []
    }
    const { series, unit, kind, step, quantity } = guess
    const made = guess.known ? {} : { kind, step, name: guess.name }
    return [{ column: name || i + 1, series, unit, ...made, quantity: quantity as never }]
  })
  const names = time.map(nameOf)
  return { mapping: { plant, time: names.length === 1 ? names[0] : names, noData, columns }, left }
}

/** Usual seconds between the times of rows, null when there is none; and a time that cannot be read by itself. */
function stepOf(times: readonly string[]): { step: number | null; ambiguous: string | null } {
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
    return { step: null, ambiguous: error.example }
  }
  return { step: gaps.step, ambiguous: null }
}

const CLOCK = /^\d{1,2}[:h]\d{2}(:\d{2})?$/
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/

/** The column of the time by its name, else the first that holds no numbers; with the clock beside it where it is a date. */
function timeColumns(
  names: readonly string[],
  filled: readonly number[],
  numeric: readonly number[],
  rows: readonly { cells: readonly string[] }[],
): number[] {
  if (names.length === 0) return []
  const holds = (i: number, form: RegExp) => rows.length > 0 && rows.every(({ cells }) => form.test(cells[i]))
  const named = names.findIndex((n) => TIMES.test(plainLetters(n)))
  const first =
    named >= 0
      ? named
      : Math.max(
          0,
          names.findIndex((_, i) => filled[i] > 0 && numeric[i] === 0),
        )
  if (holds(first, DATE)) {
    const clock = names.findIndex((_, i) => i !== first && holds(i, CLOCK))
    if (clock >= 0) return [first, clock]
  }
  if (holds(first, CLOCK)) {
    const date = names.findIndex((_, i) => i !== first && holds(i, DATE))
    if (date >= 0) return [date, first]
  }
  return [first]
}

function meaningOf(
  name: string,
  unitText: string,
  step: number | null,
  known: readonly SeriesRow[],
  used: Set<string>,
): Guess | null {
  const words = plainLetters(name)
  const free = known.filter((s) => s.source === 'ingest' && isUnit(s.unit) && !used.has(s.code))
  const unit = unitOf(name, unitText)
  const take = (s: SeriesRow, quantity?: string): Guess => {
    used.add(s.code)
    const own = s.unit as Unit
    return {
      series: s.code,
      known: true,
      unit: unit !== null && compatible(unit, own) ? unit : own,
      kind: s.kind,
      step: s.step_s,
      name: s.name,
      quantity,
    }
  }
  const same = free.find(
    (s) => s.code === name || plainLetters(s.name) === words || plainLetters(s.code) === words,
  )
  if (same) return take(same)
  const meaning = MEANINGS.find((m) => m.words.test(words))
  if (!meaning) return null
  // Of the series that are there, the only free one that begins alike; else a new one named after the column.
  const like = free.filter((s) =>
    [meaning.series, ...(meaning.also ?? [])].some((begin) => s.code.startsWith(begin)),
  )
  if (like.length === 1) return take(like[0], meaning.quantity)
  const series = codeFor(meaning.series, words, used)
  used.add(series)
  return {
    series,
    known: false,
    unit: unit ?? meaning.unit,
    kind: meaning.kind,
    step,
    name,
    quantity: meaning.quantity,
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
