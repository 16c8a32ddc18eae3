import { accountName, type Database, type Sql } from '#server/lib/database.ts'
import { readFact } from '#server/lib/installation.ts'
import { isAnyOther } from '#server/lib/across.ts'
import { tablesOf } from '#server/lib/tables.ts'

/** Id of the draft: there is only one at a time. */
const ID = 'new'

export interface Draft {
  body: Record<string, unknown>
  version: number
  updated_at: number
  updated_by: string
  updated_by_name: string | null
}

const SHOWN = `d.body, d.version, d.updated_at, d.updated_by,
  ${accountName('d.updated_by')}
    AS updated_by_name`

export async function readDraft(db: Database): Promise<Draft | null> {
  const [draft] = await db.query<Draft>(`SELECT ${SHOWN} FROM setup_draft d WHERE d.draft_id = $1`, [ID])
  return draft ?? null
}

/**
 * Replaces the version of the draft that the caller saw; null: there was none. Returns whether it was still that one.
 */
export async function writeDraft(
  c: Sql,
  expected: number | null,
  body: unknown,
  now: number,
  actor: string,
): Promise<boolean> {
  const values = [ID, JSON.stringify(body), now, actor]
  const { rowCount } =
    expected === null
      ? await c.query(
          `INSERT INTO setup_draft (draft_id, body, version, updated_at, updated_by) VALUES ($1, $2, 1, $3, $4)
           ON CONFLICT DO NOTHING`,
          values,
        )
      : await c.query(
          `UPDATE setup_draft SET body = $2, updated_at = $3, updated_by = $4, version = version + 1
            WHERE draft_id = $1 AND version = $5`,
          [...values, expected],
        )
  return rowCount === 1
}

/**
 * Deletes the version of the draft that the caller saw; null: there was none. Returns whether it was still that one.
 */
export async function removeDraft(c: Sql, expected: number | null): Promise<boolean> {
  if (expected === null) {
    const { rows } = await c.query('SELECT 1 FROM setup_draft WHERE draft_id = $1', [ID])
    return rows.length === 0
  }
  const { rowCount } = await c.query('DELETE FROM setup_draft WHERE draft_id = $1 AND version = $2', [
    ID,
    expected,
  ])
  return rowCount === 1
}

/** Names of the provinces in use. */
export const readProvinces = (db: Database) =>
  db.query<{ name: string }>('SELECT name FROM province WHERE valid ORDER BY code')

/** The stored state of the demo; null where nobody decided. */
export function readDemoState(s: { db: Database }): Promise<string | null> {
  return readFact(s.db.pool, 'demo')
}

export async function isCodeTaken(db: Sql, hydroCode: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM plant WHERE hydro_code = $1', [hydroCode])).rows.length > 0
}

/** Whether there is a reservoir besides this one; concurrent callers wait for this transaction. */
export async function isOtherThere(c: Sql, hydroCode: string): Promise<boolean> {
  await c.query("SELECT pg_advisory_xact_lock(hashtext('the only reservoir'))")
  return isAnyOther(c, hydroCode)
}

/** Deletes ingest tokens and wall screens of a reservoir. */
export async function deleteDevices(c: Sql, hydro: string): Promise<void> {
  await c.query('DELETE FROM ingest_token WHERE hydro_code = $1', [hydro])
  await c.query('DELETE FROM wall_screen WHERE hydro_code = $1', [hydro])
}

/** What a reservoir consists of. The log of what was done there is not deleted with it. */
const PLANT_TABLES = tablesOf('plant').filter((table) => table !== 'audit')

/** Waits for writers to any reservoir, and blocks them until the transaction ends. */
export async function lockPlantTables(c: Sql): Promise<void> {
  await c.query(`LOCK TABLE ${PLANT_TABLES.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
}

/** Deletes a reservoir's rows in all tables of plants, but for the log. */
export async function deletePlantRows(c: Sql, hydro: string): Promise<void> {
  for (const table of PLANT_TABLES) await c.query(`DELETE FROM ${table} WHERE hydro_code = $1`, [hydro])
}

export async function deleteGrantsAt(c: Sql, hydro: string): Promise<void> {
  await c.query('DELETE FROM account_role WHERE hydro_code = $1', [hydro])
}
