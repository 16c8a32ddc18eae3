import { Lines } from './lines.ts'
import type { Form, RowSourceOptions } from './row.ts'

const DELIMITERS = [',', ';', '\t', '|']
const WITH_COMMA = /^[+-]?\d+,\d+$/
const WITH_POINT = /^[+-]?\d*\.\d+$/
const NUMBER = /^[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?$/

export interface Sniffed extends Form {
  kind: 'csv'
  delimiter: string
  decimal: '.' | ','
  columns: string[]
  units: string[]
  /** The line at which data begin. */
  firstLine: number
}

function rowsOf(sample: Buffer, delimiter: string, most = 200): { line: number; cells: string[] }[] {
  const lines = new Lines(delimiter, '.')
  // The sample may be cut within a line; what is asked of it does not mind.
  lines.feed(sample, true)
  const rows = []
  try {
    while (rows.length < most && lines.next())
      rows.push({ line: lines.line, cells: Array.from({ length: lines.length }, (_, i) => lines.text(i)) })
  } catch {
    // A quoted cell that the sample cuts.
  }
  return rows
}

/** The delimiter that cuts most lines into the same number of cells, and into most of them. */
function delimiterOf(sample: Buffer): string {
  let best = ','
  let most = 0
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>()
    const rows = rowsOf(sample, delimiter)
    for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    for (const [cells, lines] of counts) {
      const score = cells > 1 ? (lines / rows.length) * (1 + Math.log2(cells) / 10) : 0
      if (score > most) {
        most = score
        best = delimiter
      }
    }
  }
  return best
}

function decimalOf(rows: readonly { cells: string[] }[], delimiter: string): '.' | ',' {
  let commas = 0
  let points = 0
  for (const { cells } of rows)
    for (const cell of cells) {
      if (WITH_COMMA.test(cell)) commas++
      else if (WITH_POINT.test(cell)) points++
    }
  return delimiter !== ',' && commas > points ? ',' : '.'
}

/** How a text file is to be read, from its first stretch. */
export function sniff(sample: Buffer, options: RowSourceOptions): Omit<Sniffed, 'encoding'> {
  const delimiter = options.delimiter ?? delimiterOf(sample)
  const rows = rowsOf(sample, delimiter)
  const decimal = options.decimal ?? decimalOf(rows.slice(1), delimiter)
  const base = { kind: 'csv' as const, delimiter, decimal }
  const none = { ...base, header: 'none' as const, headerLine: 0, units: [], firstLine: 1 }
  if (rows.length === 0) return { ...none, columns: [] }
  // Campbell TOA5: what the logger is, names, units, what was done with the samples.
  if (options.header === undefined && rows[0].cells[0] === 'TOA5' && rows.length >= 4)
    return {
      ...base,
      header: 'toa5',
      headerLine: rows[1].line,
      columns: rows[1].cells,
      units: rows[2].cells,
      firstLine: rows[3].line + 1,
    }
  if (options.header === 0) return { ...none, columns: rows[0].cells.map(() => '') }
  const at =
    options.header === undefined ? headerAmong(rows) : rows.findIndex((r) => r.line >= options.header!)
  if (at < 0) return { ...none, columns: rows[0].cells.map(() => '') }
  return {
    ...base,
    header: 'names',
    headerLine: rows[at].line,
    columns: rows[at].cells,
    units: [],
    firstLine: rows[at].line + 1,
  }
}

/** The first row as wide as the rows below it, if nothing in it is a number; titles above it are narrower. */
export function headerAmong(rows: readonly { cells: readonly unknown[] }[]): number {
  const filled = (cells: readonly unknown[]) =>
    cells.filter((c) => c !== null && String(c).trim() !== '').length
  const widths = rows.slice(0, 50).map((r) => filled(r.cells))
  const usual = [...widths].sort((a, b) => a - b)[widths.length >> 1]
  for (let i = 0; i < Math.min(rows.length, 30); i++) {
    const { cells } = rows[i]
    if (widths[i] * 2 < usual) continue
    return cells.some((c) => typeof c === 'number' || NUMBER.test(String(c ?? '').trim())) ? -1 : i
  }
  return -1
}
