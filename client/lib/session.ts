import { MINUTE } from '#core/time/units.ts'
import { fullPath } from '#contract/endpoint.ts'
import { logout as logoutCall, refresh as refreshCall, type Tokens } from '#contract/auth.ts'
import { decode } from './access-token.ts'
import { CallError, callErrorOf } from './call-error.ts'
import { cookieOf, dropCookie, setCookie, type Cookies } from './cookie.ts'

/** Remaining lifetime at which the token is refreshed, ms. */
export const REFRESH_BEFORE = 5 * MINUTE
/** Interval at which the remaining lifetime is checked, ms. */
export const CHECK_EVERY = 5 * MINUTE
const LEASE_MS = 10_000
const LEASE = 'forebay.refresh_lease'

export interface AccessToken {
  token: string
  /** Epoch ms by this machine's clock. */
  expires: number
}

export type SessionMessage = { kind: 'token' } | { kind: 'out' }

/** The parts of the browser that the session uses, so that it also runs without one. */
interface SessionEnv {
  origin: string
  /** Cookies ignore ports, so their names contain the port: two plants on one host stay apart. */
  port: string
  secure: boolean
  cookies: Cookies
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  fetch: typeof fetch
  now(): number
  wait(ms: number): Promise<void>
  /** Unique among tabs. */
  id: string
  /** Messages between tabs. */
  post(message: SessionMessage): void
  listen(listener: (message: SessionMessage) => void): void
}

export type Session = ReturnType<typeof createSession>

/**
 * Tokens of a browser: the access token in a cookie that all tabs read, the refresh token in an HttpOnly cookie that
 * none sees. A lease in local storage lets one tab refresh for all (plain http has no locks); should two collide, the
 * server gives both the same successor.
 */
