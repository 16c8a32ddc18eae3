import type pg from 'pg'
import type { Instants } from '#core/calculation/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import type { recalculate, rollbackData } from '#contract/calculation.ts'
import { text, type MessageCode } from '#contract/messages.ts'
import { record } from '#server/features/audit/index.ts'
import type { Change } from '#server/features/history/index.ts'
import { badFields, conflict, notFound } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Call, Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { VERSION } from '#server/version.ts'
import { instantsIn, zoneOf } from '../instants.ts'
import { giveBack, takeBackPart, targetsOf } from './parts.ts'
import { mayApproveRun, requireRunRights } from './rights.ts'
import { changeRun, firstReading, holdLast, holdRun, insertRun, waitingRuns, type RunRow } from './store.ts'
import { hasEffect, hasEnded } from './response.ts'
import { valuesAt } from './figures.ts'
import type { WorkDeps } from './worker.ts'

/** Most days of one recalculation. */
const LONGEST = 3660
/** A run of at most so many parts is taken back at once. */
const SHORT = 3

/** Queues a recalculation. Returns its id. @throws Problem 400 at the field */
export async function requestRecalculation(
  s: Services,
  deps: WorkDeps,
  body: Call<typeof recalculate>['body'],
  caller: Caller,
): Promise<string> {
  const { hydro } = caller
  const d = await deps.plants.fresh(hydro)
  const now = s.clock.now()
  const zone = zoneOf(d, now)
  const [from, to] = [instantOf(body.from, zone, 'from'), instantOf(body.to, zone, 'to')]
  const first = await firstReading(s.db.pool, hydro)
  const errors: FieldError[] = []
  const report = (path: string, code: MessageCode, params: Record<string, string | number> = {}) =>
    errors.push({ path, code, message: text(code, caller.language, params) })
  if (from > to) report('from', 'from_after_to')
  else if (to - from > LONGEST * DAY) report('from', 'span_too_long', { days: LONGEST })
  if (to > now) report('to', 'not_yet')
  if (first === null) report('from', 'no_readings_yet')
  // The day in which readings begin may be recalculated as a whole.
  else if (from <= first - DAY) report('from', 'before_first_reading', { first: toLocal(first, zone) })
  if (errors.length > 0) throw badFields(errors)
  const reason = body.reason ?? null
  const id = makeId('ru', now)
  await s.db.tx(async (c) => {
    await insertRun(c, {
      hydro_code: hydro,
      run_id: id,
      kind: 'recalculate',
      state: 'queued',
      from_t: from,
      to_t: to,
      started_at: now,
      actor: caller.actor,
      address: caller.address,
      reason,
      code_version: VERSION,
      total: instantsIn(d, { from, to }),
      cursor_t: from,
      detail: { approve: mayApproveRun(caller) },
    })
    const span = { from: body.from, to: body.to }
    await record(c, now, caller, {
      act: 'recalculate',
      noun: 'calculation',
      item: id,
      before: { ...span, state: null },
      after: { ...span, state: 'queued' },
      reason,
    })
  })
  return id
}

/** Takes back a run: a short one at once, a long one in the background. Returns the id of the rollback. */
export async function requestRollback(
  s: Services,
  deps: WorkDeps,
  body: Call<typeof rollbackData>['body'],
  caller: Caller,
): Promise<string> {
  const { hydro } = caller
  const { publish } = deps.calculation
  const reason = body.reason ?? null
  const changes: Change[] = []
  const id = await s.db.tx(async (c) => {
    await publish.lock(c, hydro)
    const target = body.run_id ? await holdRun(c, hydro, body.run_id) : await holdLast(c, hydro)
    if (!target) throw body.run_id ? notFound(body.run_id) : conflict('no_run_to_roll_back')
    const d = await deps.plants.fresh(hydro)
    await checkTarget(c, target, zoneOf(d, s.clock.now()))
    await requireRunRights(c, deps.reviews, caller, { from: target.from_t, to: target.to_t })
    const now = s.clock.now()
    const targets = await targetsOf(c, target)
    const parts = targets.reduce((n, x) => n + x.parts, 0)
    const run = {
      hydro_code: hydro,
      run_id: makeId('ru', now),
      kind: 'rollback' as const,
      from_t: target.from_t,
      to_t: target.to_t,
      started_at: now,
      finished_at: null as number | null,
      actor: caller.actor,
      address: caller.address,
      reason,
      code_version: VERSION,
      of_run: target.run_id,
      detail: { targets: targets.map((x) => x.run_id) },
      total: parts,
      steps: 0,
      entries: 0,
      kept: 0,
    }
    const values = async () =>
      target.kind === 'save' ? { values: await valuesAt(deps.history, hydro, target.to_t, c) } : {}
    const of = { of: target.run_id, kind: target.kind }
    const before = { ...of, stands: true, entries: target.entries, ...(await values()) }
    const short = parts <= SHORT && (target.kind === 'save' || (await waitingRuns(c, hydro)).length === 0)
    if (short) {
      const checkStored = (span: Instants) => publish.checkStored(c, d, span)
      while (await takeBackPart(c, deps.history, run, targets, changes, checkStored));
      await giveBack(c, deps.history, target)
      run.finished_at = now
    }
    await insertRun(c, { ...run, state: short ? 'done' : 'queued' })
    await changeRun(c, hydro, target.run_id, { rolled_back_by: run.run_id })
    const done = short ? { entries: run.entries, left: run.kept, ...(await values()) } : { queued: true }
    const after = { ...of, stands: false, ...done }
    await record(c, now, caller, {
      act: 'roll back',
      noun: 'calculation',
      item: run.run_id,
      before,
      after,
      reason,
    })
    return run.run_id
  })
  deps.history.emit(changes)
  deps.calculation.touch(hydro)
  return id
}

async function checkTarget(c: pg.PoolClient, target: RunRow, zone: string): Promise<void> {
  if (target.kind !== 'save' && target.kind !== 'recalculate') throw conflict('run_not_rolled_back')
  if (!hasEnded(target)) throw conflict('run_not_ended')
  if (target.rolled_back_by === null) {
    if (!hasEffect(target)) throw conflict('run_changed_nothing')
    return
  }
  const by = await holdRun(c, target.hydro_code, target.rolled_back_by)
  throw conflict('rolled_back_already', { at: toLocal(by!.started_at, zone) })
}

/** Cancels a recalculation. One that has not begun ends at once. */
export async function requestCancel(s: Services, deps: WorkDeps, id: string, caller: Caller): Promise<void> {
  const { hydro } = caller
  await s.db.tx(async (c) => {
    const run = await holdRun(c, hydro, id)
    if (!run) throw notFound(id)
    if (run.kind !== 'recalculate') throw conflict('run_not_cancelled')
    if (hasEnded(run)) throw conflict('run_ended')
    const now = s.clock.now()
    const waiting = run.state === 'queued'
    await changeRun(c, hydro, id, waiting ? { state: 'cancelled', finished_at: now } : { cancelling: true })
    await record(c, now, caller, { act: 'cancel', noun: 'calculation', item: id })
  })
  deps.calculation.touch(hydro)
}
