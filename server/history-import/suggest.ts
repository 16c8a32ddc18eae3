import type { SeriesRow } from '#server/features/readings/index.ts'
import { Gaps } from './gaps.ts'
import { AmbiguousTime, InstantReader } from '../lib/read/local-instant.ts'
import { clockStyle, isClockText } from '../lib/read/clock.ts'
import { meaningOf, plainLetters, saysLevel, type Guess } from './meaning.ts'
import type { MappingInput } from './mapping.ts'
import {
  openSource,
  statedUnit,
  type Form,
  type RowSource,
  type RowSourceOptions,
} from '../lib/read/index.ts'
import type { Unit } from '#core/quantities.ts'

/** Names of columns of times, and of those with the time of day beside a date. */
const TIMES =
  /^(time|timestamp|date|datetime|thoi ?gian|thoi diem|ngay|gio|ngay ?gio|ymdhm|t$)|\b(time|date)$/
const CLOCKS = /^(gio|hour|hours|hr|h|hh|hh mm|time|thoi diem|luc|clock)\b/

const NO_DATA = [-99, -990, -999, -9999, -99999, -6999, -7999]

interface Suggestion {
  mapping: MappingInput
  /** Columns that are empty or unknown. */
  left: string[]
}

interface SurveyColumn {
  /** As in the header; empty for a column without a name. */
  name: string
  /** As in the file; empty where there is none. */
  unit: string
  /** The unit that it means; null where there is none, or one that the product does not have. */
  unitRead: Unit | null
  filled: number
  numeric: number
  guess: Guess | null
}

/** What the first rows of a file show. */
export interface Survey {
  form: Form
  sheets: readonly string[]
  columns: SurveyColumn[]
  /** Positions of date and time, from 0. */
  time: number[]
  /** A time of which day and month cannot be told apart. */
  ambiguous: string | null
  step: number | null
  noData: number[]
  rows: { line: number; cells: string[] }[]
  seen: number
  /** The decimal sign decided by the possible lake levels, where the file alone leaves it open. */
  decided: '.' | ',' | null
}

const DAY_FIRST = new Set([
  'Asia/Ho_Chi_Minh',
  'Asia/Saigon',
  'Asia/Bangkok',
  'Asia/Vientiane',
  'Asia/Phnom_Penh',
])

/** Whether the day is usually written before the month in a zone. */
export const writesDayFirst = (zone: string) => DAY_FIRST.has(zone)

/** The possible levels of a lake, m. */
export interface LakeLimits {
  min: number
  max: number
}

const SEEN = 2000
const KEPT = 500

/**
 * Examines the names, units and first rows of a file. limits: possible lake levels, which decide what 410,335 means in
 * an ambiguous file.
 */
export async function survey(
  file: string,
  known: readonly SeriesRow[],
  options: RowSourceOptions = {},
  limits: LakeLimits | null = null,
): Promise<Survey> {
  const found = await surveyFile(file, known, options)
  if (found.form.doubt === undefined || limits === null) return found
  const texts = found.columns.flatMap(({ name }, i) =>
    saysLevel(name) ? found.rows.map((r) => r.cells[i] ?? '') : [],
  )
  const inside = (decimal: '.' | ',') => texts.filter((text) => isLevel(text, decimal, limits)).length
  const decided = inside(',') > inside('.') ? ',' : inside('.') > inside(',') ? '.' : null
  if (decided === null) return found
  const again =
    decided === found.form.decimal ? found : await surveyFile(file, known, { ...options, decimal: decided })
  return { ...again, decided }
}

/** Whether a number with one sign before three digits is a possible lake level, with a given decimal sign. */
function isLevel(text: string, decimal: '.' | ',', { min, max }: LakeLimits): boolean {
  const m = /^(\d{1,3})([.,])(\d{3})$/.exec(text)
  if (!m) return false
  const v = Number(m[2] === decimal ? `${m[1]}.${m[3]}` : m[1] + m[3])
  return v >= min && v <= max
}

async function surveyFile(
  file: string,
  known: readonly SeriesRow[],
  options: RowSourceOptions,
): Promise<Survey> {
  const source = await openSource(file, options)
  try {
    return await columnsOf(source, known)
  } finally {
    await source.close()
  }
}

