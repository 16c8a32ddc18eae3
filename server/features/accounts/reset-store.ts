import type { Sql } from '#server/lib/database.ts'

/** Stores a mailed link by its hash, unless the account has `most` live ones. Returns whether it did. */
export async function insertResetLink(
  c: Sql,
  link: { hash: string; accountId: string; now: number; expires: number },
  most: number,
): Promise<boolean> {
  await c.query('SELECT account_id FROM account WHERE account_id = $1 FOR UPDATE', [link.accountId])
  const { rows } = await c.query(
    `INSERT INTO password_reset (hash, account_id, made_at, expires_at)
     SELECT $1, $2, $3, $4
     WHERE (SELECT count(*) FROM password_reset WHERE account_id = $2 AND expires_at > $3) < $5
     RETURNING hash`,
    [link.hash, link.accountId, link.now, link.expires, most],
  )
  return rows.length === 1
}

const LIVE = 'hash = $1 AND used_at IS NULL AND expires_at > $2'

export async function isResetLinkLive(db: Sql, hash: string, now: number): Promise<boolean> {
  return (await db.query(`SELECT 1 FROM password_reset WHERE ${LIVE}`, [hash, now])).rows.length > 0
}

/** Uses a link up. Returns its account; undefined where the link is not live or the account is locked. */
export async function takeResetLink(
  c: Sql,
  hash: string,
  now: number,
): Promise<{ account_id: string; username: string } | undefined> {
  const { rows } = await c.query<{ account_id: string; username: string }>(
    `UPDATE password_reset p SET used_at = $2 FROM account a
     WHERE p.account_id = a.account_id AND a.status AND p.${LIVE}
     RETURNING a.account_id, a.username`,
    [hash, now],
  )
  return rows[0]
}

export async function dropResetLink(db: Sql, hash: string): Promise<void> {
  await db.query('DELETE FROM password_reset WHERE hash = $1', [hash])
}

/** Deletes the links of an account; `unused`: keeps the used ones for the record. */
export async function dropResetLinksOf(db: Sql, accountId: string, unused = false): Promise<void> {
  await db.query(`DELETE FROM password_reset WHERE account_id = $1${unused ? ' AND used_at IS NULL' : ''}`, [
    accountId,
  ])
}
