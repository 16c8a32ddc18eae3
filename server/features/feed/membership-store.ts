import type { Database } from '#server/lib/database.ts'

interface Membership {
  session_id: string
  account_code: string
  /** '*': every reservoir. */
  hydro_code: string
  permissions: string[]
}

/** Permissions and reservoirs of the accounts behind live sessions, in one query for all of them. */
export function memberships(db: Database, sessionIds: readonly string[], now: number): Promise<Membership[]> {
  return db.query<Membership>(
    `SELECT s.session_id, a.account_code, g.hydro_code, r.permissions
     FROM session s
     JOIN account a ON a.account_id = s.account_id AND a.status
     JOIN account_role g ON g.account_id = a.account_id
     JOIN role r ON r.role_id = g.role_id
     WHERE s.session_id = ANY($1) AND s.ended_at IS NULL AND s.expires_at > $2`,
    [sessionIds, now],
  )
}
