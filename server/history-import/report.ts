import type { SeriesKind } from '#core/series/index.ts'
import type { Form } from '../lib/read/index.ts'
import type { Word } from './words.ts'

/** Listed in a report; all are counted. */
export const SHOWN = 20

interface Reject {
  /** Line of the file, or row of the sheet. */
  row: number
  column: string
  value: string
  reason: Word
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
  /** The first of them. */
  rejects: Reject[]
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
  badTimes: number
  disorder: number
  repeats: number
  /** Rows without an instant. */
  rejects: Reject[]
  columns: ColumnReport[]
  /** Row from which an import that had stopped went on. */
  resumedAt: number | null
}

export const rejectedIn = (r: Pick<Report, 'badTimes' | 'columns'>) =>
  r.badTimes + r.columns.reduce((n, c) => n + c.rejected, 0)
