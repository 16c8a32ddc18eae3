import { DAY, utcDay, utcDayStart } from '#core/time/index.ts'
import { merge, emptySeries } from '#core/series/index.ts'
import { readBytes, readFloat8s, readInt8s, numbers } from '#server/lib/arrays.ts'
import { seriesWithRowsBefore } from '../store/across.ts'
import { type Client, type Context } from '../store/context.ts'
import { lockDays, putDays } from './days.ts'
import { DAY_OF_T, dayKeyOf } from '../store/day.ts'
import { arrivals, keepKnown } from '../as-of/known.ts'
import type { DayKey } from '../types.ts'

/** Days packed in one transaction: a few ms of work, so that no writer waits long for a lock. */
const DAYS = 64

/** Rows that are packed before their room is given back to rows that arrive meanwhile. */
const VACUUM_EVERY = 200_000
/** Fewer than this are left to autovacuum. */
const VACUUM_FROM = 20_000

/** Packs the rows of all days that ended at or before an instant. Returns how many days were packed. */
export async function packBefore(ctx: Context, olderThan: number): Promise<number> {
  const end = utcDayStart(utcDay(olderThan))
  let packed = 0
  let freed = 0
  ctx.unpacked = 0
  for (;;) {
    const open = await seriesWithRowsBefore(ctx, end)
    if (open.length === 0) {
      if (freed >= VACUUM_FROM) await giveRoomBack(ctx)
      return packed
    }
    const byPlant = Map.groupBy(open, (s) => s.hydroCode)
    for (const [hydroCode, list] of byPlant) {
      const keys: DayKey[] = []
      for (const s of list) {
        const days = await daysWithRows(ctx, hydroCode, s.series, end)
        keys.push(...days.map((day) => ({ series: s.series, day })))
      }
      for (let i = 0; i < keys.length; i += DAYS) {
        const done = await packDays(ctx, hydroCode, keys.slice(i, i + DAYS))
        packed += done.days
        freed += done.rows
        if (freed < VACUUM_EVERY) continue
        await giveRoomBack(ctx)
        freed = 0
      }
    }
  }
}

/**
 * Makes the room of packed rows free for others at once: autovacuum comes when a fifth of the table is dead, and by
 * then history that arrives fast has made the table as much larger, for good.
 */
async function giveRoomBack(ctx: Context): Promise<void> {
  await ctx.db.pool.query('VACUUM reading')
}

async function daysWithRows(ctx: Context, hydroCode: string, series: string, end: number): Promise<number[]> {
  const found = await ctx.db.query<{ day: number }>(
    `SELECT DISTINCT ${DAY_OF_T} AS day FROM reading
      WHERE hydro_code = $1 AND series = $2 AND t < $3 ORDER BY 1`,
    [hydroCode, series, end],
  )
  return found.map((r) => r.day)
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
