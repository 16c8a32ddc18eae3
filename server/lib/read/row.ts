/** One row of a file, whatever its kind. Columns count from 0. The object is used again for the next row. */
export interface SourceRow {
  /** 1-based line or sheet row where it begins. */
  readonly line: number
  /** The sheet that it lies in, where several are read. */
  readonly sheet?: string
  readonly length: number
  isEmpty(column: number): boolean
  /** The cell as written, without blanks around it; a date cell as yyyy-MM-dd HH:mm:ss. */
  text(column: number): string
  /** NaN when the cell is no number. */
  value(column: number): number
  /** Wall-clock ms of a date cell of a sheet; null where the cell is something else. */
  wall(column: number): number | null
}

/** A file of rows, read once from its beginning to its end. */
export interface RowSource {
  readonly form: Form
  /** Names of the columns; '' for one without a name. */
  readonly columns: readonly string[]
  /** Unit of each column where the file says it in a row of its own; '' where not. */
  readonly units: readonly string[]
  /** Sheets of a workbook; none for text. */
  readonly sheets: readonly string[]
  /** Bytes (sheets: rows) read so far, and in all where that is known. */
  readonly done: number
  readonly size: number | null
  /** Reads on in the file; false at its end. */
  fill(): Promise<boolean>
  /** The next row of what was read, or null: then `fill`. */
  next(): SourceRow | null
  close(): Promise<void>
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1258'

/** How a file was understood. */
export interface Form {
  kind: 'csv' | 'sheet'
  delimiter?: string
  decimal?: '.' | ','
  encoding?: Encoding
  /** What kind of header stands above the rows. */
  header: 'names' | 'toa5' | 'none'
  /** Line of the names; 0 when there is none. */
  headerLine: number
  sheet?: string
  /** Sheets that are read: those with the names of the first of them. */
  alike?: string[]
  /**
   * A number with a comma or point before three digits, where no number of the file tells whether that is the decimal
   * sign.
   */
  doubt?: string
}

export interface RowSourceOptions {
  delimiter?: string
  decimal?: '.' | ','
  /** 1-based line of the names; 0: there is none. */
  header?: number
  /** Only this sheet; else the first that holds data, and all with its names. */
  sheet?: string
  /** Only the first sheet that holds data: a table is one, whatever others look like it. */
  one?: boolean
}
