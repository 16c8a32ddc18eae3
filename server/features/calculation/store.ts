import type { Operation } from '#contract/calculation.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

/** Days that wait to be computed, counted since the epoch, and since when the oldest mark waits. */
export async function readProgress(db: Database, hydro: string) {
  const [row] = await db.query<{
    days: number
    oldest: number | null
    newest: number | null
    since: number | null
  }>(
    `SELECT count(DISTINCT day) AS days, min(day) AS oldest, max(day) AS newest, min(since) AS since
       FROM dirty_span WHERE hydro_code = $1 AND kind = 'calc'`,
    [hydro],
  )
  return row
}

/** Days before a given one of which something waits to be computed. */
export async function waitingDays(db: Database, hydro: string, before: number): Promise<Set<number>> {
  const rows = await db.query<{ day: number }>(
    "SELECT DISTINCT day FROM dirty_span WHERE hydro_code = $1 AND kind = 'calc' AND day < $2",
    [hydro, before],
  )
  return new Set(rows.map((r) => r.day))
}

/** When the reservoir was created, epoch ms. */
export async function madeAt(db: Database, hydro: string): Promise<number | null> {
  const [row] = await db.query<{ created_at: number }>('SELECT created_at FROM plant WHERE hydro_code = $1', [
    hydro,
  ])
  return row?.created_at ?? null
}

/** Waits until no other calculation of the plant runs, and locks it until the transaction ends. */
export async function lockCalculation(c: Sql, hydroCode: string): Promise<void> {
  await c.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`calculation ${hydroCode}`])
}

/**
 * Who switched to a mode of operation at a time. Others may have changed other parameters since; the first record of
 * this mode at that time is the switch.
 */
export async function switched(
  db: Database,
  hydro: string,
  since: number | null,
  method: Operation['method'],
) {
  const [row] = await db.query<{ by: string; by_name: string | null; reason: string | null }>(
    `SELECT recorded_by AS by, reason,
            ${accountName('recorded_by')} AS by_name
       FROM description
      WHERE hydro_code = $1 AND noun = 'parameters' AND item_id = 'parameters'
        AND effective_from IS NOT DISTINCT FROM $2::bigint AND body->>'operation' = $3
      ORDER BY recorded_at, version_id LIMIT 1`,
    [hydro, since, method],
  )
  return row ?? null
}
