/** One row of a file of any kind. Columns count from 0. The object is reused for the next row. */
export interface SourceRow {
  /** 1-based line or sheet row where it begins. */
  readonly line: number
  /** Its sheet, where several are read. */
  readonly sheet?: string
  readonly length: number
  isEmpty(column: number): boolean
  /** The cell as written, trimmed; a date cell as yyyy-MM-dd HH:mm:ss. */
  text(column: number): string
  /** Whether a sheet holds the cell as a number: one that is written as text may be ambiguous. */
  isNumber(column: number): boolean
  /** NaN when the cell is not a number. */
  value(column: number): number
  /** Wall-clock ms of a date cell of a sheet; null for other cells. */
  local(column: number): number | null
}

/** A file of rows, read once from beginning to end. */
export interface RowSource {
  readonly form: Form
  /** Names of the columns; '' for a column without one. */
  readonly columns: readonly string[]
  /** Unit of each column where the file has a row of units; '' elsewhere. */
  readonly units: readonly string[]
  /** Sheets of a workbook; empty for text. */
  readonly sheets: readonly string[]
  /** Bytes (sheets: rows) read so far, and in all where known. */
  readonly done: number
  readonly size: number | null
  /** Reads the next part of the file; false at its end. */
  fill(): Promise<boolean>
  /** The next row of what was read, or null: then call `fill`. */
  next(): SourceRow | null
  close(): Promise<void>
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1258'

/** How a file was interpreted. */
export interface Form {
  kind: 'csv' | 'sheet'
  delimiter?: string
  decimal?: '.' | ','
  encoding?: Encoding
  /** The kind of header. */
  header: 'names' | 'toa5' | 'none'
  /** Line of the names; 0: none. */
  headerLine: number
  /** The first line of data. */
  firstLine: number
  sheet?: string
  /** Sheets that are read: those with the same names as the first. */
  alike?: string[]
  /**
   * An ambiguous number, with a comma or point before three digits, where no number of the file decides which is the
   * decimal sign.
   */
  doubt?: string
}

export interface RowSourceOptions {
  delimiter?: string
  decimal?: '.' | ','
  /** 1-based line of the names; 0: none. */
  header?: number
  /** Only this sheet; else the first with data, and all with the same names. */
  sheet?: string
  /** Only the first sheet with data: a table has one, whatever others resemble it. */
  one?: boolean
}
