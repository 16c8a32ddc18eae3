import { decimalSign } from './decimal-sign.ts'
import { headOf } from './head.ts'
import { Lines } from './lines.ts'
import type { Form, RowSourceOptions } from './row.ts'

const DELIMITERS = [',', ';', '\t', '|']
export interface Sniffed extends Form {
  kind: 'csv'
  delimiter: string
  decimal: '.' | ','
  columns: string[]
  units: string[]
}

function rowsOf(sample: Buffer, delimiter: string, most = 200): { line: number; cells: string[] }[] {
  const lines = new Lines(delimiter, '.')
  // The sample may end within a line, which does not matter here.
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

/**
 * The delimiter that splits most lines into the same number of cells, and into most cells. One that leaves another
 * delimiter within its cells is wrong, except for the comma, which numbers contain.
 */
function delimiterOf(sample: Buffer): string {
  let best = ','
  let most = 0
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>()
    const rows = rowsOf(sample, delimiter)
    let whole = 0
    for (const { cells } of rows) {
      counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
      if (!cells.some((c) => /[;\t|]/.test(c))) whole++
    }
    for (const [cells, lines] of counts) {
      const score =
        cells > 1 ? (lines / rows.length) * (whole / rows.length) * (1 + Math.log2(cells) / 10) : 0
      if (score > most) {
        most = score
        best = delimiter
      }
    }
  }
  return best
}

/** How a text file is to be read, from its beginning. */
export function sniff(sample: Buffer, options: RowSourceOptions): Omit<Sniffed, 'encoding'> {
  const delimiter = options.delimiter ?? delimiterOf(sample)
  const rows = rowsOf(sample, delimiter)
  const sign = decimalSign(
    rows.slice(1).flatMap((r) => r.cells),
    delimiter === ',' ? '.' : ',',
  )
  const decimal = options.decimal ?? sign.decimal
  const doubt = options.decimal === undefined && sign.doubt !== null ? { doubt: sign.doubt } : {}
  const base = { kind: 'csv' as const, delimiter, decimal, ...doubt }
  // Campbell TOA5: logger, names, units, and how samples were processed.
  if (options.header === undefined && rows[0]?.cells[0] === 'TOA5' && rows.length >= 4)
    return {
      ...base,
      header: 'toa5',
      headerLine: rows[1].line,
      columns: rows[1].cells,
      units: rows[2].cells,
      firstLine: rows[3].line + 1,
    }
  const head = headOf(rows, options.header)
  return {
    ...base,
    header: head.headerLine === 0 ? 'none' : 'names',
    headerLine: head.headerLine,
    columns: head.names,
    units: head.units,
    firstLine: head.firstLine,
  }
}
