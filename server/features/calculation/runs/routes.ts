import * as contract from '#contract/calculation.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Queue } from '#server/lib/queue.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { calculateInstant } from '../instant.ts'
import { requestCancel, requestRecalculation, requestRollback } from './request.ts'
import { save } from './save.ts'
import { runAnswer, shownDetail } from './response.ts'
import { listRuns, findShownRun } from './store.ts'
import { createRunWorker, type WorkDeps } from './worker.ts'

/** Saves, recalculations and rollbacks, and the queue that runs long ones. */
export function serveRuns(serve: Serve, deps: Services & WorkDeps): Queue {
  const s: Services = deps
  const worker = createRunWorker(s, deps)

  const found = async (caller: Caller, id: string) => {
    const run = await findShownRun(s.db.pool, caller.hydro, id)
    if (!run) throw notFound(id)
    return run
  }

  serve(contract.calculateSave, ({ body, caller }) => save(s, deps, body, caller))

  serve(contract.getProposal, async ({ caller }) => {
    const d = await deps.plants.describe(caller.hydro)
    return (await calculateInstant(s, deps, d, { openings: [], powers: [] }, caller)).result
  })

  serve(contract.rollbackData, async ({ body, caller }) => {
    const run = await found(caller, await requestRollback(s, deps, body, caller))
    if (run.state === 'queued') worker.wake(caller.hydro)
    return runAnswer(run, await deps.plants.zone(caller.hydro))
  })

  serve(contract.recalculate, async ({ body, caller }) => {
    const run = await found(caller, await requestRecalculation(s, deps, body, caller))
    worker.wake(caller.hydro)
    return runAnswer(run, await deps.plants.zone(caller.hydro))
  })

  serve(contract.listRuns, async ({ query, caller }) => {
    const { all, before, limit } = query
    const rows = await listRuns(s.db, caller.hydro, { all: all === '1', before: before ?? null, limit })
    const zone = await deps.plants.zone(caller.hydro)
    return rows.map((r) => runAnswer(r, zone))
  })

  serve(contract.getRun, async ({ params, caller }) =>
    shownDetail(await found(caller, params.id), await deps.plants.zone(caller.hydro), caller.language),
  )

  serve(contract.cancelRun, async ({ params, caller }) => {
    await requestCancel(s, deps, params.id, caller)
    worker.wake(caller.hydro)
    return runAnswer(await found(caller, params.id), await deps.plants.zone(caller.hydro))
  })

  return worker
}
