import { DAY, utcDay, utcDayStart } from '#core/time/index.ts'
import { merge, emptySeries } from '#core/series/index.ts'
import { readBytes, readFloat8s, readInt8s, numbers } from '#server/lib/arrays.ts'
import { plantsWithSeries } from '../store/across.ts'
import { type Client, type Context } from '../store/context.ts'
import { lockDays, putDays } from './days.ts'
import { DAY_OF_T, dayKeyOf } from '../store/day.ts'
import { arrivals, keepKnown } from '../as-of/known.ts'
import type { DayKey } from '../types.ts'

/** Days packed in one transaction: a few ms of work, so that no writer waits long for a lock. */
const DAYS = 64

/** The room of packed rows is freed from so many on, and from this share of the table: vacuuming reads its index. */
const VACUUM_FROM = 50_000
const VACUUM_SHARE = 0.1

/** Packs the rows of all days that ended at or before an instant. Returns how many days were packed. */
export async function packBefore(ctx: Context, olderThan: number): Promise<number> {
  let packed = 0
  for (const hydroCode of await plantsWithSeries(ctx))
    for (let days = 1; days > 0; packed += days) days = await packSome(ctx, hydroCode, olderThan)
  return packed
}

/** One transaction of the same for one plant; 0 when nothing is left. */
export async function packSome(ctx: Context, hydroCode: string, olderThan: number): Promise<number> {
  const keys = await daysWithRows(ctx, hydroCode, utcDayStart(utcDay(olderThan)))
  if (keys.length === 0) {
    ctx.unpacked.delete(hydroCode)
    return 0
  }
  const { days, rows } = await packDays(ctx, hydroCode, keys)
  ctx.freed += rows
  if (ctx.freed >= VACUUM_FROM) await freeRoom(ctx)
  return days
}

/**
 * Makes the room of packed rows free for others: autovacuum comes when a fifth of the table is dead, and by then history
 * that arrives fast has made the table as much larger, for good.
 */
async function freeRoom(ctx: Context): Promise<void> {
  const [table] = await ctx.db.query<{ rows: number }>(
    `SELECT reltuples AS rows FROM pg_class WHERE oid = 'reading'::regclass`,
  )
  if (ctx.freed < VACUUM_SHARE * table.rows) return
  ctx.freed = 0
  // Outside of any transaction, as vacuuming must be.
  await ctx.db.query('VACUUM reading')
}

/**
 * Some days of a plant that have rows before an instant. Rows are too many to look at all: this walks the key from
 * series to series, and in each from day to day.
 */
function daysWithRows(ctx: Context, hydroCode: string, end: number): Promise<DayKey[]> {
  return ctx.db.query(
    `WITH RECURSIVE s(series) AS (
       (SELECT series FROM reading WHERE hydro_code = $1 ORDER BY series LIMIT 1)
       UNION ALL
       SELECT n.series FROM s CROSS JOIN LATERAL (
         SELECT series FROM reading WHERE hydro_code = $1 AND series > s.series ORDER BY series LIMIT 1) n),
     d(series, day) AS (
       SELECT s.series, x.day FROM s CROSS JOIN LATERAL (
         SELECT ${DAY_OF_T} AS day FROM reading
          WHERE hydro_code = $1 AND series = s.series AND t < $2 ORDER BY t LIMIT 1) x
       UNION ALL
       SELECT d.series, x.day FROM d CROSS JOIN LATERAL (
         SELECT ${DAY_OF_T} AS day FROM reading
          WHERE hydro_code = $1 AND series = d.series AND t >= (d.day + 1) * ${DAY}::bigint AND t < $2
          ORDER BY t LIMIT 1) x)
     SELECT series, day FROM d LIMIT ${DAYS}`,
    [hydroCode, end],
  )
}

/** One transaction: locks the days, merges their rows into what is packed, and writes it back. */
async function packDays(
  ctx: Context,
  hydroCode: string,
  keys: readonly DayKey[],
): Promise<{ days: number; rows: number }> {
  return ctx.db.tx(
    async (client) => {
      const days = await lockDays(ctx, client, hydroCode, keys)
      const taken = await takeRows(client, hydroCode, keys)
      await ctx.pause('rows taken')
      await keepKnown(client, hydroCode, [...taken.values()])
      await putDays(
        client,
        hydroCode,
        [...taken.values()].map(({ series, day, data }) => ({
          series,
          day,
          data: merge(days.get(dayKeyOf({ series, day })) ?? emptySeries(), data),
        })),
      )
      await ctx.pause('days packed')
      return { days: taken.size, rows: [...taken.values()].reduce((sum, { data }) => sum + data.t.length, 0) }
    },
    { retry: true },
  )
}

/** Deletes the rows of locked days and returns them, with when they arrived. */
export async function takeRows(client: Client, hydroCode: string, keys: readonly DayKey[]) {
  const found = await client.query<{
    series: string
    day: number
    t: Buffer
    v: Buffer
    q: Buffer
    arrived: Buffer
  }>(
    `WITH gone AS (
       DELETE FROM reading r USING unnest($2::text[], $3::int[]) k(series, day)
        WHERE r.hydro_code = $1 AND r.series = k.series
          AND r.t >= k.day * ${DAY}::bigint AND r.t < (k.day + 1) * ${DAY}::bigint
       RETURNING r.series, k.day, r.t, r.v, r.q, r.arrived)
     SELECT series, day, array_send(array_agg(t ORDER BY t)) t, array_send(array_agg(v ORDER BY t)) v,
            array_send(array_agg(q ORDER BY t)) q, array_send(array_agg(arrived::float8 ORDER BY t)) arrived
       FROM gone GROUP BY series, day`,
    [hydroCode, keys.map((k) => k.series), numbers(keys.map((k) => k.day))],
  )
  return new Map(
    found.rows.map((r) => {
      const data = { t: readInt8s(r.t), v: readFloat8s(r.v), q: readBytes(r.q) }
      const arrived = arrivals(data.t, readFloat8s(r.arrived))
      return [dayKeyOf(r), { series: r.series, day: r.day, data, arrived }]
    }),
  )
}
