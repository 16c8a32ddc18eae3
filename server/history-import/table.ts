import { basename } from 'node:path'
import type { Group, Table } from '#core/description/index.ts'
import { groupInfo, validateTable, type Cell, type Issue } from '#core/tables/index.ts'
import { convert, isUnit, compatible, type Unit } from '#core/quantities.ts'
import { fromLocal } from '#core/time/index.ts'
import { makeId } from '#server/lib/ids.ts'
import type { ImportContext } from './context.ts'
import { columnAt } from './mapping.ts'
import { openSource, type SourceRow, type RowSourceOptions } from '../lib/read/index.ts'
import { importError } from './words.ts'

export interface TableRequest extends RowSourceOptions {
  plant: string
  group: Group
  file: string
  /** Columns of the file in the order of the group's; by default those with the group's names. */
  columns?: string[]
  /** Unit of volume (ZV) or power (HPQ, nHPQ, ZPQ) in the file. */
  unit?: string
  headKind?: 'gross' | 'net'
  /** The gate, leaf, unit or waterway to which it belongs; null: the plant. */
  object?: string | null
  name?: string
  /** The table that gets a new version; by default the only one of this group and object. */
  item?: string
  /** yyyy-MM-dd[ HH:mm] of the plant, or `always`. */
  from?: string
  dry?: boolean
}

/** An issue with lines of the file (`other` is one too) and the file's column name. */
export interface TableIssue extends Omit<Issue, 'row'> {
  line: number | null
}

interface TableResult {
  item: string
  version: string | null
  rows: number
  warnings: TableIssue[]
}

/** The faults of a table. */
export class TableError extends Error {
  override name = 'TableError'
  readonly issues: readonly TableIssue[]
  readonly group: Group
  constructor(group: Group, issues: readonly TableIssue[]) {
    super(issues.map((i) => `${i.line ?? '-'} ${i.column ?? '-'}: ${i.detail}`).join('\n'))
    this.group = group
    this.issues = issues
  }
}

/** Stores a table as a new version. Throws TableError with all faults of its rows. */
export async function importTable(ctx: ImportContext, request: TableRequest): Promise<TableResult> {
  const { plant, group } = request
  const codes = await ctx.plants.codes()
  if (!codes.includes(plant)) throw importError('no_plant', { plant, plants: codes.join(', ') || '-' })
  const { rows, issues, headKind, units } = await readTable(request)
  const warnings = issues.filter((i) => i.severity === 'warning')
  if (rows === null) throw new TableError(group, issues)
  const { item, from } = await target(ctx, request)
  if (request.dry) return { item, version: null, rows: rows.length, warnings }
  const now = ctx.clock.now()
  const body: Table = {
    group,
    name: request.name ?? group,
    object: request.object ?? null,
    fileName: basename(request.file),
    uploadedAt: now,
    active: true,
    loopByYear: false,
    rows,
    units,
    ...(headKind ? { headKind } : {}),
  }
  const actor = { actor: ctx.actor, address: null, hydro: plant }
  const version = await ctx.db.tx((c) =>
    ctx.plants.change(c, actor, {
      hydroCode: plant,
      noun: 'table',
      itemId: item,
      body,
      from,
      to: null,
      reason: basename(request.file),
    }),
  )
  ctx.plants.changed(plant, from, null)
  return { item, version, rows: rows.length, warnings }
}

interface Read {
  rows: number[][] | null
  issues: TableIssue[]
  headKind: 'gross' | 'net' | undefined
  units: Table['units']
}

