import { can, type Permission } from './index.ts'

/** A role as an account holds it at a reservoir; hydro '*' means every reservoir. */
export interface Held {
  hydro: string
  /** 1 is the highest. */
  level: number
  permissions: readonly string[]
}

/** A role without a reservoir. */
type Power = Pick<Held, 'level' | 'permissions'>

/**
 * The role that counts at a reservoir: one granted there takes precedence over one granted everywhere, whichever is
 * higher.
 */
export function heldAt(grants: readonly Held[], hydro: string): Held | null {
  return grants.find((g) => g.hydro === hydro) ?? grants.find((g) => g.hydro === '*') ?? null
}

/**
 * Whether `grants` suffice at `hydro` for acts that need `need` on something of `level`: the permission is held there
 * and the own level is not below. At '*' they must suffice everywhere, also where a lesser role takes precedence over
 * the general one.
 */
export function reaches(grants: readonly Held[], hydro: string, level: number, need: Permission): boolean {
  const enough = (g: Held | null) => g !== null && g.level <= level && can(g.permissions, need)
  if (hydro !== '*') return enough(heldAt(grants, hydro))
  return enough(grants.find((g) => g.hydro === '*') ?? null) && grants.every(enough)
}

/** Whether every permission of `wanted` is held by `held`. */
function coversAll(held: readonly string[], wanted: readonly string[]): boolean {
  return missingOf(held, wanted).length === 0
}

/** Codes of `wanted` missing from `held`. */
export function missingOf(held: readonly string[], wanted: readonly string[]): string[] {
  return wanted.filter((w) => !can(held, w as Permission))
}

/**
 * Whether an account may be managed: all of its grants are within reach. An account without a grant may be managed by
 * everybody.
 */
export function mayManage(actor: readonly Held[], target: readonly Held[], need: Permission): boolean {
  return target.every((t) => reaches(actor, t.hydro, t.level, need))
}

/** Permissions that an actor lacks at a reservoir to grant `role` there; at '*' it needs them everywhere. */
export function missingAt(actor: readonly Held[], role: Pick<Power, 'permissions'>, hydro: string): string[] {
  const places = hydro === '*' ? actor : [heldAt(actor, hydro)].filter((g) => g !== null)
  const missing = places.flatMap((g) => missingOf(g.permissions, role.permissions))
  return places.length === 0 ? [...role.permissions] : [...new Set(missing)]
}

/**
 * Permissions of an account that an actor lacks: whoever sets its password, user name or e-mail can sign in as it. A
 * grant for every reservoir is covered only by one that is held everywhere.
 */
export function missingToBecome(actor: readonly Held[], target: readonly Held[]): string[] {
  const everywhere = actor.some((g) => g.hydro === '*')
  const missing = target.flatMap((t) =>
    t.hydro === '*' && !everywhere ? t.permissions : missingAt(actor, t, t.hydro),
  )
  return [...new Set(missing)]
}

/** The permissions of an administrator, by which everything else can be restored. */
const ADMINISTRATION: readonly Permission[] = [
  'accounts.insert',
  'accounts.update',
  'accounts.change-status',
  'accounts.change-password',
  'roles.insert',
  'roles.update',
]

/**
 * The level of the highest administrator at each place: '*' and each reservoir. `accounts` are the grants of the active
 * accounts, one list each. Places without an administrator are absent.
 */
export function administrators(
  accounts: readonly (readonly Held[])[],
  reservoirs: readonly string[],
): Map<string, number> {
  const best = new Map<string, number>()
  for (const place of ['*', ...reservoirs])
    for (const grants of accounts) {
      const held = place === '*' ? (grants.find((g) => g.hydro === '*') ?? null) : heldAt(grants, place)
      if (held === null || !coversAll(held.permissions, ADMINISTRATION)) continue
      best.set(place, Math.min(best.get(place) ?? Infinity, held.level))
    }
  return best
}

/** Places that would be left without an administrator as high as before. */
export function orphaned(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...before]
    .filter(([place, level]) => (after.get(place) ?? Infinity) > level)
    .map(([place]) => place)
}
