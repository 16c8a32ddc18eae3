import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { comparison, type RunComparison, type Instants } from '#core/calculation/index.ts'
import { MAIN_SERIES, type RunState } from '#contract/calculation.ts'
import { record } from '#server/features/audit/index.ts'
import type { Change } from '#server/features/history/index.ts'
import type { Notices } from '#server/lib/notices.ts'
import { createQueue, type Job, type JobContext, type Queue } from '#server/lib/queue.ts'
import type { Services } from '#server/lib/services.ts'
import type { Hooks } from '../hooks.ts'
import type { InstantDeps } from '../instant.ts'
import { instantsIn, calculationIntervalOf } from '../instants.ts'
import type { Calculation } from '../service.ts'
import { giveBack, takeBackPart } from './parts.ts'
import { changeRun, holdRun, RUN_JOBS, type Outcome, type RunRow } from './store.ts'
import { figuresIn } from './figures.ts'

/** Instants computed and stored in one transaction: the live calculation waits that long. */
const PART = 864
/** How long one run computes before the runs of other plants have their turn, ms. */
const TURN = 2000

export type WorkDeps = InstantDeps &
  Pick<Hooks, 'reviews'> & { calculation: Pick<Calculation, 'publish' | 'touch'>; notices?: Notices }

/**
 * Executes long runs, one at a time per reservoir, part by part: a part is stored together with the progress. Closing
 * waits for the part in progress.
 */
