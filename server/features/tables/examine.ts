import type { Group } from '#core/description/index.ts'
import {
  derivedColumns,
  groupInfo,
  headerOf,
  powerUnit,
  trendsOf,
  validateTable,
  type Cell,
  type Issue,
} from '#core/tables/index.ts'
import { type Language, text } from '#contract/messages.ts'
import { issueText } from '#contract/table-issues.ts'
import type { TableIssue } from '#contract/tables/table.ts'
import type { FieldError } from '#contract/envelope.ts'
import { badRequest } from '#server/lib/errors.ts'
import type { BookSheet } from '#server/lib/sheets.ts'
import { columnNumberOf, letters, type Block } from './blocks.ts'

/** How a table of a file is interpreted. */
export interface Choice {
  group: Group
  /** Letters of its columns in the order of the group's; absent: by the header. */
  columns?: readonly string[] | null
  units: { v?: '10^6 m3' | 'm3'; p?: 'MW' | 'kW' }
  headKind?: 'gross' | 'net' | null
}

export interface Examined {
  /** null while there are errors. */
  rows: number[][] | null
  /** Row of the sheet for each row. */
  sheetRows: number[]
  headKind: 'gross' | 'net' | null
  /** Errors first, then by row and column. */
  issues: TableIssue[]
  errors: number
  warnings: number
}

/** Checks a table of a file as interpreted; issues name the rows and columns of the sheet. */
export function examine(block: Block, choice: Choice, language: Language): Examined {
  const { group, units } = choice
  const used = columnsOf(block, choice)
  const named = choice.columns ? (used.length === 2 && group === 'ZAoAc' ? ['ao', 'ac'] : null) : block.header
  const header: readonly Cell[] = named ?? groupInfo(group).columns
  const beside = isFree(block, block.last + 1) ? 1 : 0
  const cells = block.rows.map(({ cells: row }) => {
    if (choice.columns) return used.map((c) => row[c] ?? null)
    return row.slice(block.first, block.last + 1 + beside)
  })
  const checked = validateTable(group, header, cells, { units, headKind: choice.headKind ?? undefined })
  const fields = headerOf(group, header).fields
  const columnOfField = (field: string | null) => {
    const at = field === null ? -1 : fields.indexOf(field)
    return at < 0 ? null : used[at]
  }
  const sheetRow = (dataRow: number) => block.rows[dataRow - 1]?.row ?? block.headerRow
  const place = (
    row: number | null,
    column: number | null,
  ): Omit<TableIssue, 'code' | 'severity' | 'message'> => ({
    sheet: block.grid.name,
    row,
    column: column === null ? null : letters(column),
    cell: row === null || column === null ? null : `${letters(column)}${row}`,
    field: null,
  })
  const ofFile = fileIssues(block, used)
  const hollow = new Set(
    ofFile.filter((i) => i.message === 'FORMULA_WITHOUT_VALUE').map((i) => `${i.row} ${i.at}`),
  )
  const issues: TableIssue[] = []
  for (const issue of ofFile)
    issues.push({
      code: issue.code,
      severity: issue.severity,
      ...place(issue.row, issue.at),
      message: issueText({ ...issue, other: null }, language, sheetRow),
    })
  for (const issue of checked.issues) {
    const row = issue.row === null ? null : sheetRow(issue.row)
    const column = columnOfField(issue.column)
    // A formula without a value is reported already.
    if (issue.message === 'EMPTY_CELL' && hollow.has(`${row} ${column}`)) continue
    issues.push({
      code: issue.code,
      severity: issue.severity,
      ...place(row, column),
      field: issue.column,
      message: issueText(issue, language, sheetRow),
    })
  }
  issues.sort(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') || (a.row ?? 0) - (b.row ?? 0),
  )
  const errors = issues.filter((i) => i.severity === 'error').length
  return {
    rows: errors === 0 ? checked.rows : null,
    sheetRows: errors === 0 ? checked.at.map(sheetRow) : [],
    headKind: checked.headKind ?? null,
    issues,
    errors,
    warnings: issues.length - errors,
  }
}

