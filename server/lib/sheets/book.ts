import { runReader, type RunOptions } from './run.ts'
import { SheetError } from './inflate.ts'

/** A row of a sheet, with its formulas. Columns count from 0. */
export interface BookRow {
  /** 1-based, as the sheet shows it. */
  row: number
  /** Dates as wall-clock texts, yyyy-MM-dd HH:mm:ss. */
  cells: (string | number | null)[]
  /** Columns whose cell is a formula; its stored value is the cell. */
  formulas: number[]
  /** Those of them without a value. */
  withoutValue: number[]
}

export interface BookSheet {
  name: string
  /** Rows that are not empty, in order. */
  rows: BookRow[]
  /** Merged cells: 1-based rows and columns from 0, both ends included. */
  merges: { fromRow: number; toRow: number; fromColumn: number; toColumn: number }[]
}

type Book = BookSheet[]

interface BookOptions extends RunOptions {
  /** Most cells read. */
  most?: number
}

/** Every visible sheet of a workbook with formulas and merged cells. Throws SheetError. */
export async function readBook(bytes: Buffer, options: BookOptions = {}): Promise<Book> {
  const { most = 1_000_000 } = options
  const book: Book = []
  let cells = 0
  for await (const value of runReader(bytes, 'book-child.ts', [], options)) {
    if (!Array.isArray(value)) {
      const { name, merges } = value as Pick<BookSheet, 'name' | 'merges'>
      book.push({ name, merges, rows: [] })
      continue
    }
    const [row, list, formulas, withoutValue] = value as [number, BookRow['cells'], number[], number[]]
    cells += list.length
    if (cells > most) throw new SheetError('too_big_for_memory', `the workbook holds more than ${most} cells`)
    book.at(-1)!.rows.push({ row, cells: list, formulas, withoutValue })
  }
  return book
}
