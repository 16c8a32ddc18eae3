import { DAY, utcDay } from '#core/time/index.ts'
import { concat, emptySeries, indexAt, merge, slice, type Series } from '#core/series/index.ts'
import { byteas, numbers, readBytes, readFloat8s, readInt8s } from '#server/lib/arrays.ts'
import { rows, type Client, type Context } from '../store/context.ts'
import { sliceDay, dayKeyOf } from '../store/day.ts'
import { pack, unpack } from '#server/lib/packed.ts'
import {
  arrivalsOf,
  instantOfSecond,
  noFormer,
  packArrived,
  secondOf,
  unpackArrived,
  unpackFormer,
  type Former,
} from './known.ts'
import { read } from '../store/read.ts'
import type { WriteReason, Day, WriteSource } from '../types.ts'

/** A day before a change. */
export interface PastDay extends Day {
  /** Seconds of arrival of rows that are already deleted. */
  arrived?: Series
  /** What the change writes to the day; a removed entry is NaN of grade 0. Kept for runs only. */
  wrote: Series
}

/**
 * Keeps copies of days before a change, at the instant `now` that the changed rows get too. The caller holds the locks
 * of the days, so copies of a day follow each other; two within one millisecond are moved a millisecond apart.
 */
export async function keepPast(
  ctx: Context,
  client: Client,
  hydroCode: string,
  days: readonly PastDay[],
  source: WriteSource,
  because: WriteReason,
  now: number,
): Promise<void> {
  if (days.length === 0) return
  const known = await arrivalsOf(
    client,
    hydroCode,
    days.filter((d) => d.data.t.length > 0),
  )
  const arrived = days.map((d) => {
    const all = merge(known.get(dayKeyOf(d)) ?? emptySeries(), d.arrived ?? emptySeries())
    return packArrived(all)
  })
  await client.query(
    `INSERT INTO history_past (hydro_code, series, day, replaced_at, source, run, actor, reason, n, bytes, arrived, wrote)
     SELECT $1, k.series, k.day,
            greatest($6::bigint, (SELECT max(p.replaced_at) + 1 FROM history_past p
                                   WHERE p.hydro_code = $1 AND p.series = k.series AND p.day = k.day)),
            $7, $8, $9, $10, k.n, k.bytes, k.arrived, CASE WHEN $8::text IS NOT NULL THEN k.wrote END
       FROM unnest($2::text[], $3::int[], $4::int[], $5::bytea[], $11::bytea[], $12::bytea[])
            k(series, day, n, bytes, arrived, wrote)`,
    [
      hydroCode,
      days.map((d) => d.series),
      numbers(days.map((d) => d.day)),
      numbers(days.map((d) => d.data.t.length)),
      byteas(days.map((d) => pack(d.data))),
      now,
      source,
      because.run ?? null,
      because.actor ?? null,
      because.reason ?? null,
      byteas(arrived),
      byteas(days.map((d) => (because.run ? pack(d.wrote) : Buffer.alloc(0)))),
    ],
  )
  await ctx.pause('past kept')
}

interface Copy {
  day: number
  replaced_at: number
  bytes: Buffer
  arrived: Buffer | null
}

interface FormerRows {
  series: string
  t: Buffer
  v: Buffer
  q: Buffer
  since: Buffer
  until: Buffer
}

/**
 * Raw readings over [from, to] as known at the end of a second. Every change of a closed day, and every change by a
 * run, left a copy of the day: the first copy made later is the day as it was until then. Between copies, single
 * readings arrived and were replaced: those that arrived later are removed, and those replaced later are put back.
 */
