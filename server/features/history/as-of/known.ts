import { DAY } from '#core/time/index.ts'
import { emptySeries, merge, type Series } from '#core/series/index.ts'
import { byteas, numbers, readBytes, readFloat8s, readInt8s } from '#server/lib/arrays.ts'
import { pack, unpack } from '#server/lib/packed.ts'
import type { Client } from '../store/context.ts'
import { dayKeyOf } from '../store/day.ts'
import type { DayKey } from '../types.ts'

/** Arrival and replacement times are stored as seconds in four bytes, counted from this instant (s). */
const ORIGIN = Date.UTC(2020, 0, 1) / 1000
const LOWEST = -(2 ** 31)
const HIGHEST = 2 ** 31 - 1

/** The second of an instant as it is stored. What happens within a second counts as known at its end. */
export const secondOf = (t: number): number =>
  Math.min(HIGHEST, Math.max(LOWEST, Math.floor(t / 1000) - ORIGIN))

/** The last instant of the second that contains t: what happened within a second counts as known in it. */
export const endOfSecond = (t: number): number => Math.floor(t / 1000) * 1000 + 999

/** The first instant of a stored second. */
export const instantOfSecond = (second: number): number => (second + ORIGIN) * 1000

/** SQL: the arrival of an old row whose arrival is not recorded. */
export const ALWAYS = LOWEST

/** Readings that were replaced while their day was open, as they were known over the seconds [since, until). */
export interface Former extends Series {
  since: Float64Array
  until: Float64Array
}

export const noFormer = (): Former => ({
  ...emptySeries(),
  since: new Float64Array(0),
  until: new Float64Array(0),
})

/** Packs seconds of arrival by instant of reading (a series whose values are seconds), as delays, which are small. */
export function packArrived(arrived: Series): Buffer {
  return pack({ ...arrived, v: arrived.v.map((second, i) => second - secondOf(arrived.t[i])) })
}

export function unpackArrived(bytes: Buffer | null): Series {
  if (!bytes) return emptySeries()
  const s = unpack(bytes)
  for (let i = 0; i < s.t.length; i++) s.v[i] += secondOf(s.t[i])
  return s
}

/** Packs four columns, each behind its length: an instant may occur more than once. */
function packFormer(f: Former): Buffer {
  const n = f.t.length
  if (n === 0) return Buffer.alloc(0)
  const t = Float64Array.from({ length: n }, (_, i) => i)
  const good = new Uint8Array(n)
  const parts = [
    pack({ t, v: f.t, q: good }),
    pack({ t, v: f.v, q: f.q }),
    pack({ t, v: f.since, q: good }),
    pack({ t, v: f.until, q: good }),
  ]
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(part.length)
      return [length, part]
    }),
  )
}

export function unpackFormer(bytes: Buffer | null): Former {
  if (!bytes || bytes.length === 0) return noFormer()
  const parts: Series[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32LE(at)
    parts.push(unpack(bytes.subarray(at + 4, at + 4 + length)))
    at += 4 + length
  }
  const [t, value, since, until] = parts
  return { t: t.v, v: value.v, q: value.q, since: since.v, until: until.v }
}

function joinFormer(a: Former, b: Former): Former {
  if (a.t.length === 0) return b
  if (b.t.length === 0) return a
  const reals = (x: Float64Array, y: Float64Array) => {
    const out = new Float64Array(x.length + y.length)
    out.set(x)
    out.set(y, x.length)
    return out
  }
  const q = new Uint8Array(a.q.length + b.q.length)
  q.set(a.q)
  q.set(b.q, a.q.length)
  return {
    t: reals(a.t, b.t),
    v: reals(a.v, b.v),
    q,
    since: reals(a.since, b.since),
    until: reals(a.until, b.until),
  }
}

/** Instants with their seconds of arrival, without those whose arrival is unknown (NaN). */
export function arrivals(t: Float64Array, second: Float64Array): Series {
  const at = Array.from(t.keys()).filter((i) => !Number.isNaN(second[i]))
  return {
    t: Float64Array.from(at, (i) => t[i]),
    v: Float64Array.from(at, (i) => second[i]),
    q: new Uint8Array(at.length),
  }
}

/**
 * When the entries of days arrived, as far as it is recorded, packed or in rows. The caller holds the locks of the
 * days.
 */
