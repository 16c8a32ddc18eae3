import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { me } from '#contract/auth.ts'
import { getOutlets, getDataFromTo } from '#contract/dashboard.ts'
import { putSeries } from '#contract/readings.ts'
import { addressOf, createCalls } from './call.ts'
import { CallError } from './call-error.ts'
import { createSession, REFRESH_BEFORE, type SessionMessage } from './session.ts'

/** Storage, cookies and messages of one browser, shared by any number of tabs. */
function browser() {
  const jar = new Map<string, string>()
  const kept = new Map<string, string>()
  const listeners = new Map<string, (m: SessionMessage) => void>()
  return {
    jar,
    kept,
    hearers: listeners,
    cookies: {
      read: () => [...jar].map(([k, v]) => `${k}=${v}`).join('; '),
      write(cookie: string) {
        const [pair, ...attributes] = cookie.split('; ')
        const at = pair.indexOf('=')
        if (attributes.includes('Max-Age=0')) jar.delete(pair.slice(0, at))
        else jar.set(pair.slice(0, at), pair.slice(at + 1))
      },
    },
    storage: {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
      removeItem: (k: string) => void kept.delete(k),
    },
  }
}

const part = (o: object) => Buffer.from(JSON.stringify(o)).toString('base64url')
const tokenOf = (n: number) =>
  `${part({ alg: 'x' })}.${part({ sub: 'ac_1', n, iat: 1000, exp: 1000 + 900 })}.s`

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void
let server: Server
let origin: string
let calls: { path: string; token: string | null; headers: IncomingMessage['headers']; body: string }[]
let handle: Handler
let clock: number
let shared: ReturnType<typeof browser>

const answer = (r: ServerResponse, status: number, body: unknown) => {
  r.writeHead(status, { 'content-type': 'application/json' })
  r.end(JSON.stringify(body))
}
const success = (r: ServerResponse, data: unknown) =>
  answer(r, 200, { status: 'success', message: 'ok', data })
const failure = (r: ServerResponse, status: number, code: string, more = {}) =>
  answer(r, status, { status: 'error', message: `said ${code}`, code, data: null, ...more })

beforeEach(async () => {
  clock = 5_000_000
  calls = []
  shared = browser()
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (d: Buffer) => (body += d.toString()))
    request.on('end', () => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? null
      calls.push({ path: request.url!, token, headers: request.headers, body })
      handle(request, response, body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(
  () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    }),
)

function tab(id: string) {
  const session = createSession({
    origin,
    port: '8080',
    secure: false,
    cookies: shared.cookies,
    storage: shared.storage,
    fetch: (...a) => fetch(...a),
    now: () => clock,
    wait: (ms) => new Promise((done) => setTimeout(done, ms / 10)),
    id,
    post: (m) => shared.hearers.forEach((hear, other) => other !== id && hear(m)),
    listen: (hear) => void shared.hearers.set(id, hear),
  })
  const { call } = createCalls({
    origin,
    fetch: (...a) => fetch(...a),
    session,
    hydro: () => 'H1',
    language: () => 'vi',
  })
  return { session, call }
}

/** Accepts the token with number `good`; refresh issues that number. */
function serve(good: number, refreshed: () => void = () => {}) {
  handle = (request, response) => {
    if (request.url!.endsWith('/auth/refresh-token')) {
      refreshed()
      return success(response, {
        access: tokenOf(good),
        refresh: null,
        accessExpires: '',
        refreshExpires: '',
      })
    }
    if (request.url!.endsWith('/auth/logout')) return success(response, null)
    if (request.headers.authorization !== `Bearer ${tokenOf(good)}`)
      return failure(response, 401, 'token_expired')
    success(response, { path: request.url })
  }
}
const refreshes = () => calls.filter((c) => c.path.endsWith('/auth/refresh-token')).length

describe('a call', () => {
  test('sends token, reservoir and language, and returns the data of the envelope', async () => {
    serve(1)
    const { session, call } = tab('a')
    session.keep({ access: tokenOf(1) })
    expect(await call(getOutlets)).toEqual({ path: '/api/renew/v1/dashboard/outlet/getall' })
    const { headers } = calls[0]
    expect(headers.hydro).toBe('H1')
    expect(headers['accept-language']).toBe('vi')
    expect(calls[0].token).toBe(tokenOf(1))
  })

  test('fills in parameters and query', () => {
    expect(addressOf(putSeries, { code: 'a/b c' })).toBe('/api/ingest/v1/series/a%2Fb%20c')
    expect(addressOf(getOutlets, {}, { a: 1, b: undefined, c: 'ờ' })).toBe(
      '/api/renew/v1/dashboard/outlet/getall?a=1&c=%E1%BB%9D',
    )
  })

  test('sends its body as JSON', async () => {
    serve(1)
    const { session, call } = tab('a')
    session.keep({ access: tokenOf(1) })
    await call(getDataFromTo, { body: { from: '2026-11-20', to: '2026-11-21' } })
    expect(JSON.parse(calls[0].body)).toEqual({ from: '2026-11-20', to: '2026-11-21' })
  })

  test("throws the server's error, with fields and incident", async () => {
    handle = (_, r) =>
      failure(r, 400, 'invalid_body', {
        errors: [{ path: 'from', message: 'm', code: 'c' }],
        incident: 'i1',
      })
    const { call } = tab('a')
    const error = (await call(getOutlets).catch((e: unknown) => e)) as CallError
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_body',
      message: 'said invalid_body',
      incident: 'i1',
    })
    expect(error.errors).toEqual([{ path: 'from', message: 'm', code: 'c' }])
    expect(error.passing).toBe(false)
  })

  test('reports a missing or foreign answer', async () => {
    handle = (_, r) => void r.destroy()
    const { call } = tab('a')
    await expect(call(getOutlets)).rejects.toMatchObject({ status: 0, code: 'network', passing: true })
    handle = (_, r) => r.writeHead(502, { 'content-type': 'text/html' }).end('<html>')
    await expect(call(getOutlets)).rejects.toMatchObject({ status: 502, code: 'http_502', passing: true })
    handle = (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    await expect(call(getOutlets)).rejects.toMatchObject({ code: 'not_an_answer' })
  })
})

