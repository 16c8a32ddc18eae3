import type { Database } from '#server/lib/database.ts'

/** An account at one reservoir, with the permissions of its role there. */
interface Member {
  account_id: string
  account_code: string
  username: string
  email: string | null
  full_name: string
  status: boolean
  password_hash: string
  /** Digest of the account's picture. */
  avatar: string | null
  hydro_code: string
  role_name: string
  level: number
  permissions: string[]
}

const MEMBER = `
  SELECT a.account_id, a.account_code, a.username, a.email, a.full_name, a.status, a.password_hash,
         (SELECT v.digest FROM account_avatar v WHERE v.account_id = a.account_id) AS avatar,
         g.hydro_code, r.role_name, r.level, r.permissions
  FROM account a
  JOIN account_role g ON g.account_id = a.account_id
  JOIN role r ON r.role_id = g.role_id`

/** Password and status of an account by user name or e-mail, with or without a grant. */
export async function findCredentials(db: Database, login: string) {
  const [row] = await db.query<{
    account_id: string
    username: string
    full_name: string
    email: string | null
    password_hash: string
    status: boolean
  }>(
    `SELECT account_id, username, full_name, email, password_hash, status FROM account
     WHERE lower(username) = lower($1) OR lower(email) = lower($1)`,
    [login],
  )
  return row ?? null
}

interface SessionMember extends Member {
  session_id: string
  session_hydro: string
}

/**
 * The account of a live session with its grants, one row each. Roles are read from the database, so a demotion applies
 * at once.
 */
export function membersOfSession(db: Database, sessionId: string, now: number): Promise<SessionMember[]> {
  return db.query<SessionMember>(
    `SELECT s.session_id, s.hydro_code AS session_hydro, m.*
     FROM session s JOIN (${MEMBER}) m ON m.account_id = s.account_id
     WHERE s.session_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND m.status`,
    [sessionId, now],
  )
}

/** Whether an account has a role at every reservoir, even where there is none yet. */
export async function grantedEverywhere(db: Database, accountId: string): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM account_role WHERE account_id = $1 AND hydro_code = '*'", [
    accountId,
  ])
  return rows.length > 0
}

/** A live ingest token by the hash of its secret. */
export async function findLiveToken(db: Database, hash: string) {
  const [row] = await db.query<{
    token_id: string
    hydro_code: string
    scopes: string[]
    series: string[] | null
  }>('SELECT token_id, hydro_code, scopes, series FROM ingest_token WHERE hash = $1 AND revoked_at IS NULL', [
    hash,
  ])
  return row ?? null
}
