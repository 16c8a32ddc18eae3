import type { Sql } from '#server/lib/database.ts'

/** Replaces the picture of an account. */
export async function storeAvatar(
  db: Sql,
  accountId: string,
  picture: { digest: string; type: string; bytes: Buffer },
  now: number,
): Promise<void> {
  await db.query(
    `INSERT INTO account_avatar (account_id, digest, type, bytes, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest, type = excluded.type, bytes = excluded.bytes,
                                            updated_at = excluded.updated_at`,
    [accountId, picture.digest, picture.type, picture.bytes, now],
  )
}

export async function dropAvatar(db: Sql, accountId: string): Promise<void> {
  await db.query('DELETE FROM account_avatar WHERE account_id = $1', [accountId])
}

export async function findAvatar(
  db: Sql,
  accountId: string,
): Promise<{ type: string; bytes: Buffer } | undefined> {
  const { rows } = await db.query<{ type: string; bytes: Buffer }>(
    'SELECT type, bytes FROM account_avatar WHERE account_id = $1',
    [accountId],
  )
  return rows[0]
}
