import type pg from 'pg'
import type { Instants } from '#core/calculation/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Sql } from '#server/lib/database.ts'
import type { Change } from '#server/features/history/index.ts'
import { putBack } from './changed-store.ts'
import { INSTANTS_SPAN } from '../spans.ts'
import { HEAD } from '../publish.ts'
import { countBack, leftBelow, type RunRow } from './store.ts'

/**
 * What a rollback works through: the run itself, and runs below it that were rolled back while it covered them. What
 * those left in place becomes visible with it, and is restored too.
 */
type Target = Pick<RunRow, 'hydro_code' | 'run_id' | 'parts' | 'rolled_back_by'>

export async function targetsOf(c: Sql, run: RunRow): Promise<Target[]> {
  return [run, ...(await leftBelow(c, run))]
}

/** Restores one part of a rollback and counts it. Returns whether there was one at `step`. */
export async function takeBackPart(
  c: pg.PoolClient,
  history: History,
  back: Back,
  targets: readonly Target[],
  changes: Change[],
  checkStored: (span: Instants) => Promise<readonly Change[]>,
): Promise<boolean> {
  let part = back.steps
  const target = targets.find((x) => part < x.parts || ((part -= x.parts), false))
  if (!target) return false
  const { run_id: run, actor, reason } = back
  const put = await putBack(
    c,
    history,
    target.hydro_code,
    { run: target.run_id, part },
    { run, actor, reason },
    changes,
  )
  // Restored values are checked as they are now.
  if (put.span) changes.push(...(await checkStored(put.span)))
  back.steps++
  if (target === targets[0]) {
    back.entries += put.entries
    back.kept += put.left
  } else await countBack(c, target.hydro_code, target.rolled_back_by!, put.entries)
  return true
}

/** A rollback in progress. */
interface Back {
  run_id: string
  actor: string
  reason: string | null
  steps: number
  entries: number
  kept: number
}

/**
 * Returns a saved instant to the automatic calculation, where that passed over it meanwhile or it would be empty: only
 * then are the replaced values not the right ones.
 */
export async function giveBack(c: pg.PoolClient, history: History, target: RunRow): Promise<void> {
  if (target.kind !== 'save') return
  const { hydro_code: hydro, to_t: at } = target
  if (!target.passed_over) {
    const there = await history.read(hydro, [HEAD], at, at, { client: c, raw: true })
    if (there.get(HEAD)!.t.length > 0) return
  }
  await history.markDirty(hydro, ['calc'], [{ series: INSTANTS_SPAN, from: at, to: at }], c)
}
