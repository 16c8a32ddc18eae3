import { DAY } from '#core/time/index.ts'
import { emptySeries, merge, type Series } from '#core/series/index.ts'
import { byteas, numbers, readBytes, readFloat8s, readInt8s } from '#server/lib/arrays.ts'
import { rows, type Client, type Context } from '../store/context.ts'
import { dayKeyOf } from '../store/day.ts'
import { pack, unpack } from '#server/lib/packed.ts'
import type { Day, DayKey } from '../types.ts'

/** A stored day: packed bytes, the rows over them, and both merged. */
interface StoredDay extends DayKey {
  packed: Series
  rows: Series
  all: Series
}

/** Each day once. */
export const firstDayKeys = <K extends DayKey>(keys: readonly K[]): K[] => [
  ...new Map(keys.map((k) => [dayKeyOf(k), k])).values(),
]

/** The order in which every transaction locks days and rows. */
const inOrder = (keys: readonly DayKey[]): DayKey[] =>
  [...keys].sort((a, b) => (a.series === b.series ? a.day - b.day : a.series < b.series ? -1 : 1))

function split(keys: readonly DayKey[]): [string[], string] {
  return [keys.map((k) => k.series), numbers(keys.map((k) => k.day))]
}

/** Which of these days have something packed. */
export async function packedAmong(
  ctx: Context,
  client: Client | undefined,
  hydroCode: string,
  keys: readonly DayKey[],
): Promise<DayKey[]> {
  return rows<DayKey>(
    ctx,
    client,
    `SELECT k.series, k.day FROM unnest($2::text[], $3::int[]) k(series, day)
      WHERE (SELECT d.n FROM reading_day d WHERE d.hydro_code = $1 AND d.series = k.series AND d.day = k.day) > 0`,
    [hydroCode, ...split(keys)],
  )
}

/**
 * Locks days until the end of the transaction, inserting a row for a day that has none (which locks its key), always in
 * one order. Returns what is packed in them.
 */
export async function lockDays(
  ctx: Context,
  client: Client,
  hydroCode: string,
  keys: readonly DayKey[],
): Promise<Map<string, Series>> {
  if (keys.length === 0) return new Map()
  keys = inOrder(keys)
  await client.query(
    `INSERT INTO reading_day (hydro_code, series, day, n, bytes)
     SELECT $1, series, day, 0, '' FROM unnest($2::text[], $3::int[]) k(series, day)
     ON CONFLICT (hydro_code, series, day) DO NOTHING`,
    [hydroCode, ...split(keys)],
  )
  await ctx.pause('days made')
  const found = await client.query<{ series: string; day: number; bytes: Buffer }>(
    // One index search per day, in the order of the keys.
    `SELECT k.series, k.day, d.bytes FROM unnest($2::text[], $3::int[]) k(series, day)
      CROSS JOIN LATERAL (SELECT bytes FROM reading_day d
        WHERE d.hydro_code = $1 AND d.series = k.series AND d.day = k.day FOR UPDATE) d`,
    [hydroCode, ...split(keys)],
  )
  await ctx.pause('days locked')
  return new Map(found.rows.map((r) => [dayKeyOf(r), unpack(r.bytes)]))
}

/** The rows of these days, locked until the end of the transaction. */
async function rowsOfDays(
  client: Client,
  hydroCode: string,
  keys: readonly DayKey[],
): Promise<Map<string, Series>> {
  const found = await client.query<{ series: string; day: number; t: Buffer; v: Buffer; q: Buffer }>(
    `SELECT k.series, k.day, r.t, r.v, r.q FROM unnest($2::text[], $3::int[]) k(series, day)
       CROSS JOIN LATERAL (
         SELECT array_send(array_agg(t)) t, array_send(array_agg(v)) v, array_send(array_agg(q)) q FROM (
           SELECT t, v, q FROM reading WHERE hydro_code = $1 AND series = k.series
              AND t >= k.day * ${DAY}::bigint AND t < (k.day + 1) * ${DAY}::bigint ORDER BY t FOR UPDATE) x) r
     WHERE r.t IS NOT NULL`,
    [hydroCode, ...split(keys)],
  )
  return new Map(
    found.rows.map((r) => [dayKeyOf(r), { t: readInt8s(r.t), v: readFloat8s(r.v), q: readBytes(r.q) }]),
  )
}

/**
 * Locks days with their rows and reads them whole. Nobody changes or removes these rows before the transaction ends; a
 * reading without a row may still arrive as one, on a day that is not packed, and it stays.
 */
export async function holdDays(
  ctx: Context,
  client: Client,
  hydroCode: string,
  keys: readonly DayKey[],
): Promise<Map<string, StoredDay>> {
  const packed = await lockDays(ctx, client, hydroCode, keys)
  const over = await rowsOfDays(client, hydroCode, inOrder(keys))
  await ctx.pause('days read')
  return new Map(
    keys.map(({ series, day }) => {
      const key = dayKeyOf({ series, day })
      const p = packed.get(key) ?? emptySeries()
      const r = over.get(key) ?? emptySeries()
      return [key, { series, day, packed: p, rows: r, all: merge(p, r) }]
    }),
  )
}

/** Writes packed days whose rows are locked. */
export async function putDays(client: Client, hydroCode: string, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  await client.query(
    `UPDATE reading_day d SET n = k.n, bytes = k.bytes
       FROM unnest($2::text[], $3::int[], $4::int[], $5::bytea[]) k(series, day, n, bytes)
      WHERE d.hydro_code = $1 AND d.series = k.series AND d.day = k.day`,
    [
      hydroCode,
      ...split(days),
      numbers(days.map((d) => d.data.t.length)),
      byteas(days.map((d) => pack(d.data))),
    ],
  )
}