describe('an expired token', () => {
  test('is refreshed once for all pending calls, and each call is repeated once', async () => {
    serve(2)
    const { session, call } = tab('a')
    session.keep({ access: tokenOf(1) })
    const all = await Promise.all([call(getOutlets), call(me), call(getOutlets)])
    expect(all).toHaveLength(3)
    expect(refreshes()).toBe(1)
    expect(calls.filter((c) => c.token === tokenOf(2))).toHaveLength(3)
    expect(session.current()?.token).toBe(tokenOf(2))
  })

  test('is not sent if it has expired by this clock, nor is a call without one', async () => {
    serve(2)
    const { session, call } = tab('a')
    session.keep({ access: tokenOf(1) })
    clock += 900_000
    await call(getOutlets)
    expect(calls.map((c) => c.token)).not.toContain(tokenOf(1))
    shared.jar.delete('token_8080')
    shared.jar.set('refreshExpires_8080', 'x')
    await call(getOutlets)
    expect(refreshes()).toBe(2)
  })

  test('is refreshed once by several tabs', async () => {
    serve(2)
    const tabs = ['a', 'b', 'c'].map(tab)
    tabs[0].session.keep({ access: tokenOf(1) })
    await Promise.all(tabs.map(({ call }) => call(getOutlets)))
    expect(refreshes()).toBe(1)
  })

  test('refused again after the refresh ends the session', async () => {
    serve(2)
    const inner = handle
    handle = (request, response, body) =>
      request.url!.includes('/auth/')
        ? inner(request, response, body)
        : failure(response, 401, 'token_expired')
    const { session, call } = tab('a')
    session.keep({ access: tokenOf(1) })
    await expect(call(getOutlets)).rejects.toMatchObject({ status: 401 })
    expect(session.current()).toBeNull()
    expect(refreshes()).toBe(1)
  })

  test('keeps the session while the server cannot answer', async () => {
    handle = (request, response) =>
      request.url!.includes('/auth/')
        ? failure(response, 503, 'unavailable')
        : failure(response, 401, 'token_expired')
    const { session, call } = tab('a')
    session.keep({ access: tokenOf(1) })
    await expect(call(getOutlets)).rejects.toMatchObject({ status: 503 })
    expect(session.current()?.token).toBe(tokenOf(1))
  })
})

