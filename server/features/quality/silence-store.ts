import type { Registry } from '#server/features/readings/index.ts'
import type { Services } from '#server/lib/services.ts'

interface Silence {
  series: string
  name: string
  since: number
}

/** Series that have stopped sending, the longest silent first. */
export async function openSilences(
  s: Pick<Services, 'db'>,
  registry: Registry,
  hydro: string,
): Promise<Silence[]> {
  const [rows, known] = await Promise.all([
    s.db.query<{ series: string; since: number }>(
      `SELECT series, min(from_t)::bigint AS since FROM check_span
        WHERE hydro_code = $1 AND kind = 'missing' AND cleared_at IS NULL AND open AND series IS NOT NULL
        GROUP BY series ORDER BY since, series`,
      [hydro],
    ),
    registry.known(hydro),
  ])
  return rows.map((r) => ({ ...r, name: known.get(r.series)?.name || r.series }))
}
