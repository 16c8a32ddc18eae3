import { can, type Permission } from '#core/access/index.ts'
import type { Database } from '#server/lib/database.ts'

interface Holder {
  account_id: string
  /** Full name, or user name. */
  name: string
  position: string | null
}

/** Active accounts that hold a permission at a reservoir, by name. */
export async function holdersOf(db: Database, hydro: string, permission: Permission): Promise<Holder[]> {
  const rows = await db.query<Holder & { permissions: string[] }>(
    `SELECT DISTINCT ON (a.account_id) a.account_id, coalesce(nullif(a.full_name, ''), a.username) AS name,
            a.position, r.permissions
       FROM account a JOIN account_role g USING (account_id) JOIN role r USING (role_id)
      WHERE a.status AND g.hydro_code IN ($1, '*')
      -- What is granted at the reservoir itself counts before what is granted everywhere.
      ORDER BY a.account_id, g.hydro_code = '*'`,
    [hydro],
  )
  return rows
    .filter((r) => can(r.permissions, permission))
    .map(({ account_id, name, position }) => ({ account_id, name, position }))
    .sort((a, b) => a.name.localeCompare(b.name, 'vi'))
}

/** What an account may do at a reservoir at present. */
interface Rights {
  permissions: readonly string[]
  /** Full name, or user name. */
  name: string
  email: string | null
}

/** The rights of an account that acts while nobody is signed in; null: it is closed, or has no role there. */
export async function rightsOf(db: Database, accountId: string, hydro: string): Promise<Rights | null> {
  const [row] = await db.query<Rights>(
    `SELECT coalesce(nullif(a.full_name, ''), a.username) AS name, a.email, r.permissions
       FROM account a JOIN account_role g USING (account_id) JOIN role r USING (role_id)
      WHERE a.account_id = $2 AND a.status AND g.hydro_code IN ($1, '*')
      ORDER BY g.hydro_code = '*' LIMIT 1`,
    [hydro, accountId],
  )
  return row ?? null
}
