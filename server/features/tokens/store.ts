import type { IngestToken } from '#contract/tokens.ts'
import { accountName, type Database, type Sql } from '#server/lib/database.ts'

interface TokenRow {
  token_id: string
  name: string
  scopes: IngestToken['scopes']
  series: string[] | null
  created_at: number
  created_by: string
  created_by_name: string | null
  last_used_at: number | null
  revoked_at: number | null
}

/** SQL: columns of `ingest_token t`. */
const COLUMNS = `t.token_id, t.name, t.scopes, t.series, t.created_at, t.created_by, t.last_used_at, t.revoked_at,
  ${accountName('t.created_by')}
    AS created_by_name`
const iso = (t: number | null) => (t === null ? null : new Date(t).toISOString())

export function shownToken(r: TokenRow): IngestToken {
  return {
    token_id: r.token_id,
    name: r.name,
    scopes: r.scopes,
    series: r.series,
    created_at: iso(r.created_at)!,
    created_by: r.created_by,
    created_by_name: r.created_by_name,
    last_used_at: iso(r.last_used_at),
    revoked_at: iso(r.revoked_at),
  }
}

interface NewToken {
  id: string
  hydro: string
  name: string
  hash: string
  scopes: readonly IngestToken['scopes'][number][]
  series: readonly string[] | null
  actor: string
}

export async function insertToken(c: Sql, token: NewToken, now: number): Promise<TokenRow> {
  await c.query(
    `INSERT INTO ingest_token (token_id, hydro_code, name, hash, scopes, series, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [token.id, token.hydro, token.name, token.hash, token.scopes, token.series, now, token.actor],
  )
  const { rows } = await c.query<TokenRow>(`SELECT ${COLUMNS} FROM ingest_token t WHERE t.token_id = $1`, [
    token.id,
  ])
  return rows[0]
}

/** Tokens of a reservoir, the newest first, revoked ones included. */
export function listTokenRows(db: Database, hydro: string): Promise<TokenRow[]> {
  return db.query<TokenRow>(
    `SELECT ${COLUMNS} FROM ingest_token t WHERE t.hydro_code = $1 ORDER BY t.created_at DESC, t.token_id DESC`,
    [hydro],
  )
}

/** A token, its row locked until the transaction ends. */
export async function lockToken(c: Sql, hydro: string, id: string): Promise<TokenRow | undefined> {
  const { rows } = await c.query<TokenRow>(
    `SELECT ${COLUMNS} FROM ingest_token t WHERE t.hydro_code = $1 AND t.token_id = $2 FOR UPDATE OF t`,
    [hydro, id],
  )
  return rows[0]
}

export async function revokeToken(c: Sql, hydro: string, id: string, now: number): Promise<TokenRow> {
  const { rows } = await c.query<TokenRow>(
    `UPDATE ingest_token t SET revoked_at = $3 WHERE t.hydro_code = $1 AND t.token_id = $2 RETURNING ${COLUMNS}`,
    [hydro, id, now],
  )
  return rows[0]
}

export async function noteTokenUse(db: Database, id: string, now: number): Promise<void> {
  await db.query('UPDATE ingest_token SET last_used_at = greatest(last_used_at, $2) WHERE token_id = $1', [
    id,
    now,
  ])
}
