import type pg from 'pg'
import type { EnteredVersion } from '#contract/erlogs.ts'
import { fromLocal, next } from '#core/time/index.ts'
import { accountName, type Database } from '#server/lib/database.ts'

/** What was entered for a day; kWh and VND. */
interface EnteredRow {
  day: string
  version: number
  energy: number | null
  revenue: number | null
  reason: string | null
  entered_by: string
  entered_by_name: string | null
  entered_at: number
}

const COLUMNS = `day, version, energy, revenue, reason, entered_by, entered_at,
  ${accountName('entered_by')} AS entered_by_name`

/** zone: of the plant, by whose clock a day is over. */
export const shownEntered = (r: EnteredRow | undefined, zone: string): EnteredVersion => ({
  version: r?.version ?? 0,
  e: r?.energy ?? null,
  r: r?.revenue ?? null,
  reason: r?.reason ?? null,
  entered_by: r?.entered_by ?? null,
  entered_by_name: r?.entered_by_name ?? null,
  entered_at: r?.entered_at ?? null,
  running: r !== undefined && r.entered_at < next('day', fromLocal(r.day, zone)!, zone),
})

/** What is in force for the days from..to, both included, by day. */
export async function enteredBetween(
  db: Database,
  hydro: string,
  from: string,
  to: string,
): Promise<Map<string, EnteredRow>> {
  const rows = await db.query<EnteredRow>(
    `SELECT ${COLUMNS} FROM output_entry
      WHERE hydro_code = $1 AND day >= $2 AND day <= $3 AND superseded_at IS NULL`,
    [hydro, from, to],
  )
  return new Map(rows.map((r) => [r.day, r]))
}

/** Every version of a day, the newest first. */
export function enteredVersions(db: Database, hydro: string, day: string): Promise<EnteredRow[]> {
  return db.query<EnteredRow>(
    `SELECT ${COLUMNS} FROM output_entry WHERE hydro_code = $1 AND day = $2 ORDER BY version DESC`,
    [hydro, day],
  )
}

/** The version in force of a day. */
export async function entryInForce(
  c: pg.PoolClient,
  hydro: string,
  day: string,
): Promise<EnteredRow | undefined> {
  const { rows } = await c.query<EnteredRow>(
    `SELECT ${COLUMNS} FROM output_entry WHERE hydro_code = $1 AND day = $2 AND superseded_at IS NULL`,
    [hydro, day],
  )
  return rows[0]
}

/** Puts a version in force, in the place of the one before. */
export async function putEntered(
  c: pg.PoolClient,
  hydro: string,
  row: Omit<EnteredRow, 'entered_by_name'>,
): Promise<void> {
  await c.query(
    'UPDATE output_entry SET superseded_at = $3 WHERE hydro_code = $1 AND day = $2 AND superseded_at IS NULL',
    [hydro, row.day, row.entered_at],
  )
  await c.query(
    `INSERT INTO output_entry (hydro_code, day, version, energy, revenue, reason, entered_by, entered_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hydro, row.day, row.version, row.energy, row.revenue, row.reason, row.entered_by, row.entered_at],
  )
}
