import type { Client, Context } from './store/context.ts'
import { markDirty, type DirtyKind, type DirtySpan } from './store/dirty-spans.ts'
import type { Change } from './types.ts'
import type { Effective } from './effective.ts'

/**
 * Records that effective values of spans changed though nothing was written: marks them, and stamps the series as
 * changed, so that a replica that misses the notice finds them. Returns the changes with the last effective values.
 */
export async function markEffectiveChange(
  ctx: Context,
  effective: Effective,
  client: Client,
  hydroCode: string,
  spans: readonly DirtySpan[],
  kinds: readonly DirtyKind[] = ['bin', 'calc'],
): Promise<Change[]> {
  if (spans.length === 0) return []
  await markDirty(ctx, client, hydroCode, kinds, spans)
  const codes = [...new Set(spans.map((s) => s.series))].sort()
  await client.query(
    `INSERT INTO series_last (hydro_code, series, changed_at)
     SELECT $1, code, $3 FROM unnest($2::text[]) code ORDER BY code COLLATE "C"
     ON CONFLICT (hydro_code, series) DO UPDATE SET changed_at = excluded.changed_at`,
    [hydroCode, codes, ctx.clock.now()],
  )
  const last = await effective.last(hydroCode, codes, { client })
  return codes.map((series) => {
    const seriesSpans = spans.filter((s) => s.series === series)
    const change: Change = {
      hydroCode,
      series,
      from: Math.min(...seriesSpans.map((s) => s.from)),
      to: Math.max(...seriesSpans.map((s) => s.to)),
    }
    const entry = last.get(series)
    if (entry) change.last = entry
    return change
  })
}