export function createSession(env: SessionEnv) {
  const tokenCookie = `token_${env.port}`
  const companion = `refreshExpires_${env.port}`
  const listeners = new Set<(change: 'token' | 'out') => void>()
  let refreshing: Promise<AccessToken | null> | null = null

  const report = (change: 'token' | 'out') => listeners.forEach((l) => l(change))
  env.listen((m) => report(m.kind))

  /** The access token with its end, expired or not; null: none, or it cannot be decoded. */
  function current(): AccessToken | null {
    const text = cookieOf(env.cookies.read(), tokenCookie)
    if (text === null) return null
    try {
      const { token, expires } = JSON.parse(text) as AccessToken
      return decode(token) && typeof expires === 'number' ? { token, expires } : null
    } catch {
      return null
    }
  }

  /** The account named by the access token. */
  function holder(): string | null {
    const now = current()
    return (now && decode(now.token)?.sub) || null
  }

  /** Whether there is a token that cannot be decoded, which ends the session. */
  function spoilt(): boolean {
    return cookieOf(env.cookies.read(), tokenCookie) !== null && current() === null
  }

  /** Whether a refresh may succeed. Behind a proxy the server's port is not ours, so any companion cookie counts. */
  function refreshable(): boolean {
    const all = env.cookies.read()
    return cookieOf(all, companion) !== null || /(?:^|;\s*)refreshExpires_\d+=/.test(all)
  }

  /** Stores the tokens of a sign-in or refresh. The lifetime counts from now by this clock, which may be wrong. */
  function keep(tokens: Pick<Tokens, 'access'>): AccessToken {
    const claims = decode(tokens.access)
    if (!claims) throw new CallError({ status: 401, code: 'token_invalid', message: 'token_invalid' })
    const value: AccessToken = { token: tokens.access, expires: env.now() + (claims.exp - claims.iat) * 1000 }
    setCookie(env.cookies, tokenCookie, JSON.stringify(value), env.secure)
    env.post({ kind: 'token' })
    report('token')
    return value
  }

  function clear(): void {
    dropCookie(env.cookies, tokenCookie)
    dropCookie(env.cookies, companion)
    env.storage.removeItem(LEASE)
  }

  /** Whether another tab holds the lease; otherwise takes it: writes, waits for other writers, reads back. */
  async function takeLease(): Promise<boolean> {
    const [owner, until] = (env.storage.getItem(LEASE) ?? '').split(' ')
    if (owner && owner !== env.id && Number(until) > env.now()) return false
    const claim = `${env.id} ${env.now() + LEASE_MS}`
    env.storage.setItem(LEASE, claim)
    await env.wait(30)
    return env.storage.getItem(LEASE) === claim
  }

  const fresh = (h: AccessToken | null, failed?: string): h is AccessToken =>
    h !== null && h.token !== failed && h.expires - env.now() > (failed === undefined ? REFRESH_BEFORE : 0)

  async function renew(failed?: string): Promise<AccessToken | null> {
    for (let i = 0; ; i++) {
      const now = current()
      if (fresh(now, failed)) return now
      if ((await takeLease()) || i > LEASE_MS / 100) break
      await env.wait(100)
    }
    try {
      // The tab that held the lease a moment ago may have refreshed meanwhile.
      const now = current()
      if (fresh(now, failed)) return now
      const answer = await env
        .fetch(env.origin + fullPath(refreshCall), {
          method: refreshCall.method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ cookie: true }),
        })
        .catch((e: unknown) => {
          throw new CallError({ status: 0, code: 'network', message: String(e) })
        })
      if (answer.ok) {
        const tokens = ((await answer.json()) as { data: Tokens }).data
        // An undecodable token is none: the session is over.
        return decode(tokens.access) ? keep(tokens) : null
      }
      const failure = await callErrorOf(answer)
      // Only an explicit refusal ends the session: a restarting server must not sign an operator out.
      if (failure.passing) throw failure
      return null
    } finally {
      if (env.storage.getItem(LEASE)?.startsWith(`${env.id} `)) env.storage.removeItem(LEASE)
    }
  }

  return {
    current,
    holder,
    refreshable,
    keep,
    /** Whether the session may still be valid, by this machine's clock and without a call. */
    lasts(): boolean {
      const now = current()
      if (now && now.expires > env.now()) return true
      // A session that is not remembered has a companion cookie while the browser is open, which holds its end.
      const ends = Date.parse(cookieOf(env.cookies.read(), companion) ?? '')
      return !spoilt() && refreshable() && !(ends <= env.now())
    },
    /**
     * A token other than `failed`: one that another tab got, or a new one. null: the session is over.
     * @throws CallError without an answer
     */
    refresh(failed?: string): Promise<AccessToken | null> {
      refreshing ??= renew(failed).finally(() => (refreshing = null))
      return refreshing
    },
    /** A valid token, refreshed first if only a refresh token is left. null: signed out. */
    async start(): Promise<AccessToken | null> {
      const now = current()
      if (now && now.expires > env.now()) return now
      if (spoilt()) await this.out()
      if (!refreshable()) return null
      return this.refresh(now?.token ?? '')
    },
    /** Checks the session, every five minutes and on waking up; returns whether it is valid. */
    async check(): Promise<boolean> {
      const now = current()
      if (now && now.expires - env.now() > REFRESH_BEFORE) return true
      if (!now && (spoilt() || !refreshable())) return false
      return (await this.refresh()) !== null
    },
    /** Ends the session here, in the other tabs and, if reachable, on the server. */
    async out(): Promise<void> {
      const now = current()
      clear()
      env.post({ kind: 'out' })
      report('out')
      await env
        .fetch(env.origin + fullPath(logoutCall), {
          method: logoutCall.method,
          headers: {
            'content-type': 'application/json',
            ...(now ? { authorization: `Bearer ${now.token}` } : {}),
          },
          body: '{}',
          keepalive: true,
        })
        .catch(() => undefined)
    },
    onChange(listener: (change: 'token' | 'out') => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The session of this browser. */
export function browserSession(): Session {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('forebay.session')
  return createSession({
    origin: '',
    port: location.port || (location.protocol === 'https:' ? '443' : '80'),
    secure: location.protocol === 'https:',
    cookies: { read: () => document.cookie, write: (c) => void (document.cookie = c) },
    storage: localStorage,
    fetch: (...a) => fetch(...a),
    now: () => Date.now(),
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    id: Math.random().toString(36).slice(2),
    post: (m) => channel?.postMessage(m),
    listen: (listener) =>
      channel?.addEventListener('message', (e: MessageEvent<SessionMessage>) => listener(e.data)),
  })
}
