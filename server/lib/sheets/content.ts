import type { Language } from '#contract/locale.ts'
import type { Style } from './styles.ts'

/** What a workbook is written from: `writeWorkbook` (workbook.ts), and for one sheet `writeCsv` (csv.ts). */
export interface Workbook {
  sheets: readonly (CoverSheet | DataSheet | FormSheet)[]
  language: Language
  /** Whose wall clock the instants are written in: a sheet has no zone. */
  zone: string
  /** The legend of the flags of values, written on every cover. */
  flags?: readonly SheetFlag[]
  creator?: string
  created?: number
  /** A word at the head of every page and every sheet, such as DEMO. */
  stamp?: string
}

export interface SheetFlag {
  key: string
  /** Written after the number by its number format, so that the cell stays a number. */
  mark: string
  /** '#rrggbb' */
  fill: string
  meaning: string
}

export interface CoverSheet {
  kind: 'cover'
  name: string
  title: string
  lines: readonly { label: string; value: SheetCell; strong?: boolean }[]
}

/** A page whose cells are placed one by one, as a form on paper. */
export interface FormSheet {
  kind: 'form'
  name: string
  title: string
  /** In characters, of each column. */
  widths: readonly number[]
  rows: readonly FormRow[]
  /** Rows of `rows`, from and to, that are repeated on every printed page. */
  repeated?: readonly [number, number]
  orientation: 'landscape' | 'portrait'
  /** Whether it is fitted to one page, rather than to its width. */
  onePage: boolean
}

export interface FormRow {
  cells: readonly FormCell[]
  /** Lines of text that it is high; 1 by default. */
  lines?: number
}

export interface FormCell {
  /** From 0. */
  column: number
  /** Columns and rows that it takes; 1 by default. */
  across?: number
  down?: number
  value: SheetCell
  format?: SheetColumn['format']
  style?: Style
}

export interface DataSheet {
  kind: 'data'
  /** Cleaned and cut where a spreadsheet does not allow it, and numbered where another sheet has it. */
  name: string
  /** A row above the heads. */
  title?: string
  columns: readonly SheetColumn[]
  /** Written while they are read. A cell for each column; a row may be shorter, never longer. */
  rows: Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>
  /**
   * Rows below, such as total and mean; called once when the last row was read. cells: by column, as in `rows`; the label
   * takes the place of the first.
   */
  foot?: () => readonly { label: string; cells: readonly SheetCell[] }[]
  /** A chart in a sheet of its own that refers to the rows; its abscissa is the first column. */
  chart?: SheetChart
  /** Frozen columns at the left; 1 by default. */
  frozen?: number
  print?: { orientation: 'landscape' | 'portrait' }
}

export interface SheetChart {
  title: string
  type: 'line' | 'column'
  /** Positions of the columns that are drawn. */
  columns: readonly number[]
  /** Title of the value axis. */
  axis?: string
}

export interface SheetColumn {
  /** Head rows, top to bottom, without the unit. Equal neighbours in an upper row are merged. */
  head: readonly string[]
  /** In a row of its own beneath the heads; '' where there is none. */
  unit: string
  /** How numbers and instants of the column are shown; 'text': a number as it is. */
  format: { decimals: number; grouped?: boolean } | 'time' | 'date' | 'text'
  /** In characters. */
  width?: number
}

/** A value with the key of its flag. */
export interface FlaggedCell {
  v: number | null
  flag?: string
}

/** A number; a text, whatever it begins with; an instant, ms UTC; null: a gap. */
export type SheetCell = number | string | { at: number } | FlaggedCell | null
