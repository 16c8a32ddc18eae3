import type { Sql } from '#server/lib/database.ts'

export async function countAccounts(db: Sql): Promise<number> {
  return (await db.query<{ n: number }>('SELECT count(*)::int AS n FROM account')).rows[0].n
}

/** Adds a role on the first start, unless one of its name exists. */
export async function insertFirstRole(
  c: Sql,
  id: string,
  role: { name: string; level: number; permissions: readonly string[] },
  now: number,
): Promise<void> {
  await c.query(
    `INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (role_name) DO NOTHING`,
    [id, role.name, role.level, role.permissions, now],
  )
}

/** Adds an account on the first start, with the role of its name at every reservoir. */
export async function insertFirstAccount(
  c: Sql,
  id: string,
  account: { name: string; hash: string; fullName: string },
  now: number,
): Promise<void> {
  await c.query(
    `INSERT INTO account (account_id, account_code, username, password_hash, full_name, created_at, updated_at)
     VALUES ($1, $2, $2, $3, $4, $5, $5)`,
    [id, account.name, account.hash, account.fullName, now],
  )
  await c.query(
    `INSERT INTO account_role (account_id, hydro_code, role_id)
     SELECT $1, '*', role_id FROM role WHERE role_name = $2`,
    [id, account.name],
  )
}
