import { inForce } from '#core/description/index.ts'
import { getOperation, setOperation, type Operation } from '#contract/calculation.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { History } from '#server/features/history/index.ts'
import { conflict, notFound } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { calculationIntervalOf } from './instants.ts'
import { HEAD } from './publish.ts'
import { firstReading, lastRun } from './runs/store.ts'
import { switched } from './store.ts'
import { createUncomputed } from './uncomputed.ts'

/** Intervals without a published result after which it is reported as overdue. */
const OVERDUE = 3

interface Deps {
  plants: Plants
  history: History
}

/** Automatic or manual operation: which, since when, by whom, and whether results are still published. */
export function serveOperation(serve: Serve, deps: Services & Deps): void {
  const s: Services = deps
  const { plants } = deps
  const uncomputed = createUncomputed(s, deps)
  const readOperation = async (hydro: string): Promise<Operation> => ({
    ...(await operationOf(s, deps, hydro)),
    uncomputed: await uncomputed(await plants.describe(hydro)),
  })

  serve(getOperation, ({ caller }) => readOperation(caller.hydro))

  serve(setOperation, async ({ body, caller }) => {
    const { hydro, actor, address } = caller
    const now = s.clock.now()
    const to = await s.db.tx(async (c) => {
      const version = inForce((await plants.locked(c, hydro)).parameters, now)
      if (!version) throw notFound('parameters')
      const method = version.body.operation
      if (body.seen !== undefined && body.seen !== method) throw conflict('operation_changed')
      if (body.method === method) return undefined
      await plants.change(
        c,
        { actor, address, hydro },
        {
          hydroCode: hydro,
          noun: 'parameters',
          itemId: 'parameters',
          body: { ...version.body, operation: body.method },
          from: now,
          to: version.to,
          reason: body.reason ?? null,
          expected: version.version,
        },
      )
      return version.to
    })
    if (to !== undefined) plants.changed(hydro, now, to)
    return readOperation(hydro)
  })
}

/** How a reservoir is operated at present. */
export async function operationOf(
  s: Services,
  deps: Deps,
  hydro: string,
): Promise<Omit<Operation, 'uncomputed'>> {
  const now = s.clock.now()
  const [d, last, run] = await Promise.all([
    deps.plants.describe(hydro),
    deps.history.last(hydro, [HEAD]),
    lastRun(s.db, hydro),
  ])
  let version = inForce(d.parameters, now)
  const method = version?.body.operation ?? 'automatic'
  for (;;) {
    const before = d.parameters.find((v) => v.to !== null && v.to === version?.from)
    if (!before || before.body.operation !== method) break
    version = before
  }
  const since = version && Number.isFinite(version.from) ? version.from : null
  const first = await switched(s.db, hydro, since, method)
  const at = last.get(HEAD)?.t ?? null
  const interval = calculationIntervalOf(d, now)
  const silent = at === null ? (await firstReading(s.db.pool, hydro)) !== null : now - at > OVERDUE * interval
  return {
    method,
    since,
    by: first?.by ?? 'system',
    by_name: first?.by_name ?? null,
    reason: first?.reason ?? null,
    interval: interval / 1000,
    last_instant: at,
    last_run: run && {
      run_id: run.run_id,
      kind: run.kind,
      from: run.from_t,
      to: run.to_t,
      finished_at: run.finished_at,
      actor: run.actor,
      actor_name: run.actor_name,
    },
    overdue: silent,
  }
}
