import type { Context } from '../store/context.ts'
import { secondOf } from './known.ts'

/** Deletes what was replaced before an instant. Returns how many copies of days and readings were deleted. */
export async function forget(ctx: Context, before: number): Promise<number> {
  const [{ n }] = await ctx.db.query<{ n: number }>(
    `WITH copies AS (DELETE FROM history_past WHERE replaced_at < $1 RETURNING 1),
          former AS (DELETE FROM reading_past WHERE until <= $2 RETURNING 1),
          beside AS (DELETE FROM reading_known WHERE latest <= $2 RETURNING 1)
     SELECT (SELECT count(*) FROM copies) + (SELECT count(*) FROM former) + (SELECT count(*) FROM beside) AS n`,
    [before, secondOf(before)],
  )
  return Number(n)
}
