import { timingSafeEqual } from 'node:crypto'
import { record } from '#server/features/audit/index.ts'
import { forbidden, unauthorized } from '#server/lib/errors.ts'
import { networkOf } from '#server/lib/network.ts'
import { digest } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { ACCESS_SECONDS, signAccess } from './access-token.ts'
import { activePlants } from '#server/lib/across.ts'
import { attempt, keysOfTry, succeeded } from './delay-store.ts'

/** The actor of calls with the service credentials, in records. */
export const SERVICE = 'service'

/** Permissions of such calls, valid for the Basic API only. */
export const SERVICE_PERMISSIONS = ['dashboard.view', 'information', 'interpolate', 'settings'] as const

const same = (a: string, b: string) => timingSafeEqual(Buffer.from(digest(a)), Buffer.from(digest(b)))

/**
 * Signs a machine in with the service credentials of the settings. @throws Problem 403 service_off, 401 login_failed,
 * 429 sign_in_delayed
 */
export async function serviceLogin(
  s: Services,
  input: { username: string; password: string; address: string },
): Promise<{ token: string; expires: string; hydro_codes: string[] }> {
  const { serviceUsername, servicePassword } = s.config
  if (serviceUsername === null || servicePassword === null) throw forbidden('service_off')
  const now = s.clock.now()
  const actor = { actor: SERVICE, address: input.address, hydro: null }
  const mac = s.secrets.mac('name', input.username)
  const { place: key } = keysOfTry(
    input.username === serviceUsername ? SERVICE : null,
    mac,
    networkOf(input.address),
  )
  await attempt(s.db.pool, key, now)
  const [name, password] = [same(input.username, serviceUsername), same(input.password, servicePassword)]
  if (!name || !password) {
    await record(s.db.pool, now, actor, { act: 'sign-in refused', noun: 'session', reason: 'login_failed' })
    throw unauthorized('login_failed')
  }
  await succeeded(s.db.pool, [key])
  await record(s.db.pool, now, actor, { act: 'sign-in', noun: 'session' })
  const claims = { sub: SERVICE, sid: 1, role: [...SERVICE_PERMISSIONS], session: '', hydro: '' }
  return {
    token: await signAccess(s.secrets, { ...claims, service: true }, now),
    expires: new Date(Math.floor(now / 1000) * 1000 + ACCESS_SECONDS * 1000).toISOString(),
    hydro_codes: await activePlants(s.db.pool),
  }
}
