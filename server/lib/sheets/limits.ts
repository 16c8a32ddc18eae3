/** Most characters of a cell, as in spreadsheet programs. */
const CELL = 32_767
/** Most characters of all texts of a row, and of all names of sheets. */
const ROW = 1_000_000
const SHEETS = 1000
const MERGES = 100_000
/** Most columns of a sheet, as in spreadsheet programs. */
const COLUMNS = 16_384

/** A text that is too long to leave the child: its reader does nothing else meanwhile. */
class TooLong extends Error {
  override name = 'TooLong'
  /** 1-based; 0: the workbook itself, or the properties of a sheet. */
  readonly row: number
  constructor(row: number) {
    super(row === 0 ? 'the workbook describes too much' : `row ${row} is longer than a spreadsheet allows`)
    this.row = row
  }
}

/** row: 1-based. @throws TooLong */
export function checkRow(row: number, cells: readonly unknown[]): void {
  if (cells.length > COLUMNS) throw new TooLong(row)
  let length = 0
  for (const cell of cells) {
    if (typeof cell !== 'string') continue
    length += cell.length
    if (cell.length > CELL || length > ROW) throw new TooLong(row)
  }
}

/** @throws TooLong */
export function checkSheets(sheets: readonly { name: string; merges?: readonly unknown[] }[]): void {
  if (sheets.length > SHEETS) throw new TooLong(0)
  checkRow(
    0,
    sheets.map((s) => s.name),
  )
  for (const { merges } of sheets) if (merges && merges.length > MERGES) throw new TooLong(0)
}

/** The message by which a child reports an error. */
export function sayError(error: unknown): { error: string; row?: number } {
  const { message } = error as Error
  return { error: message.slice(0, 1000), ...(error instanceof TooLong ? { row: error.row } : {}) }
}
