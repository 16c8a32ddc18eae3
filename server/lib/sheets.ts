/**
 * Workbooks (.xlsx, .xlsb, .ods, .xls) in. The library behind it is seen here only: a file is first inflated as a
 * stream with limits, then read in a child process with a capped heap, which is killed when it takes too long.
 */
import { runReader, type RunOptions } from './sheets/run.ts'

export { writeBook } from './sheets/write.ts'
export { readBook, type BookRow, type BookSheet } from './sheets/book.ts'
export { MAX_INFLATED, SheetError, isWorkbook, measure } from './sheets/inflate.ts'

/** Dates are wall-clock times, ms since 1970-01-01 00:00 of that clock: a sheet knows no zone. */
export type SheetCell = string | number | boolean | { d: number } | null

export interface SheetRow {
  /** 1-based, as the sheet shows it. */
  row: number
  cells: SheetCell[]
}

export interface SheetHead {
  sheets: string[]
  sheet: string
}

interface SheetOptions extends RunOptions {
  /** Name of the sheet; the first when not given. */
  sheet?: string
}

/** The rows of one sheet, in order; `onHead` first. Rows that are empty may be left out. Throws SheetError. */
export async function* readSheet(
  bytes: Buffer,
  options: SheetOptions = {},
  onHead: (head: SheetHead) => void = () => {},
): AsyncGenerator<SheetRow> {
  for await (const value of runReader(bytes, 'child.ts', [options.sheet ?? ''], options)) {
    if (Array.isArray(value)) {
      const [index, ...cells] = value as [number, ...SheetCell[]]
      yield { row: index + 1, cells }
    } else onHead(value as SheetHead)
  }
}

/** A whole sheet, for small files (tables). */
export async function readSheetRows(bytes: Buffer, options?: SheetOptions): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of readSheet(bytes, options)) rows.push(row)
  return rows
}
