import { readFile } from 'node:fs/promises'
import { toLocal } from '#core/time/index.ts'
import { readSheet, type SheetCell, type SheetRow } from '#server/lib/sheets.ts'
import { decimalOf } from '#core/decimal.ts'
import type { Form, SourceRow, RowSource, RowSourceOptions } from './row.ts'
import { headerAmong } from './sniff.ts'

const BATCH = 1000

class Cells implements SourceRow {
  line = 0
  cells: readonly SheetCell[] = []
  private readonly decimal: '.' | ','

  constructor(decimal: '.' | ',') {
    this.decimal = decimal
  }

  get length(): number {
    return this.cells.length
  }

  isEmpty(column: number): boolean {
    const cell = this.cells[column]
    return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
  }

  text(column: number): string {
    return textOf(this.cells[column])
  }

  value(column: number): number {
    const cell = this.cells[column]
    if (typeof cell === 'number') return Number.isFinite(cell) ? cell : NaN
    return typeof cell === 'string' ? decimalOf(cell, this.decimal) : NaN
  }

  wall(column: number): number | null {
    const cell = this.cells[column]
    return typeof cell === 'object' && cell !== null ? cell.d : null
  }
}

function textOf(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return toLocal(cell.d, 'UTC')
  return String(cell).trim()
}

/** One sheet of a workbook. */
export class SheetSource implements RowSource {
  readonly form: Form
  readonly columns: readonly string[]
  readonly units: readonly string[] = []
  readonly sheets: readonly string[]
  readonly size = null
  done = 0
  private readonly rows: AsyncIterator<SheetRow>
  private readonly row: Cells
  private batch: SheetRow[]
  private at = 0
  private ended = false

  private constructor(
    rows: AsyncIterator<SheetRow>,
    first: SheetRow[],
    ended: boolean,
    form: Form,
    columns: string[],
    sheets: readonly string[],
  ) {
    this.sheets = sheets
    this.rows = rows
    this.batch = first
    this.ended = ended
    this.form = form
    this.columns = columns
    this.row = new Cells(form.decimal ?? '.')
  }

  static async open(path: string, options: RowSourceOptions = {}): Promise<SheetSource> {
    let sheet = ''
    let sheets: string[] = []
    const rows = readSheet(await readFile(path), { sheet: options.sheet }, (head) => {
      sheet = head.sheet
      sheets = head.sheets
    })
    const first: SheetRow[] = []
    let ended = false
    while (first.length < BATCH && !ended) {
      const next = await rows.next()
      if (next.done) ended = true
      else first.push(next.value)
    }
    const at =
      options.header === 0
        ? -1
        : options.header === undefined
          ? headerAmong(first)
          : first.findIndex((r) => r.row >= options.header!)
    const names = at < 0 ? (first[0]?.cells ?? []).map(() => '') : first[at].cells.map(textOf)
    const form: Form = {
      kind: 'sheet',
      sheet,
      decimal: options.decimal ?? '.',
      header: at < 0 ? 'none' : 'names',
      headerLine: at < 0 ? 0 : first[at].row,
    }
    return new SheetSource(rows, first.slice(at + 1), ended, form, names, sheets)
  }

  async fill(): Promise<boolean> {
    // What was read to find the header comes first.
    if (this.at < this.batch.length) return true
    this.batch = []
    this.at = 0
    while (this.batch.length < BATCH && !this.ended) {
      const next = await this.rows.next()
      if (next.done) this.ended = true
      else this.batch.push(next.value)
    }
    return this.batch.length > 0
  }

  next(): SourceRow | null {
    while (this.at < this.batch.length) {
      const { row, cells } = this.batch[this.at++]
      this.done++
      if (cells.every((c) => c === null || c === '')) continue
      this.row.line = row
      this.row.cells = cells
      return this.row
    }
    return null
  }

  async close(): Promise<void> {
    await this.rows.return?.(undefined)
  }
}
