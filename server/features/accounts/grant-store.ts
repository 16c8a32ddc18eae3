import type { Grant } from '#contract/accounts.ts'
import type { Sql } from '#server/lib/database.ts'

interface RoleRow {
  role_id: string
  role_name: string
  level: number
  permissions: string[]
}

const ROLE = 'SELECT role_id, role_name, level, permissions FROM role'

/** Roles by their ids, locked against changes until the transaction ends. */
export async function shareRoles(c: Sql, ids: readonly string[]): Promise<RoleRow[]> {
  return (await c.query<RoleRow>(`${ROLE} WHERE role_id = ANY ($1) FOR SHARE`, [ids])).rows
}

/** All roles, the most powerful first. */
export async function allRoles(db: Sql): Promise<RoleRow[]> {
  return (await db.query<RoleRow>(`${ROLE} ORDER BY level, role_name`)).rows
}

/** Replaces the roles of an account. */
export async function replaceGrants(c: Sql, accountId: string, grants: readonly Grant[]): Promise<void> {
  await c.query('DELETE FROM account_role WHERE account_id = $1', [accountId])
  await c.query(
    `INSERT INTO account_role (account_id, hydro_code, role_id)
     SELECT $1, * FROM unnest($2::text[], $3::text[])`,
    [accountId, grants.map((g) => g.hydro_code), grants.map((g) => g.role_id)],
  )
}
