import type { FastifyInstance } from 'fastify'
import { AVATAR_TYPES } from '#contract/accounts.ts'
import type { Mail } from '#server/lib/mail.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { serveAvatars } from './avatar-routes.ts'
import { createForgot } from './forgot.ts'
import { prepareDecoy } from './passwords.ts'
import type { PlaceOf } from './profile.ts'
import { servePeople } from './people-routes.ts'
import { serveSessions } from './session-routes.ts'
import { serveSignIn } from './sign-in-routes.ts'

export { changePeople, grantsOf, reachesAll, Refused, type Authority } from './authority-store.ts'
export { confirmPassword } from './confirm.ts'
export { signedIn } from './cookies.ts'
export { createGuard, findIngestToken, SCREEN_PERMISSIONS, tokenOf } from './guard.ts'
export { holdersOf, rightsOf } from './holder-store.ts'
export { demoAccountsBut, endDemoAccounts, isDemoAccount } from './demo-account-store.ts'
export { nameOfAccount } from './name-store.ts'
export { taken } from './people.ts'
export { prune } from './prune-store.ts'
export { DEMO_ACCOUNTS, DEMO_EXPERT, seedAccounts } from './seed.ts'
export { serviceLogin } from './service-account.ts'
export { endUngranted } from './session-store.ts'

/** Serves everything about accounts. idle: resolves when no letter is being sent. */
export async function serveAccounts(
  web: FastifyInstance,
  serve: Serve,
  s: Services,
  options: {
    placeOf: PlaceOf
    siteName: () => Promise<string>
    mail: Mail | null
  },
): Promise<{ idle(): Promise<void> }> {
  await prepareDecoy()
  for (const type of AVATAR_TYPES)
    if (!web.hasContentTypeParser(type))
      web.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const forgot = createForgot(s, options.mail, options.siteName)
  serveSignIn(serve, s, options.placeOf)
  servePeople(serve, s, forgot, options.placeOf)
  serveAvatars(serve, s)
  serveSessions(serve, s)
  return { idle: forgot.idle }
}
