import { REJECTED } from '#core/quality/index.ts'
import { DAY, utcDay, type TimeSpan } from '#core/time/index.ts'
import { concat, emptySeries, indexAt, lowerBound, merge, slice, type Series } from '#core/series/index.ts'
import { numbers, readBytes, readFloat8s, readInt8s } from '#server/lib/arrays.ts'
import { rows, type Client, type Context } from './context.ts'
import { badRequest } from '#server/lib/errors.ts'
import { gather, unpackAll } from '#server/lib/packed.ts'
import type { Entry, ReadOptions } from '../types.ts'

/**
 * One statement, so one snapshot: rows of a packer that commits between two statements would be in neither. Rows come
 * as three binary arrays, packed days as one string of bytes.
 */
const statement = (carry: boolean) => `
SELECT s.series, r.t, r.v, r.q, (
    SELECT ${gather('d.bytes', 'd.day')} FROM (
      SELECT day, bytes FROM reading_day
       WHERE hydro_code = $1 AND series = s.series AND day BETWEEN $3 AND $4 AND n > 0
      ${
        carry
          ? `UNION ALL (SELECT day, bytes FROM reading_day
       WHERE hydro_code = $1 AND series = s.series AND day < $3 AND n > 0 ORDER BY day DESC LIMIT 1)`
          : ''
      }) d) AS days
  FROM unnest($2::text[]) s(series)
 CROSS JOIN LATERAL (
    SELECT array_send(array_agg(t)) t, array_send(array_agg(v)) v, array_send(array_agg(q)) q FROM (
      ${
        carry
          ? `(SELECT t, v, q FROM reading
       WHERE hydro_code = $1 AND series = s.series AND t < $5 ORDER BY t DESC LIMIT 1)
      UNION ALL`
          : ''
      }
      SELECT t, v, q FROM reading
       WHERE hydro_code = $1 AND series = s.series AND t BETWEEN $5 AND $6
      ORDER BY t) x) r`

const PLAIN = statement(false)
const CARRIED = statement(true)

interface Found {
  series: string
  t: Buffer | null
  v: Buffer | null
  q: Buffer | null
  days: Buffer | null
}

/** Readings of each series over [from, to], both ends included. */
export async function read(
  ctx: Context,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  { carry = false, client }: ReadOptions = {},
): Promise<Map<string, Series>> {
  const out = new Map<string, Series>(series.map((s) => [s, emptySeries()]))
  if (!(from <= to) || out.size === 0) return out
  const a = Math.ceil(Math.max(from, -8.64e15))
  const b = Math.floor(Math.min(to, 8.64e15))
  const found = await rows<Found>(ctx, client, carry ? CARRIED : PLAIN, [
    hydroCode,
    [...out.keys()],
    utcDay(a),
    utcDay(b),
    a,
    b,
  ])
  for (const f of found) {
    const over = { t: readInt8s(f.t), v: readFloat8s(f.v), q: readBytes(f.q) }
    const all = merge(unpackAll(f.days), over)
    const start = carry ? Math.max(0, indexAt(all, a)) : lowerBound(all.t, a)
    const end = lowerBound(all.t, b + 1)
    out.set(f.series, {
      t: all.t.subarray(start, end),
      v: all.v.subarray(start, end),
      q: all.q.subarray(start, end),
    })
  }
  return out
}

const IN_WINDOWS = `
SELECT s.series, r.t, r.v, r.q, (
    SELECT ${gather('d.bytes', 'd.day')} FROM (
      SELECT day, bytes FROM reading_day
       WHERE hydro_code = $1 AND series = s.series AND day = ANY($3::int[]) AND n > 0) d) AS days
  FROM unnest($2::text[]) s(series)
 CROSS JOIN LATERAL (
    SELECT array_send(array_agg(t)) t, array_send(array_agg(v)) v, array_send(array_agg(q)) q FROM (
      SELECT w.t, w.v, w.q
        FROM unnest($4::bigint[], $5::bigint[]) o(a, b)
       CROSS JOIN LATERAL (
          SELECT t, v, q FROM reading
           WHERE hydro_code = $1 AND series = s.series AND t BETWEEN o.a AND o.b) w
       ORDER BY w.t) x) r`

