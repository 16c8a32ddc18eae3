import type { Group } from '#core/description/index.ts'
import { groupInfo } from './groups.ts'
import { error } from './issue.ts'
import type { Issue } from './issue.ts'

export type Cell = string | number | null

/** Rows of numbers in the column order of the group, with the data row each came from. */
export interface Parsed {
  rows: number[][]
  /** 1-based data row of each of them in the file. */
  at: number[]
  /** As the header says ('h net'), else undefined. */
  headKind: 'gross' | 'net' | undefined
  issues: Issue[]
}

/**
 * Splits nothing: takes the header and the cells of a file already read. Columns may stand in any order and
 * case. Decimal comma or point is decided once for the file, by the more frequent; the other is then no number.
 */
export function parseCells(
  group: Group,
  header: readonly Cell[],
  cells: readonly (readonly Cell[])[],
): Parsed {
  const { columns } = groupInfo(group)
  const result: Parsed = { rows: [], at: [], headKind: undefined, issues: [] }
  if (isBlank(header) && cells.every(isBlank)) {
    result.issues.push(error('EMPTY_FILE', null, null, 'The file holds nothing.'))
    return result
  }
  const names = header.map((name) => columnName(group, name))
  const order = columns.map((name) => names.findIndex((n) => n.column === name))
  const twice = columns.find((name) => names.filter((n) => n.column === name).length > 1)
  if (twice) {
    result.issues.push(error('DUPLICATE_FIELD', null, twice, `The header names ${twice} more than once.`))
    return result
  }
  if (order.includes(-1) || names.some((n) => n.column !== '' && !columns.includes(n.column))) {
    const detail = `The header must be ${columns.join(', ')}.`
    result.issues.push(error('WRONG_STRUCTURE', null, null, detail))
    return result
  }
  result.headKind = names.find((n) => n.headKind)?.headKind
  const comma = decimalComma(cells)
  const emptyLevel = group === 'ZAoAc' && cells.every((row) => blank(row[order[0]]))
  cells.forEach((row, i) => {
    if (isBlank(row)) return
    if (row.some((cell, j) => !blank(cell) && (j >= names.length || names[j].column === ''))) {
      result.issues.push(error('WRONG_STRUCTURE', i + 1, null, 'The row has more cells than the header.'))
      return
    }
    const values = order.map((j, k) => (emptyLevel && k === 0 ? 0 : toNumber(row[j], comma)))
    values.forEach((value, k) => {
      if (Number.isFinite(value)) return
      const cell = row[order[k]]
      const detail = blank(cell) ? 'The cell is empty.' : `"${String(cell)}" is not a number.`
      result.issues.push(error('NOT_A_NUMBER', i + 1, columns[k], detail))
    })
    result.rows.push(values)
    result.at.push(i + 1)
  })
  if (result.rows.length === 0 && result.issues.length === 0) {
    result.issues.push(error('EMPTY_FILE', null, null, 'The file has a header and no rows.'))
  }
  return result
}

function blank(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}

function isBlank(row: readonly Cell[]): boolean {
  return row.every(blank)
}

interface ColumnName {
  column: string
  headKind?: 'gross' | 'net'
}

/** Column of a header cell. The head may say which it is ('h net', 'h_gross'); the ratio may be written q/qmax. */
function columnName(group: Group, cell: Cell): ColumnName {
  const name = String(cell ?? '')
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
  if (group === 'HPQ' || group === 'nHPQ') {
    const head = /^h[\s_(-]*(net|gross)\)?$/.exec(name)
    if (head) return { column: 'h', headKind: head[1] as 'gross' | 'net' }
  }
  return { column: group === 'QETA' && name === 'q/qmax' ? 'qqmax' : name }
}

const WITH_POINT = /^[+-]?\d*\.\d+(e[+-]?\d+)?$/i
const WITH_COMMA = /^[+-]?\d*,\d+(e[+-]?\d+)?$/i
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

function decimalComma(cells: readonly (readonly Cell[])[]): boolean {
  let commas = 0
  let points = 0
  for (const row of cells) {
    for (const cell of row) {
      if (typeof cell !== 'string') continue
      const text = cell.trim()
      if (WITH_COMMA.test(text)) commas++
      else if (WITH_POINT.test(text)) points++
    }
  }
  return commas > points
}

function toNumber(cell: Cell | undefined, comma: boolean): number {
  if (typeof cell === 'number') return cell
  if (blank(cell)) return NaN
  let text = String(cell).trim()
  if (comma) {
    if (text.includes('.')) return NaN
    text = text.replace(',', '.')
  }
  return NUMBER.test(text) ? Number(text) : NaN
}