export function createRunWorker(
  s: Services,
  deps: WorkDeps,
  options: { part?: number; lease?: number; pause?: (after: string) => Promise<void> | void } = {},
): Queue {
  const { plants, history, calculation } = deps
  const { publish } = calculation
  const pause = options.pause ?? (() => {})

  /** Runs a job to its end, or for as long as a turn lasts. */
  async function work(job: Job, ctx: JobContext): Promise<void | 'more'> {
    const end = performance.now() + TURN
    for (let more = true; more;) {
      ctx.signal.throwIfAborted()
      more = await step(job, ctx)
      if (more) await pause('part stored')
      if (more && performance.now() > end) return 'more'
    }
  }

  /** Executes one part, in one transaction with its progress. Returns whether there is more. */
  async function step({ hydro, id }: Job, ctx: JobContext): Promise<boolean> {
    const changes: Change[] = []
    const more = await s.db.tx(
      async (c) => {
        changes.length = 0
        await publish.lock(c, hydro)
        await ctx.hold(c)
        const run = await holdRun(c, hydro, id)
        if (!run || (run.state !== 'queued' && run.state !== 'running')) return false
        if (run.cancelling) return end(c, run, 'cancelled')
        return run.kind === 'rollback' ? takeBack(c, run, changes) : recalculate(c, run, changes)
      },
      { retry: true },
    )
    history.emit(changes)
    if (changes.length > 0) calculation.touch(hydro)
    return more
  }

  async function recalculate(c: pg.PoolClient, run: RunRow, changes: Change[]): Promise<boolean> {
    const d = await plants.fresh(run.hydro_code)
    await publish.declare(d)
    const from = run.cursor_t ?? run.from_t
    const to = Math.min(run.to_t, from + (options.part ?? PART) * calculationIntervalOf(d, from) - 1)
    const comparisons = comparisonsIn(run.result)
    const done = { steps: 0, entries: 0, standing: 0 }
    let pending = 0
    // What ends where the run begins is of the time before it, which stays as it is where that is approved.
    const start = from === run.from_t && (await isOpen(c, run.hydro_code, from - 1)) ? from - 1 : from
    let open = [{ from: start, to }]
    if (deps.reviews && run.detail?.approve !== true) {
      const split = await deps.reviews.split(c, run.hydro_code, open)
      open = split.open
      for (const span of split.held) pending += instantsIn(d, span)
      if (split.held.length > 0) await deps.reviews.pend(c, run.hydro_code, split.held, 'recalculate')
    }
    const order = {
      all: true,
      run: run.run_id,
      actor: run.actor,
      reason: run.reason,
      comparisons,
      changes,
    }
    for (const [i, span] of open.entries()) {
      const part = await publish.span(c, d, span, { ...order, part: run.parts + i })
      for (const key of ['steps', 'entries', 'standing'] as const) done[key] += part[key]
    }
    if (deps.reviews && run.detail?.approve === true)
      await deps.reviews.accept(c, run.hydro_code, { from, to }, acceptedBy(run))
    await pause('part written')
    const result: Outcome = {
      told: Object.fromEntries(comparisons),
      standing: (run.result?.standing ?? 0) + done.standing,
      pending: (run.result?.pending ?? 0) + pending,
    }
    const set = {
      state: 'running' as const,
      cursor_t: to + 1,
      parts: run.parts + open.length,
      steps: run.steps + done.steps,
      entries: run.entries + done.entries,
      result,
    }
    await changeRun(c, run.hydro_code, run.run_id, set)
    if (to < run.to_t) return true
    return end(c, { ...run, ...set }, 'done')
  }

  async function isOpen(c: pg.PoolClient, hydroCode: string, t: number): Promise<boolean> {
    const split = await deps.reviews?.split(c, hydroCode, [{ from: t, to: t }])
    return !split || split.held.length === 0
  }

  async function takeBack(c: pg.PoolClient, run: RunRow, changes: Change[]): Promise<boolean> {
    const ids = run.detail!.targets as string[]
    const targets: RunRow[] = []
    for (const id of ids) targets.push((await holdRun(c, run.hydro_code, id))!)
    const back = { ...run, kept: run.kept ?? 0 }
    const d = await plants.fresh(run.hydro_code)
    const checkStored = (span: Instants) => publish.checkStored(c, d, span)
    const went = await takeBackPart(c, history, back, targets, changes, checkStored)
    const { entries, kept, steps } = back
    await changeRun(c, run.hydro_code, run.run_id, { state: 'running', entries, kept, steps })
    if (went && steps < (run.total ?? 0)) return true
    await giveBack(c, history, targets[0])
    return end(c, back, 'done')
  }

  async function end(c: pg.PoolClient, run: RunRow, state: RunState): Promise<false> {
    const now = s.clock.now()
    const total = state === 'done' ? run.steps : run.total
    await changeRun(c, run.hydro_code, run.run_id, { state, finished_at: now, total, cancelling: false })
    const { entries, steps, kept } = run
    const span = { from: run.from_t, to: run.to_t }
    const figures = run.kind === 'recalculate' ? figuresIn(run) : null
    await record(
      c,
      now,
      { actor: run.actor, address: run.address, hydro: run.hydro_code },
      {
        act:
          state === 'done' ? `${WORDS[run.kind] ?? run.kind} done` : `${WORDS[run.kind] ?? run.kind} ended`,
        noun: 'calculation',
        item: run.run_id,
        before: { state: run.state, ...span, ...(figures && { figures: figures.before }) },
        after: {
          state,
          ...span,
          instants: steps,
          entries,
          ...(kept ? { left: kept } : {}),
          ...(figures && { figures: figures.after }),
        },
        reason: run.reason,
      },
    )
    return false
  }

  async function failed({ hydro, id }: Job, error: unknown, ctx: JobContext): Promise<void> {
    const incident = randomUUID()
    s.log.error({ err: error, incident, run: id }, 'a run of the calculation failed')
    await s.db.tx(async (c) => {
      await ctx.hold(c)
      const run = (await holdRun(c, hydro, id))!
      const problem = { code: 'run_failed', params: { incident } }
      await changeRun(c, hydro, id, { result: { ...run.result, problem } })
      // A rollback that failed may be requested again.
      if (run.of_run) await changeRun(c, hydro, run.of_run, { rolled_back_by: null })
      await end(c, run, 'failed')
    })
  }

  const job = { ...RUN_JOBS, backoff: [], lease: options.lease, work, failed }
  return createQueue(s, job, deps.notices)
}

const acceptedBy = (r: RunRow) => ({
  run: r.run_id,
  startedAt: r.started_at,
  actor: r.actor,
  address: r.address,
  reason: r.reason,
})

const WORDS: Partial<Record<RunRow['kind'], string>> = { rollback: 'roll back', recalculate: 'recalculate' }

/** The comparisons collected so far. */
function comparisonsIn(result: Outcome | null): Map<string, RunComparison> {
  return new Map(MAIN_SERIES.map((code) => [code, result?.told?.[code] ?? comparison()]))
}
