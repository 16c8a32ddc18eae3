import { record } from '#server/features/audit/index.ts'
import { forbidden, refuseField } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { ownAccount } from './account-store.ts'
import { attempt, delayKey, succeeded } from './delay-store.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { storePassword } from './people.ts'

/**
 * Changes one's own password; all sessions end. Attempts at the present password are delayed like sign-ins. @throws
 * Problem 403 not_own_account, 400 wrong_password, 429 sign_in_delayed
 */
export async function changeOwnPassword(
  s: Services,
  caller: Caller,
  input: { username: string; oldPassword: string; newPassword: string },
): Promise<null> {
  const now = s.clock.now()
  const own = (await ownAccount(s.db, caller.accountId))!
  const named = input.username.trim().toLowerCase()
  const about = { noun: 'account', item: caller.accountId, itemName: own.username }
  if (named !== own.username.toLowerCase() && named !== own.email?.toLowerCase()) {
    await record(s.db.pool, now, caller, { ...about, act: 'refused', reason: 'not_own_account' })
    throw forbidden('not_own_account')
  }
  // A person at somebody else's open session must not be able to go on guessing.
  const key = delayKey('device', `password ${caller.accountId}`)
  await attempt(s.db.pool, key, now)
  if (!(await isPassword(own.password_hash, input.oldPassword))) {
    await record(s.db.pool, now, caller, {
      ...about,
      act: 'change password refused',
      reason: 'wrong_password',
    })
    throw refuseField(caller.language, 'oldPassword', 'wrong_password')
  }
  const hashed = await hashPassword(input.newPassword)
  await s.db.tx(async (c) => {
    await succeeded(c, [key])
    await storePassword(c, caller.accountId!, hashed, now, 'password changed')
    await record(c, now, caller, { ...about, act: 'change password' })
  })
  return null
}
