import { heldAt, missingAt, missingOf, reaches, type Held } from '#core/access/authority.ts'
import type { Permission } from '#core/access/index.ts'
import { SCREENS } from '#contract/permissions.ts'
import type { AccountRole } from '#contract/roles.ts'
import {
  Refused,
  changePeople,
  endUngranted,
  grantsOf,
  reachesAll,
  taken,
  type Authority,
} from '#server/features/accounts/index.ts'
import { Problem, conflict, notFound, refuseField } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { dropRole, findRole, insertRole, rolesFrom, writeRole, type RoleRow } from './store.ts'

function shown(row: RoleRow, grants: readonly Held[], hydro: string): AccountRole {
  const { role_id, role_name, level, permissions, members, version } = row
  return {
    role_id,
    role_name,
    level,
    permissions,
    members,
    editable: withinReach(grants, hydro, row, 'roles.view'),
    version,
  }
}

/** Checks that the caller may change a role wherever somebody has it, and at the present reservoir. */
function withinReach(grants: readonly Held[], hydro: string, row: RoleRow, need: Permission): boolean {
  return [hydro, ...row.places].every((place) => reaches(grants, place, row.level, need))
}

const ownLevel = (grants: readonly Held[], hydro: string) => heldAt(grants, hydro)?.level ?? Infinity

/** Lists roles at or below the caller's level. */
export async function listRoles(s: Services, caller: Caller): Promise<AccountRole[]> {
  const grants = await grantsOf(s.db.pool, caller.accountId!)
  const level = ownLevel(grants, caller.hydro)
  if (!Number.isFinite(level)) return []
  return (await rolesFrom(s.db.pool, level)).map((r) => shown(r, grants, caller.hydro))
}

export function screens(caller: Caller) {
  return SCREENS.map((screen) => ({
    ...screen,
    permissions: screen.permissions.map((p) => ({
      ...p,
      grantable: missingOf(caller.permissions, [p.code]).length === 0,
    })),
  }))
}

interface RoleInput {
  role_name: string
  level: number
  permissions: Permission[]
}

export async function createRole(s: Services, caller: Caller, input: RoleInput): Promise<AccountRole> {
  const about = { noun: 'role', item: null, itemName: input.role_name, tried: input }
  return refuseTakenName(caller, () =>
    changePeople(s, caller, ['roles.insert'], about, async ({ c, now, me, done }) => {
      if (!reaches(me.grants, caller.hydro, input.level, 'roles.insert'))
        throw new Refused('above_own_level', about, { what: input.role_name })
      refuseUnheld(me, input.permissions, [caller.hydro], about)
      const id = makeId('ro', now)
      await insertRole(c, { role_id: id, ...input }, now)
      await done({ act: 'add', noun: 'role', item: id, itemName: input.role_name, after: input })
      return shown((await findRole(c, id))!, me.grants, caller.hydro)
    }),
  )
}

export async function updateRole(
  s: Services,
  caller: Caller,
  { role_id, version, ...changes }: Partial<RoleInput> & { role_id: string; version?: number },
): Promise<AccountRole> {
  const about = { noun: 'role', item: role_id, tried: changes }
  return refuseTakenName(caller, () =>
    changePeople(s, caller, ['roles.update'], about, async ({ c, me, done }) => {
      const row = await within(c, me, caller, role_id, 'roles.update', about)
      if (version !== undefined && version !== row.version) throw conflict()
      const to = {
        role_name: changes.role_name ?? row.role_name,
        level: changes.level ?? row.level,
        permissions: changes.permissions ?? row.permissions,
      }
      const places = [caller.hydro, ...row.places]
      if (!reachesAll(me, places, to.level, 'roles.update'))
        throw new Refused('above_own_level', about, { what: row.role_name })
      // Permissions that the role has already stay; the caller must hold those that are added.
      refuseUnheld(me, missingOf(row.permissions, to.permissions), places, about)
      await writeRole(c, role_id, to)
      const { role_name, level, permissions } = row
      await done({
        act: 'update',
        noun: 'role',
        item: role_id,
        itemName: row.role_name,
        before: { role_name, level, permissions },
        after: to,
      })
      return shown((await findRole(c, role_id))!, me.grants, caller.hydro)
    }),
  )
}

export async function removeRole(
  s: Services,
  caller: Caller,
  input: { role_id: string; move_to?: string | null },
): Promise<null> {
  const { role_id, move_to } = input
  const about = { noun: 'role', item: role_id, tried: { remove: role_id, move_to } }
  return changePeople(s, caller, ['roles.destroy'], about, async ({ c, now, me, done }) => {
    const row = await within(c, me, caller, role_id, 'roles.destroy', about)
    if (row.members > 0 && move_to === undefined) throw inUse(row, caller)
    if (move_to === role_id) throw refuseField(caller.language, 'move_to', 'move_to_itself')
    if (move_to !== undefined && move_to !== null && row.members > 0) {
      const next = await findRole(c, move_to)
      if (!next) throw notFound(move_to)
      if (!reachesAll(me, row.places, next.level, 'roles.destroy'))
        throw new Refused('above_own_level', about, { what: next.role_name })
      refuseUnheld(me, missingOf(row.permissions, next.permissions), row.places, about)
    }
    await dropRole(c, role_id, move_to ?? null)
    await endUngranted(c, now)
    const { role_name, level, permissions, members } = row
    await done({
      act: 'remove',
      noun: 'role',
      item: role_id,
      itemName: role_name,
      before: { role_name, level, permissions, members },
      after: { move_to: move_to ?? null },
    })
    return null
  })
}

/** A role that the caller sees (else 404) and may change (else 403). */
async function within(
  c: Parameters<typeof findRole>[0],
  me: Authority,
  caller: Caller,
  id: string,
  need: Permission,
  about: Refused['about'],
): Promise<RoleRow> {
  const row = await findRole(c, id)
  if (!row) throw notFound(id)
  if (!withinReach(me.grants, caller.hydro, row, need))
    throw new Refused('above_own_level', { ...about, itemName: row.role_name }, { what: row.role_name })
  return row
}

function refuseUnheld(
  me: Authority,
  permissions: readonly string[],
  places: readonly string[],
  about: Refused['about'],
): void {
  const missing = new Set(places.flatMap((p) => missingAt(me.grants, { permissions }, p)))
  if (missing.size > 0) throw new Refused('not_held_by_you', about, { permissions: [...missing].join(', ') })
}

function inUse(row: RoleRow, caller: Caller): Problem {
  return refuseField(caller.language, 'move_to', 'role_in_use', { count: row.members }, { status: 409 })
}

async function refuseTakenName<T>(caller: Caller, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (e) {
    if ((e as { constraint?: string }).constraint !== 'role_role_name_key') throw e
    throw taken('role_name_taken', 'role_name', caller.language)
  }
}
