import type pg from 'pg'
import { DAY, utcDay } from '#core/time/index.ts'
import { heldDays } from '#server/features/history/index.ts'
import { OLDEST_READING } from '#core/description/records.ts'

/** The series of marks that stand for a change of the description, which may affect every result. */
export const DESCRIPTION_SPAN = '*description'

/**
 * Marks, within the transaction of a change of the description, everything over [from, to) to be recomputed, from the
 * first reading until now: even if the process dies after its commit, the change reaches the computed values. Only days
 * that hold anything are marked, so that a single old reading does not cause decades of marks.
 */
export async function markCalculationDirty(
  c: pg.PoolClient,
  hydroCode: string,
  from: number | null,
  to: number | null,
  now: number,
): Promise<void> {
  const a = Math.max(from ?? OLDEST_READING, OLDEST_READING)
  const b = Math.min(to === null ? now : to - 1, now)
  if (a > b) return
  await c.query(
    `INSERT INTO dirty_span AS m (hydro_code, kind, series, day, from_t, to_t, n, since)
     SELECT $1, 'calc', $6, day, greatest($2, day * ${DAY}::bigint), least($3, (day + 1) * ${DAY}::bigint - 1), 1, $7
       FROM (${heldDays('$1', '$4::int', '$5::int')}) held ORDER BY day
     ON CONFLICT (hydro_code, kind, series, day) DO UPDATE SET n = m.n + 1,
        from_t = least(m.from_t, excluded.from_t), to_t = greatest(m.to_t, excluded.to_t)`,
    [hydroCode, a, b, utcDay(a), utcDay(b), DESCRIPTION_SPAN, now],
  )
}