/** Reads the file and checks it by the rules of the group. */
async function readTable(request: TableRequest): Promise<Read> {
  const { group } = request
  const info = groupInfo(group)
  const source = await openSource(request.file, { ...request, one: true })
  try {
    const header = [...source.columns]
    const given = request.columns ?? info.columns
    if (given.length !== info.columns.length)
      throw importError('table_columns', {
        group,
        n: info.columns.length,
        columns: info.columns.join(', '),
        given: given.length,
      })
    const places = request.columns ? given.map((name) => place(header, name)) : header.map((_, i) => i)
    // The check decides the decimal sign of text over the whole file, and refuses what does not match.
    const asWritten = source.form.kind === 'csv' && request.decimal === undefined
    const cell = (row: SourceRow, i: number) =>
      asWritten ? row.text(i) : numberOr(row.value(i), row.text(i))
    const lines: number[] = []
    const cells: Cell[][] = []
    while (await source.fill())
      for (let row; (row = source.next());) {
        lines.push(row.line)
        cells.push(places.map((i) => (row.isEmpty(i) ? null : cell(row, i))))
      }
    const names = request.columns ? info.columns : header
    const { units, factor } = unitsOf(request)
    const checked = validateTable(group, names, cells, { units, headKind: request.headKind })
    const lineOf = (row: number | null) => (row === null ? null : (lines[row - 1] ?? null))
    const issues = checked.issues.map(({ row, column, other, ...rest }): TableIssue => {
      const k = column === null ? -1 : info.columns.indexOf(column)
      return {
        ...rest,
        line: lineOf(row),
        other: lineOf(other),
        column: request.columns && k >= 0 ? given[k] : column,
      }
    })
    // No check depends on the scale of a volume.
    const at = factor ? info.columns.indexOf(factor.column) : -1
    const rows =
      factor && checked.rows
        ? checked.rows.map((r) => r.map((v, k) => (k === at ? convert(v, factor.from, factor.to) : v)))
        : checked.rows
    return { rows, issues, headKind: checked.headKind, units }
  } finally {
    await source.close()
  }
}

const numberOr = (value: number, text: string): Cell => (value === value ? value : text)

function place(header: readonly string[], name: string): number {
  const at = columnAt(header, name)
  if (at === -1) throw importError('no_column', { column: name, columns: header.join(', ') })
  if (at === -2) throw importError('column_twice', { column: name })
  return at
}

/** The unit of the group's volume or power column: declared where the table can state it, else converted. */
function unitsOf({ group, unit }: TableRequest): {
  units: Table['units']
  factor: { column: string; from: Unit; to: Unit } | null
} {
  if (unit === undefined) return { units: {}, factor: null }
  const wrong = () => importError('table_unit', { group, unit })
  if (!isUnit(unit)) throw wrong()
  const { columns } = groupInfo(group)
  if (columns.includes('v')) {
    if (unit === 'm3' || unit === '10^6 m3') return { units: { v: unit }, factor: null }
    if (!compatible(unit, 'm3')) throw wrong()
    return { units: { v: 'm3' }, factor: { column: 'v', from: unit, to: 'm3' } }
  }
  if (columns.includes('p')) {
    if (unit === 'kW' || unit === 'MW') return { units: { p: unit }, factor: null }
    throw wrong()
  }
  throw wrong()
}

/** The item that gets the version, and from when. */
async function target(
  ctx: ImportContext,
  request: TableRequest,
): Promise<{ item: string; from: number | null }> {
  const { plant, group, object = null } = request
  const d = await ctx.plants.describe(plant)
  const items = [
    ...new Set(d.tables.filter((t) => t.body.group === group && t.body.object === object).map((t) => t.id)),
  ]
  if (request.item === undefined && items.length > 1)
    throw importError('table_many', { group, items: items.join(', ') })
  const item = request.item ?? items[0] ?? makeId('ta', ctx.clock.now())
  const there = d.tables.some((t) => t.id === item)
  if (request.from === undefined) {
    if (there) throw importError('table_from', { group })
    return { item, from: null }
  }
  if (request.from === 'always') return { item, from: null }
  const from = fromLocal(request.from, await ctx.plants.zone(plant))
  if (from === null) throw importError('bad_date', { value: request.from })
  return { item, from }
}
