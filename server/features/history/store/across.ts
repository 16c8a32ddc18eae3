import { SUSPECT } from '#core/quality/index.ts'
import { emptySeries, type Series } from '#core/series/index.ts'
import { readBytes, readFloat8s, readInt8s } from '#server/lib/arrays.ts'
import type { LastOfMany, RainOfMany, SpanOfMany } from '../types.ts'
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

/** Last entries of some series of several plants; where one has no value, also the newest that has one since `since`. */
export async function lastOfMany(
  ctx: Context,
  hydroCodes: readonly string[],
  series: readonly string[],
  since: number,
): Promise<LastOfMany[]> {
  return ctx.db.query(
    `SELECT l.hydro_code AS "hydroCode", l.series, l.t, l.v, l.q, k.t AS "knownT", k.v AS "knownV", k.q AS "knownQ"
       FROM series_last l
       LEFT JOIN LATERAL (
         SELECT r.t, r.v, r.q FROM reading r
          WHERE l.v IS NULL AND r.hydro_code = l.hydro_code AND r.series = l.series
            AND r.t BETWEEN $3 AND l.t AND r.v IS NOT NULL
          ORDER BY r.t DESC LIMIT 1) k ON true
      WHERE l.hydro_code = ANY($1) AND l.series = ANY($2) AND l.t IS NOT NULL`,
    [hydroCodes, series, since],
  )
}

/** The instant of the newest entry of any of the named series of each plant; those without any are left out. */
export async function newestOfMany(
  ctx: Context,
  wanted: readonly { hydroCode: string; series: string }[],
): Promise<Map<string, number>> {
  const found = await ctx.db.query<{ hydro_code: string; t: number }>(
    `SELECT l.hydro_code, max(l.t) AS t
       FROM unnest($1::text[], $2::text[]) x(hydro_code, series)
       JOIN series_last l ON l.hydro_code = x.hydro_code AND l.series = x.series
      WHERE l.t IS NOT NULL
      GROUP BY l.hydro_code`,
    [wanted.map((w) => w.hydroCode), wanted.map((w) => w.series)],
  )
  return new Map(found.map((f) => [f.hydro_code, f.t]))
}

/** The entries of spans of the days kept as rows, or their means by step; one series for each span, in their order. */
export async function spansOfMany(ctx: Context, wanted: readonly SpanOfMany[]): Promise<Series[]> {
  const found = await ctx.db.query<{ i: number; t: Buffer; v: Buffer; q: Buffer }>(
    `SELECT i::integer AS i, array_send(array_agg(t ORDER BY t)) t, array_send(array_agg(v ORDER BY t)) v,
            array_send(array_agg(q ORDER BY t)) q
       FROM (SELECT r.hydro_code, w.i, round(avg((r.t - w.a)::float8))::bigint + w.a AS t,
                    coalesce(avg(r.v), 'NaN') AS v, max(r.q & 7)::smallint AS q
               FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
                    WITH ORDINALITY w(hydro_code, series, a, b, step, i)
               JOIN reading r ON r.hydro_code = w.hydro_code AND r.series = w.series AND r.t > w.a AND r.t <= w.b
              WHERE w.step = 0 OR r.v IS NOT NULL
              GROUP BY r.hydro_code, w.i, w.a, CASE WHEN w.step = 0 THEN r.t ELSE (r.t - w.a - 1) / w.step END) s
      GROUP BY hydro_code, i`,
    [
      wanted.map((w) => w.hydroCode),
      wanted.map((w) => w.series),
      wanted.map((w) => w.from),
      wanted.map((w) => w.to),
      wanted.map((w) => w.step),
    ],
  )
  const out = wanted.map(() => emptySeries())
  for (const f of found) out[f.i - 1] = { t: readInt8s(f.t), v: readFloat8s(f.v), q: readBytes(f.q) }
  return out
}

/**
 * Rain of several plants over (from, to] from one series of increments, of the days kept as rows: the usable ones, as
 * `isPresent` of core/rain has it.
 */
export async function rainOfMany(
  ctx: Context,
  hydroCodes: readonly string[],
  series: string,
  from: number,
  to: number,
): Promise<Map<string, RainOfMany>> {
  const found = await ctx.db.query<RainOfMany & { hydro_code: string }>(
    `SELECT hydro_code, max(t) AS t, coalesce(sum(v) FILTER (WHERE present), 0) AS sum,
            count(*) FILTER (WHERE present) AS present,
            coalesce(max(q & 7) FILTER (WHERE present), 0) | coalesce(bit_or(q & 24) FILTER (WHERE present), 0) AS q
       FROM (SELECT hydro_code, t, v, q, coalesce(v >= 0, false) AND q & 7 < ${SUSPECT} AS present FROM reading
              WHERE hydro_code = ANY($1) AND series = $2 AND t > $3 AND t <= $4) r
      GROUP BY hydro_code`,
    [hydroCodes, series, from, to],
  )
  return new Map(found.map(({ hydro_code, ...rain }) => [hydro_code, rain]))
}