async function columnsOf(source: RowSource, known: readonly SeriesRow[]): Promise<Survey> {
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
        if (row.local(i) !== null) dates[i] = true
        if (NO_DATA.includes(v)) codes.add(v)
      })
    }
  const time = timeColumns(names, filled, numeric, first)
  const times = first.map(({ cells }) => time.map((i) => cells[i]))
  const { step, ambiguous } = stepOf(times)
  const used = new Set<string>()
  const columns = names.map((name, i): SurveyColumn => {
    const unit = source.units[i] ?? ''
    const meant = !time.includes(i) && !dates[i] && numeric[i] > 0 && numeric[i] * 2 > filled[i]
    const guess = meant ? meaningOf(name || `#${i + 1}`, unit, step, known, used) : null
    const stated = statedUnit(name, unit)
    return {
      name,
      unit: stated?.text ?? '',
      unitRead: stated?.unit ?? null,
      filled: filled[i],
      numeric: numeric[i],
      guess,
    }
  })
  const noData = [...codes].sort((a, b) => b - a)
  const { form, sheets } = source
  return { form, sheets, columns, time, ambiguous, step, noData, rows: first, seen, decided: null }
}

/**
 * Guesses a mapping from the names, units and first rows of a file, for a person to confirm. dayFirst: whether an
 * ambiguous date has the day first, as is usual at the plant.
 */
export async function suggest(
  plant: string,
  file: string,
  known: readonly SeriesRow[],
  options: RowSourceOptions = {},
  limits: LakeLimits | null = null,
  dayFirst = false,
): Promise<Suggestion> {
  const { columns: all, time, noData, ambiguous, decided } = await survey(file, known, options, limits)
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
  const mapping = {
    plant,
    time: names.length === 1 ? names[0] : names,
    ...(ambiguous !== null && dayFirst ? { timeFormat: 'dmy' } : {}),
    ...(decided === null ? {} : { decimal: decided }),
    noData,
    columns,
  }
  return { mapping, left }
}

/** Usual seconds between the times of rows, null when there is none; and an ambiguous time. */
function stepOf(times: readonly (readonly string[])[]): { step: number | null; ambiguous: string | null } {
  const columns = times[0]?.map((_, i) => i) ?? [0]
  const stepBy = (format: string) => {
    const gaps = new Gaps()
    const reader = new InstantReader(format, 'UTC', columns, times)
    for (const cells of times) {
      const t = reader.read({
        line: 0,
        length: cells.length,
        isEmpty: (i) => cells[i] === '',
        isNumber: () => false,
        text: (i) => cells[i],
        value: (i) => (cells[i] === '' ? NaN : Number(cells[i].replace(',', '.'))),
        local: () => null,
      })
      if (t !== null) gaps.add(t)
    }
    return gaps.step
  }
  try {
    return { step: stepBy('auto'), ambiguous: null }
  } catch (error) {
    if (!(error instanceof AmbiguousTime)) throw error
    // Most steps are shorter than a day, whichever way its date is read.
    return { step: stepBy('dmy'), ambiguous: error.example }
  }
}

const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}( 00:00(:00)?)?$/
const TIME = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T,-].*)?$|^\d{1,2}\s*[:hg].*[-/.]\d{2,4}$/i
/** Share of the rows that must match: notes below a table do not. */
const MOST = 0.9

/** The column of the time, by its cells and its name; with the time of day beside it where it holds dates alone. */
function timeColumns(
  names: readonly string[],
  filled: readonly number[],
  numeric: readonly number[],
  rows: readonly { cells: readonly string[] }[],
): number[] {
  if (names.length === 0) return []
  const cellsOf = (i: number) => rows.map(({ cells }) => cells[i]).filter((c) => c !== '')
  const everyCell = (i: number, is: (cell: string) => boolean) => {
    const cells = cellsOf(i)
    return cells.length > 0 && cells.filter(is).length >= MOST * cells.length
  }
  const isNamed = (i: number) => TIMES.test(plainLetters(names[i]))
  const places = names.map((_, i) => i)
  const timed = places.filter((i) => everyCell(i, (c) => TIME.test(c)))
  const first =
    timed.find(isNamed) ??
    timed[0] ??
    places.find((i) => isNamed(i) && !CLOCKS.test(plainLetters(names[i]))) ??
    places.find(isNamed) ??
    Math.max(0, places.find((i) => filled[i] > 0 && numeric[i] === 0) ?? 0)
  if (!everyCell(first, (c) => DATE.test(c))) return [first]
  const clock = places.find((i) => {
    if (i === first) return false
    if (everyCell(i, (c) => isClockText(c) || /^1(899-12-3|900-01-0)\d /.test(c))) return true
    const style = clockStyle(cellsOf(i))
    return (
      CLOCKS.test(plainLetters(names[i])) &&
      style !== 'none' &&
      everyCell(i, (c) => isClockText(c) || /^[\d.,]+$/.test(c))
    )
  })
  return clock === undefined ? [first] : [first, clock]
}
