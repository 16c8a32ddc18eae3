import type { Sql } from '#server/lib/database.ts'
import { heldAt, mayManage, missingAt, reaches, type Held } from '#core/access/authority.ts'
import { can, missingViews } from '#core/access/index.ts'
import {
  permissionsOfChange,
  type Account,
  type AccountChanges,
  type Grant as WireGrant,
} from '#contract/accounts.ts'
import { type Language, type MessageCode } from '#contract/messages.ts'
import { Problem, badRequest, conflict, forbidden, notFound, refuseField } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import {
  ACCOUNT_FIELDS,
  EVERY_ACCOUNT,
  changeAccountFields,
  deleteAccount,
  findAccount,
  findTaken,
  insertAccount,
  lackingOf,
  listAccounts,
  shownAccount,
  storeHash,
  type AccountQuery,
  type AccountReach,
  type AccountRow,
  type AccountView,
} from './account-store.ts'
import { Refused, changePeople, grantsOf, type Authority, type AuthorityChange } from './authority-store.ts'
import { clearDelay } from './delay-store.ts'
import { allRoles, replaceGrants, shareRoles } from './grant-store.ts'
import { hashPassword } from './passwords.ts'
import { dropResetLinksOf } from './reset-store.ts'
import { endSessions, endUngranted } from './session-store.ts'
import { activePlants } from '#server/lib/across.ts'

/** A refusal at one form field that only the database can decide. */
export function taken(code: MessageCode, path: string, language: Language): Problem {
  return refuseField(language, path, code, {}, { status: 409 })
}

const UNIQUE: Record<string, [MessageCode, string]> = {
  account_username: ['username_taken', 'username'],
  account_email: ['email_taken', 'email'],
  account_account_code_key: ['account_code_taken', 'account_code'],
}

/** Turns a violation of a unique name into a refusal; other errors pass. */
export async function refuseTaken<T>(language: Language, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (e) {
    const known = UNIQUE[(e as { constraint?: string }).constraint ?? '']
    throw known ? taken(...known, language) : e
  }
}

/**
 * Refuses names of a new account that are taken, at the field that was typed: a code that is not given follows the user
 * name, so the user name is checked first. The indexes decide; this only chooses the message.
 */
async function checkFree(
  c: Sql,
  input: { username: string; email?: string | null; account_code: string },
  language: Language,
): Promise<void> {
  const had = await findTaken(c, input)
  if (had.username) throw taken('username_taken', 'username', language)
  if (had.email) throw taken('email_taken', 'email', language)
  if (had.code) throw taken('account_code_taken', 'account_code', language)
}

/**
 * The accounts that a caller sees: all, or those of the reservoirs where it may view accounts. Registrations without a
 * role are seen only by callers who see all reservoirs.
 */
function reachOf(s: Services, grants: readonly Held[]): AccountReach {
  const viewing = grants.filter((g) => can(g.permissions, 'accounts.view'))
  if (viewing.some((g) => g.hydro === '*')) return EVERY_ACCOUNT
  return { hydros: viewing.map((g) => g.hydro), applicants: s.config.edition !== 'SERVER' }
}

function view(s: Services, caller: Caller, grants: readonly Held[]): AccountView {
  return {
    accountId: caller.accountId!,
    hydro: caller.hydro,
    now: s.clock.now(),
    grants,
    experts: s.config.expertAccounts,
  }
}

/**
 * Refuses to change sign-in data of an account that holds permissions which the caller lacks. @throws Problem 403
 * holds_more_than_you
 */
function refuseTakeover(
  s: Services,
  caller: Caller,
  me: Authority,
  row: AccountRow,
  about: Refused['about'],
): void {
  const lacking = lackingOf(view(s, caller, me.grants), row)
  if (lacking.length > 0)
    throw new Refused(
      'holds_more_than_you',
      { ...about, itemName: row.username },
      { permissions: lacking.join(', ') },
    )
}

/**
 * Grants and reach of the caller. Expert accounts may view without a role: then the accounts of the reservoir of the
 * call.
 */
