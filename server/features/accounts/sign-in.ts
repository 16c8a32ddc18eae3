import type { MessageCode } from '#contract/messages.ts'
import { record } from '#server/features/audit/index.ts'
import { unauthorized } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { digest, randomSecret } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { noteSignIn } from './account-store.ts'
import { networkOf } from '#server/lib/network.ts'
import { attempt, delayKey, keysOfTry, succeeded } from './delay-store.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import type { signInTurns } from './sign-in-turns.ts'
import { LONG, SHORT, insertSession, tokensFor, type Opened } from './session-store.ts'
import { plantsGranted } from '#server/lib/across.ts'
import { findCredentials, grantedEverywhere } from './store.ts'

interface SignIn {
  username: string
  password: string
  remember: boolean
  address: string
  agent: string
  turn: ReturnType<typeof signInTurns>
  /** The sealed mark of a browser in which this account has signed in before. */
  device: (accountId: string) => string | null
}

/**
 * Failures of one network within the hour beyond which only one in a hundred is recorded, so that no flood fills the
 * log.
 */
const RECORDED = 100

/**
 * Signs in. A wrong name and a wrong password take as long and get the same answer. @throws Problem 401 login_failed,
 * account_inactive, no_reservoir; 429 sign_in_delayed, too_many_requests
 */
export async function login(s: Services, input: SignIn): Promise<Opened> {
  const found = await findCredentials(s.db, input.username)
  const device = found ? input.device(found.account_id) : null
  const network = networkOf(input.address)
  const checked = await input.turn(device === null ? network : null, () =>
    compare(s, input, found, device, network),
  )
  return open(s, checked.found, checked.hydro, input)
}

async function compare(
  s: Services,
  input: SignIn,
  found: Awaited<ReturnType<typeof findCredentials>>,
  device: string | null,
  network: string,
) {
  const actor = { actor: found?.account_id ?? 'nobody', address: input.address, hydro: null }
  // The text typed for an unknown account is not stored: people type passwords into the wrong field.
  let failures = 0
  const refused = async (reason: MessageCode) => {
    if (failures > RECORDED && failures % RECORDED !== 0) return
    await record(s.db.pool, s.clock.now(), actor, {
      act: 'sign-in refused',
      noun: 'session',
      item: found?.account_id,
      itemName: found?.username,
      ...(failures > RECORDED ? { after: { failures_of_address: failures } } : {}),
      reason,
    })
  }

  const mac = s.secrets.mac('name', input.username.toLowerCase())
  const tried = keysOfTry(found?.account_id ?? null, mac, network)
  const all = delayKey('network', network)
  const keys = device ? [delayKey('device', device)] : [tried.place, tried.account]
  try {
    if (!device) failures = await attempt(s.db.pool, all, s.clock.now())
    for (const key of keys) await attempt(s.db.pool, key, s.clock.now())
  } catch (e) {
    await refused('sign_in_delayed')
    throw e
  }

  if (!(await isPassword(found?.password_hash ?? null, input.password)) || !found) {
    await refused('login_failed')
    throw unauthorized('login_failed')
  }
  await succeeded(s.db.pool, device ? keys : [...keys, all])
  if (!found.status) {
    await refused('account_inactive')
    throw unauthorized('account_inactive')
  }
  const reservoirs = await plantsGranted(s.db.pool, found.account_id)
  // An administrator of every reservoir may sign in before the first one exists.
  if (reservoirs.length === 0 && !(await grantedEverywhere(s.db, found.account_id))) {
    await refused('no_reservoir')
    throw unauthorized('no_reservoir')
  }
  return { found, hydro: reservoirs[0] ?? '' }
}

async function open(
  s: Services,
  found: { account_id: string; password_hash: string },
  hydro: string,
  input: SignIn,
): Promise<Opened> {
  // Old hashes are replaced while the password is known.
  const rehashed = isOutdated(found.password_hash) ? await hashPassword(input.password) : found.password_hash
  const now = s.clock.now()
  const sessionId = makeId('se', now)
  const refreshToken = randomSecret()
  const expires = now + (input.remember ? LONG : SHORT)
  const accountId = found.account_id
  await s.db.tx(async (c) => {
    // A lock or a new password that came during the comparison prevents the session.
    const hash = { compared: found.password_hash, kept: rehashed }
    if (!(await noteSignIn(c, accountId, hash, now))) throw unauthorized('login_failed')
    await insertSession(
      c,
      {
        id: sessionId,
        accountId,
        hydro,
        remember: input.remember,
        address: input.address,
        agent: input.agent.slice(0, 300),
        refreshHash: digest(refreshToken),
        expires,
      },
      now,
    )
    const actor = { actor: accountId, address: input.address, hydro: null }
    await record(c, now, actor, { act: 'sign-in', noun: 'session', item: sessionId })
  })
  return {
    sessionId,
    accountId,
    refreshToken,
    tokens: await tokensFor(s, sessionId, expires),
    remember: input.remember,
  }
}
