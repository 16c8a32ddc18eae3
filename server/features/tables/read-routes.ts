import type { Table } from '#core/description/index.ts'
import { ALL_GROUPS } from '#core/description/index.ts'
import {
  compareRows,
  compile,
  explainLookup,
  groupInfo,
  validateRows,
  type Issue,
} from '#core/tables/index.ts'
import { text, type Language } from '#contract/messages.ts'
import { rangeParams } from '#contract/range.ts'
import { issueText } from '#contract/table-issues.ts'
import * as contract from '#contract/tables.ts'
import type { TableIssue, TableItem } from '#contract/tables/table.ts'
import { readFile } from '#server/lib/files.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { badRequest, notFound, unprocessable } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { columnsWithUnits, examinedContentOf } from './examine.ts'
import { groupNamesOf, inputsThatMatter, itemOf, itemContextOf } from './items.ts'
import { allowed, objectsOf } from './objects.ts'
import { CSV, XLSX, tableCsvOf, sendTableFile, templateOf, xlsxOf } from './output.ts'
import { readBody, readHeads, readRetiredHeads, readVersionHeads, type TableVersionHead } from './store.ts'

/** Shows one version as it is now. */
export type ShowVersion = (caller: Caller, id: string, version: string) => Promise<TableItem>

export function createShow(s: Services, plants: Plants): ShowVersion {
  return async (caller, id, version) => {
    const head = (await readVersionHeads(s.db.pool, caller.hydro, id)).find((h) => h.version_id === version)
    if (!head) throw notFound(id)
    const now = s.clock.now()
    return itemOf(
      head,
      await itemContextOf(plants, caller.hydro, await readHeads(s.db.pool, caller.hydro), now),
    )
  }
}

