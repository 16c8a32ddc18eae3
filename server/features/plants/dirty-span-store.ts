import type pg from 'pg'
import { DAY, utcDay } from '#core/time/index.ts'
import { heldDays } from '#server/features/history/index.ts'
import { OLDEST_READING } from '#core/description/records.ts'

/** Stands in marks of calculation for a change of the description, which may touch every result. */
export const DESCRIPTION_SPAN = '*description'

/**
 * Says, in the transaction of a change of the description, that everything over [from, to) has to be computed again,
 * from the first reading on until now: whatever dies after its commit, the change is not lost on what was computed.
 * Only days that hold anything are marked: a reading of long ago leaves no decades of marks between itself and the rest.
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