async function reachOfCaller(s: Services, caller: Caller): Promise<{ grants: Held[]; reach: AccountReach }> {
  const grants = await grantsOf(s.db.pool, caller.accountId!)
  const reach = reachOf(s, grants)
  return { grants, reach: reach.hydros?.length === 0 ? { ...reach, hydros: [caller.hydro] } : reach }
}

export async function listPeople(s: Services, caller: Caller, query: AccountQuery) {
  const { grants, reach } = await reachOfCaller(s, caller)
  const { rows, total } = await listAccounts(s.db.pool, reach, query)
  return { accounts: rows.map((r) => shownAccount(r, view(s, caller, grants))), total, page: query.page }
}

/** An account that the caller sees. @throws Problem 404 */
export async function visible(s: Services, caller: Caller, id: string): Promise<AccountRow> {
  const row = await findAccount(s.db.pool, (await reachOfCaller(s, caller)).reach, id)
  if (!row) throw notFound(id)
  return row
}

/** Checks that the caller may see where an account is signed in. @throws Problem 404, 403 above_own_level */
export async function overseen(s: Services, caller: Caller, id: string): Promise<void> {
  const row = await visible(s, caller, id)
  const grants = await grantsOf(s.db.pool, caller.accountId!)
  if (id !== caller.accountId && !mayManage(grants, row.held, 'accounts.view'))
    throw forbidden('above_own_level', { what: row.username })
}

/** An account within reach, its row locked until the transaction ends. @throws Problem 404, 403 above_own_level */
async function target(
  s: Services,
  c: Sql,
  me: Authority,
  id: string,
  need: Parameters<Authority['manages']>[1],
  tried: unknown,
): Promise<AccountRow> {
  const row = await findAccount(c, reachOf(s, me.grants), id)
  if (!row) throw notFound(id)
  if (!me.manages(row.held, need))
    throw new Refused(
      'above_own_level',
      { noun: 'account', item: id, itemName: row.username, tried },
      { what: row.username },
    )
  return row
}

/** Gives roles, none above the caller's level and none with a permission that the caller lacks. */
async function give(
  { c, me }: AuthorityChange,
  accountId: string,
  wanted: readonly WireGrant[],
  had: readonly WireGrant[],
  need: 'accounts.insert' | 'accounts.update',
  about: Refused['about'],
  /** Whether it is an expert account, which views everything wherever it has a role. */
  expert: boolean,
): Promise<void> {
  const roles = await shareRoles(
    c,
    wanted.map((g) => g.role_id),
  )
  const reservoirs = new Set(['*', ...(await activePlants(c))])
  for (const [i, grant] of wanted.entries()) {
    if (had.some((h) => h.hydro_code === grant.hydro_code && h.role_id === grant.role_id)) continue
    const role = roles.find((r) => r.role_id === grant.role_id)
    const wrong = (path: string, what: string) =>
      badRequest('not_found', { what }, [{ path: `roles.${i}.${path}`, code: 'not_found', params: { what } }])
    if (!role) throw wrong('role_id', grant.role_id)
    if (!reservoirs.has(grant.hydro_code)) throw wrong('hydro_code', grant.hydro_code)
    if (!reaches(me.grants, grant.hydro_code, role.level, need))
      throw new Refused('above_own_level', about, { what: role.role_name })
    const missing = missingAt(me.grants, role, grant.hydro_code)
    if (missing.length > 0) throw new Refused('not_held_by_you', about, { permissions: missing.join(', ') })
    if (expert && missingAt(me.grants, { permissions: missingViews([]) }, grant.hydro_code).length > 0)
      throw new Refused('account_code_expert', about)
  }
  await replaceGrants(c, accountId, wanted)
}

interface NewAccount {
  username: string
  password: string
  full_name: string
  email?: string | null
  phone?: string | null
  address?: string | null
  position?: string | null
  account_code?: string
  status: boolean
  roles: WireGrant[]
}

