import type { Database } from '#server/lib/database.ts'

/** Reservoirs at which an account has a role; `*`: all. */
export async function reservoirCodesOf(db: Database, accountId: string | null): Promise<string[]> {
  const rows = await db.query<{ hydro_code: string }>(
    'SELECT hydro_code FROM account_role WHERE account_id = $1',
    [accountId],
  )
  return rows.map((r) => r.hydro_code)
}

/** Provinces, those in use first. */
export const readAllProvinces = (db: Database) =>
  db.query<{ code: string; name: string; valid: boolean }>(
    'SELECT code, name, valid FROM province ORDER BY valid DESC, code',
  )
