import type { Sql } from '#server/lib/database.ts'
import { mayManage, missingToBecome, type Held } from '#core/access/authority.ts'
import { missingViews } from '#core/access/index.ts'
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
  /** The same grants with their permissions. */
  held: Held[]
}

const ROW = `
  SELECT a.account_id, a.account_code, a.username, a.email, a.full_name, a.phone, a.address, a.position, a.status,
         a.registered, a.created_at, a.signed_in_at, a.version, v.digest AS avatar,
         (SELECT max(f.until) FROM sign_in_failure f WHERE f.account_id = a.account_id) AS delayed_until,
         coalesce((SELECT json_agg(json_build_object('hydro_code', g.hydro_code, 'role_id', r.role_id,
                                                     'role_name', r.role_name, 'level', r.level)
                                   ORDER BY g.hydro_code)
                   FROM account_role g JOIN role r USING (role_id) WHERE g.account_id = a.account_id), '[]') AS roles,
         coalesce((SELECT json_agg(json_build_object('hydro', g.hydro_code, 'level', r.level,
                                                     'permissions', r.permissions))
                   FROM account_role g JOIN role r USING (role_id) WHERE g.account_id = a.account_id), '[]') AS held
  FROM account a
  LEFT JOIN account_avatar v USING (account_id)`

/** Which accounts a caller may see. */
export interface AccountReach {
  /** null: all; else those with a role at one of these, or everywhere. */
  hydros: readonly string[] | null
  /** Also accounts without any role. */
  applicants: boolean
}
export const EVERY_ACCOUNT: AccountReach = { hydros: null, applicants: true }

const visibleTo = (reach: AccountReach) => `($1::text[] IS NULL
  ${reach.applicants ? 'OR NOT EXISTS (SELECT FROM account_role g WHERE g.account_id = a.account_id)' : ''}
  OR EXISTS (SELECT FROM account_role g
             WHERE g.account_id = a.account_id AND (g.hydro_code = '*' OR g.hydro_code = ANY ($1))))`

export async function findAccount(db: Sql, reach: AccountReach, id: string): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>(`${ROW} WHERE ${visibleTo(reach)} AND a.account_id = $2`, [
    reach.hydros,
    id,
  ])
  return rows[0] ?? null
}

/** A normalized text as a LIKE pattern for a part. */
const within = (text: string) => `%${plain(text).replace(/[\\%_]/g, (c) => `\\${c}`)}%`

const SEARCHED = ['a.username', 'a.full_name', 'a.email', 'a.phone', 'a.position', 'a.account_code']

/** Columns by which a list may be sorted, never from the caller's text. Names sort as in Vietnamese. */
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
  const where = `${visibleTo(reach)}
    AND ($2::text IS NULL OR ${SEARCHED.map((c) => `${plainSql(`coalesce(${c}, '')`)} LIKE $2`).join(' OR ')})
    AND ($3::boolean IS NULL OR a.status = $3)
    AND ($4::text IS NULL OR EXISTS (SELECT FROM account_role g WHERE g.account_id = a.account_id AND g.role_id = $4))`
  const values = [
    reach.hydros,
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

/** Who views accounts, and at which reservoir. */
export interface AccountView {
  accountId: string
  hydro: string
  now: number
  grants: readonly Held[]
  experts: readonly string[]
}

/**
 * Permissions of an account that the viewer lacks at its reservoirs; none for one's own account. Expert accounts hold
 * every view permission; one without a role counts at the reservoir of the call, since it may be given a role there.
 */
export function lackingOf(view: Omit<AccountView, 'now'>, row: AccountRow): string[] {
  if (row.account_id === view.accountId) return []
  if (!view.experts.includes(row.account_code)) return missingToBecome(view.grants, row.held)
  const held = row.held.length > 0 ? row.held : [{ hydro: view.hydro, level: Infinity, permissions: [] }]
  const views = missingViews([])
  return missingToBecome(
    view.grants,
    held.map((h) => ({ ...h, permissions: [...h.permissions, ...views] })),
  )
}

/** A row as the calls return it. */
export function shownAccount(row: AccountRow, view: AccountView): Account {
  const at = row.roles.find((r) => r.hydro_code === view.hydro) ?? row.roles.find((r) => r.hydro_code === '*')
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
    editable: mayManage(view.grants, row.held, 'accounts.view'),
    credentials: lackingOf(view, row).length === 0,
    version: row.version,
  }
}

