import { decimalOf } from '../decimal.ts'
import type { Group } from '#core/description/index.ts'
import { groupInfo } from './groups.ts'
import { error } from './issue.ts'
import type { Issue } from './issue.ts'

export type Cell = string | number | null

/** Rows of numbers in the column order of the group, with their data rows. */
interface Parsed {
  rows: number[][]
  /** 1-based data row of each of them in the file. */
  at: number[]
  /** From the header ('h net'), else undefined. */
  headKind: 'gross' | 'net' | undefined
  issues: Issue[]
}

/**
 * Reads the header and cells of a file that is split already. Columns may be in any order and case. Decimal comma or
 * point is decided once for the file, by the more frequent; the other is then not part of a number.
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
  const { names, order, twice, fits } = readHeader(group, header)
  if (twice) {
    const detail = `The header names ${twice} more than once.`
    result.issues.push(error('DUPLICATE_FIELD', null, twice, detail, { params: { field: twice } }))
    return result
  }
  if (!fits) {
    const detail = `The header must be ${columns.join(', ')}.`
    result.issues.push(
      error('WRONG_STRUCTURE', null, null, detail, { params: { columns: columns.join(', ') } }),
    )
    return result
  }
  result.headKind = names.find((n) => n.headKind)?.headKind
  const comma = decimalComma(cells)
  // Sensor travel alone: no level in the header, or none in any row.
  const emptyLevel = group === 'ZAoAc' && (order[0] < 0 || cells.every((row) => blank(row[order[0]])))
  cells.forEach((row, i) => {
    if (isBlank(row)) return
    if (row.some((cell, j) => !blank(cell) && (j >= names.length || names[j].column === ''))) {
      result.issues.push(
        error('WRONG_STRUCTURE', i + 1, null, 'The row has more cells than the header.', {
          message: 'EXTRA_CELLS',
        }),
      )
      return
    }
    const values = order.map((j, k) => (emptyLevel && k === 0 ? 0 : toNumber(row[j], comma)))
    values.forEach((value, k) => {
      if (Number.isFinite(value)) return
      const cell = row[order[k]]
      result.issues.push(
        blank(cell)
          ? error('NOT_A_NUMBER', i + 1, columns[k], 'The cell is empty.', { message: 'EMPTY_CELL' })
          : error('NOT_A_NUMBER', i + 1, columns[k], `"${String(cell)}" is not a number.`, {
              params: { value: shown(cell) },
            }),
      )
    })
    result.rows.push(values)
    result.at.push(i + 1)
  })
  if (result.rows.length === 0 && result.issues.length === 0) {
    result.issues.push(error('EMPTY_FILE', null, null, 'The file has a header and no rows.'))
  }
  return result
}

/** A cell in a message, shortened where it is long. */
function shown(cell: Cell): string {
  const text = String(cell)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
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

interface Header {
  names: ColumnName[]
  /** Position of each column of the group; -1 where it is not named. */
  order: number[]
  /** A column that is named more than once. */
  twice: string | undefined
  /** Whether it names the columns of the group and nothing else. */
  fits: boolean
}

function readHeader(group: Group, header: readonly Cell[]): Header {
  const { columns } = groupInfo(group)
  const plain = header.map(plainName)
  const named = plain.filter((name) => name !== '')
  // Sensor travel to opening has two columns only, which outlets call x and a.
  const travel = group === 'ZAoAc' && named.length === 2 && !named.includes('z')
  const names = plain.map((name) => columnName(group, travel ? (TRAVEL[name] ?? name) : name))
  const order = columns.map((name) => names.findIndex((n) => n.column === name))
  const twice = columns.find((name) => names.filter((n) => n.column === name).length > 1)
  const missing = columns.some((_, k) => order[k] < 0 && !(travel && k === 0))
  const foreign = names.some((n) => n.column !== '' && !columns.includes(n.column))
  return { names, order, twice, fits: !twice && !missing && !foreign }
}

const TRAVEL: Readonly<Record<string, string>> = { x: 'ao', a: 'ac' }

const plainName = (cell: Cell) =>
  String(cell ?? '')
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()

/** Column of a header cell. The head may be qualified ('h net', 'h_gross'); the ratio may be written q/qmax. */
function columnName(group: Group, name: string): ColumnName {
  if (group === 'HPQ' || group === 'nHPQ') {
    const head = /^h[\s_(-]*(net|gross)\)?$/.exec(name)
    if (head) return { column: 'h', headKind: head[1] as 'gross' | 'net' }
  }
  return { column: group === 'QETA' && name === 'q/qmax' ? 'qqmax' : name }
}

/**
 * Matches a header with a group: the column of each cell ('' or foreign: null), and whether it is exactly the group's.
 */
export function headerOf(
  group: Group,
  header: readonly Cell[],
): { fits: boolean; twice: boolean; fields: (string | null)[]; headKind: 'gross' | 'net' | null } {
  const { columns } = groupInfo(group)
  const { names, twice, fits } = readHeader(group, header)
  return {
    fits,
    twice: twice !== undefined && names.every((n) => n.column === '' || columns.includes(n.column)),
    fields: names.map((n) => (columns.includes(n.column) ? n.column : null)),
    headKind: names.find((n) => n.headKind)?.headKind ?? null,
  }
}

const WITH_POINT = /^[+-]?\d*\.\d+(e[+-]?\d+)?$/i
const WITH_COMMA = /^[+-]?\d*,\d+(e[+-]?\d+)?$/i

/** Whether numbers written as text have a decimal comma: the more frequent of the two signs. */
export function decimalComma(cells: readonly (readonly Cell[])[]): boolean {
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
  return blank(cell) ? NaN : decimalOf(String(cell), comma ? ',' : '.')
}
