import { reals } from '#server/lib/arrays.ts'
import type { Client, Context } from './context.ts'
import { at, notRejected } from './read.ts'
import type { Entry } from '../types.ts'

/**
 * Recomputes the last values of series after entries were removed or rejected. The rows of series_last are locked
 * first, in the order of their codes: a writer that moves one forward meanwhile waits, and then continues from this
 * result.
 */
export async function recomputeLast(
  ctx: Context,
  client: Client,
  hydroCode: string,
  series: readonly string[],
): Promise<(Entry | null)[]> {
  const codes = [...new Set(series)].sort()
  if (codes.length === 0) return []
  const now = ctx.clock.now()
  await client.query(
    `SELECT 1 FROM series_last WHERE hydro_code = $1 AND series = ANY($2) ORDER BY series COLLATE "C" FOR UPDATE`,
    [hydroCode, codes],
  )
  await ctx.pause('last locked')
  const found: (Entry | null)[] = []
  for (const code of codes) found.push(await at(ctx, hydroCode, code, now, { client, counts: notRejected }))
  await client.query(
    `UPDATE series_last l SET t = x.t, v = x.v, q = x.q, changed_at = $6
       FROM unnest($2::text[], $3::int8[], $4::float8[], $5::int2[]) x(series, t, v, q)
      WHERE l.hydro_code = $1 AND l.series = x.series`,
    [
      hydroCode,
      codes,
      reals(found.map((e) => e?.t ?? NaN)),
      reals(found.map((e) => e?.v ?? NaN)),
      reals(found.map((e) => e?.q ?? NaN)),
      now,
    ],
  )
  return found
}
