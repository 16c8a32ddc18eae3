import type { Sql } from '#server/lib/database.ts'
import { mayManage, type Held } from '#core/access/authority.ts'
import type { Account } from '#contract/accounts.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import type { Database } from '#server/lib/database.ts'
import { plain, plainSql } from '#server/lib/plain.ts'

export interface AccountRow {
  account_id: string
  account_code: string
  username: string
  email: string | null
  full_name: string
  phone: string | null
  address: string | null
  position: string | null
  status: boolean
  registered: boolean
  avatar: string | null
  created_at: number
  signed_in_at: number | null
  delayed_until: number | null
  version: number
  roles: { hydro_code: string; role_id: string; role_name: string; level: number }[]
}

const ROW = `
  SELECT a.account_id, a.account_code, a.username, a.email, a.full_name, a.phone, a.address, a.position, a.status,
         a.registered, a.created_at, a.signed_in_at, a.version, v.digest AS avatar, f.until AS delayed_until,
         coalesce((SELECT json_agg(json_build_object('hydro_code', g.hydro_code, 'role_id', r.role_id,
                                                     'role_name', r.role_name, 'level', r.level)
                                   ORDER BY g.hydro_code)
                   FROM account_role g JOIN role r USING (role_id) WHERE g.account_id = a.account_id), '[]') AS roles
  FROM account a
  LEFT JOIN account_avatar v USING (account_id)
  LEFT JOIN sign_in_failure f ON f.key = 'account:' || a.account_id`

/** Which accounts somebody may see: null all, else those with a role at one of these, everywhere, or nowhere yet. */
export type AccountReach = readonly string[] | null

const VISIBLE = `($1::text[] IS NULL
  OR NOT EXISTS (SELECT FROM account_role g WHERE g.account_id = a.account_id)
  OR EXISTS (SELECT FROM account_role g
             WHERE g.account_id = a.account_id AND (g.hydro_code = '*' OR g.hydro_code = ANY ($1))))`

export async function findAccount(db: Sql, reach: AccountReach, id: string): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>(`${ROW} WHERE ${VISIBLE} AND a.account_id = $2`, [reach, id])
  return rows[0] ?? null
}

/** Part of a plain text, as LIKE takes it. */
const within = (text: string) => `%${plain(text).replace(/[\\%_]/g, (c) => `\\${c}`)}%`

const SEARCHED = ['a.username', 'a.full_name', 'a.email', 'a.phone', 'a.position', 'a.account_code']

/** Columns a list is sorted by: never taken from the caller's text. Names sort as Vietnamese does. */
const SORTS = {
  username: 'lower(a.username)',
  full_name: 'a.full_name COLLATE "vi-x-icu"',
  email: 'lower(a.email)',
  position: 'a.position COLLATE "vi-x-icu"',
  status: 'a.status',
  created_at: 'a.created_at',
  signed_in_at: 'a.signed_in_at',
} as const

export interface AccountQuery {
  search?: string
  status?: 'active' | 'inactive'
  role_id?: string
  sort: keyof typeof SORTS
  order: 'asc' | 'desc'
  page: number
}

export async function listAccounts(
  db: Sql,
  reach: AccountReach,
  q: AccountQuery,
): Promise<{ rows: AccountRow[]; total: number }> {
  const where = `${VISIBLE}
    AND ($2::text IS NULL OR ${SEARCHED.map((c) => `${plainSql(`coalesce(${c}, '')`)} LIKE $2`).join(' OR ')})
    AND ($3::boolean IS NULL OR a.status = $3)
    AND ($4::text IS NULL OR EXISTS (SELECT FROM account_role g WHERE g.account_id = a.account_id AND g.role_id = $4))`
  const values = [
    reach,
    q.search ? within(q.search) : null,
    q.status === undefined ? null : q.status === 'active',
    q.role_id ?? null,
  ]
  const direction = q.order === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST'
  const { rows } = await db.query<AccountRow>(
    `${ROW} WHERE ${where} ORDER BY ${SORTS[q.sort]} ${direction}, a.account_id LIMIT ${PAGE_SIZE} OFFSET $5`,
    [...values, (q.page - 1) * PAGE_SIZE],
  )
  const counted = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM account a WHERE ${where}`,
    values,
  )
  return { rows, total: counted.rows[0].n }
}

const iso = (t: number | null) => (t === null ? null : new Date(t).toISOString())

/** A row as it is answered. */
export function shownAccount(
  row: AccountRow,
  view: { hydro: string; now: number; grants: readonly Held[]; experts: readonly string[] },
): Account {
  const at = row.roles.find((r) => r.hydro_code === view.hydro) ?? row.roles.find((r) => r.hydro_code === '*')
  const target = row.roles.map((r) => ({ hydro: r.hydro_code, level: r.level, permissions: [] }))
  return {
    account_id: row.account_id,
    account_code: row.account_code,
    username: row.username,
    email: row.email,
    full_name: row.full_name,
    phone: row.phone,
    address: row.address,
    position: row.position,
    role: at?.role_name ?? null,
    roles: row.roles,
    status: row.status,
    avatar: row.avatar,
    expert: view.experts.includes(row.account_code),
    created_at: iso(row.created_at)!,
    signed_in_at: iso(row.signed_in_at),
    delayed_until: row.delayed_until !== null && row.delayed_until > view.now ? iso(row.delayed_until) : null,
    registered: row.registered,
    editable: mayManage(view.grants, target, 'accounts.view'),
    version: row.version,
  }
}

/** Names and password of an account, for its owner to confirm. */
export async function ownAccount(
  db: Database,
  accountId: string | null,
): Promise<{ username: string; email: string | null; password_hash: string } | undefined> {
  const [own] = await db.query<{ username: string; email: string | null; password_hash: string }>(
    'SELECT username, email, password_hash FROM account WHERE account_id = $1',
    [accountId],
  )
  return own
}