export function serveReading(serve: Serve, s: Services, plants: Plants): void {
  /** The named version, else the one in force now, else the newest that is not replaced, else the newest. */
  const find = async (hydro: string, id: string, version?: string): Promise<TableVersionHead> => {
    const heads = await readVersionHeads(s.db.pool, hydro, id)
    const now = s.clock.now()
    const active = heads.filter((h) => h.superseded_at === null)
    const head =
      version === undefined
        ? (active.find((h) => (h.effective_from ?? -Infinity) <= now && now < (h.effective_to ?? Infinity)) ??
          active[0] ??
          heads[0])
        : heads.find((h) => h.version_id === version)
    if (!head) throw notFound(version ?? id)
    return head
  }
  const itemContext = async (hydro: string) =>
    itemContextOf(plants, hydro, await readHeads(s.db.pool, hydro), s.clock.now())

  serve(contract.listTables, async ({ query, caller }) => {
    const { hydro } = caller
    const zone = await plants.zone(hydro)
    const at = query.at === undefined ? s.clock.now() : instantOf(query.at, zone, 'at')
    const known = query.known === undefined ? null : instantOf(query.known, zone, 'known')
    const heads = await readHeads(s.db.pool, hydro, known)
    const seen = await itemContextOf(plants, hydro, heads, at)
    return (query.retired ? await readRetiredHeads(s.db.pool, hydro) : heads)
      .filter((h) => query.group === undefined || h.body.group === query.group)
      .filter((h) => query.object === undefined || h.body.object === query.object)
      .map((h) => itemOf(h, seen))
  })

  serve(contract.getTableGroups, async ({ caller }) => {
    const [description, plant] = await Promise.all([plants.fresh(caller.hydro), plants.plant(caller.hydro)])
    const objects = objectsOf(description, plant.name)
    return ALL_GROUPS.map((group) => {
      const columns = columnsWithUnits(group, [], {})
      return {
        group,
        ...groupNamesOf(group, caller.language),
        type: groupInfo(group).type,
        columns,
        objects: allowed(objects, group),
        units: (['v', 'p'] as const).filter((u) =>
          u === 'v' ? group === 'ZV' : columns.some((c) => c.name === 'p'),
        ),
        head: group === 'HPQ' || group === 'nHPQ',
      }
    })
  })

  serve(contract.readTable, async ({ params, query, caller }) => {
    const { hydro, language } = caller
    const head = await find(hydro, params.id, query.version)
    const body = await readBody(s.db.pool, hydro, head.version_id, head.item_id)
    const { issues } = validateRows(body.group, body.rows, { units: body.units, headKind: body.headKind })
    return {
      ...itemOf(head, await itemContext(hydro)),
      table: {
        ...examinedContentOf(body.group, body.rows, body.units),
        issues: issues.slice(0, 1000).map((i) => storedIssue(i, language)),
      },
    }
  })

  serve(contract.getTableVersions, async ({ params, caller }) => {
    const heads = await readVersionHeads(s.db.pool, caller.hydro, params.id)
    if (heads.length === 0) throw notFound(params.id)
    const seen = await itemContext(caller.hydro)
    return heads.map((h) => itemOf(h, seen))
  })

  serve(contract.compareTables, async ({ params, query, caller }) => {
    const { hydro } = caller
    const [a, b] = await Promise.all([find(hydro, params.id, query.a), find(hydro, params.id, query.b)])
    const [was, is] = await Promise.all(
      [a, b].map((h) => readBody(s.db.pool, hydro, h.version_id, h.item_id)),
    )
    if (was.group !== is.group) throw badRequest('compare_groups', { a: was.group, b: is.group })
    const seen = await itemContext(hydro)
    const [itemA, itemB] = [itemOf(a, seen), itemOf(b, seen)]
    return {
      a: itemA,
      b: itemB,
      columns: columnsWithUnits(is.group, is.rows, is.units),
      ...compareRows(was, is),
      fields: COMPARED.filter((key) => JSON.stringify(itemA[key]) !== JSON.stringify(itemB[key])),
    }
  })

  serve(contract.lookupTable, async ({ body, caller }) => {
    const head = await find(caller.hydro, body.id, body.version)
    const table = await readBody(s.db.pool, caller.hydro, head.version_id, head.item_id)
    return { version: head.version_id, ...valueOf(table, head, body.inputs, body.mode, caller.language) }
  })

  serve(contract.downloadTable, async ({ params, query, caller, reply }) => {
    const { hydro, language } = caller
    const head = await find(hydro, params.id, query.version)
    const table = await readBody(s.db.pool, hydro, head.version_id, head.item_id)
    const file = query.as === 'original' && table.fileId ? await readFile(s, hydro, table.fileId) : null
    if (file) return sendTableFile(reply, file.name, file.contentType, file.bytes)
    const side = { ...table, flat: head.flat }
    const name = `${table.group} ${table.name}`.replaceAll(/[\\/:*?"<>|]/g, '_')
    return query.as === 'xlsx'
      ? sendTableFile(reply, `${name}.xlsx`, XLSX, xlsxOf(side, language))
      : sendTableFile(reply, `${name}.csv`, CSV, tableCsvOf(side))
  })

  serve(contract.getTemplate, async ({ params, query, caller, reply }) =>
    sendTableFile(
      reply,
      `${params.group}.${query.as}`,
      query.as === 'xlsx' ? XLSX : CSV,
      templateOf(params.group, query.as, caller.language),
    ),
  )
}

const COMPARED = [
  'name',
  'object',
  'from',
  'to',
  'loop_by_year',
  'active',
  'units',
  'head_kind',
  'file_name',
] as const

/** A warning about stored rows, which are counted as the table lists them. */
function storedIssue(issue: Issue, language: Language): TableIssue {
  return {
    code: issue.code,
    severity: issue.severity,
    sheet: null,
    row: issue.row,
    column: null,
    cell: null,
    field: issue.column,
    message: issueText(issue, language, (row) => row),
  }
}

/** The value of a table in the units of its own rows. @throws Problem 422 naming the faulty input */
function valueOf(
  table: Table,
  head: TableVersionHead,
  inputs: readonly number[],
  mode: 'calculator' | 'loop',
  language: Language,
) {
  const columns = columnsWithUnits(table.group, table.rows, table.units)
  const names = columns.slice(0, -1).map((c) => c.name)
  const flat = inputsThatMatter(head) === 1 && names.length === 2
  if (inputs.length !== names.length && !(flat && inputs.length === 1)) {
    const params = { group: table.group, count: names.length, inputs: names.join(', ') }
    const message = text('table_inputs_count', language, params)
    throw badRequest('table_inputs_count', params, [{ path: 'inputs', message, code: 'table_inputs_count' }])
  }
  const given = flat && inputs.length === 1 ? [0, ...inputs] : [...inputs]
  const scaleOf = (k: number) => (columns[k].unit === 'MW' ? 1000 : 1)
  const c = compile(table)
  const explanation = explainLookup(
    c,
    given.map((v, k) => v * scaleOf(k)),
    mode,
  )
  const output = columns.at(-1)!
  const scale = output.unit === '10^6 m3' ? 1e6 : 1
  if (Number.isNaN(explanation.value)) {
    const at = Math.max(0, names.indexOf(explanation.field ?? ''))
    const keys = table.rows.map((r) => r[at])
    const low = keys.reduce((a, v) => Math.min(a, v), Infinity)
    const high = keys.reduce((a, v) => Math.max(a, v), -Infinity)
    const code =
      explanation.code === 'UNKNOWN_N' || explanation.code === 'OUT_OF_RANGE'
        ? explanation.code
        : 'OUT_OF_TABLE'
    const { unit } = columns[at]
    // Tables refuse only negative values as impossible: an opening, a head, a discharge.
    const limits = code === 'OUT_OF_RANGE' ? { low: 0 } : { low, high }
    const params = rangeParams({ field: names[at], value: given[at], unit, ...limits }, language)
    const path = `inputs.${flat && inputs.length === 1 ? 0 : at}`
    throw unprocessable(code, params, [{ path, message: text(code, language, params), code }])
  }
  return {
    value: explanation.value / scale,
    unit: output.unit,
    quality: explanation.q,
    code: explanation.code,
    field: explanation.field,
    used: explanation.rows,
  }
}
