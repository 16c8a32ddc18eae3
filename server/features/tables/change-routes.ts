import * as contract from '#contract/tables.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { conflict, notFound } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { periodOf } from './request.ts'
import type { ShowVersion } from './read-routes.ts'
import type { TableSave } from './save.ts'
import { readVersionHeads } from './store.ts'

/** Changes a table without changing its rows, ends it, and restores former versions. */
export function serveTableChanges(
  serve: Serve,
  s: Services,
  { plants, save, show }: { plants: Plants; save: TableSave; show: ShowVersion },
): void {
  serve(contract.changeTable, async ({ params, body, caller }) => {
    const heads = await readVersionHeads(s.db.pool, caller.hydro, params.id)
    if (heads.length === 0) throw notFound(params.id)
    const old = heads.find((h) => h.version_id === body.version)
    if (!old || old.superseded_at !== null) throw conflict()
    const given = await periodOf(plants, caller, body)
    const made = await save.change(caller, {
      id: params.id,
      version: body.version,
      from: body.from === undefined ? old.effective_from : given.from,
      to: body.to === undefined ? old.effective_to : given.to,
      body: {
        name: body.name ?? old.body.name,
        active: body.active ?? old.body.active,
        loopByYear: body.loop_by_year ?? old.body.loopByYear,
      },
      replaces: body.replaces,
      reason: body.reason ?? null,
    })
    return show(caller, made.id, made.version)
  })

  serve(contract.useTableAgain, async ({ params, body, caller }) => {
    const heads = await readVersionHeads(s.db.pool, caller.hydro, params.id)
    if (heads.length === 0) throw notFound(params.id)
    if (!heads.some((h) => h.version_id === body.version)) throw notFound(body.version)
    const made = await save.again(caller, {
      id: params.id,
      version: body.version,
      seen: body.seen,
      ...(await periodOf(plants, caller, body)),
      loopByYear: body.loop_by_year,
      replaces: body.replaces,
      reason: body.reason ?? null,
    })
    return show(caller, made.id, made.version)
  })

  serve(contract.retireTable, async ({ params, body, caller }) => {
    const heads = await readVersionHeads(s.db.pool, caller.hydro, params.id)
    if (heads.length === 0) throw notFound(params.id)
    const { from } = await periodOf(plants, caller, body)
    await save.retire(caller, params.id, body.version, from, body.reason ?? null)
    return null
  })
}
