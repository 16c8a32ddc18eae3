import type { Context } from './context.ts'
import type { DirtyKind } from './dirty-spans.ts'

/** The statements of history that read all plants; everything else filters by one. */

/** Plants with marks, the longest waiting first. */
export async function dirtyPlants(ctx: Context, kind: DirtyKind): Promise<string[]> {
  const found = await ctx.db.query<{ hydro_code: string }>(
    'SELECT hydro_code FROM dirty_span WHERE kind = $1 GROUP BY hydro_code ORDER BY min(since), hydro_code',
    [kind],
  )
  return found.map((r) => r.hydro_code)
}

/** Plants that have marks. Probes once for each plant, not for each mark: years that wait have many of them. */
export async function waitingPlants(
  ctx: Context,
): Promise<{ hydroCode: string; bins: boolean; calculation: boolean }[]> {
  return ctx.db.query(
    `SELECT * FROM (
       SELECT hydro_code AS "hydroCode",
              EXISTS (SELECT FROM dirty_span m WHERE m.hydro_code = p.hydro_code AND m.kind = 'bin') AS bins,
              EXISTS (SELECT FROM dirty_span m WHERE m.hydro_code = p.hydro_code AND m.kind = 'calc') AS calculation
         FROM plant p) w
      WHERE bins OR calculation`,
  )
}

/** Plants that hold any series. */
export async function plantsWithSeries(ctx: Context): Promise<string[]> {
  const found = await ctx.db.query<{ hydro_code: string }>('SELECT DISTINCT hydro_code FROM series_last')
  return found.map((r) => r.hydro_code)
}

/** Last entries of every plant that changed at or after an instant. */
export async function changedSince(
  ctx: Context,
  since: number,
): Promise<{ hydroCode: string; series: string; changedAt: number }[]> {
  return ctx.db.query(
    'SELECT hydro_code AS "hydroCode", series, changed_at AS "changedAt" FROM series_last WHERE changed_at >= $1',
    [since],
  )
}

/** Deletes copies of days and readings that were replaced before an instant (ms and s). Answers how many. */
export async function deleteReplacedBefore(ctx: Context, before: number, second: number): Promise<number> {
  const [{ n }] = await ctx.db.query<{ n: number }>(
    `WITH copies AS (DELETE FROM history_past WHERE replaced_at < $1 RETURNING 1),
          former AS (DELETE FROM reading_past WHERE until <= $2 RETURNING 1),
          beside AS (DELETE FROM reading_known WHERE latest <= $2 RETURNING 1)
     SELECT (SELECT count(*) FROM copies) + (SELECT count(*) FROM former) + (SELECT count(*) FROM beside) AS n`,
    [before, second],
  )
  return Number(n)
}