describe('a session', () => {
  test('ends on any other 401, in every tab, without a refresh', async () => {
    handle = (request, response) =>
      request.url!.endsWith('/auth/logout')
        ? success(response, null)
        : failure(response, 401, 'token_invalid')
    const [a, b] = ['a', 'b'].map(tab)
    a.session.keep({ access: tokenOf(1) })
    const events: string[] = []
    b.session.onChange((c) => events.push(c))
    await expect(a.call(getOutlets)).rejects.toMatchObject({ code: 'token_invalid' })
    expect(events).toEqual(['out'])
    expect(b.session.current()).toBeNull()
    expect(refreshes()).toBe(0)
  })

  test('starts with its stored token', async () => {
    serve(1)
    const { session } = tab('a')
    session.keep({ access: tokenOf(1) })
    expect((await session.start())?.token).toBe(tokenOf(1))
    expect(calls).toHaveLength(0)
  })

  test('starts with a refresh if only the companion of a refresh token exists', async () => {
    serve(3)
    shared.jar.set('refreshExpires_8080', 'x')
    const { session } = tab('a')
    expect((await session.start())?.token).toBe(tokenOf(3))
    expect(JSON.parse(calls[0].body)).toEqual({ cookie: true })
  })

  test('lasts as long as its token or the refresh token does, by this clock', () => {
    const { session } = tab('a')
    expect(session.lasts()).toBe(false)
    session.keep({ access: tokenOf(1) })
    expect(session.lasts()).toBe(true)
    clock += 900_000
    expect(session.lasts(), 'the token has ended').toBe(false)
    shared.jar.set('refreshExpires_8080', encodeURIComponent(new Date(clock + 1000).toISOString()))
    expect(session.lasts(), 'it can be refreshed').toBe(true)
    clock += 1000
    expect(session.lasts(), 'that has ended too').toBe(false)
  })

  test('starts signed out with neither, without a call', async () => {
    const { session } = tab('a')
    expect(await session.start()).toBeNull()
    expect(calls).toHaveLength(0)
  })

  test('starts signed out when the refresh is refused', async () => {
    handle = (_, r) => failure(r, 401, 'token_invalid')
    shared.jar.set('refreshExpires_8080', 'x')
    expect(await tab('a').session.start()).toBeNull()
  })

  test('a token that cannot be decoded ends it', async () => {
    shared.cookies.write(
      `token_8080=${encodeURIComponent(JSON.stringify({ token: 'rubbish', expires: clock + 1e6 }))}`,
    )
    const { session } = tab('a')
    expect(session.current()).toBeNull()
    // Even with a refresh token beside it: the session was tampered with.
    shared.jar.set('refreshExpires_8080', 'x')
    expect(await session.start()).toBeNull()
    expect(await session.check()).toBe(false)
    // Nothing is renewed: it signs out, here and on the server, and nothing remains.
    expect(calls.map((c) => c.path)).toEqual(['/api/renew/auth/logout'])
    expect(shared.jar.size).toBe(0)
  })

  test('an undecodable token from a refresh ends it too', async () => {
    handle = (_, r) => success(r, { access: 'rubbish', accessExpires: 1 })
    shared.jar.set('refreshExpires_8080', 'x')
    expect(await tab('a').session.start()).toBeNull()
  })

  test('the check refreshes when five minutes or less are left', async () => {
    serve(2)
    const { session } = tab('a')
    session.keep({ access: tokenOf(1) })
    const life = 900_000
    clock += life - REFRESH_BEFORE - 1
    expect(await session.check()).toBe(true)
    expect(refreshes()).toBe(0)
    clock += 1
    expect(await session.check()).toBe(true)
    expect(refreshes()).toBe(1)
    expect(session.current()).toEqual({ token: tokenOf(2), expires: clock + life })
  })

  test('a lease left by a closed tab expires', async () => {
    serve(2)
    shared.kept.set('forebay.refresh_lease', `dead ${clock + 60_000}`)
    shared.jar.set('refreshExpires_8080', 'x')
    expect((await tab('a').session.start())?.token).toBe(tokenOf(2))
  })

  test('other ports on the host have other cookies', () => {
    serve(1)
    tab('a').session.keep({ access: tokenOf(1) })
    expect([...shared.jar.keys()]).toEqual(['token_8080'])
  })
})
