import { DAY, MINUTE, SECOND } from '#core/time/units.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/auth.ts'
import { Problem, unauthorized } from '#server/lib/errors.ts'
import { randomSecret } from '#server/lib/secrets.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { UNLIMITED } from '#server/lib/web.ts'
import { cookieNames, deviceCookie, openDevice, sealDevice } from './cookies.ts'
import { profileOf, type PlaceOf } from './profile.ts'
import { logout, refresh, type Opened } from './session-store.ts'
import { login } from './sign-in.ts'
import { signInTurns } from './sign-in-turns.ts'

const AUTH_PATH = '/api/renew/auth'
const YEAR = 365 * DAY
/** Limits public calls by network. */
export const PUBLIC_LIMIT = { config: { rateLimit: { max: 10, timeWindow: MINUTE } } }

/** Requires JSON: a page of another origin can make a browser send our cookie, but not with this content type. */
const JSON_ONLY = {
  ...UNLIMITED,
  preHandler: async (request: FastifyRequest) => {
    const type = request.headers['content-type']
    if (!/^application\/json\s*(;|$)/i.test(type ?? ''))
      throw new Problem(415, 'wrong_content_type', { type: type ?? '-', allowed: 'application/json' })
  },
}

export function serveSignIn(serve: Serve, s: Services, placeOf: PlaceOf): void {
  const cookie = cookieNames(s)
  const turn = signInTurns()
  const secure =
    s.config.publicUrl?.startsWith('https:') || Boolean(s.config.tlsCert) || s.config.tls === 'self'

  const setCookies = (reply: FastifyReply, opened: Opened) => {
    const common = { sameSite: 'strict' as const, secure }
    // As an age: browsers correct an instant by the date of the answer, which in a demo may be a day ahead.
    const left = new Date(opened.tokens.refreshExpires).getTime() - s.clock.now()
    const lasts = opened.remember ? { maxAge: Math.floor(left / SECOND) } : {}
    reply.setCookie(cookie.refresh, opened.refreshToken, {
      ...common,
      ...lasts,
      path: AUTH_PATH,
      httpOnly: true,
    })
    reply.setCookie(cookie.expires, opened.tokens.refreshExpires, { ...common, ...lasts, path: '/' })
  }
  const clearCookies = (reply: FastifyReply) => {
    reply.clearCookie(cookie.refresh, { path: AUTH_PATH })
    reply.clearCookie(cookie.expires, { path: '/' })
  }
  const answer = (reply: FastifyReply, opened: Opened, asCookie: boolean) => {
    if (asCookie) setCookies(reply, opened)
    return { ...opened.tokens, refresh: asCookie ? null : opened.refreshToken }
  }
  const fromCookie = (request: FastifyRequest) => request.cookies[cookie.refresh] ?? null

  const device = (request: FastifyRequest) => (accountId: string) =>
    openDevice(s, accountId, request.cookies[deviceCookie(s, accountId)])
  const markDevice = (request: FastifyRequest, reply: FastifyReply, accountId: string) => {
    const nonce = device(request)(accountId) ?? randomSecret(12)
    reply.setCookie(deviceCookie(s, accountId), sealDevice(s, accountId, nonce), {
      sameSite: 'strict',
      secure,
      httpOnly: true,
      path: AUTH_PATH,
      maxAge: YEAR / SECOND,
    })
  }

  serve(
    contract.login,
    async ({ body, request, reply, caller }) => {
      const opened = await login(s, {
        username: body.username,
        password: body.password,
        remember: body.remember ?? false,
        address: caller.address,
        agent: request.headers['user-agent'] ?? '',
        turn,
        device: device(request),
      })
      if (body.cookie) markDevice(request, reply, opened.accountId)
      return {
        account: await profileOf(s, opened.sessionId, null, placeOf),
        token: answer(reply, opened, body.cookie ?? false),
      }
    },
    // Limited by its own counters: a stranger at the same address must not use up the attempts of others.
    UNLIMITED,
  )
  // A call with a token that only its browser knows: calls of strangers at the same address do not count for it.
  serve(
    contract.refresh,
    async ({ body, request, reply, caller }) => {
      const fromBody = body?.refreshToken
      const token = fromBody ?? fromCookie(request)
      if (!token) throw unauthorized('token_invalid')
      try {
        return answer(reply, await refresh(s, token, caller.address), body?.cookie ?? !fromBody)
      } catch (e) {
        if (!fromBody) clearCookies(reply)
        throw e
      }
    },
    JSON_ONLY,
  )
  serve(
    contract.logout,
    async ({ body, request, reply, caller }) => {
      await logout(s, {
        token: body?.refreshToken ?? fromCookie(request),
        sessionId: null,
        address: caller.address,
      })
      clearCookies(reply)
      return null
    },
    JSON_ONLY,
  )
  serve(contract.me, ({ caller }) => profileOf(s, caller.sessionId!, caller.hydro, placeOf))
}
