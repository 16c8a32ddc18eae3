import type { Group } from '#core/description/index.ts'
import { decimalComma, headerOf } from '#core/tables/index.ts'
import { text, type Language } from '#contract/messages.ts'
import type { Candidate } from '#contract/tables/uploads.ts'
import type { TableIssue } from '#contract/tables/table.ts'
import { letters, type Block } from './blocks.ts'
import { examine } from './examine.ts'

/** Rows shown of a candidate. */
const FIRST = 10

/** A candidate for a table of a file. */
export function candidateOf(block: Block, index: number, language: Language, fileName: string): Candidate {
  const group = likely(block, fileName)
  const examined = group === null ? null : examine(block, { group, units: {} }, language)
  const header = group === null ? null : headerOf(group, block.header)
  const firstRow = block.headerRow || block.rows[0].row
  const lastRow = block.rows.at(-1)?.row ?? block.headerRow
  const foreign: TableIssue[] =
    group === null
      ? [
          {
            code: 'WRONG_STRUCTURE',
            severity: 'error',
            sheet: block.grid.name,
            row: block.headerRow || null,
            column: null,
            cell: null,
            field: null,
            message: text('wrong_interpolate_name', language),
          },
        ]
      : []
  const issues = examined?.issues ?? foreign
  const values = block.rows.map((r) => r.cells.slice(block.first, block.last + 1))
  return {
    candidate: index,
    sheet: block.grid.name,
    range: `${letters(block.first)}${firstRow}:${letters(block.last)}${lastRow}`,
    header_row: block.headerRow,
    columns: Array.from({ length: block.last - block.first + 1 }, (_, i) => ({
      letter: letters(block.first + i),
      name: String(block.header[i] ?? '').slice(0, 100),
      field: header?.fields[i] ?? null,
    })),
    group,
    groups: block.groups,
    decimal: decimalComma(values) ? ',' : '.',
    head_kind: header?.headKind ?? null,
    rows: block.rows.length,
    first_rows: block.rows.slice(0, FIRST).map((r) => asWritten(block, r)),
    errors: examined?.errors ?? 1,
    warnings: examined?.warnings ?? 0,
    issues: issues.slice(0, 200),
    name: nameOf(block, fileName),
  }
}

/** The first rows of a table, and each row with an issue together with the row before it. */
export function rowsAround(
  block: Block,
  issues: readonly TableIssue[],
  limit: number,
): Candidate['first_rows'] {
  const about = new Set(issues.flatMap(({ row }) => (row === null ? [] : [row])))
  const shown = block.rows.filter(
    ({ row }, i) => i < FIRST || about.has(row) || about.has(block.rows[i + 1]?.row ?? -1),
  )
  return shown.slice(0, limit).map((r) => asWritten(block, r))
}

function asWritten(block: Block, { row, cells }: Block['rows'][number]): Candidate['first_rows'][number] {
  const own = Array.from({ length: block.last - block.first + 1 }, (_, i) => cells[block.first + i] ?? null)
  return { row, cells: own.map((c) => (typeof c === 'string' ? c.slice(0, 100) : c)) }
}

/** Of the groups that a header fits, the one that the sheet or the file names, else the first. */
function likely({ groups, grid }: Block, fileName: string): Group | null {
  const words = `${grid.name ?? ''} ${fileName}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return groups.find((g) => words.includes(g.toLowerCase())) ?? groups[0] ?? null
}

const nameOf = (block: Block, fileName: string) =>
  (block.grid.name !== null && !/^(sheet|trang tính|trang_tính) ?\d*$/i.test(block.grid.name)
    ? block.grid.name
    : fileName.replace(/\.[^.]*$/, '')
  ).slice(0, 200) || fileName
