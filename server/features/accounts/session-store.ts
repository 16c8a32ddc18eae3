import { HOUR, MINUTE } from '#core/time/units.ts'
import type { Sql } from '#server/lib/database.ts'
import type { Tokens } from '#contract/auth.ts'
import { unauthorized } from '#server/lib/errors.ts'
import { digest } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { record } from '#server/features/audit/index.ts'
import { ACCESS_SECONDS, signAccess } from './access-token.ts'
import { membersOfSession } from './store.ts'

export const SHORT = 12 * HOUR
export const LONG = 30 * 24 * HOUR
/**
 * A refresh token repeated within this time (ms) gets the same successor: a lost response must not sign an operator
 * out.
 */
const REUSE_GRACE = MINUTE

export interface Opened {
  sessionId: string
  accountId: string
  refreshToken: string
  tokens: Tokens
  remember: boolean
}

/**
 * Rotates a refresh token. The successor is derived from the token with the secret key, so a repeat within the grace
 * period gets the same one; later reuse ends the session and is audited. @throws Problem 401 token_invalid
 */
export async function refresh(s: Services, token: string, address: string): Promise<Opened> {
  const now = s.clock.now()
  const successor = s.secrets.mac('refresh', token)
  const outcome = await s.db.tx(async (c) => {
    const { rows } = await c.query<{
      session_id: string
      used_at: number | null
      expires_at: number
      account_id: string
      remember: boolean
      ended_at: number | null
      session_expires: number
    }>(
      `SELECT t.session_id, t.used_at, t.expires_at, s.account_id, s.remember, s.ended_at, s.expires_at AS session_expires
       FROM refresh_token t JOIN session s USING (session_id) WHERE t.hash = $1 FOR UPDATE`,
      [digest(token)],
    )
    const row = rows[0]
    if (!row || row.ended_at !== null || row.expires_at <= now) return null
    if (row.used_at !== null && now - row.used_at > REUSE_GRACE) {
      await c.query('UPDATE session SET ended_at = $2, end_reason = $3 WHERE session_id = $1', [
        row.session_id,
        now,
        'refresh token reused',
      ])
      await record(
        c,
        now,
        { actor: row.account_id, address, hydro: null },
        { act: 'refresh token reused', noun: 'session', item: row.session_id },
      )
      return null
    }
    if (row.used_at !== null) return { ...row, expires: row.session_expires }
    const expires = row.remember ? now + LONG : row.session_expires
    await c.query('UPDATE refresh_token SET used_at = $2 WHERE hash = $1', [digest(token), now])
    await c.query(
      'INSERT INTO refresh_token (hash, session_id, issued_at, expires_at) VALUES ($1, $2, $3, $4)',
      [digest(successor), row.session_id, now, expires],
    )
    await c.query('UPDATE session SET used_at = $2, expires_at = $3 WHERE session_id = $1', [
      row.session_id,
      now,
      expires,
    ])
    return { ...row, expires }
  })
  if (!outcome) throw unauthorized('token_invalid')
  return {
    sessionId: outcome.session_id,
    accountId: outcome.account_id,
    refreshToken: successor,
    tokens: await tokensFor(s, outcome.session_id, outcome.expires),
    remember: outcome.remember,
  }
}

/** Ends the session of a refresh token, or the given session. An unknown one is no error. */
export async function logout(
  s: Services,
  input: { token: string | null; sessionId: string | null; address: string },
) {
  const now = s.clock.now()
  const ended = await s.db.query<{ session_id: string; account_id: string }>(
    `UPDATE session SET ended_at = $1, end_reason = 'sign-out'
     WHERE ended_at IS NULL
       AND (session_id = $2 OR session_id = (SELECT session_id FROM refresh_token WHERE hash = $3))
     RETURNING session_id, account_id`,
    [now, input.sessionId, input.token === null ? null : digest(input.token)],
  )
  for (const e of ended) {
    await record(
      s.db.pool,
      now,
      { actor: e.account_id, address: input.address, hydro: null },
      { act: 'sign-out', noun: 'session', item: e.session_id },
    )
  }
}

export async function tokensFor(s: Services, sessionId: string, refreshExpires: number): Promise<Tokens> {
  const now = s.clock.now()
  const members = await membersOfSession(s.db, sessionId, now)
  if (members.length === 0) throw unauthorized('token_invalid')
  const first = members[0]
  const member =
    members.find((m) => m.hydro_code === m.session_hydro) ??
    members.find((m) => m.hydro_code === '*') ??
    first
  const access = await signAccess(
    s.secrets,
    {
      sub: first.account_id,
      sid: member.level,
      role: member.permissions,
      session: sessionId,
      hydro: first.session_hydro,
    },
    now,
  )
  return {
    access,
    refresh: null,
    accessExpires: new Date(Math.floor(now / 1000) * 1000 + ACCESS_SECONDS * 1000).toISOString(),
    refreshExpires: new Date(refreshExpires).toISOString(),
  }
}

/** Ends sessions and returns how many; `only`: this one, `except`: all but this one. */
export async function endSessions(
  db: Sql,
  accountId: string,
  now: number,
  reason: string,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  const { rows } = await db.query<{ session_id: string }>(
    `UPDATE session SET ended_at = $2, end_reason = $3
     WHERE account_id = $1 AND ended_at IS NULL AND expires_at > $2
       AND ($4::text IS NULL OR session_id = $4) AND ($5::text IS NULL OR session_id <> $5)
     RETURNING session_id`,
    [accountId, now, reason, which.only ?? null, which.except ?? null],
  )
  return rows.map((r) => r.session_id)
}

/** Ends sessions at reservoirs where their account has no role any more. */
export async function endUngranted(db: Sql, now: number): Promise<void> {
  await db.query(
    `UPDATE session s SET ended_at = $1, end_reason = 'role removed'
     WHERE s.ended_at IS NULL AND s.expires_at > $1
       AND NOT EXISTS (SELECT FROM account_role g
                       WHERE g.account_id = s.account_id AND g.hydro_code IN ('*', s.hydro_code))`,
    [now],
  )
}

interface SessionRow {
  session_id: string
  address: string | null
  agent: string | null
  remember: boolean
  created_at: number
  used_at: number
  expires_at: number
}

/** Open sessions of an account, the newest first. */
export const openSessions = (db: Services['db'], accountId: string, now: number) =>
  db.query<SessionRow>(
    `SELECT session_id, address, agent, remember, created_at, used_at, expires_at FROM session
     WHERE account_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, session_id DESC`,
    [accountId, now],
  )

/** Opens a session with its first refresh token. */
export async function insertSession(
  c: Sql,
  session: {
    id: string
    accountId: string
    hydro: string
    remember: boolean
    address: string | null
    agent: string
    refreshHash: string
    expires: number
  },
  now: number,
): Promise<void> {
  const { id, accountId, hydro, remember, address, agent, refreshHash, expires } = session
  await c.query(
    `INSERT INTO session (session_id, account_id, hydro_code, remember, address, agent, created_at, used_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [id, accountId, hydro, remember, address, agent, now, expires],
  )
  await c.query(
    'INSERT INTO refresh_token (hash, session_id, issued_at, expires_at) VALUES ($1, $2, $3, $4)',
    [refreshHash, id, now, expires],
  )
}
