import { inForce, type Parameters } from '#core/description/index.ts'
import { getOperation, setOperation, type Operation } from '#contract/calculation.ts'
import { readItem, type Plants } from '#server/features/plants/index.ts'
import type { History } from '#server/features/history/index.ts'
import { conflict, notFound } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { intervalOf } from './instants.ts'
import { HEAD } from './publish.ts'
import { firstReading, lastRun } from './runs/store.ts'

/** Nothing published for so many intervals is worth saying. */
const OVERDUE = 3

interface Deps {
  plants: Plants
  history: History
}

/** Automatic or manual operation: which, since when, by whom, and whether anybody still publishes. */
export function serveOperation(serve: Serve, s: Services, deps: Deps): void {
  const { plants } = deps
  serve(getOperation, ({ caller }) => operationOf(s, deps, caller.hydro))

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
    return operationOf(s, deps, hydro)
  })
}

/** How a reservoir is operated now. */
export async function operationOf(s: Services, deps: Deps, hydro: string): Promise<Operation> {
  const now = s.clock.now()
  const [d, rows, last, run] = await Promise.all([
    deps.plants.describe(hydro),
    readItem(s.db, hydro, 'parameters', 'parameters'),
    deps.history.last(hydro, [HEAD]),
    lastRun(s.db, hydro),
  ])
  const held = rows.filter((r) => r.superseded_at === null)
  const methodOf = (row: { body: unknown }) => (row.body as Parameters).operation
  let version = held.find((r) => (r.effective_from ?? -Infinity) <= now && now < (r.effective_to ?? Infinity))
  const method = version ? methodOf(version) : 'automatic'
  for (;;) {
    const before = held.find((r) => r.effective_to !== null && r.effective_to === version?.effective_from)
    if (!before || methodOf(before) !== method) break
    version = before
  }
  const since = version?.effective_from ?? null
  // Other parameters may have changed since, by others: the first record of this method at that time is the switch.
  const first = rows.findLast((r) => r.effective_from === since && methodOf(r) === method)
  const at = last.get(HEAD)?.t ?? null
  const interval = intervalOf(d, now)
  const silent = at === null ? (await firstReading(s.db, hydro)) !== null : now - at > OVERDUE * interval
  return {
    method,
    since,
    by: first?.recorded_by ?? 'system',
    by_name: first?.recorded_by_name ?? null,
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
