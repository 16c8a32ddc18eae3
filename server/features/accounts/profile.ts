import type { Profile } from '#contract/auth.ts'
import { unauthorized } from '#server/lib/errors.ts'
import type { Services } from '#server/lib/services.ts'
import { plantsGranted } from '#server/lib/across.ts'
import { membersOfSession } from './store.ts'

/** Looks up name and zone of a reservoir. */
export type PlaceOf = (hydroCode: string) => Promise<{ name: string; zone: string }>

/**
 * The signed-in account as the pages need it: at a given reservoir, else the session's, else the first that it may see.
 */
export async function profileOf(
  s: Services,
  sessionId: string,
  hydro: string | null,
  placeOf: PlaceOf,
): Promise<Profile> {
  const members = await membersOfSession(s.db, sessionId, s.clock.now())
  if (members.length === 0) throw unauthorized('token_invalid')
  const first = members[0]
  const codes = await plantsGranted(s.db.pool, first.account_id)
  const code = [hydro, first.session_hydro].find((c) => c && codes.includes(c)) ?? codes[0] ?? ''
  const here = members.find((m) => m.hydro_code === code) ?? members.find((m) => m.hydro_code === '*')
  const { role_name, level } = here ?? first
  return {
    account_id: first.account_id,
    account_code: first.account_code,
    username: first.username,
    full_name: first.full_name,
    email: first.email,
    role: role_name,
    level,
    avatar: first.avatar,
    expert: s.config.expertAccounts.includes(first.account_code),
    permissions: here?.permissions ?? [],
    hydro_code: code,
    reservoirs: await Promise.all(
      codes.map(async (c) => {
        const { name, zone } = await placeOf(c)
        return { hydro_code: c, hydro_name: name, time_zone: zone }
      }),
    ),
  }
}
