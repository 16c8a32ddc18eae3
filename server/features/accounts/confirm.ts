import { record } from '#server/features/audit/index.ts'
import { forbidden, refuseField } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { ownAccount } from './account-store.ts'
import { attempt, delayKey, succeeded } from './delay-store.ts'
import { isPassword } from './passwords.ts'

/**
 * Confirms that the person at a session is its owner, by asking for the password again. Attempts are delayed like
 * sign-ins. what: the act that it is for, as the audit names it. @throws Problem 400 wrong_password at `password`, 429
 * sign_in_delayed
 */
export async function confirmPassword(
  s: Services,
  caller: Caller,
  password: string,
  what: { noun: string; item: string },
): Promise<void> {
  if (caller.accountId === null) throw forbidden()
  const now = s.clock.now()
  const own = await ownAccount(s.db, caller.accountId)
  // A person at somebody else's open session must not be able to go on guessing.
  const key = delayKey('device', `password ${caller.accountId}`)
  await attempt(s.db.pool, key, now)
  if (!(await isPassword(own?.password_hash ?? null, password))) {
    await record(s.db.pool, now, caller, { ...what, act: 'sign refused', reason: 'wrong_password' })
    throw refuseField(caller.language, 'password', 'wrong_password')
  }
  await succeeded(s.db.pool, [key])
}
