import type { FastifyRequest } from 'fastify'
import type { Services } from '#server/lib/services.ts'
import { verifyAccess } from './access-token.ts'
import { membersOfSession } from './store.ts'

/** Cookie names contain the port that browsers see, so that two installations on one host do not share them. */
export function cookieNames(s: Services): { access: string; refresh: string; expires: string } {
  const port = cookiePort(s)
  return { access: `token_${port}`, refresh: `refreshToken_${port}`, expires: `refreshExpires_${port}` }
}

function cookiePort(s: Services): string {
  if (!s.config.publicUrl) return String(s.config.port)
  const url = new URL(s.config.publicUrl)
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

/** Seals the mark of a browser in which an account has signed in: `nonce.mac`, valid for that account only. */
export function sealDevice(s: Services, accountId: string, nonce: string): string {
  return `${nonce}.${s.secrets.mac('device', `${accountId} ${nonce}`)}`
}

/** The nonce of a mark that this installation sealed for this account, else null. */
export function openDevice(s: Services, accountId: string, sealed: string | undefined): string | null {
  const nonce = sealed?.split('.')[0] ?? ''
  return nonce !== '' && sealed === sealDevice(s, accountId, nonce) ? nonce : null
}

/**
 * Name of the cookie with an account's mark, one per account: operators share a browser. The name does not reveal the
 * account.
 */
export function deviceCookie(s: Services, accountId: string): string {
  return `device_${cookiePort(s)}_${s.secrets
    .mac('device name', accountId)
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10)}`
}

/**
 * Whether a call comes from a signed-in account, by the cookie in which a browser keeps its access token (a page load
 * has no header), or by a given access token.
 */
export function signedIn(s: Services): (request: FastifyRequest, input?: string | null) => Promise<boolean> {
  const { access } = cookieNames(s)
  return async (request, input) => {
    try {
      const token = input ?? (JSON.parse(request.cookies[access] ?? 'null') as { token: string }).token
      const now = s.clock.now()
      const claims = await verifyAccess(s.secrets, token, now)
      if (claims.service) return input !== undefined && s.config.serviceUsername !== null
      return (await membersOfSession(s.db, claims.session, now)).length > 0
    } catch {
      return false
    }
  }
}