/** Positions of the columns in the sheet. @throws Problem naming the fault of `columns` */
function columnsOf(block: Block, { group, columns }: Choice): number[] {
  if (!columns) return Array.from({ length: block.last - block.first + 1 }, (_, i) => block.first + i)
  const { columns: own } = groupInfo(group)
  if (columns.length !== own.length && !(group === 'ZAoAc' && columns.length === 2))
    throw badRequest('table_columns_count', { group, count: own.length, columns: own.join(', ') })
  columns.forEach((letter, i) => {
    const at = columnNumberOf(letter)
    if (at < block.first || at > block.last) throw badRequest('no_such_column', { letter })
    if (columns.indexOf(letter) < i) throw badRequest('column_chosen_twice', { letter })
  })
  return columns.map(columnNumberOf)
}

/** Whether a column is beside the table and belongs to no other one, so that its content is one column too many. */
function isFree(block: Block, column: number): boolean {
  return !block.neighbours.some((b) => b !== block && b.first <= column && column <= b.last)
}

interface FileIssue extends Pick<Issue, 'code' | 'severity' | 'message' | 'params'> {
  row: number | null
  at: number | null
}

/** Cells of a table that are formulas or parts of merged cells. */
function fileIssues(block: Block, used: readonly number[]): FileIssue[] {
  const found: FileIssue[] = []
  let count = 0
  let first: { row: number; at: number } | null = null
  for (const { row, formulas, withoutValue } of block.rows) {
    for (const at of formulas) {
      if (!used.includes(at)) continue
      if (withoutValue.includes(at)) {
        const message = 'FORMULA_WITHOUT_VALUE'
        found.push({ code: message, message, severity: 'error', params: {}, row, at })
        continue
      }
      count++
      first ??= { row, at }
    }
  }
  if (first) {
    const params = { count, cell: `${letters(first.at)}${first.row}` }
    found.push({ code: 'FORMULA', message: 'FORMULA', severity: 'warning', params, ...first })
  }
  const top = block.headerRow || (block.rows[0]?.row ?? 0)
  const bottom = block.rows.at(-1)?.row ?? block.headerRow
  for (const m of block.grid.merges) {
    if (m.toRow < top || m.fromRow > bottom) continue
    if (!used.some((c) => m.fromColumn <= c && c <= m.toColumn)) continue
    const params = { range: rangeOf(m) }
    const message = 'MERGED_CELLS'
    found.push({ code: message, message, severity: 'error', params, row: m.fromRow, at: m.fromColumn })
  }
  return found
}

const rangeOf = (m: BookSheet['merges'][number]) =>
  `${letters(m.fromColumn)}${m.fromRow}:${letters(m.toColumn)}${m.toRow}`

/** Columns of a group with the units of the rows. */
export function columnsWithUnits(group: Group, rows: readonly (readonly number[])[], units: Choice['units']) {
  const info = groupInfo(group)
  return info.columns.map((name, k) => {
    if (group === 'ZV' && name === 'v') return { name, unit: units.v ?? '10^6 m3' }
    if (name === 'p')
      return {
        name,
        unit: powerUnit(
          units.p,
          rows.map((r) => r[k]),
        ),
      }
    return { name, unit: info.units[k] }
  })
}

/** Rows with the properties that follow from them. */
export function examinedContentOf(group: Group, rows: number[][], units: Choice['units']) {
  return {
    columns: columnsWithUnits(group, rows, units),
    rows,
    derived: derivedColumns(group, rows, units),
    trends: rows.length > 0 ? trendsOf(group, rows) : [],
  }
}

/** Issues as errors of a call, at most 50. */
export function issueErrors(issues: readonly TableIssue[], language: Language): FieldError[] {
  return issues.slice(0, 50).map(({ code, sheet, row, cell, message }) => {
    const place =
      cell !== null
        ? text('place_cell', language, { cell })
        : row !== null
          ? text('place_row', language, { row })
          : null
    const where = place ?? ''
    const shown =
      place === null
        ? message
        : sheet === null
          ? text('issue_at', language, { place: where, text: message })
          : text('issue_at_sheet', language, { sheet, place: where, text: message })
    return { path: cell ?? (row === null ? 'candidate' : String(row)), message: shown, code }
  })
}
