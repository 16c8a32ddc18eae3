import type { Sql } from '#server/lib/database.ts'

export interface RoleRow {
  role_id: string
  role_name: string
  level: number
  permissions: string[]
  version: number
  /** Accounts that have it. */
  members: number
  /** Reservoirs ('*': every one) at which somebody has it. */
  places: string[]
}

const ROW = `
  SELECT r.role_id, r.role_name, r.level, r.permissions, r.version,
         (SELECT count(DISTINCT g.account_id)::int FROM account_role g WHERE g.role_id = r.role_id) AS members,
         ARRAY(SELECT DISTINCT g.hydro_code FROM account_role g WHERE g.role_id = r.role_id) AS places
  FROM role r`

/** Roles at or below a level, the most powerful first. */
export async function rolesFrom(db: Sql, level: number): Promise<RoleRow[]> {
  const { rows } = await db.query<RoleRow>(`${ROW} WHERE r.level >= $1 ORDER BY r.level, r.role_name`, [
    level,
  ])
  return rows
}

export async function findRole(db: Sql, id: string): Promise<RoleRow | null> {
  const { rows } = await db.query<RoleRow>(`${ROW} WHERE r.role_id = $1`, [id])
  return rows[0] ?? null
}

export async function insertRole(
  c: Sql,
  role: { role_id: string; role_name: string; level: number; permissions: readonly string[] },
  now: number,
): Promise<void> {
  await c.query(
    'INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ($1, $2, $3, $4, $5)',
    [role.role_id, role.role_name, role.level, role.permissions, now],
  )
}

export async function writeRole(
  c: Sql,
  id: string,
  to: { role_name: string; level: number; permissions: readonly string[] },
): Promise<void> {
  await c.query(
    'UPDATE role SET role_name = $2, level = $3, permissions = $4, version = version + 1 WHERE role_id = $1',
    [id, to.role_name, to.level, to.permissions],
  )
}

/** Gives the members of a role another one, or none (null), and deletes it. */
export async function dropRole(c: Sql, id: string, moveTo: string | null): Promise<void> {
  if (moveTo === null) await c.query('DELETE FROM account_role WHERE role_id = $1', [id])
  else await c.query('UPDATE account_role SET role_id = $2 WHERE role_id = $1', [id, moveTo])
  await c.query('DELETE FROM role WHERE role_id = $1', [id])
}
