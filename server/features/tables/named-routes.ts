import type { FastifyRequest } from 'fastify'
import type { Group } from '#core/description/index.ts'
import * as contract from '#contract/tables/ratings.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { plainName } from '#server/lib/files.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { badRequest, notFound } from '#server/lib/errors.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { blockOfRows } from './blocks.ts'
import { candidateOf } from './candidate.ts'
import { createDirect } from './direct.ts'
import { uploadBytesOf, tablesIn } from './request.ts'
import { inputsThatMatter, itemOf, itemContextOf, namedTableOf } from './items.ts'
import { allowed, objectsOf } from './objects.ts'
import type { ShowVersion } from './read-routes.ts'
import type { TableSave } from './save.ts'
import { readBody, readHeads, type TableVersionHead } from './store.ts'

/** A header that names an object; percent-encoded where it is not ASCII. */
function named(request: FastifyRequest, header: 'station' | 'outlet'): string | null {
  const value = request.headers[header]
  if (typeof value !== 'string' || value.trim() === '') return null
  try {
    return decodeURIComponent(value.trim())
  } catch {
    return value.trim()
  }
}

const isZq = (h: TableVersionHead) => h.body.group === 'ZQ'
const isXa = (h: TableVersionHead) => h.body.group === 'ZAoAc' && inputsThatMatter(h) === 1

/** The calls for station ratings (ZQ) and outlet travel (XA), whose object is named in a header. */
export function serveNamed(
  serve: Serve,
  s: Services,
  parts: { plants: Plants; save: TableSave; show: ShowVersion },
): void {
  const { plants, save } = parts
  const put = createDirect(s, parts)
  const shown = async (caller: Caller, item: TableItem) =>
    namedTableOf(item, await plants.zone(caller.hydro), caller.language)
  const direct = async (...input: Parameters<typeof put>) => shown(input[0], await put(...input))

  /** @throws Problem 404 for an object that is neither described nor has had a table */
  const known = async (
    caller: Caller,
    group: Group,
    object: string,
    heads: readonly TableVersionHead[],
  ): Promise<void> => {
    if (heads.some((h) => h.body.object === object)) return
    const objects = objectsOf(await plants.fresh(caller.hydro), (await plants.plant(caller.hydro)).name)
    if (!allowed(objects, group).some((o) => o.id === object)) throw notFound(object)
  }

  const uploads = [
    [contract.uploadStationZq, 'station', 'ZQ'],
    [contract.uploadOutletXa, 'outlet', 'ZAoAc'],
  ] as const satisfies readonly (readonly [unknown, 'station' | 'outlet', Group])[]
  for (const [endpoint, header, group] of uploads)
    serve(endpoint, async ({ request, query, caller }) => {
      const object = named(request, header)
      if (object === null) throw badRequest('header_required', { header })
      await known(caller, group, object, [])
      const type = request.headers['content-type']
      const bytes = uploadBytesOf(request.body, type)
      const name = plainName(query.name)
      const blocks = await tablesIn(name, bytes)
      // The first table of the group; without one the first of all, so that its check reports the fault.
      const block = blocks.find((b) => b.groups.includes(group)) ?? blocks[0]
      const contentType = (type ?? 'application/octet-stream').split(';')[0].trim()
      return direct(
        caller,
        block,
        { group, units: {} },
        {
          name: candidateOf(block, 0, caller.language, name).name,
          object,
          from: query.from,
          to: query.to,
          loop_by_year: query.loop_by_year,
          active: true,
          accept_warnings: query.accept_warnings,
          replaces: query.replaces.split(',').filter((v) => v !== ''),
          reason: null,
        },
        { name, contentType, bytes },
        { fields: { object: header } },
      )
    })

  const list = async (
    caller: Caller,
    group: Group,
    is: (h: TableVersionHead) => boolean,
    object: string | null,
  ) => {
    const heads = await readHeads(s.db.pool, caller.hydro)
    if (object !== null) await known(caller, group, object, heads.filter(is))
    const itemContext = await itemContextOf(plants, caller.hydro, heads, s.clock.now())
    const zone = await plants.zone(caller.hydro)
    return heads
      .filter((h) => is(h) && (object === null || h.body.object === object))
      .toSorted((a, b) => b.body.uploadedAt - a.body.uploadedAt)
      .map((h) => namedTableOf(itemOf(h, itemContext), zone, caller.language))
  }
  serve(contract.getStationZq, ({ request, caller }) => list(caller, 'ZQ', isZq, named(request, 'station')))
  serve(contract.getOutletXa, ({ request, caller }) => list(caller, 'ZAoAc', isXa, named(request, 'outlet')))

  serve(contract.deleteOutletXa, async ({ params, caller }) => {
    const heads = await readHeads(s.db.pool, caller.hydro)
    if (!heads.some((h) => h.item_id === params.id && isXa(h))) throw notFound(params.id)
    await save.remove(caller, params.id)
    return null
  })

  /** The version of a rating in force now, else the last one. */
  const rating = async (caller: Caller, id: string) => {
    const heads = await readHeads(s.db.pool, caller.hydro)
    const itemContext = await itemContextOf(plants, caller.hydro, heads, s.clock.now())
    const versions = heads.filter((h) => h.item_id === id && isZq(h))
    const head = versions.find((h) => itemContext.inForce.has(h.version_id)) ?? versions.at(-1)
    if (!head) throw notFound(id)
    return { head, item: await shown(caller, itemOf(head, itemContext)) }
  }
  serve(contract.getMasterZq, async ({ params, caller }) => (await rating(caller, params.id)).item)
  serve(contract.getStationZqRows, async ({ params, caller }) => {
    const { head, item } = await rating(caller, params.id)
    const { rows } = await readBody(s.db.pool, caller.hydro, head.version_id, head.item_id)
    return { item, rows: rows.map(([z, q]) => ({ z, q })) }
  })

  serve(contract.saveStationZq, ({ body, caller }) =>
    direct(
      caller,
      blockOfRows(
        ['z', 'q'],
        body.rows.map(({ z, q }) => [z, q]),
      ),
      { group: 'ZQ', units: {} },
      { ...body, object: body.station, reason: body.reason ?? null },
      null,
      {
        fields: { object: 'station', candidate: 'rows' },
        cell: (row, column) => `rows.${row}.${['z', 'q'][column]}`,
      },
    ),
  )
}