/** Names and password hash of an account, for its owner to confirm. */
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

/** Which names of a new account are taken. */
export async function findTaken(
  c: Sql,
  wanted: { username: string; email?: string | null; account_code: string },
): Promise<{ username: boolean; email: boolean; code: boolean }> {
  const { rows } = await c.query<{ username: boolean; email: boolean; code: boolean }>(
    `SELECT bool_or(lower(username) = lower($1)) AS username, bool_or(lower(email) = lower($2)) AS email,
            bool_or(account_code = $3) AS code
     FROM account WHERE lower(username) = lower($1) OR lower(email) = lower($2) OR account_code = $3`,
    [wanted.username, wanted.email ?? null, wanted.account_code],
  )
  return rows[0]
}

export async function isCodeTaken(c: Sql, code: string): Promise<boolean> {
  return (await c.query('SELECT 1 FROM account WHERE account_code = $1', [code])).rows.length > 0
}

interface InsertedAccount {
  id: string
  code: string
  username: string
  email?: string | null
  hash: string
  full_name: string
  phone?: string | null
  address?: string | null
  position?: string | null
  status: boolean
  /** Registered by its owner, and not yet activated. */
  registered: boolean
}

export async function insertAccount(c: Sql, account: InsertedAccount, now: number): Promise<void> {
  await c.query(
    `INSERT INTO account (account_id, account_code, username, email, password_hash, full_name, phone, address,
                          position, status, registered, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [
      account.id,
      account.code,
      account.username,
      account.email ?? null,
      account.hash,
      account.full_name,
      account.phone ?? null,
      account.address ?? null,
      account.position ?? null,
      account.status,
      account.registered,
      now,
    ],
  )
}

/** Fields of an account that somebody may change. */
export const ACCOUNT_FIELDS = [
  'username',
  'email',
  'full_name',
  'phone',
  'address',
  'position',
  'status',
] as const
type AccountField = (typeof ACCOUNT_FIELDS)[number]

/** Sets fields of an account; an activated one is no longer a registration. */
export async function changeAccountFields(
  c: Sql,
  id: string,
  set: ReadonlyMap<AccountField, unknown>,
  activated: boolean,
  now: number,
): Promise<void> {
  await c.query(
    `UPDATE account SET ${[...set.keys()].map((f, i) => `${f} = $${i + 4}, `).join('')}
                        registered = registered AND NOT $3, updated_at = $2, version = version + 1
     WHERE account_id = $1`,
    [id, now, activated, ...set.values()],
  )
}

export async function storeHash(c: Sql, id: string, hash: string, now: number): Promise<void> {
  await c.query(
    'UPDATE account SET password_hash = $2, updated_at = $3, version = version + 1 WHERE account_id = $1',
    [id, hash, now],
  )
}

export async function deleteAccount(c: Sql, id: string): Promise<void> {
  await c.query('DELETE FROM account WHERE account_id = $1', [id])
}

/**
 * Records a sign-in with the new hash, unless the account was locked or its password changed meanwhile. Returns whether
 * it did.
 */
export async function noteSignIn(
  c: Sql,
  id: string,
  hash: { compared: string; kept: string },
  now: number,
): Promise<boolean> {
  const { rows } = await c.query(
    `UPDATE account SET signed_in_at = $2, password_hash = $4
     WHERE account_id = $1 AND status AND password_hash = $3 RETURNING account_id`,
    [id, now, hash.compared, hash.kept],
  )
  return rows.length > 0
}
