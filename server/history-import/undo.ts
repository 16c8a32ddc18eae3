import type { ImportContext } from './context.ts'
import { findJob, markUndone, type ImportJob } from './store.ts'
import { importError } from './words.ts'

/**
 * Takes back what an import wrote: replaced readings are restored, new ones removed. What was changed since stays.
 * Returns how many readings changed. Repeated after a crash, it continues.
 */
export async function undoImport(
  ctx: ImportContext,
  plant: string,
  run: string,
): Promise<{ job: ImportJob; readings: number }> {
  const job = await findJob(ctx.db, plant, run)
  if (!job) throw importError('no_run', { run })
  if (job.undone_at !== null) throw importError('undone_already', { run })
  const result = await ctx.history.restore(plant, run, {
    source: 'import',
    actor: ctx.actor,
    reason: `undo ${run}`,
  })
  await markUndone(ctx.db.pool, plant, run, ctx.clock.now())
  return { job, readings: result.changed }
}
