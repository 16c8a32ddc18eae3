import type { Table } from '#core/description/index.ts'
import { overlapProblem, overlapsOf, readHeads } from '#server/features/tables/index.ts'
import { restoreVersion } from '#contract/changes.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import { checkItem, type Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { badFields, conflict, notFound } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { holdsAfter, readVersion } from './store.ts'
import { localInstant } from './times.ts'
import { BODIES } from '#contract/seed/bodies.ts'
import { requireChangeRights } from './words.ts'

/** Puts an earlier version of one item in force again; the present one stays readable in its history. */
export function serveRestore(
  serve: Serve,
  s: Services,
  { plants, registry }: { plants: Plants; registry: Registry },
): void {
  serve(restoreVersion, async ({ body, caller }) => {
    const { hydro, language } = caller
    const { noun, id } = body
    requireChangeRights(caller, [noun])
    const wanted = await readVersion(s.db, hydro, noun, id, body.version)
    if (!wanted) throw notFound(body.version)
    const held = body.expected === null ? null : await readVersion(s.db, hydro, noun, id, body.expected)
    if (body.expected !== null && (!held || held.superseded_at !== null)) throw conflict()
    const restored =
      typeof body.from === 'string'
        ? localInstant(body.from, await plants.zone(hydro), 'from', caller)
        : body.from
    const over = held ?? wanted
    const from = restored === undefined ? over.effective_from : restored
    const to = held ? held.effective_to : null

    // A version that was valid once may not be today: a series is gone, a code taken.
    const parsed = BODIES[noun].safeParse(wanted.body)
    if (!parsed.success) throw badFields(fieldErrors(parsed.error, language, 'body'))
    const series = await registry.known(hydro)

    if (noun === 'table') {
      const zone = await plants.zone(hydro)
      const found = overlapsOf(
        await readHeads(s.db.pool, hydro),
        { id, own: body.expected ?? undefined, body: parsed.data as Table, from, to },
        zone,
      )
      if ((parsed.data as Table).active && found.length > 0) throw overlapProblem(found, zone, language)
    }

    const version = await s.db.tx(async (c) => {
      const known = {
        unitOf: (code: string) => series.get(code)?.unit,
        kindOf: (code: string) => series.get(code)?.kind,
        description: await plants.locked(c, hydro),
        at: from ?? s.clock.now(),
        period: { from: from ?? -Infinity, to },
      }
      if (held === null && (await holdsAfter(c, hydro, noun, id, from))) throw conflict()
      const errors = checkItem(noun, id, parsed.data, known, language)
      if (errors.length > 0) throw badFields(errors)
      return plants.change(c, caller, {
        hydroCode: hydro,
        noun,
        itemId: id,
        body: parsed.data,
        from,
        to,
        reason: body.reason,
        expected: body.expected,
      })
    })
    plants.changed(hydro, from, to)
    return { id, version }
  })
}
