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

/** Plants that hold any series. */
async function plantsWithSeries(ctx: Context): Promise<string[]> {
  const found = await ctx.db.query<{ hydro_code: string }>('SELECT DISTINCT hydro_code FROM series_last')
  return found.map((r) => r.hydro_code)
}

/**
 * Series that have rows before an instant. Rows are too many to look at all: of each plant this walks the key from
 * series to series, then asks each for its oldest row.
 */
export async function seriesWithRowsBefore(
  ctx: Context,
  before: number,
): Promise<{ hydroCode: string; series: string; t: number }[]> {
  const found: { hydroCode: string; series: string; t: number }[] = []
  for (const hydroCode of await plantsWithSeries(ctx))
    found.push(
      ...(await ctx.db.query<{ hydroCode: string; series: string; t: number }>(
        `WITH RECURSIVE s AS (
           (SELECT series FROM reading WHERE hydro_code = $1 ORDER BY series LIMIT 1)
           UNION ALL
           SELECT n.series FROM s CROSS JOIN LATERAL (
             SELECT series FROM reading WHERE hydro_code = $1 AND series > s.series ORDER BY series LIMIT 1) n)
         SELECT $1::text AS "hydroCode", s.series, o.t FROM s CROSS JOIN LATERAL (
           SELECT t FROM reading r WHERE r.hydro_code = $1 AND r.series = s.series AND r.t < $2
            ORDER BY r.t LIMIT 1) o`,
        [hydroCode, before],
      )),
    )
  return found
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
