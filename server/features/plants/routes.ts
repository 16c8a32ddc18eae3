import { can } from '#core/access/index.ts'
import type { Description, Plant, Sensor, Settings } from '#core/description/index.ts'
import { ITEMS, type ItemNoun } from '#contract/items.ts'
import { refuseUnknown } from '#server/lib/credentials.ts'
import { badFields, badRequest, conflict, forbidden, notFound } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { checkItem, checkRetired, factsOf, type Known } from './checks.ts'
import type { DescriptionChange, Plants } from './service.ts'
import { isHeld, readItem, readItems, type NamedVersionRow } from './store.ts'

/** Units of the series that exist, for checks of items. */
interface SeriesUnits {
  list(hydroCode: string): Promise<readonly { code: string; unit: string; kind: string }[]>
}

/** Nouns of which a plant has exactly one item, named like the noun. */
const SINGLE: readonly ItemNoun[] = ['plant', 'parameters', 'settings']

const shownOf = (noun: ItemNoun) => (r: NamedVersionRow) => ({
  id: r.item_id,
  version: r.version_id,
  from: r.effective_from,
  to: r.effective_to,
  recorded_at: r.recorded_at,
  recorded_by: r.recorded_by,
  recorded_by_name: r.recorded_by_name,
  reason: r.reason,
  superseded_at: r.superseded_at,
  superseded_by_name: r.superseded_by_name,
  superseded_reason: r.superseded_reason,
  body: (noun === 'plant' ? withoutLayers(r.body) : r.body) as never,
})

/** Keeps the outline's file and the layers of the map, which have calls of their own, as they were. */
function withOwnFiles(body: unknown, before: unknown): unknown {
  const { basinFile: _, mapLayers: _layers, ...rest } = body as Plant
  const { basinFile, mapLayers } = before as Plant
  return {
    ...rest,
    ...(basinFile === undefined ? {} : { basinFile }),
    ...(mapLayers === undefined ? {} : { mapLayers }),
  }
}

/** Removes map layers, which are long and in no form. */
function withoutLayers(body: unknown): unknown {
  const { mapLayers: _, ...rest } = body as Plant
  return rest
}

export function serveDescription(
  serve: Serve,
  s: Services & { plants: Plants; registry: SeriesUnits },
): void {
  const { plants, registry } = s
  const zoned = async (caller: Caller, value: string, path: string) =>
    instantOf(value, await plants.zone(caller.hydro), path)

  /** Checks an item against the others, while nobody else can change them. */
  const check = (
    caller: Caller,
    { noun, itemId, body }: Pick<DescriptionChange, 'noun' | 'itemId' | 'body'>,
    series: readonly { code: string; unit: string; kind: string }[],
    description: Description,
    at: number,
    period: Known['period'],
  ) => {
    const known = { ...factsOf(series), description, at, period }
    const errors = checkItem(noun, itemId, body, known, caller.language)
    if (errors.length > 0) throw badFields(errors)
  }

  const put = async (caller: Caller, change: Omit<DescriptionChange, 'hydroCode'>, isNew = false) => {
    const full = { ...change, hydroCode: caller.hydro }
    const series = await registry.list(caller.hydro)
    const version = await s.db.tx(async (c) => {
      // If two take the same code at once, the second finds it taken.
      const d = await plants.locked(c, caller.hydro)
      if (isNew && (await isHeld(c, caller.hydro, change.noun, change.itemId)))
        throw conflict('code_taken', { code: change.itemId })
      const at = change.from ?? s.clock.now()
      const period = { from: change.from ?? -Infinity, to: change.to }
      if (change.body !== null) check(caller, change, series, d, at, period)
      else {
        const errors = checkRetired(change.noun, change.itemId, d, period, caller.language)
        if (errors.length > 0) throw badFields(errors)
      }
      return plants.change(c, caller, full)
    })
    plants.changed(caller.hydro, change.from, change.to)
    return { id: change.itemId, version }
  }

  /** The version that a change names, if it is still in force. */
  const held = async (caller: Caller, noun: ItemNoun, itemId: string, version: string) => {
    const rows = await readItem(s.db, caller.hydro, noun, itemId)
    if (rows.length === 0) throw notFound(itemId)
    const row = rows.find((r) => r.version_id === version)
    if (!row || row.superseded_at !== null) throw conflict()
    return row
  }

  /** Checks the permission to commission or remove a sensor, by whatever call. null: not there. */
  const mayChangeState = (caller: Caller, noun: ItemNoun, before: unknown, after: unknown) => {
    const state = (body: unknown) => (body as Sensor | null)?.state === 'installed'
    if (noun !== 'sensor' || state(before) === state(after)) return
    if (!can(caller.permissions, 'sensor.change-status')) throw forbidden()
  }

  /** The hidden part of a camera's address must be stored already, or be typed. */
  const knowsCamera = async (caller: Caller, noun: ItemNoun, before: unknown, after: unknown) => {
    if (noun !== 'settings') return
    const { cameraPath: address } = after as Settings
    const held = (before as Settings | null)?.cameraPath ?? null
    await refuseUnknown(s, caller.hydro, { address, held, path: 'body.cameraPath' }, caller.language)
  }

  for (const noun of Object.keys(ITEMS) as ItemNoun[]) {
    const calls = ITEMS[noun]

    serve(calls.list, async ({ query, caller }) => {
      const at = query.at === undefined ? s.clock.now() : await zoned(caller, query.at, 'at')
      const known = query.known === undefined ? null : await zoned(caller, query.known, 'known')
      const rows = await readItems(s.db, caller.hydro, noun, known)
      return rows
        .filter((r) => (r.effective_from ?? -Infinity) <= at && at < (r.effective_to ?? Infinity))
        .map(shownOf(noun)) as never
    })

    serve(calls.history, async ({ params, caller }) => {
      const rows = await readItem(s.db, caller.hydro, noun, params.id)
      if (rows.length === 0) throw notFound(params.id)
      return rows.map(shownOf(noun)) as never
    })

    serve(calls.add, async ({ body, caller }) => {
      const now = s.clock.now()
      const itemId = SINGLE.includes(noun) ? noun : (body.id ?? makeId(noun.slice(0, 2), now))
      const from = body.from === null ? null : await zoned(caller, body.from, 'from')
      mayChangeState(caller, noun, null, body.body)
      await knowsCamera(caller, noun, null, body.body)
      const reason = body.reason ?? null
      return put(caller, { noun, itemId, body: body.body, from, to: null, reason }, true)
    })

    serve(calls.change, async ({ params, body, caller }) => {
      const old = await held(caller, noun, params.id, body.version)
      mayChangeState(caller, noun, old.body, body.body)
      await knowsCamera(caller, noun, old.body, body.body)
      const from =
        body.from === undefined
          ? old.effective_from
          : body.from === null
            ? null
            : await zoned(caller, body.from, 'from')
      return put(caller, {
        noun,
        itemId: params.id,
        body: noun === 'plant' ? withOwnFiles(body.body, old.body) : body.body,
        from,
        to: old.effective_to,
        reason: body.reason ?? null,
        expected: body.version,
      })
    })

    serve(calls.retire, async ({ params, body, caller }) => {
      const old = await held(caller, noun, params.id, body.version)
      if (SINGLE.includes(noun)) throw badRequest('not_retired', { what: noun })
      mayChangeState(caller, noun, old.body, null)
      const from = body.from === null ? null : await zoned(caller, body.from, 'from')
      return put(caller, {
        noun,
        itemId: params.id,
        body: null,
        from,
        to: old.effective_to,
        reason: body.reason ?? null,
        expected: body.version,
      })
    })
  }
}
