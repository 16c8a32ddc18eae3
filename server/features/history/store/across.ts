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

/**
 * Series that have rows before an instant. There are too many rows to scan: this walks the key from series to series,
 * then reads the oldest row of each.
 */
export async function seriesWithRowsBefore(
  ctx: Context,
  before: number,
): Promise<{ hydroCode: string; series: string; t: number }[]> {
  return ctx.db.query(
    `WITH RECURSIVE s AS (
       (SELECT hydro_code, series FROM reading ORDER BY hydro_code, series LIMIT 1)
       UNION ALL
       SELECT n.hydro_code, n.series FROM s CROSS JOIN LATERAL (
         SELECT hydro_code, series FROM reading r WHERE (r.hydro_code, r.series) > (s.hydro_code, s.series)
          ORDER BY r.hydro_code, r.series LIMIT 1) n)
     SELECT s.hydro_code AS "hydroCode", s.series, o.t FROM s CROSS JOIN LATERAL (
       SELECT t FROM reading r WHERE r.hydro_code = s.hydro_code AND r.series = s.series AND r.t < $1
        ORDER BY r.t LIMIT 1) o`,
    [before],
  )
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
