import { refuseField } from '#server/lib/errors.ts'
import type { Description } from '#core/description/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import type { calculateSave } from '#contract/calculation.ts'
import type { Output } from '#contract/endpoint.ts'
import { record } from '#server/features/audit/index.ts'
import type { Change } from '#server/features/history/index.ts'
import { makeId } from '#server/lib/ids.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Call, Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { VERSION } from '#server/version.ts'
import { calculateInstant, type InstantDeps } from '../instant.ts'
import type { Hooks } from '../hooks.ts'
import { zoneOf } from '../instants.ts'
import { isNeverSaved } from '../publish.ts'
import type { Calculation } from '../service.ts'
import { requireRunRights } from './rights.ts'
import { firstReading, insertRun, activeSave } from './store.ts'
import { valuesAt } from './figures.ts'

/** Calculates one instant and stores it as a run, unless it is stored just so already. */
export async function save(
  s: Services,
  deps: InstantDeps & Pick<Hooks, 'reviews'> & { calculation: Pick<Calculation, 'publish'> },
  { reason: why, ...entered }: Call<typeof calculateSave>['body'],
  caller: Caller,
): Promise<Output<typeof calculateSave>> {
  const { publish } = deps.calculation
  const { hydro, actor, address } = caller
  const reason = why ?? null
  // Refuses before anything is locked.
  const d = await deps.plants.fresh(hydro)
  await checkBegin(s, d, entered.at, caller)
  await publish.declare(d)
  const changes: Change[] = []
  const done = await s.db.tx(async (c) => {
    await publish.lock(c, hydro)
    const instant = await calculateInstant(s, deps, d, entered, caller, c)
    const { at, result, isGiven } = instant
    await requireRunRights(c, deps.reviews, caller, { from: at, to: at })
    const now = s.clock.now()
    const run = makeId('ru', now)
    const out = new Map([...instant.out].filter(([code]) => !isNeverSaved(code)))
    const was = await valuesAt(deps.history, hydro, at, c)
    const entries = await publish.instant(c, hydro, at, out, { run, actor, reason, changes })
    // A second save of the same values would have to be taken back as well.
    const stood = entries === 0 && isGiven === ((await activeSave(c, hydro, at)) !== null)
    if (stood) return { run_id: null, entries, stands: isGiven, result }
    const detail = { ...entered, window_from: result.from, at: result.date_string, ...usedIn(result) }
    await insertRun(c, {
      hydro_code: hydro,
      run_id: run,
      kind: 'save',
      from_t: at,
      to_t: at,
      started_at: now,
      finished_at: now,
      actor,
      address,
      reason,
      code_version: VERSION,
      steps: 1,
      total: 1,
      parts: 1,
      entries,
      given: isGiven,
      detail,
      result: { answer: result },
    })
    if (entries > 0) changes.push(...(await publish.checkStored(c, d, { from: at, to: at })))
    const before = { at: result.date_string, values: was }
    const values = await valuesAt(deps.history, hydro, at, c)
    const after = { at: result.date_string, given: enteredOf(entered), entries, values }
    await record(
      c,
      now,
      { actor, address, hydro },
      { act: 'save', noun: 'calculation', item: run, before, after, reason },
    )
    return { run_id: run, entries, stands: isGiven, result }
  })
  deps.history.emit(changes)
  return done
}

/**
 * Refuses an instant before the first reading: with a mistyped year it would be alone there, and states would last from
 * it on. Where there are no readings at all, people enter all of them.
 */
async function checkBegin(
  s: Services,
  d: Description,
  at: string | undefined,
  caller: Caller,
): Promise<void> {
  if (at === undefined) return
  const zone = zoneOf(d, s.clock.now())
  const first = await firstReading(s.db.pool, caller.hydro)
  if (first === null || instantOf(at, zone, 'at') > first - DAY) return
  const params = { first: toLocal(first, zone) }
  throw refuseField(caller.language, 'at', 'before_first_reading', params, { as: 'invalid_body' })
}

/** Tables and parameters that the result was computed with. */
function usedIn(result: Output<typeof calculateSave>['result']) {
  const tables = [result.storage_table, ...result.outlets.map((o) => o.table)].flatMap((t) => (t ? [t] : []))
  return {
    tables: [...new Map(tables.map((t) => [t.version, t])).values()],
    parameters: result.parameters,
  }
}

const enteredOf = ({
  levels,
  downstream,
  openings,
  powers,
}: Omit<Call<typeof calculateSave>['body'], 'reason'>) => ({
  ...(levels ? { levels } : {}),
  ...(downstream === undefined ? {} : { downstream }),
  ...(openings.length > 0 ? { openings } : {}),
  ...(powers.length > 0 ? { powers } : {}),
})