export async function readKnown(
  ctx: Context,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  knownAt: number,
): Promise<Map<string, Series>> {
  const out = new Map<string, Series>(series.map((s) => [s, emptySeries()]))
  if (!(from <= to) || out.size === 0) return out
  const a = Math.ceil(Math.max(from, -8.64e15))
  const b = Math.floor(Math.min(to, 8.64e15))
  const codes = [...out.keys()]
  const second = secondOf(knownAt)
  const days = [hydroCode, codes, utcDay(a), utcDay(b)]
  return ctx.db.tx(
    async (client) => {
      const now = await read(ctx, hydroCode, codes, a, b, { client })
      const copies = await rows<Copy & { series: string }>(
        ctx,
        client,
        `SELECT DISTINCT ON (series, day) series, day, replaced_at, bytes, arrived FROM history_past
        WHERE hydro_code = $1 AND series = ANY($2) AND day BETWEEN $3 AND $4 AND replaced_at >= $5
        ORDER BY series, day, replaced_at`,
        [...days, instantOfSecond(second + 1)],
      )
      const late = await rows<{ series: string; t: Buffer }>(
        ctx,
        client,
        `SELECT series, array_send(array_agg(t)) t FROM reading
        WHERE hydro_code = $1 AND series = ANY($2) AND t BETWEEN $3 AND $4 AND arrived > $5 GROUP BY series`,
        [hydroCode, codes, a, b, second],
      )
      const replaced = await rows<FormerRows>(
        ctx,
        client,
        `SELECT series, array_send(array_agg(t)) t, array_send(array_agg(v)) v, array_send(array_agg(q)) q,
              array_send(array_agg(since::float8)) since, array_send(array_agg(until::float8)) until
         FROM reading_past
        WHERE hydro_code = $1 AND series = ANY($2) AND t BETWEEN $3 AND $4 AND since <= $5 AND until > $5
        GROUP BY series`,
        [hydroCode, codes, a, b, second],
      )
      const beside = await rows<{ series: string; arrived: Buffer; former: Buffer }>(
        ctx,
        client,
        `SELECT series, arrived, former FROM reading_known
        WHERE hydro_code = $1 AND series = ANY($2) AND day BETWEEN $3 AND $4 AND latest > $5`,
        [...days, second],
      )
      for (const code of codes) {
        const ofSeries = beside.filter((x) => x.series === code)
        const later = new Set(readInt8s(late.find((x) => x.series === code)?.t ?? null))
        for (const x of ofSeries) laterThan(unpackArrived(x.arrived), second, later)
        const former = [
          formerOf(replaced.find((x) => x.series === code)),
          ...ofSeries.map((x) => unpackFormer(x.former)),
        ]
        const old = copies.filter((c) => c.series === code)
        out.set(code, slice(asKnown(now.get(code)!, later, former, old, second), a, b + 1))
      }
      return out
    },
    { isolation: 'repeatable read' },
  )
}

const formerOf = (r: FormerRows | undefined): Former =>
  r
    ? {
        t: readInt8s(r.t),
        v: readFloat8s(r.v),
        q: readBytes(r.q),
        since: readFloat8s(r.since),
        until: readFloat8s(r.until),
      }
    : noFormer()

function laterThan(arrived: Series, second: number, into: Set<number>): void {
  for (let i = 0; i < arrived.t.length; i++) if (arrived.v[i] > second) into.add(arrived.t[i])
}

/** later: instants whose entries in `now` came after the second; copies: the first later one of each day. */
function asKnown(
  now: Series,
  later: ReadonlySet<number>,
  former: readonly Former[],
  copies: readonly Copy[],
  second: number,
): Series {
  const current = drop(now, later)
  const madeIn = new Map<number, number>()
  const parts: Series[] = []
  let at = -Infinity
  for (const copy of [...copies].sort((x, y) => x.day - y.day)) {
    madeIn.set(copy.day, secondOf(copy.replaced_at))
    const after = new Set<number>()
    laterThan(unpackArrived(copy.arrived), second, after)
    parts.push(slice(current, at, copy.day * DAY), drop(unpack(copy.bytes), after))
    at = (copy.day + 1) * DAY
  }
  const base = parts.length === 0 ? current : concat([...parts, slice(current, at, Infinity)])
  const back: [t: number, v: number, q: number][] = []
  for (const f of former)
    for (let i = 0; i < f.t.length; i++) {
      // What was replaced after the copy was made is in the copy, or arrived after it.
      if (f.since[i] > second || f.until[i] <= second) continue
      if (f.until[i] > (madeIn.get(utcDay(f.t[i])) ?? Infinity)) continue
      back.push([f.t[i], f.v[i], f.q[i]])
    }
  if (back.length === 0) return base
  back.sort((x, y) => x[0] - y[0])
  const restored: Series = {
    t: Float64Array.from(back, (x) => x[0]),
    v: Float64Array.from(back, (x) => x[1]),
    q: Uint8Array.from(back, (x) => x[2]),
  }
  return merge(restored, base)
}

