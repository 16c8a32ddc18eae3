/**
 * Reads workbooks (.xlsx, .xlsb, .ods, .xls); what writes them is sheets/workbook.ts. The library is used only here: a file is first inflated as a stream with
 * limits, then read in a child process with a capped heap, which is killed when it takes too long.
 */
import { runReader, type RunOptions } from './sheets/run.ts'

export { readBook, type BookRow, type BookSheet } from './sheets/book.ts'
export { MAX_INFLATED, SheetError, isWorkbook, measure } from './sheets/inflate.ts'

/** Dates are wall-clock times, ms since 1970-01-01 00:00: a sheet has no zone. */
export type ReadCell = string | number | boolean | { d: number } | null

export interface SheetRow {
  sheet: string
  /** 1-based, as the sheet shows it. */
  row: number
  cells: ReadCell[]
}

export interface SheetHead {
  sheets: string[]
  sheet: string
}

/** Merged cells. Rows as the sheet shows them, columns from 0, both ends included. */
export interface MergedCells {
  fromRow: number
  toRow: number
  fromColumn: number
  toColumn: number
}

/**
 * The rows of several sheets, one sheet after another. names: the sheets to read, every visible one where empty; most:
 * rows of each; onSheet: called for each sheet before its rows. @throws SheetError
 */
export async function* readSheets(
  bytes: Buffer,
  options: RunOptions & { names?: readonly string[]; most?: number },
  onHead: (head: SheetHead) => void = () => {},
  onSheet: (name: string, merges: MergedCells[]) => void = () => {},
): AsyncGenerator<SheetRow> {
  const { names = [], most, ...run } = options
  const args = [JSON.stringify(names), ...(most === undefined ? [] : [String(most)])]
  let sheet = ''
  for await (const value of runReader(bytes, 'child.ts', args, run)) {
    if (Array.isArray(value)) {
      const [index, ...cells] = value as [number, ...ReadCell[]]
      yield { sheet, row: index + 1, cells }
    } else if (typeof value === 'object' && value !== null && 'begins' in value) {
      const { begins, merges } = value as { begins: string; merges: MergedCells[] }
      sheet = begins
      onSheet(begins, merges)
    } else onHead(value as SheetHead)
  }
}
