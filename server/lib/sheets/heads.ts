import type { SheetColumn } from './content.ts'
import { textXml } from './look.ts'
import type { Style, Styles } from './styles.ts'
import { columnLetters } from './xml.ts'

const HEAD: Style = { bold: true, fill: '#E8EDF2', horizontal: 'center', wrap: true }
const UNIT: Style = { italic: true, fill: '#E8EDF2', horizontal: 'center' }
/** Points of a line of text. */
const LINE = 15

interface Heads {
  xml: string
  /** References of merged cells. */
  merges: string[]
  rows: number
  /** Characters of each column. */
  widths: number[]
}

/** The head rows of a sheet from row `first` on, and below them the units where a column has one. */
export function headsOf(columns: readonly SheetColumn[], first: number, styles: Styles): Heads {
  const depth = Math.max(0, ...columns.map((c) => c.head.length))
  const hasUnits = columns.some((c) => c.unit !== '')
  const widths = columns.map(widthOf)
  const merges: string[] = []
  const lines: string[] = []
  const place = (column: number, level: number) => `${columnLetters(column)}${first + level}`
  for (let level = 0; level < depth; level++) {
    const last = level === depth - 1 && !hasUnits
    const style = styles.numberOf(last ? { ...HEAD, border: 'bottom' } : HEAD)
    let most = 1
    const cells: string[] = []
    for (let c = 0; c < columns.length;) {
      const end = c + spanOf(columns, c, level)
      const text = columns[c].head[level] ?? ''
      const lowest = text !== '' && level === columns[c].head.length - 1 ? depth - 1 : level
      if (end - c > 1 || lowest > level) merges.push(`${place(c, level)}:${place(end - 1, lowest)}`)
      const width = widths.slice(c, end).reduce((sum, w) => sum + w, 0)
      most = Math.max(most, Math.ceil(linesOf(text, width) / (lowest - level + 1)))
      cells.push(textXml(place(c, level), text, style))
      for (let i = c + 1; i < end; i++) cells.push(textXml(place(i, level), '', style))
      c = end
    }
    lines.push(rowXml(first + level, cells, most))
  }
  if (hasUnits) {
    const style = styles.numberOf({ ...UNIT, border: 'bottom' })
    const cells = columns.map(({ unit }, c) => textXml(place(c, depth), unit, style))
    lines.push(rowXml(first + depth, cells, 1))
  }
  return { xml: lines.join(''), merges, rows: lines.length, widths }
}

/** Columns from c on whose heads are the same down to a level that is not their lowest. */
function spanOf(columns: readonly SheetColumn[], c: number, level: number): number {
  const upper = columns[c].head.slice(0, level + 1)
  const isUpper = (column: SheetColumn) => level < column.head.length - 1
  const isLike = (column: SheetColumn) => isUpper(column) && upper.every((h, i) => h === column.head[i])
  if (!isUpper(columns[c]) || upper[level] === '') return 1
  let n = 1
  while (c + n < columns.length && isLike(columns[c + n])) n++
  return n
}

const LEAST: Record<string, number> = { time: 17, date: 12, text: 14 }

function widthOf({ head, unit, format, width }: SheetColumn): number {
  if (width !== undefined) return width
  const words = [unit, ...(head.at(-1) ?? '').split(/\s+/)]
  const least = typeof format === 'string' ? LEAST[format] : 11
  return Math.min(24, Math.max(least, ...words.map((w) => w.length + 2)))
}

/** Lines that a text takes in a width, by its words. */
function linesOf(text: string, width: number): number {
  let [lines, used] = [1, 0]
  for (const word of text.split(/\s+/)) {
    const length = word.length * 1.1
    if (used > 0 && used + 1 + length > width) {
      lines++
      used = 0
    }
    used += length + 1
  }
  return lines
}

const rowXml = (row: number, cells: readonly string[], lines: number) =>
  `<row r="${row}"${lines > 1 ? ` ht="${lines * LINE}" customHeight="1"` : ''}>${cells.join('')}</row>`