/** Readings of each series in windows (both ends included, apart from each other, oldest first), by one statement. */
export async function readIn(
  ctx: Context,
  hydroCode: string,
  series: readonly string[],
  windows: readonly TimeSpan[],
): Promise<Map<string, Series>> {
  const out = new Map<string, Series>(series.map((s) => [s, emptySeries()]))
  if (windows.length === 0 || out.size === 0) return out
  const days = new Set<number>()
  for (const { from, to } of windows) for (let day = utcDay(from); day <= utcDay(to); day++) days.add(day)
  const found = await rows<Found>(ctx, undefined, IN_WINDOWS, [
    hydroCode,
    [...out.keys()],
    numbers([...days]),
    numbers(windows.map((w) => w.from)),
    numbers(windows.map((w) => w.to)),
  ])
  for (const f of found) {
    const over = { t: readInt8s(f.t), v: readFloat8s(f.v), q: readBytes(f.q) }
    const all = merge(unpackAll(f.days), over)
    out.set(f.series, concat(windows.map((w) => slice(all, w.from, w.to + 1))))
  }
  return out
}

/** How many readings are stored of each series over [from, to], in whole days where they are packed. */
export async function countIn(
  ctx: Pick<Context, 'db'>,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, number>> {
  const found = await ctx.db.query<{ series: string; n: number }>(
    `SELECT s.series,
            (SELECT coalesce(sum(n), 0) FROM reading_day
              WHERE hydro_code = $1 AND series = s.series AND day BETWEEN $3 AND $4)
          + (SELECT count(*) FROM reading WHERE hydro_code = $1 AND series = s.series AND t BETWEEN $5 AND $6) AS n
       FROM unnest($2::text[]) s(series)`,
    [hydroCode, [...new Set(series)], utcDay(from), utcDay(to), from, to],
  )
  return new Map(found.map((f) => [f.series, Number(f.n)]))
}

/** How many readings of some series together are stored on each UTC day (core/time) that has any, oldest first. */
export async function countByDay(
  ctx: Pick<Context, 'db'>,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
): Promise<{ day: number; n: number }[]> {
  const found = await ctx.db.query<{ day: number; n: number }>(
    `SELECT day::int AS day, sum(n)::float8 AS n FROM (
       SELECT day, n FROM reading_day
        WHERE hydro_code = $1 AND series = ANY($2) AND day BETWEEN $3 AND $4 AND n > 0
       UNION ALL
       SELECT floor(t / ${DAY}::numeric) AS day, count(*) AS n FROM reading
        WHERE hydro_code = $1 AND series = ANY($2) AND t BETWEEN $5 AND $6 GROUP BY 1) d
      GROUP BY 1 ORDER BY 1`,
    [hydroCode, [...new Set(series)], utcDay(from), utcDay(to), from, to],
  )
  return found.map(({ day, n }) => ({ day, n: Number(n) }))
}

/** Readings that one call may hold at once, about: some hundred MB with what is made of them. */
export const MOST_READ = 5_000_000

export const tooMuchToRead = (count: number, most: number) => badRequest('too_much_to_read', { count, most })

/**
 * The end of a page that starts at `from` and holds about `most` readings, at most `to`. It is estimated from the
 * counts of days and rows, so nothing more is read, and is never before the end of the first day.
 */
export async function endOfPage(
  ctx: Context,
  hydroCode: string,
  series: string,
  from: number,
  to: number,
  most: number,
): Promise<number> {
  const [found] = await rows<{ t: number | null; day: number | null }>(
    ctx,
    undefined,
    `SELECT (SELECT t FROM reading WHERE hydro_code = $1 AND series = $2 AND t BETWEEN $3 AND $4
              ORDER BY t OFFSET $7 LIMIT 1) AS t,
            (SELECT min(day) FROM (SELECT day, sum(n) OVER (ORDER BY day) AS sum FROM reading_day
              WHERE hydro_code = $1 AND series = $2 AND day BETWEEN $5 AND $6 AND n > 0) d WHERE sum > $7) AS day`,
    [hydroCode, series, from, to, utcDay(from), utcDay(to), most],
  )
  return Math.min(to, found.t ?? Infinity, found.day === null ? Infinity : (found.day + 1) * DAY - 1)
}

/**
 * The last entry at or before an instant, of any age; `counts` may skip entries (rejected ones). The packed day of the
 * instant may hold later entries only, so two days are read.
 */
export async function at(
  ctx: Context,
  hydroCode: string,
  series: string,
  t: number,
  { client, counts = () => true }: { client?: Client; counts?: (q: number) => boolean } = {},
): Promise<Entry | null> {
  for (let before = Math.floor(t); ;) {
    const [found] = await rows<Found>(
      ctx,
      client,
      `SELECT r.t, r.v, r.q, (
          SELECT ${gather('d.bytes', 'd.day')} FROM (SELECT day, bytes FROM reading_day
                   WHERE hydro_code = $1 AND series = $2 AND day <= $4 AND n > 0 ORDER BY day DESC LIMIT 2) d) AS days
         FROM (SELECT array_send(array_agg(t)) t, array_send(array_agg(v)) v, array_send(array_agg(q)) q FROM (
                SELECT t, v, q FROM reading WHERE hydro_code = $1 AND series = $2 AND t <= $3
                 ORDER BY t DESC LIMIT 64) x) r`,
      [hydroCode, series, before, utcDay(before)],
    )
    const packed = unpackAll(found.days)
    const over = reversed({ t: readInt8s(found.t), v: readFloat8s(found.v), q: readBytes(found.q) })
    const all = slice(merge(packed, over), -Infinity, before + 1)
    if (all.t.length === 0) return null
    // Before the older of the two tails there may be entries that were not fetched.
    const sure = Math.max(
      packed.t.length > 0 && packed.t[0] <= before ? packed.t[0] : -Infinity,
      over.t.length === 64 ? over.t[0] : -Infinity,
    )
    for (let i = all.t.length - 1; i >= 0 && all.t[i] >= sure; i--)
      if (counts(all.q[i])) return { t: all.t[i], v: all.v[i], q: all.q[i] }
    if (sure === -Infinity) return null
    before = sure - 1
  }
}

/** The instant of the first entry after t that is not REJECTED. */
export async function nextAfter(
  ctx: Context,
  hydroCode: string,
  series: string,
  t: number,
  client?: Client,
): Promise<number | null> {
  for (let after = t; ;) {
    const [found] = await rows<{ t: number | null; days: Buffer | null }>(
      ctx,
      client,
      `SELECT (SELECT t FROM reading WHERE hydro_code = $1 AND series = $2 AND t > $3 AND q & 7 <> ${REJECTED}
                ORDER BY t LIMIT 1) AS t,
              (SELECT ${gather('d.bytes', 'd.day')} FROM (SELECT day, bytes FROM reading_day
                WHERE hydro_code = $1 AND series = $2 AND day >= $4 AND n > 0 ORDER BY day LIMIT 2) d) AS days`,
      [hydroCode, series, after, utcDay(after)],
    )
    const packed = unpackAll(found.days)
    const end = packed.t.length > 0 ? packed.t[packed.t.length - 1] : -Infinity
    const row = found.t ?? Infinity
    for (let i = indexAt(packed, after) + 1; i < packed.t.length && packed.t[i] < row; i++) {
      if (!notRejected(packed.q[i])) continue
      // A row at the same instant replaces the packed entry, and the first row that counts is later: this one is
      // rejected.
      const over = await at(ctx, hydroCode, series, packed.t[i], { client })
      if (over && notRejected(over.q)) return packed.t[i]
    }
    if (row <= end || end <= after) return row === Infinity ? null : row
    after = end
  }
}

function reversed(s: Series): Series {
  s.t.reverse()
  s.v.reverse()
  s.q.reverse()
  return s
}

export const notRejected = (q: number) => (q & 7) !== REJECTED

/**
 * Last entries at or before now. An entry written ahead of its time is found once that time has come. null: the series
 * has none, or is not known although it was named.
 */
export async function lastOrNone(
  ctx: Context,
  hydroCode: string,
  series: readonly string[] | undefined,
  client?: Client,
): Promise<Map<string, Entry | null>> {
  const found = await rows<{ series: string; t: number | null; v: number | null; q: number }>(
    ctx,
    client,
    `SELECT l.series, coalesce(x.t, l.t) AS t, CASE WHEN x.t IS NULL THEN l.v ELSE x.v END AS v,
            coalesce(x.q, l.q) AS q
       FROM series_last l
       LEFT JOIN LATERAL (
         SELECT t, v, q FROM reading r
          WHERE l.ahead > coalesce(l.t, ${-DAY * 1e8}) AND r.hydro_code = $1 AND r.series = l.series
            AND r.t > coalesce(l.t, ${-DAY * 1e8}) AND r.t <= $2 AND r.q & 7 <> ${REJECTED}
          ORDER BY r.t DESC LIMIT 1) x ON true
      WHERE l.hydro_code = $1 ${series ? 'AND l.series = ANY($3)' : ''}`,
    series ? [hydroCode, ctx.clock.now(), series] : [hydroCode, ctx.clock.now()],
  )
  const out = new Map<string, Entry | null>(series?.map((code) => [code, null]))
  for (const r of found) out.set(r.series, r.t === null ? null : { t: r.t, v: r.v ?? NaN, q: r.q })
  return out
}