function drop(s: Series, gone: ReadonlySet<number>): Series {
  if (gone.size === 0) return s
  const at = Array.from(s.t.keys()).filter((i) => !gone.has(s.t[i]))
  if (at.length === s.t.length) return s
  return {
    t: Float64Array.from(at, (i) => s.t[i]),
    v: Float64Array.from(at, (i) => s.v[i]),
    q: Uint8Array.from(at, (i) => s.q[i]),
  }
}

/** The newest day at or before t for which a series holds, or ever held, anything. */
export async function dayBefore(
  ctx: Context,
  hydroCode: string,
  series: string,
  t: number,
): Promise<number | null> {
  const [found] = await rows<{ t: number | null; day: number | null }>(
    ctx,
    undefined,
    `SELECT greatest(
        (SELECT t FROM reading WHERE hydro_code = $1 AND series = $2 AND t <= $3 ORDER BY t DESC LIMIT 1),
        (SELECT t FROM reading_past WHERE hydro_code = $1 AND series = $2 AND t <= $3 ORDER BY t DESC LIMIT 1)) AS t,
      greatest(
        (SELECT day FROM reading_day WHERE hydro_code = $1 AND series = $2 AND day <= $4 AND n > 0
          ORDER BY day DESC LIMIT 1),
        (SELECT day FROM history_past WHERE hydro_code = $1 AND series = $2 AND day <= $4 AND n > 0
          ORDER BY day DESC LIMIT 1)) AS day`,
    [hydroCode, series, t, utcDay(t)],
  )
  if (found.t === null) return found.day
  return Math.max(utcDay(found.t), found.day ?? -Infinity)
}

/** A copy that a run or import made. */
export interface RunCopy {
  series: string
  day: number
  before: Series
  /** What it wrote to the day; null in copies made before this was kept: then `after` is the day that followed it. */
  wrote: Series | null
  after: Series | null
}

/** Every copy that a run or import made, by series and day, the newest of a day first. */
export async function copiesOf(
  ctx: Context,
  client: Client,
  hydroCode: string,
  run: string,
): Promise<RunCopy[]> {
  const found = await rows<{
    series: string
    day: number
    bytes: Buffer
    wrote: Buffer | null
    next: Buffer | null
  }>(
    ctx,
    client,
    `SELECT p.series, p.day, p.bytes, p.wrote, CASE WHEN p.wrote IS NULL THEN (
        SELECT x.bytes FROM history_past x WHERE x.hydro_code = $1 AND x.series = p.series AND x.day = p.day
           AND x.replaced_at > p.replaced_at AND x.run IS DISTINCT FROM $2 ORDER BY x.replaced_at LIMIT 1) END AS next
       FROM history_past p
      WHERE p.hydro_code = $1 AND p.run = $2
      ORDER BY p.series COLLATE "C", p.day, p.replaced_at DESC`,
    [hydroCode, run],
  )
  return found.map((r) => ({
    series: r.series,
    day: r.day,
    before: sliceDay(unpack(r.bytes), r.day),
    wrote: r.wrote && unpack(r.wrote),
    after: r.next && sliceDay(unpack(r.next), r.day),
  }))
}

/**
 * Entries of `after` that are new or different from `before`, and removed ones (NaN of grade 0). Both are of one day.
 */
export function entryChanges(before: Series, after: Series): Series {
  const out: [number, number, number][] = []
  for (let i = 0; i < after.t.length; i++) {
    const k = indexAt(before, after.t[i])
    const had = k >= 0 && before.t[k] === after.t[i]
    if (had && before.q[k] === after.q[i] && Object.is(before.v[k], after.v[i])) continue
    out.push([after.t[i], after.v[i], after.q[i]])
  }
  for (const t of before.t) {
    const k = indexAt(after, t)
    if (k < 0 || after.t[k] !== t) out.push([t, NaN, 0])
  }
  out.sort((x, y) => x[0] - y[0])
  return {
    t: Float64Array.from(out, (x) => x[0]),
    v: Float64Array.from(out, (x) => x[1]),
    q: Uint8Array.from(out, (x) => x[2]),
  }
}