export async function createAccount(s: Services, caller: Caller, input: NewAccount): Promise<Account> {
  const { password, roles, ...fields } = input
  const hashed = await hashPassword(password)
  const code = input.account_code ?? input.username.toLowerCase()
  const after = { ...fields, account_code: code, roles }
  const about = { noun: 'account', item: null, itemName: input.username, tried: after }
  return refuseTaken(caller.language, () =>
    changePeople(s, caller, ['accounts.insert'], about, async (change) => {
      const { c, now, me, done } = change
      // Creating an expert account gives every view permission.
      const expert = s.config.expertAccounts.includes(code)
      const lacking = expert ? missingViews(heldAt(me.grants, caller.hydro)?.permissions ?? []) : []
      if (lacking.length > 0) throw new Refused('account_code_expert', about)
      // Without a role it would be an applicant, whom only callers with all reservoirs see.
      const { hydros, applicants } = reachOf(s, me.grants)
      if (!applicants && !roles.some((r) => r.hydro_code === '*' || hydros?.includes(r.hydro_code)))
        throw refuseField(caller.language, 'roles', 'required')
      await checkFree(c, { ...input, account_code: code }, caller.language)
      const id = makeId('ac', now)
      await insertAccount(c, { ...fields, id, code, hash: hashed, registered: false }, now)
      await give(change, id, roles, [], 'accounts.insert', about, expert)
      await done({ act: 'add', noun: 'account', item: id, itemName: input.username, after })
      return shownAccount((await findAccount(c, EVERY_ACCOUNT, id))!, view(s, caller, me.grants))
    }),
  )
}

export async function updateAccount(
  s: Services,
  caller: Caller,
  id: string,
  { version, ...changes }: AccountChanges,
): Promise<Account> {
  // The permission for e-mail is required only where the address changes.
  const need = permissionsOfChange(changes).filter((n) => n !== 'accounts.change-password')
  const about = { noun: 'account', item: id, tried: changes }
  return refuseTaken(caller.language, () =>
    changePeople(s, caller, need, about, async (change) => {
      const { c, now, me, done } = change
      const row = await target(s, c, me, id, need[0], changes)
      for (const n of need) await target(s, c, me, id, n, changes)
      if (version !== undefined && version !== row.version) throw conflict()
      const locking = changes.status === false && row.status
      if (locking && id === me.accountId) throw new Refused('own_account', about)
      const fields = ACCOUNT_FIELDS.filter((f) => changes[f] !== undefined && changes[f] !== row[f])
      const had = row.roles.map(({ hydro_code, role_id }) => ({ hydro_code, role_id }))
      const regranted = changes.roles !== undefined && !sameGrants(had, changes.roles)
      if (fields.length === 0 && !regranted) return shownAccount(row, view(s, caller, me.grants))
      if (fields.includes('email')) {
        if (!me.has('accounts.change-password')) throw new Refused('forbidden', about)
        await target(s, c, me, id, 'accounts.change-password', changes)
      }
      if (fields.includes('email') || fields.includes('username')) refuseTakeover(s, caller, me, row, about)
      const set = new Map(fields.map((f) => [f, changes[f]] as const))
      await changeAccountFields(c, id, set, changes.status === true, now)
      if (regranted) {
        const expert = s.config.expertAccounts.includes(row.account_code)
        const named = { ...about, itemName: row.username }
        await give(change, id, changes.roles!, had, 'accounts.update', named, expert)
        await endUngranted(c, now)
      }
      if (locking) await endSessions(c, id, now, 'account locked')
      // Drops links that were mailed to the old address.
      if (locking || fields.includes('email')) await dropResetLinksOf(c, id)
      if (changes.status === true) await clearDelay(c, id)
      const pick = (of: Record<string, unknown>) => Object.fromEntries(fields.map((f) => [f, of[f]]))
      await done({
        act: actOf(fields, regranted, changes.status),
        noun: 'account',
        item: id,
        itemName: row.username,
        before: { ...pick(row as never), ...(regranted ? { roles: row.roles } : {}) },
        after: { ...pick(changes), ...(regranted ? { roles: changes.roles } : {}) },
      })
      return shownAccount((await findAccount(c, EVERY_ACCOUNT, id))!, view(s, caller, me.grants))
    }),
  )
}

