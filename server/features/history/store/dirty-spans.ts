import { PUBLISHED_PREFIX } from '#core/published/index.ts'
import { numbers } from '#server/lib/arrays.ts'
import { rows, type Client, type Context } from './context.ts'
import { DAY_OF_T } from './day.ts'
import { DAY, utcDay, utcDayStart } from '#core/time/index.ts'

/** The earliest instant of which readings are stored. */
const OLDEST = Date.UTC(1900, 0, 1)

/** A longer span marks only the days that hold anything: an open one would mark a century. */
const LONG = 366 * DAY

/**
 * SQL: the UTC days first..last (expressions of int4) over which a plant (an expression) holds a reading of any series,
 * each once, as `day`. Published records do not count: nothing is computed from them.
 */
export const heldDays = (hydroCode: string, first: string, last: string) => `
  WITH RECURSIVE row_day(series, day) AS (
    SELECT l.series, x.day FROM series_last l CROSS JOIN LATERAL (
      SELECT ${DAY_OF_T} AS day FROM reading
       WHERE hydro_code = ${hydroCode} AND series = l.series
         AND t >= ${first} * ${DAY}::bigint AND t < (${last} + 1) * ${DAY}::bigint ORDER BY t LIMIT 1) x
     WHERE l.hydro_code = ${hydroCode} AND l.series NOT LIKE '${PUBLISHED_PREFIX}%'
    UNION ALL
    -- From day to day through the index: the rows between are not looked at.
    SELECT d.series, x.day FROM row_day d CROSS JOIN LATERAL (
      SELECT ${DAY_OF_T} AS day FROM reading
       WHERE hydro_code = ${hydroCode} AND series = d.series
         AND t >= (d.day + 1) * ${DAY}::bigint AND t < (${last} + 1) * ${DAY}::bigint ORDER BY t LIMIT 1) x)
  SELECT day FROM row_day
   UNION SELECT day FROM reading_day
    WHERE hydro_code = ${hydroCode} AND series NOT LIKE '${PUBLISHED_PREFIX}%' AND n > 0 AND day BETWEEN ${first} AND ${last}`

export type DirtyKind = 'bin' | 'calc'

export interface DirtySpan {
  series: string
  from: number
  to: number
}

/** A span taken, and of how many marks it was made. */
export interface TakenSpan extends DirtySpan {
  rows: number
}

/**
 * Marks spans of series whose effective values changed without a change of raw ones (edits, calibrations), so that bins
 * (and calculation) are recomputed. The upsert counts instead of DO NOTHING: a mark that is being taken would otherwise
 * be seen, left alone, and deleted by the taker's commit. Marks of calculation come first: a transaction that waits for
 * a calculation to return one must not hold a mark of bins that this calculation makes.
 */
export async function markDirty(
  ctx: Context,
  client: Client | undefined,
  hydroCode: string,
  kinds: readonly DirtyKind[],
  spans: readonly DirtySpan[],
): Promise<void> {
  const days: { series: string; day: number; from: number; to: number }[] = []
  const end = ctx.clock.now() + DAY
  const inside = spans.map((s) => ({ ...s, from: Math.max(s.from, OLDEST), to: Math.min(s.to, end) }))
  const united = unite(inside.filter((x) => x.from <= x.to))
  const held = await heldOver(
    ctx,
    client,
    hydroCode,
    united.filter((s) => s.to - s.from > LONG),
  )
  for (const s of united)
    for (const day of s.to - s.from > LONG ? held : daysFrom(utcDay(s.from), utcDay(s.to))) {
      if (day < utcDay(s.from) || day > utcDay(s.to)) continue
      days.push({
        series: s.series,
        day,
        from: Math.max(s.from, utcDayStart(day)),
        to: Math.min(s.to, utcDayStart(day + 1) - 1),
      })
    }
  if (days.length === 0 || kinds.length === 0) return
  await rows(
    ctx,
    client,
    `INSERT INTO dirty_span (hydro_code, kind, series, day, from_t, to_t, n, since)
     SELECT $1, k, series, day, from_t, to_t, 1, $7
       FROM unnest($2::text[]) k CROSS JOIN unnest($3::text[], $4::int[], $5::int8[], $6::int8[]) d(series, day, from_t, to_t)
      ORDER BY k DESC, series COLLATE "C", day
     ON CONFLICT (hydro_code, kind, series, day) DO UPDATE SET n = dirty_span.n + 1,
        from_t = least(dirty_span.from_t, excluded.from_t), to_t = greatest(dirty_span.to_t, excluded.to_t)`,
    [
      hydroCode,
      kinds,
      days.map((d) => d.series),
      numbers(days.map((d) => d.day)),
      numbers(days.map((d) => d.from)),
      numbers(days.map((d) => d.to)),
      ctx.clock.now(),
    ],
  )
}

const daysFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

/** The days that hold anything, over all of these spans. */
async function heldOver(
  ctx: Context,
  client: Client | undefined,
  hydroCode: string,
  spans: readonly DirtySpan[],
): Promise<number[]> {
  if (spans.length === 0) return []
  const [from, to] = [Math.min(...spans.map((s) => s.from)), Math.max(...spans.map((s) => s.to))]
  const found = await rows<{ day: number }>(ctx, client, heldDays('$1', '$2::int', '$3::int'), [
    hydroCode,
    utcDay(from),
    utcDay(to),
  ])
  return found.map((r) => r.day).sort((a, b) => a - b)
}

/** Joins spans of one series that share a UTC day: a mark is one row a day. */
function unite(spans: readonly DirtySpan[]): DirtySpan[] {
  const sorted = [...spans].sort((a, b) =>
    a.series === b.series ? a.from - b.from : a.series < b.series ? -1 : 1,
  )
  const out: DirtySpan[] = []
  for (const s of sorted) {
    const before = out[out.length - 1]
    if (before && before.series === s.series && utcDay(s.from) <= utcDay(before.to))
      before.to = Math.max(before.to, s.to)
    else out.push({ ...s })
  }
  return out
}

export interface TakeOptions {
  /** Takes marks of this many days, the newest first: recent values are what people read. */
  days?: number
  /** Takes at most this many marks, series by series. */
  limit?: number
  series?: readonly string[]
}

/**
 * Takes the spans of a plant that have to be recalculated. It belongs to the transaction of `client` that writes the
 * results: if that fails, the marks stay. Marks that another replica is taking are skipped. Ingest of these series and
 * days waits meanwhile, so keep it short.
 */
export async function takeDirtySpans(
  client: Client,
  hydroCode: string,
  kind: DirtyKind,
  { days, limit, series }: TakeOptions = {},
): Promise<TakenSpan[]> {
  const found = await client.query<{ series: string; from: number; to: number }>(
    // By key: a place (ctid) is not unique where the table is spread over machines. Within CASE the comparison with the
    // chosen keys stays a subplan that PostgreSQL hashes; as a join it is planned without statistics, since the table is
    // mostly empty, and compares every row with every chosen key.
    `WITH chosen AS (
       SELECT series, day FROM dirty_span WHERE hydro_code = $1 AND kind = $2
          AND ($3::int IS NULL OR day >= (SELECT min(day) FROM (
            SELECT DISTINCT day FROM dirty_span WHERE hydro_code = $1 AND kind = $2 ORDER BY day DESC LIMIT $3) newest))
          AND ($4::text[] IS NULL OR series = ANY($4))
        ORDER BY series, day LIMIT $5 FOR UPDATE SKIP LOCKED)
     DELETE FROM dirty_span d
      WHERE d.hydro_code = $1 AND d.kind = $2
        AND CASE WHEN (d.series, d.day) IN (SELECT series, day FROM chosen) THEN true ELSE false END
     RETURNING d.series, d.from_t AS "from", d.to_t AS "to"`,
    [hydroCode, kind, days ?? null, series ?? null, limit ?? 100_000],
  )
  const spans = found.rows.sort((a, b) =>
    a.series === b.series ? a.from - b.from : a.series < b.series ? -1 : 1,
  )
  const out: TakenSpan[] = []
  for (const s of spans) {
    const before = out[out.length - 1]
    // Neighbouring days of one change are joined.
    if (before && before.series === s.series && utcDay(s.from) === utcDay(before.to) + 1) {
      before.to = s.to
      before.rows++
    } else out.push({ ...s, rows: 1 })
  }
  return out
}
