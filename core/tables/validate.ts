import type { Group, Table } from '#core/description/index.ts'
import { checkGroup } from './checks.ts'
import type { NumberedRow } from './checks.ts'
import { groupInfo, sameKey } from './groups.ts'
import { error, warning } from './issue.ts'
import type { Issue } from './issue.ts'
import { parseCells } from './parse.ts'
import type { Cell } from './parse.ts'
import { isScatter, triangulate } from './scatter.ts'

/** Properties declared beside the rows. method: only 'linear' is offered. */
export interface Declared {
  units?: Table['units']
  headKind?: 'gross' | 'net'
  method?: string
}

/** rows: accepted rows in column order without repeats, or null when any issue is an error. at: the data row of each. */
interface Validation {
  issues: Issue[]
  rows: number[][] | null
  at: number[]
  headKind: 'gross' | 'net' | undefined
}

/** Checks a file already split into header and cells, by every rule of the group (domain 1.5). */
export function validateTable(
  group: Group,
  header: readonly Cell[],
  cells: readonly (readonly Cell[])[],
  declared: Declared = {},
): Validation {
  const parsed = parseCells(group, header, cells)
  const headKind = parsed.headKind ?? declared.headKind
  if (parsed.issues.length > 0) return { issues: parsed.issues, rows: null, at: [], headKind }
  return { ...check(group, parsed.rows, parsed.at, declared), headKind }
}

/** Checks rows of numbers in the column order of the group. */
export function validateRows(group: Group, rows: readonly number[][], declared: Declared = {}): Validation {
  const header = groupInfo(group).columns
  return validateTable(group, header, rows, declared)
}

function check(
  group: Group,
  rows: number[][],
  at: number[],
  declared: Declared,
): Pick<Validation, 'issues' | 'rows' | 'at'> {
  const issues: Issue[] = []
  if (declared.method !== undefined && declared.method !== 'linear') {
    const detail = `Interpolation "${declared.method}" is not offered: tables are read linearly between rows.`
    issues.push(error('METHOD_NOT_OFFERED', null, null, detail, { params: { method: declared.method } }))
  }
  const sorted = sortRows(rows, at)
  const kept = withoutRepeats(group, sorted, issues)
  if (kept.length < 2) {
    issues.push(error('TOO_FEW_KEYS', null, null, 'A table needs at least two different rows.'))
  }
  const scattered = isScattered(group, kept)
  if (scattered && !hasTriangles(group, kept)) {
    const detail =
      'The points are on one line: nothing can be read between them. Give points around, or a family of curves.'
    const [field] = groupInfo(group).columns
    issues.push(error('SCATTERED', null, field, detail, { params: { field } }))
  }
  if (kept.length >= 2) checkGroup(group, kept, declared.units ?? {}, issues)
  issues.sort((a, b) => (a.row ?? 0) - (b.row ?? 0))
  if (issues.some((issue) => issue.severity === 'error')) return { issues, rows: null, at: [] }
  const order = new Set(kept.map((r) => r.row))
  return { issues, rows: rows.filter((_, i) => order.has(at[i])), at: at.filter((row) => order.has(row)) }
}

/** Sorts rows by keys, keeping the order of the file among equals. */
function sortRows(rows: number[][], at: number[]): NumberedRow[] {
  const list = rows.map((values, i) => ({ values, row: at[i] }))
  return list.sort((a, b) => {
    for (let j = 0; j < a.values.length - 1; j++) {
      if (!sameKey(a.values[j], b.values[j])) return a.values[j] - b.values[j]
    }
    return a.row - b.row
  })
}

/** Handles repeated keys: an error when the outputs differ (at the later row), else dropped with a warning. */
function withoutRepeats(group: Group, sorted: NumberedRow[], issues: Issue[]): NumberedRow[] {
  const { columns } = groupInfo(group)
  const output = columns.length - 1
  const kept: NumberedRow[] = []
  for (const row of sorted) {
    const had = kept[kept.length - 1]
    if (!had || !columns.slice(0, -1).every((_, j) => sameKey(had.values[j], row.values[j]))) {
      kept.push(row)
      continue
    }
    const key = columns.slice(0, -1).map((name, j) => `${name} = ${row.values[j]}`)
    if (sameKey(had.values[output], row.values[output])) {
      const detail = `Row ${row.row} repeats row ${had.row}; dropped.`
      issues.push(warning('DUPLICATE_ROW', row.row, null, detail, { other: had.row }))
    } else {
      const detail = `${key.join(', ')} is in row ${had.row} already, with another value.`
      const [value, before] = [row.values[output], had.values[output]]
      const params = { key: key.join(', '), field: columns[output], value, before }
      issues.push(error('DUPLICATE_KEY', row.row, columns[0], detail, { params, other: had.row }))
    }
  }
  return kept
}

/** Whether more than 30% of the first keys (within each n) have a single row. A single curve is not scattered. */
function isScattered(group: Group, rows: NumberedRow[]): boolean {
  const { columns } = groupInfo(group)
  if (columns.length < 3) return false
  let curves = 0
  let single = 0
  let length = 0
  rows.forEach((row, i) => {
    const before = rows[i - 1]
    const same =
      before && before.values.slice(0, columns.length - 2).every((v, j) => sameKey(v, row.values[j]))
    if (same) {
      length++
      return
    }
    if (length === 1) single++
    curves++
    length = 1
  })
  if (length === 1) single++
  return isScatter(single, curves)
}

/** Whether the points of every n span a surface. */
function hasTriangles(group: Group, rows: NumberedRow[]): boolean {
  const last = groupInfo(group).columns.length - 1
  const slices = new Map<number, NumberedRow[]>()
  for (const row of rows) {
    const n = last === 3 ? row.values[0] : 0
    slices.set(n, [...(slices.get(n) ?? []), row])
  }
  return [...slices.values()].every((points) => {
    const [k, x, y] = [2, 1, 0].map((back) => points.map((p) => p.values[last - back]))
    return triangulate(k, x, y).triangles.length > 0
  })
}
