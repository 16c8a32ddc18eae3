import type { ImportContext } from './context.ts'
import { findJob, markUndone, type ImportJob } from './store.ts'
import { importError } from './words.ts'

/**
 * Takes back what an import wrote: readings it replaced are as before, those it brought are gone. What was changed
 * since stays. Answers how many readings changed. Done again after a crash, it goes on.
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