function actOf(fields: readonly string[], regranted: boolean, status: boolean | undefined): string {
  if (regranted || fields.length !== 1 || fields[0] !== 'status') return 'update'
  return status ? 'unlock' : 'lock'
}

function sameGrants(a: readonly WireGrant[], b: readonly WireGrant[]): boolean {
  const text = (list: readonly WireGrant[]) =>
    list
      .map((g) => `${g.hydro_code} ${g.role_id}`)
      .sort()
      .join()
  return text(a) === text(b)
}

export async function removeAccount(s: Services, caller: Caller, id: string): Promise<null> {
  const about = { noun: 'account', item: id, tried: 'remove' }
  return changePeople(s, caller, ['accounts.destroy'], about, async ({ c, me, done }) => {
    const row = await target(s, c, me, id, 'accounts.destroy', 'remove')
    if (id === me.accountId) throw new Refused('own_account', { ...about, itemName: row.username })
    await clearDelay(c, id)
    await deleteAccount(c, id)
    const { username, email, full_name, phone, address, position, account_code, roles } = row
    const before = { username, email, full_name, phone, address, position, account_code, roles }
    await done({ act: 'remove', noun: 'account', item: id, itemName: username, before })
    return null
  })
}

/** Sets another account's password. Its sessions end. */
export async function setPassword(s: Services, caller: Caller, id: string, password: string): Promise<null> {
  const hashed = await hashPassword(password)
  const about = { noun: 'account', item: id, tried: 'set password' }
  return changePeople(s, caller, ['accounts.change-password'], about, async ({ c, now, me, done }) => {
    const row = await target(s, c, me, id, 'accounts.change-password', 'set password')
    if (id === me.accountId) throw new Refused('own_password', { ...about, itemName: row.username })
    refuseTakeover(s, caller, me, row, about)
    await storePassword(c, id, hashed, now, 'password set')
    await done({ act: 'set password', noun: 'account', item: id, itemName: row.username })
    return null
  })
}

/** Stores a new hash, and ends everything that the old password opened. */
export async function storePassword(
  c: Sql,
  id: string,
  hashed: string,
  now: number,
  reason: string,
): Promise<void> {
  await storeHash(c, id, hashed, now)
  await endSessions(c, id, now, reason)
  await dropResetLinksOf(c, id, true)
  await clearDelay(c, id)
}

/** Runs a change of something that belongs to an account (its picture, its sessions), if the caller may. */
export function changeOf<T>(
  s: Services,
  caller: Caller,
  id: string,
  tried: string,
  fn: (change: AuthorityChange, row: AccountRow) => Promise<T>,
): Promise<T> {
  const about = { noun: 'account', item: id, tried }
  return changePeople(s, caller, ['accounts.update'], about, async (change) =>
    fn(change, await target(s, change.c, change.me, id, 'accounts.update', tried)),
  )
}

/** Reservoirs at which the caller may give roles, and which roles. */
export async function giveable(s: Services, caller: Caller) {
  const grants = await grantsOf(s.db.pool, caller.accountId!)
  const roles = await allRoles(s.db.pool)
  const may = (hydro: string, role: (typeof roles)[number]) =>
    (reaches(grants, hydro, role.level, 'accounts.insert') ||
      reaches(grants, hydro, role.level, 'accounts.update')) &&
    missingAt(grants, role, hydro).length === 0
  return ['*', ...(await activePlants(s.db.pool))]
    .map((hydro) => ({
      hydro_code: hydro,
      roles: roles
        .filter((r) => may(hydro, r))
        .map(({ role_id, role_name, level }) => ({ role_id, role_name, level })),
    }))
    .filter((p) => p.roles.length > 0)
}
