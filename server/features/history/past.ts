import { DAY, utcDay } from '#core/time/index.ts'
import { concat, emptySeries, slice, type Series } from '#core/series/index.ts'
import { byteas, numbers } from '#server/lib/arrays.ts'
import { rows, type Client, type Context } from './context.ts'
import { dayOf } from './days.ts'
import { pack, unpack } from '#server/lib/packed.ts'
import { read } from './read.ts'
import type { Because, Day, Source } from './types.ts'

/**
 * Keeps days as they were before a change. Their locks are held, so the copies of a day follow each other; two in
 * one millisecond are told apart by a millisecond.
 */
export async function keepPast(
  ctx: Context,
  client: Client,
  hydroCode: string,
  days: readonly Day[],
  source: Source,
  because: Because,
): Promise<void> {
  if (days.length === 0) return
  await client.query(
    `INSERT INTO history_past (hydro_code, series, day, replaced_at, source, run, actor, reason, n, bytes)
     SELECT $1, k.series, k.day,
            greatest($6::bigint, (SELECT max(p.replaced_at) + 1 FROM history_past p
                                   WHERE p.hydro_code = $1 AND p.series = k.series AND p.day = k.day)),
            $7, $8, $9, $10, k.n, k.bytes
       FROM unnest($2::text[], $3::int[], $4::int[], $5::bytea[]) k(series, day, n, bytes)`,
    [
      hydroCode,
      days.map((d) => d.series),
      numbers(days.map((d) => d.day)),
      numbers(days.map((d) => d.data.t.length)),
      byteas(days.map((d) => pack(d.data))),
      ctx.clock.now(),
      source,
      because.run ?? null,
      because.actor ?? null,
      because.reason ?? null,
    ],
  )
  await ctx.pause('past kept')
}

/**
 * Readings over [from, to] as they were known at an instant: days that were replaced later are taken from their
 * copies. Days still open are not copied (unless a run changed them): for those this is what is known now.
 */
export async function readKnown(
  ctx: Context,
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  knownAt: number,
): Promise<Map<string, Series>> {
  return ctx.db.tx(async (client) => {
    const now = await read(ctx, hydroCode, series, from, to, { client })
    const past = await rows<{ series: string; day: number; bytes: Buffer }>(
      ctx,
      client,
      `SELECT DISTINCT ON (series, day) series, day, bytes FROM history_past
        WHERE hydro_code = $1 AND series = ANY($2) AND day BETWEEN $3 AND $4 AND replaced_at > $5
        ORDER BY series, day, replaced_at`,
      [hydroCode, series, utcDay(from), utcDay(to), knownAt],
    )
    for (const code of series) {
      const old = past.filter((p) => p.series === code)
      if (old.length === 0) continue
      const replaced = new Map(old.map((p) => [p.day, unpack(p.bytes)]))
      const current = now.get(code) ?? emptySeries()
      const parts: Series[] = []
      let at = from
      for (const day of [...replaced.keys()].sort((a, b) => a - b)) {
        parts.push(slice(current, at, day * DAY), slice(replaced.get(day)!, from, to + 1))
        at = (day + 1) * DAY
      }
      parts.push(slice(current, at, to + 1))
      now.set(code, concat(parts))
    }
    return now
  }, 'repeatable read')
}

/** Every copy that a run or import made, oldest first, each with the state that followed it. */
export async function copiesOf(
  ctx: Context,
  client: Client,
  hydroCode: string,
  run: string,
): Promise<{ series: string; day: number; before: Series; after: Series | null }[]> {
  const found = await rows<{ series: string; day: number; bytes: Buffer; next: Buffer | null }>(
    ctx,
    client,
    `SELECT p.series, p.day, p.bytes, (
        SELECT x.bytes FROM history_past x WHERE x.hydro_code = $1 AND x.series = p.series AND x.day = p.day
           AND x.replaced_at > p.replaced_at AND x.run IS DISTINCT FROM $2 ORDER BY x.replaced_at LIMIT 1) AS next
       FROM (SELECT DISTINCT ON (series, day) series, day, replaced_at, bytes FROM history_past
              WHERE hydro_code = $1 AND run = $2 ORDER BY series, day, replaced_at) p
      ORDER BY p.series COLLATE "C", p.day`,
    [hydroCode, run],
  )
  return found.map((r) => ({
    series: r.series,
    day: r.day,
    before: dayOf(unpack(r.bytes), r.day),
    after: r.next && dayOf(unpack(r.next), r.day),
  }))
}
