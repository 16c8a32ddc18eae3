import { readFile } from 'node:fs/promises'
import { toLocal } from '#core/time/index.ts'
import { SheetError, readSheets, type MergedCells, type ReadCell, type SheetRow } from '#server/lib/sheets.ts'
import { decimalOf } from '#core/decimal.ts'
import { decimalSign } from './decimal-sign.ts'
import { headOf, type Head, type HeadRow } from './head.ts'
import type { Form, SourceRow, RowSource, RowSourceOptions } from './row.ts'

const BATCH = 1000
/** First rows of each sheet, from which its header is found. */
const FIRST = 200

class Cells implements SourceRow {
  line = 0
  sheet: string | undefined
  cells: readonly ReadCell[] = []
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

  isNumber(column: number): boolean {
    return typeof this.cells[column] === 'number'
  }

  value(column: number): number {
    const cell = this.cells[column]
    if (typeof cell === 'number') return Number.isFinite(cell) ? cell : NaN
    return typeof cell === 'string' ? decimalOf(cell, this.decimal) : NaN
  }

  local(column: number): number | null {
    const cell = this.cells[column]
    return typeof cell === 'object' && cell !== null ? cell.d : null
  }
}

function textOf(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return toLocal(cell.d, 'UTC')
  return String(cell).trim()
}

/** The first rows of a sheet, and its header. */
interface SheetStart {
  name: string
  rows: HeadRow[]
  head: Head
}

/** The first rows of the sheets that may be read, in their order. */
async function startsOf(
  bytes: Buffer,
  options: RowSourceOptions,
): Promise<{ starts: SheetStart[]; sheets: string[] }> {
  const found: { name: string; merges: MergedCells[]; rows: HeadRow[] }[] = []
  let sheets: string[] = []
  const rows = readSheets(
    bytes,
    { names: options.sheet === undefined ? [] : [options.sheet], most: FIRST },
    (head) => (sheets = head.sheets),
    (name, merges) => found.push({ name, merges, rows: [] }),
  )
  for await (const { row, cells } of rows)
    if (cells.some((c) => c !== null && c !== '')) found.at(-1)!.rows.push({ line: row, cells })
  const starts = found.map(({ name, merges, rows: first }) => ({
    name,
    rows: first,
    head: headOf(first, options.header, merges),
  }))
  return { starts, sheets }
}

/** Whether there are rows below the header. */
const holdsRows = ({ head, rows }: SheetStart) =>
  rows.some((r) => r.line >= head.firstLine && head.headerLine > 0)

const sameNames = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, i) => name.toLowerCase() === b[i].toLowerCase())

/** The sheets of a workbook with the same names over their columns: one, or as many as there are years. */
export class SheetSource implements RowSource {
  readonly form: Form
  readonly columns: readonly string[]
  readonly units: readonly string[]
  readonly sheets: readonly string[]
  readonly size = null
  done = 0
  private readonly rows: AsyncIterator<SheetRow>
  private readonly row: Cells
  /** The first line of data of each sheet. */
  private readonly first: ReadonlyMap<string, number>
  private batch: SheetRow[] = []
  private at = 0
  private ended = false

  private constructor(
    rows: AsyncIterator<SheetRow>,
    form: Form,
    head: Head,
    sheets: readonly string[],
    first: ReadonlyMap<string, number>,
  ) {
    this.sheets = sheets
    this.rows = rows
    this.form = form
    this.columns = head.names
    this.units = head.units
    this.first = first
    this.row = new Cells(form.decimal ?? '.')
  }

  static async open(path: string, options: RowSourceOptions = {}): Promise<SheetSource> {
    const bytes = await readFile(path)
    const { starts, sheets } = await startsOf(bytes, options)
    const base = starts.find((s) => s.head.data) ?? starts.find(holdsRows) ?? starts[0]
    if (base === undefined) throw new SheetError('damaged', 'the workbook holds no sheet')
    const alike = starts.filter(
      (s) =>
        s === base ||
        (!options.one &&
          base.head.headerLine > 0 &&
          holdsRows(s) &&
          sameNames(s.head.names, base.head.names)),
    )
    const texts = alike.flatMap((s) =>
      s.rows
        .filter((r) => r.line >= s.head.firstLine)
        .flatMap((r) => r.cells.filter((c): c is string => typeof c === 'string').map((c) => c.trim())),
    )
    const sign = decimalSign(texts, ',')
    const form: Form = {
      kind: 'sheet',
      sheet: base.name,
      ...(alike.length > 1 ? { alike: alike.map((s) => s.name) } : {}),
      decimal: options.decimal ?? sign.decimal,
      ...(options.decimal === undefined && sign.doubt !== null ? { doubt: sign.doubt } : {}),
      header: base.head.headerLine === 0 ? 'none' : 'names',
      headerLine: base.head.headerLine,
      firstLine: base.head.firstLine,
    }
    const rows = readSheets(bytes, { names: alike.map((s) => s.name) })
    const first = new Map(alike.map((s) => [s.name, s.head.firstLine]))
    return new SheetSource(rows, form, base.head, sheets, first)
  }

  async fill(): Promise<boolean> {
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
      const { sheet, row, cells } = this.batch[this.at++]
      this.done++
      if (row < (this.first.get(sheet) ?? 0) || cells.every((c) => c === null || c === '')) continue
      this.row.line = row
      this.row.sheet = this.first.size > 1 ? sheet : undefined
      this.row.cells = cells
      return this.row
    }
    return null
  }

  async close(): Promise<void> {
    await this.rows.return?.(undefined)
  }
}