export async function arrivalsOf(
  client: Client,
  hydroCode: string,
  keys: readonly DayKey[],
): Promise<Map<string, Series>> {
  if (keys.length === 0) return new Map()
  const { rows } = await client.query<{
    series: string
    day: number
    packed: Buffer | null
    t: Buffer | null
    arrived: Buffer | null
  }>(
    `SELECT k.series, k.day, r.t, r.arrived,
            (SELECT x.arrived FROM reading_known x
              WHERE x.hydro_code = $1 AND x.series = k.series AND x.day = k.day) AS packed
       FROM unnest($2::text[], $3::int[]) k(series, day)
      CROSS JOIN LATERAL (
        SELECT array_send(array_agg(t)) t, array_send(array_agg(arrived::float8)) arrived FROM (
          SELECT t, arrived FROM reading WHERE hydro_code = $1 AND series = k.series
             AND t >= k.day * ${DAY}::bigint AND t < (k.day + 1) * ${DAY}::bigint ORDER BY t) x) r`,
    [hydroCode, keys.map((k) => k.series), numbers(keys.map((k) => k.day))],
  )
  return new Map(
    rows.map((r) => [
      dayKeyOf(r),
      merge(unpackArrived(r.packed), arrivals(readInt8s(r.t), readFloat8s(r.arrived))),
    ]),
  )
}

/** Stores arrivals and replaced readings of rows that are being packed beside their days. */
export async function keepKnown(
  client: Client,
  hydroCode: string,
  days: readonly (DayKey & { arrived: Series })[],
): Promise<void> {
  if (days.length === 0) return
  const split = [hydroCode, days.map((d) => d.series), numbers(days.map((d) => d.day))]
  const gone = await client.query<{
    series: string
    day: number
    t: Buffer
    v: Buffer
    q: Buffer
    since: Buffer
    until: Buffer
  }>(
    `WITH gone AS (
       DELETE FROM reading_past r USING unnest($2::text[], $3::int[]) k(series, day)
        WHERE r.hydro_code = $1 AND r.series = k.series
          AND r.t >= k.day * ${DAY}::bigint AND r.t < (k.day + 1) * ${DAY}::bigint
       RETURNING r.*, k.day)
     SELECT series, day, array_send(array_agg(t ORDER BY t, until)) t, array_send(array_agg(v ORDER BY t, until)) v,
            array_send(array_agg(q ORDER BY t, until)) q,
            array_send(array_agg(since::float8 ORDER BY t, until)) since,
            array_send(array_agg(until::float8 ORDER BY t, until)) until
       FROM gone GROUP BY series, day`,
    split,
  )
  const had = await client.query<{ series: string; day: number; arrived: Buffer; former: Buffer }>(
    `SELECT x.series, x.day, x.arrived, x.former FROM unnest($2::text[], $3::int[]) k(series, day)
       JOIN reading_known x ON x.hydro_code = $1 AND x.series = k.series AND x.day = k.day`,
    split,
  )
  const before = new Map(had.rows.map((r) => [dayKeyOf(r), r]))
  const replaced = new Map(
    gone.rows.map((r) => [
      dayKeyOf(r),
      {
        t: readInt8s(r.t),
        v: readFloat8s(r.v),
        q: readBytes(r.q),
        since: readFloat8s(r.since),
        until: readFloat8s(r.until),
      },
    ]),
  )
  const put = days.flatMap((d) => {
    const old = before.get(dayKeyOf(d))
    const arrived = merge(unpackArrived(old?.arrived ?? null), d.arrived)
    const former = joinFormer(unpackFormer(old?.former ?? null), replaced.get(dayKeyOf(d)) ?? noFormer())
    if (arrived.t.length === 0 && former.t.length === 0) return []
    const latest = Math.max(ALWAYS, ...arrived.v, ...former.until)
    return [{ ...d, latest, arrived: packArrived(arrived), former: packFormer(former) }]
  })
  if (put.length === 0) return
  await client.query(
    `INSERT INTO reading_known AS x (hydro_code, series, day, latest, arrived, former)
     SELECT $1, k.* FROM unnest($2::text[], $3::int[], $4::int[], $5::bytea[], $6::bytea[]) k
     ON CONFLICT (hydro_code, series, day) DO UPDATE
        SET latest = excluded.latest, arrived = excluded.arrived, former = excluded.former`,
    [
      hydroCode,
      put.map((d) => d.series),
      numbers(put.map((d) => d.day)),
      numbers(put.map((d) => d.latest)),
      byteas(put.map((d) => d.arrived)),
      byteas(put.map((d) => d.former)),
    ],
  )
}
