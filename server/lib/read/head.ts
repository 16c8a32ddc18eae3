import { isClockText } from './clock.ts'
import { isUnitText } from './units.ts'

/** A cell of a sheet, or the text of one in a file. */
type HeadCell = string | number | boolean | { d: number } | null | undefined

export interface HeadRow {
  line: number
  cells: readonly HeadCell[]
}

/** Cells merged over several columns or lines. */
interface Merge {
  fromRow: number
  toRow: number
  fromColumn: number
  toColumn: number
}

/** The header of a file. */
export interface Head {
  names: string[]
  /** Units in a row of their own; empty where there is none. */
  units: string[]
  /** Line of the names, the first of several; 0: none. */
  headerLine: number
  /** The first line of data. */
  firstLine: number
  /** Whether numbers or times were found below the header. */
  data: boolean
}

/** Most rows of names above each other, without units and numbering. */
const MOST_NAMES = 3
/** Rows searched for the header. */
const WITHIN = 60

const NUMBER = /^[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?$/
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T,-].*)?$/
const CLOCK_AND_DATE = /^\d{1,2}\s*[:hg].*\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/i
const NOTHING = /^(nan|n\/?a|#n\/a|null|none|nil|-+|\*|x)$/i

type Kind = 'empty' | 'value' | 'time' | 'text'

function kindOf(cell: HeadCell): Kind {
  if (cell === null || cell === undefined) return 'empty'
  if (typeof cell === 'number') return 'value'
  if (typeof cell === 'object') return 'time'
  const text = String(cell).trim()
  if (text === '' || NOTHING.test(text)) return 'empty'
  if (NUMBER.test(text)) return 'value'
  return DATE.test(text) || CLOCK_AND_DATE.test(text) || isClockText(text) ? 'time' : 'text'
}

const textOf = (cell: HeadCell) =>
  cell === null || cell === undefined || typeof cell === 'object'
    ? ''
    : String(cell).replace(/\s+/g, ' ').trim()
const isFilled = (cell: HeadCell) => (typeof cell === 'object' ? cell !== null : textOf(cell) !== '')
const widthOf = (row: HeadRow) => row.cells.filter(isFilled).length

/** Whether a row has more numbers and times than words, and is no line such as "TSID: 12". */
function isData(row: HeadRow, usual: number): boolean {
  const kinds = row.cells.map(kindOf)
  const values = kinds.filter((k) => k === 'value' || k === 'time').length
  const texts = kinds.filter((k) => k === 'text').length
  if (values === 0 || values < texts || widthOf(row) * 2 < usual) return false
  return !textOf(row.cells[0]).endsWith(':')
}

/** Whether a row numbers its columns: (1) (2) (3), or 1 2 3 above rows of another form. */
function isNumbering(rows: readonly HeadRow[], i: number): boolean {
  const cells = rows[i].cells.map(textOf)
  const filled = cells.filter((c) => c !== '')
  const numbers = filled.map((c) => /^[([]?(\d+)[)\]]?$/.exec(c)?.[1])
  if (filled.length < 3 || !numbers.every((n, k) => Number(n) === k + 1)) return false
  if (filled.some((c) => /\D/.test(c))) return true
  const next = rows[i + 1]?.cells ?? []
  return cells.some((c, k) => c !== '' && ['time', 'text'].includes(kindOf(next[k])))
}

const isUnits = (row: HeadRow) => {
  const cells = row.cells.map(textOf).filter((c) => c !== '')
  return cells.length > 0 && cells.every(isUnitText)
}

/** Index of the first row of data; -1 where there is none. */
function firstData(rows: readonly HeadRow[], from: number): number {
  const widths = rows.map(widthOf).sort((a, b) => a - b)
  const usual = widths[widths.length >> 1] ?? 0
  for (let i = from; i < rows.length; i++) {
    if (!isData(rows[i], usual)) continue
    if (isNumbering(rows, i)) continue
    const next = rows.slice(i + 1, i + 6)
    const like = next.filter((r) => isData(r, usual)).length
    if (like * 2 >= next.length) return i
  }
  return -1
}

/** Whether a row may contain names: words, with dates and numbers only inside of them. */
function isNames(row: HeadRow): boolean {
  const kinds = row.cells.map(kindOf)
  return kinds.includes('text') && !kinds.includes('time') && !kinds.includes('value')
}

/**
 * Finds names, units and the first row of data among the first rows of a file: below titles and lines about the file,
 * with names in several rows joined, and units in a row of their own. header: line of the names; 0: none; undefined:
 * searched for.
 */
export function headOf(
  all: readonly HeadRow[],
  header: number | undefined,
  merges: readonly Merge[] | null = null,
): Head {
  const rows = all.slice(0, WITHIN)
  const none = (first: HeadRow | undefined): Head => ({
    names: (first?.cells ?? []).map(() => ''),
    units: [],
    headerLine: 0,
    firstLine: first?.line ?? 1,
    data: firstData(rows, 0) >= 0,
  })
  if (rows.length === 0) return none(undefined)
  const input = header === undefined || header === 0 ? -1 : rows.findIndex((r) => r.line >= header)
  if (header !== undefined && input < 0) return none(rows[0])
  const data = firstData(rows, input + 1)
  const { names, units, end } =
    input >= 0
      ? namesFrom(rows, input, data < 0 ? input + 1 : data, merges)
      : namesAbove(rows, data < 0 ? widest(rows) + 1 : data, merges)
  if (names.length === 0) return none(rows[Math.max(0, data)])
  return {
    names: joined(names, merges),
    units,
    headerLine: names[0].line,
    firstLine: rows[end]?.line ?? names[names.length - 1].line + 1,
    data: data >= 0,
  }
}

interface Names {
  /** Rows of names, from top to bottom. */
  names: HeadRow[]
  units: string[]
  /** Index of the first row of data. */
  end: number
}

/**
 * Moves the first row of data up to the row below the names: rows between them whose cells are not all readable, such as
 * 1.234.567, are data with faults, not lines about the file.
 */
function belowNames(rows: readonly HeadRow[], data: number): number {
  const widths = rows.map(widthOf).sort((a, b) => a - b)
  const usual = widths[widths.length >> 1] ?? 0
  for (let i = data - 1; i >= 0; i--) {
    const row = rows[i]
    if (isNumbering(rows, i) || isUnits(row) || isTitle(row, rows[data]) || widthOf(row) * 2 < usual) break
    if (isNames(row)) return i + 1
    if (!row.cells.some((c) => ['value', 'time'].includes(kindOf(c)))) break
  }
  return data
}

/** The rows of names above a row of data. */
function namesAbove(rows: readonly HeadRow[], below: number, merges: readonly Merge[] | null): Names {
  const end = belowNames(rows, below)
  const names: HeadRow[] = []
  let units: HeadRow | null = null
  for (let i = end - 1; i >= 0; i--) {
    const row = rows[i]
    if (isNumbering(rows, i)) continue
    if (names.length === 0 && units === null && isUnits(row)) units = row
    else if (names.length === 0) {
      if (!isNames(row) || isTitle(row, rows[end])) break
      names.push(row)
    } else if (names.length < MOST_NAMES && joins(row, names[0], merges)) names.unshift(row)
    else break
  }
  // If all names are units, they are the names.
  if (names.length === 0 && units !== null) return { names: [units], units: [], end }
  return { names, units: units?.cells.map(textOf) ?? [], end }
}

/** The rows of names from a given row on, down to the data. */
function namesFrom(
  rows: readonly HeadRow[],
  input: number,
  data: number,
  merges: readonly Merge[] | null,
): Names {
  const names = [rows[input]]
  let units: string[] = []
  for (let i = input + 1; i < data; i++) {
    const row = rows[i]
    if (isNumbering(rows, i)) continue
    if (units.length === 0 && isUnits(row)) units = row.cells.map(textOf)
    else if (units.length === 0 && names.length < MOST_NAMES && joins(names[names.length - 1], row, merges))
      names.push(row)
    else return { names, units, end: i }
  }
  return { names, units, end: data }
}

/** The first row as wide as those below it that contains no number; -1 where there is none. */
function widest(rows: readonly HeadRow[]): number {
  const widths = rows.map(widthOf)
  const usual = [...widths].sort((a, b) => a - b)[widths.length >> 1]
  const at = rows.findIndex((_, i) => widths[i] * 2 >= usual)
  return at >= 0 && isNames(rows[at]) ? at : -1
}

/** Whether a row is a line about the file, narrower than its data. */
function isTitle(row: HeadRow, data: HeadRow | undefined): boolean {
  const width = widthOf(row)
  return (
    (width === 1 && data !== undefined && widthOf(data) > 1) ||
    textOf(row.cells[0]).endsWith(':') ||
    /^\w+:\s/.test(textOf(row.cells[0]))
  )
}

/**
 * Whether a row belongs to the names below it: those lack a name where it has one, or repeat one; or its cells are
 * merged over several columns or into the row below.
 */
function joins(row: HeadRow, below: HeadRow, merges: readonly Merge[] | null): boolean {
  if (!isNames(row) || !isNames(below) || row.line < below.line - 1) return false
  if (merges !== null) {
    const width = Math.max(row.cells.length, below.cells.length)
    return merges.some(
      (m) =>
        m.fromRow <= row.line &&
        m.toRow >= row.line &&
        // A title over all columns names none of them.
        (m.toRow > row.line || (m.toColumn > m.fromColumn && m.toColumn - m.fromColumn + 1 < width)),
    )
  }
  if (widthOf(row) === 1 && isFilled(row.cells[0])) return false
  const cells = below.cells.map(textOf)
  const open = row.cells.some((c, i) => textOf(c) !== '' && (cells[i] ?? '') === '')
  const filled = cells.filter((c) => c !== '')
  return open || new Set(filled).size < filled.length
}

/** The names of each column from top to bottom, with a name over several columns before each of them. */
function joined(rows: readonly HeadRow[], merges: readonly Merge[] | null): string[] {
  const width = Math.max(...rows.map((r) => r.cells.length))
  const below = rows[rows.length - 1]
  return Array.from({ length: width }, (_, i) => {
    const parts: string[] = []
    rows.forEach((row, k) => {
      const own = textOf(row.cells[i])
      const text = own !== '' || k === rows.length - 1 ? own : over(row, below, i, merges)
      if (text !== '' && parts.at(-1) !== text) parts.push(text)
    })
    return parts.join(' ')
  })
}

/** The name of a group of columns that begins to the left of this one. */
function over(row: HeadRow, below: HeadRow, column: number, merges: readonly Merge[] | null): string {
  if (merges !== null) {
    const merge = merges.find(
      (m) => m.fromRow <= row.line && m.toRow >= row.line && m.fromColumn <= column && m.toColumn >= column,
    )
    return merge ? textOf(row.cells[merge.fromColumn]) : ''
  }
  if (textOf(below.cells[column]) === '') return ''
  for (let i = column - 1; i >= 0; i--) {
    const text = textOf(row.cells[i])
    // A name over a single column has none below it.
    if (text !== '') return textOf(below.cells[i]) === '' ? '' : text
  }
  return ''
}
