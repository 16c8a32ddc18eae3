import type { Profile } from '#contract/auth.ts'
import { unauthorized } from '#server/lib/errors.ts'
import type { Services } from '#server/lib/services.ts'
import { membersOfSession, reservoirsOf } from './store.ts'

/** The signed-in account at a reservoir, as the pages need it. */
export async function profileOf(
  s: Services,
  sessionId: string,
  hydro: string | null,
  nameOf: (hydroCode: string) => Promise<string>,
): Promise<Profile> {
  const members = await membersOfSession(s.db, sessionId, s.clock.now())
  if (members.length === 0) throw unauthorized('token_invalid')
  const first = members[0]
  const code = hydro || first.session_hydro
  const member =
    members.find((m) => m.hydro_code === code) ?? members.find((m) => m.hydro_code === '*') ?? first
  const reservoirs = await reservoirsOf(s.db, first.account_id)
  return {
    account_id: first.account_id,
    account_code: first.account_code,
    username: first.username,
    full_name: first.full_name,
    email: first.email,
    role: member.role_name,
    level: member.level,
    avatar: first.avatar,
    expert: s.config.expertAccounts.includes(first.account_code),
    permissions: member.permissions,
    hydro_code: code,
    reservoirs: await Promise.all(
      reservoirs.map(async (r) => ({ hydro_code: r.hydro_code, hydro_name: await nameOf(r.hydro_code) })),
    ),
  }
}
