import type { SeriesKind } from '#core/series/index.ts'
import type { Form } from '../lib/read/index.ts'
import type { ExtremeReport } from './extremes.ts'
import type { RecordPicture } from './picture.ts'
import type { Word } from './words.ts'

/** Listed in a report; all are counted. */
export const SHOWN = 20

interface Reject {
  /** Line of the file, or row of the sheet. */
  row: number
  /** Where several sheets are read. */
  sheet?: string
  column: string
  value: string
  reason: Word
}

/** Cells that are refused or doubted for one reason: how many, and the first of them. */
interface Complaint {
  reason: Word
  count: number
  rows: { row: number; sheet?: string }[]
  /** What stands there, each once. */
  values: string[]
}

const ROWS_SHOWN = 5
const VALUES_SHOWN = 3

/** Adds a cell to the complaints of its reason. */
export function complain(
  complaints: Complaint[],
  reason: Word,
  row: { line: number; sheet?: string },
  value: string,
): void {
  let found = complaints.find((c) => c.reason === reason)
  if (!found) complaints.push((found = { reason, count: 0, rows: [], values: [] }))
  found.count++
  if (found.rows.length < ROWS_SHOWN)
    found.rows.push({ row: row.line, ...(row.sheet === undefined ? {} : { sheet: row.sheet }) })
  if (found.values.length < VALUES_SHOWN && !found.values.includes(value)) found.values.push(value)
}

export interface ReadingGap {
  /** Last reading before and first after, epoch ms. */
  from: number
  to: number
}

interface Difference {
  t: number
  stored: number | null
  file: number | null
}

export interface ColumnReport {
  column: string
  series: string
  /** Unit in the file, and that of the series. */
  unit: string
  seriesUnit: string
  kind: SeriesKind
  created: boolean
  /** Readings taken, of them explicit nulls (no-data codes) and those stored with a flag. */
  readings: number
  noData: number
  flagged: number
  /** Cells with nothing in them: nothing is stored. */
  empty: number
  rejected: number
  /** Instants that the column gives twice with the same value. */
  repeated: number
  from: number | null
  to: number | null
  /** Usual seconds between readings; null when irregular. */
  step: number | null
  gaps: { count: number; missing: number; longest: ReadingGap[] }
  fresh: number
  unchanged: number
  differing: number
  differences: Difference[]
  /** The first of them, and all by their reason. */
  rejects: Reject[]
  complaints: Complaint[]
  /** Values many times what is usual; null: none. */
  extremes: ExtremeReport | null
  /** What would be or was stored; null: no value. */
  picture: RecordPicture | null
}

export interface Report {
  run: string | null
  dry: boolean
  replace: boolean
  file: string
  form: Form
  zone: string
  rows: number
  from: number | null
  to: number | null
  /** The earliest and latest time as the file writes them. */
  stamps: { first: string; last: string } | null
  badTimes: number
  disorder: number
  repeats: number
  /** Rows without an instant. */
  rejects: Reject[]
  complaints: Complaint[]
  columns: ColumnReport[]
  /** Row from which an import that had stopped went on. */
  resumedAt: number | null
}

export const rejectedIn = (r: Pick<Report, 'badTimes' | 'columns'>) =>
  r.badTimes + r.columns.reduce((n, c) => n + c.rejected, 0)
