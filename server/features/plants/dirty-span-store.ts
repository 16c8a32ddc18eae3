import type pg from 'pg'
import { DAY } from '#core/time/units.ts'

/** Stands in marks of calculation for a change of the description, which may touch every result. */
export const DESCRIPTION_SPAN = '*description'

/** Nothing older is stored. */
const OLDEST = Date.UTC(1900, 0, 1)

/**
 * Says, in the transaction of a change of the description, that everything over [from, to) has to be computed again,
 * from the first reading on until now: whatever dies after its commit, the change is not lost on what was computed.
 */
export async function markCalculationDirty(
  c: pg.PoolClient,
  hydroCode: string,
  from: number | null,
  to: number | null,
  now: number,
): Promise<void> {
  await c.query(
    `WITH first AS (
       SELECT min(least(
           (SELECT r.t FROM reading r WHERE r.hydro_code = $1 AND r.series = s.code ORDER BY r.t LIMIT 1),
           (SELECT d.day * ${DAY}::bigint FROM reading_day d
             WHERE d.hydro_code = $1 AND d.series = s.code AND d.n > 0 ORDER BY d.day LIMIT 1))) AS t
         FROM series s WHERE s.hydro_code = $1 AND s.source = 'ingest' AND s.code NOT LIKE 'published.%'),
     span AS (SELECT greatest(t, $2::bigint) AS a, $3::bigint AS b FROM first WHERE t IS NOT NULL)
     INSERT INTO dirty_span AS m (hydro_code, kind, series, day, from_t, to_t, n, since)
     SELECT $1, 'calc', $4, day, greatest(a, day * ${DAY}::bigint), least(b, (day + 1) * ${DAY}::bigint - 1), 1, $5
       FROM span CROSS JOIN generate_series(floor(a / ${DAY}.0)::int, floor(b / ${DAY}.0)::int) day
      WHERE a <= b ORDER BY day
     ON CONFLICT (hydro_code, kind, series, day) DO UPDATE SET n = m.n + 1,
        from_t = least(m.from_t, excluded.from_t), to_t = greatest(m.to_t, excluded.to_t)`,
    [
      hydroCode,
      Math.max(from ?? OLDEST, OLDEST),
      Math.min(to === null ? now : to - 1, now),
      DESCRIPTION_SPAN,
      now,
    ],
  )
}
