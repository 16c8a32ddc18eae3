import { SignJWT, errors, jwtVerify } from 'jose'
import { unauthorized } from '#server/lib/errors.ts'
import type { Secrets } from '#server/lib/secrets.ts'

/** Lifetime of an access token, s. */
export const ACCESS_SECONDS = 15 * 60

interface AccessClaims {
  sub: string
  /** The account's level at the reservoir (1 is the highest). */
  sid: number
  /** Permission codes, never group names. */
  role: string[]
  session: string
  hydro: string
  /** Of a machine with the service credentials: valid for the Basic API only. */
  service?: true
}

export function signAccess(secrets: Secrets, claims: AccessClaims, now: number): Promise<string> {
  const { sub, ...rest } = claims
  return new SignJWT(rest)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setIssuer('forebay')
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(now / 1000) + ACCESS_SECONDS)
    .sign(secrets.key('access'))
}

/** @throws Problem 401 token_expired or token_invalid */
export async function verifyAccess(secrets: Secrets, token: string, now: number): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, secrets.key('access'), {
      algorithms: ['HS256'],
      issuer: 'forebay',
      currentDate: new Date(now),
    })
    return payload as unknown as AccessClaims
  } catch (e) {
    throw unauthorized(e instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid')
  }
}
