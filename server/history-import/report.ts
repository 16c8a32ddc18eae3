import type { SeriesKind } from '#core/series/index.ts'
import type { Form } from '../lib/read/index.ts'
import type { ExtremeReport } from './extremes.ts'
import type { RecordPicture } from './picture.ts'
import type { Word } from './words.ts'

/** Most items listed in a report; all are counted. */
export const SHOWN = 20

interface Reject {
  /** Line of the file, or row of the sheet. */
  row: number
  /** Its sheet, where several are read. */
  sheet?: string
  column: string
  value: string
  reason: Word
}

/** Cells that are refused or doubted for one reason: their number, and the first of them. */
interface Complaint {
  reason: Word
  count: number
  rows: { row: number; sheet?: string }[]
  /** Their texts, each once. */
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
  /** Readings accepted; of these, explicit nulls (no-data codes) and those stored with a flag. */
  readings: number
  noData: number
  flagged: number
  /** Empty cells, for which nothing is stored. */
  empty: number
  rejected: number
  /** Instants that occur twice in the column with the same value. */
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
  /** The first refused cells, and the number of all by their reason. */
  rejects: Reject[]
  complaints: Complaint[]
  /** Values many times the usual ones; null: none. */
  extremes: ExtremeReport | null
  /** The record as it would be or was stored; null: no value. */
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
  /** The row from which an interrupted import continued. */
  resumedAt: number | null
}

export const rejectedIn = (r: Pick<Report, 'badTimes' | 'columns'>) =>
  r.badTimes + r.columns.reduce((n, c) => n + c.rejected, 0)
