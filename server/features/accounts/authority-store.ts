import { activePlants } from '#server/lib/across.ts'
import type { Sql } from '#server/lib/database.ts'
import type pg from 'pg'
import { administrators, heldAt, mayManage, orphaned, reaches, type Held } from '#core/access/authority.ts'
import { can, type Permission } from '#core/access/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import type { MessageCode } from '#contract/messages.ts'
import { record } from '#server/features/audit/index.ts'
import { Problem, type Params } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

/** A refusal that is audited: somebody tried to change what is above their own level. */
export class Refused extends Problem {
  readonly about: { noun: string; item: string | null; itemName?: string | null; tried: unknown }
  constructor(
    code: MessageCode,
    about: Refused['about'],
    params: Params = {},
    options: { status?: number; errors?: FieldError[] } = {},
  ) {
    super(options.status ?? 403, code, params, { errors: options.errors })
    this.about = about
  }
}

interface Grant extends Held {
  role_id: string
}

/** The caller as the database knows them inside the transaction: a demotion that came first applies already. */
export interface Authority {
  accountId: string
  grants: Grant[]
  /** Whether they hold a permission at the reservoir of the call. */
  has(need: Permission): boolean
  manages(target: readonly Held[], need: Permission): boolean
}

export async function grantsOf(db: Sql, accountId: string): Promise<Grant[]> {
  const { rows } = await db.query<Grant>(
    `SELECT g.hydro_code AS hydro, g.role_id, r.level, r.permissions
     FROM account_role g JOIN role r USING (role_id) JOIN account a USING (account_id)
     WHERE g.account_id = $1 AND a.status ORDER BY g.hydro_code`,
    [accountId],
  )
  return rows
}

async function authorityOf(db: Sql, caller: Caller): Promise<Authority> {
  const grants = await grantsOf(db, caller.accountId!)
  return {
    accountId: caller.accountId!,
    grants,
    has: (need) => can(heldAt(grants, caller.hydro)?.permissions ?? [], need),
    manages: (target, need) => mayManage(grants, target, need),
  }
}

/**
 * Key of the lock under which changes of accounts, grants and roles follow each other, so that two cannot each remove
 * an administrator whom the other one counts on.
 */
const PEOPLE_LOCK = 4_607_182_419

export interface AuthorityChange {
  c: pg.PoolClient
  now: number
  me: Authority
  /** Writes the audit record, in this transaction. */
  done(act: Parameters<typeof record>[3]): Promise<unknown>
}

/**
 * Runs a change of accounts or roles: one at a time, with the caller's present authority, and never leaving a reservoir
 * without an administrator. A change above the caller's level is rolled back and audited. @throws Problem 403
 * forbidden, 409 last_administrator, and what `fn` throws
 */
export async function changePeople<T>(
  s: Services,
  caller: Caller,
  need: readonly Permission[],
  about: Refused['about'],
  fn: (change: AuthorityChange) => Promise<T>,
): Promise<T> {
  try {
    return await s.db.tx(async (c) => {
      await c.query('SELECT pg_advisory_xact_lock($1)', [PEOPLE_LOCK])
      const now = s.clock.now()
      const me = await authorityOf(c, caller)
      // The guard admitted the call; the permission may have been removed since.
      if (!need.every((n) => me.has(n))) throw new Refused('forbidden', about)
      const before = await administratorsOf(c)
      const result = await fn({ c, now, me, done: (act) => record(c, now, caller, act) })
      if (orphaned(before, await administratorsOf(c)).length > 0)
        throw new Refused('last_administrator', about, {}, { status: 409 })
      return result
    })
  } catch (e) {
    if (e instanceof Refused) await recordRefusal(s, caller, e)
    throw e
  }
}

async function recordRefusal(
  s: Services,
  actor: Parameters<typeof record>[2],
  { about, code }: Refused,
): Promise<void> {
  await record(s.db.pool, s.clock.now(), actor, {
    act: 'refused',
    noun: about.noun,
    item: about.item,
    itemName: about.itemName,
    after: about.tried,
    reason: code,
  })
}

async function administratorsOf(c: Sql): Promise<Map<string, number>> {
  const { rows } = await c.query<Held & { account_id: string }>(
    `SELECT a.account_id, g.hydro_code AS hydro, r.level, r.permissions
     FROM account a JOIN account_role g USING (account_id) JOIN role r USING (role_id) WHERE a.status`,
  )
  return administrators([...Map.groupBy(rows, (r) => r.account_id).values()], await activePlants(c))
}

/** Whether somebody may manage roles of a level at every reservoir where a role is given, so that it may be changed. */
export function reachesAll(
  me: Authority,
  places: readonly string[],
  level: number,
  need: Permission,
): boolean {
  return places.every((hydro) => reaches(me.grants, hydro, level, need))
}
