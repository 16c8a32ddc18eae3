import { can } from '#core/access/index.ts'
import { groupInfo } from '#core/tables/index.ts'
import * as contract from '#contract/basic.ts'
import type { Language } from '#contract/messages.ts'
import type { TableItem } from '#contract/tables/table.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { forbidden, notFound, refuseField } from '#server/lib/errors.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { blockOfRows } from './blocks.ts'
import { createDirect } from './direct.ts'
import { columnsWithUnits } from './examine.ts'
import { groupNamesOf, itemOf, itemContextOf, localTimesOf } from './items.ts'
import type { ShowVersion } from './read-routes.ts'
import type { TableSave } from './save.ts'
import { readBody, readHeads } from './store.ts'

const SENT_AS = {
  fields: { from: 'effective_start', to: 'effective_end', candidate: 'rows' },
  cell: (row: number, column: number) => `rows.${row}.${column}`,
}

/** Interpolation tables for machines: names of the Basic API, rules of every other table. */
export function serveBasicTables(
  serve: Serve,
  s: Services,
  parts: { plants: Plants; save: TableSave; show: ShowVersion },
): void {
  const { plants } = parts
  const put = createDirect(s, parts)

  const itemsOf = async (caller: Caller): Promise<TableItem[]> => {
    const heads = await readHeads(s.db.pool, caller.hydro)
    const itemContext = await itemContextOf(plants, caller.hydro, heads, s.clock.now())
    return heads.map((h) => itemOf(h, itemContext))
  }
  const wire = (item: TableItem, zone: string, language: Language) => {
    return {
      table_id: item.id,
      version: item.version,
      name: item.name,
      ...groupNamesOf(item.group, language),
      type: item.type,
      object: item.object.id,
      ...localTimesOf(item, zone),
      loop_by_year: item.loop_by_year,
      file_name: item.file_name,
      active: item.active,
      in_force: item.in_force,
      row_count: item.rows,
    }
  }
  const withRows = async (caller: Caller, item: TableItem, zone: string) => {
    const { group, rows, units } = await readBody(s.db.pool, caller.hydro, item.version, item.id)
    return { ...wire(item, zone, caller.language), columns: columnsWithUnits(group, rows, units), rows }
  }

  serve(contract.getTableInterpolate, async ({ body, caller }) => {
    const zone = await plants.zone(caller.hydro)
    const group = body.interpolate_group_code
    return (await itemsOf(caller))
      .filter((i) => group === undefined || i.group === group)
      .map((i) => wire(i, zone, caller.language))
  })

  serve(contract.getTableInterpolateData, async ({ body, caller }) => {
    const versions = (await itemsOf(caller)).filter((i) => i.id === body.table_id)
    const item =
      body.version === undefined
        ? (versions.find((i) => i.in_force) ?? versions.at(-1))
        : versions.find((i) => i.version === body.version)
    if (!item) throw notFound(body.version ?? body.table_id)
    return withRows(caller, item, await plants.zone(caller.hydro))
  })

  serve(contract.tableInterpolateData, async ({ body, caller, request }) => {
    const zone = await plants.zone(caller.hydro)
    const sent = Object.keys((request.body ?? {}) as object)
    if (sent.every((name) => name === 'hydro_code')) {
      const held = (await itemsOf(caller)).filter((i) => i.in_force)
      return Promise.all(held.map((i) => withRows(caller, i, zone)))
    }
    if (!can(caller.permissions, 'interpolate.update')) throw forbidden()
    const { interpolate_group_code: group, rows } = body
    const lacks = (field: string) =>
      refuseField(caller.language, field, 'required', {}, { as: 'invalid_body' })
    if (group === undefined) throw lacks('interpolate_group_code')
    if (rows === undefined) throw lacks('rows')
    const saved = await put(
      caller,
      blockOfRows(groupInfo(group).columns, rows),
      { group, units: body.units, headKind: body.head_kind ?? null },
      {
        name: body.name ?? group,
        object: body.object,
        loop_by_year: body.loop_by_year,
        active: body.active,
        from: body.effective_start,
        to: body.effective_end,
        accept_warnings: body.accept_warnings,
        replaces: body.replaces,
        reason: body.reason ?? null,
      },
      null,
      SENT_AS,
    )
    return [await withRows(caller, saved, zone)]
  })
}
