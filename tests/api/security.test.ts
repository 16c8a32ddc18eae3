import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, logout, refresh } from '#contract/auth.ts'
import { getGeneralLast } from '#contract/dashboard.ts'
import { fullPath } from '#contract/endpoint.ts'
import { operations } from '#contract/index.ts'
import { messages, text, type MessageCode } from '#contract/messages.ts'
import { addToken } from '#contract/tokens.ts'
import { createLog } from '#server/lib/log.ts'
import { demoDescription } from '#plant/describe.ts'
import { usesOf } from '../people/walk.ts'
import { addReservoir, PASSWORD, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const SETTINGS = 'token-of-the-settings'
const SERVICE = 'Password-of-the-service-2026'
const root = join(import.meta.dirname, '..', '..')
const built = existsSync(join(root, 'dist', 'index.html'))
const lines: string[] = []
let server: TestServer

beforeAll(async () => {
  server = await testServer({
    env: { INGEST_TOKEN: SETTINGS, SERVICE_USERNAME: 'service', SERVICE_PASSWORD: SERVICE },
    log: createLog(
      'trace',
      new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }),
    ),
  })
  await addReservoir(server.app, seed)
})
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  server.raw({ method: 'GET', url, headers: { 'accept-language': 'en', ...headers } })

describe('headers', () => {
  const paths = ['/', '/dashboard', '/api/openapi.json', '/api/renew/v1/config', '/healthz', '/readyz']
  const odd = ['/api/nothing', '/api/renew/v1/dashboard/general/last', '/assets/none.js', '/api/docs']
  test.each([...paths, ...odd].map((p) => [p]))('of %s keep other origins out', async (url) => {
    const { headers } = await get(url)
    const policy = String(headers['content-security-policy'])
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule)
    if (url !== '/api/docs') expect(policy).toMatch(/script-src 'self'(;|$)/)
    expect(policy).not.toMatch(/unsafe-eval|upgrade-insecure-requests|\*/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
    expect(String(headers['x-frame-options'])).toMatch(/SAMEORIGIN|DENY/)
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('of answers forbid storing them, even of errors', async () => {
    const token = await server.signIn('viewer')
    for (const url of [fullPath(getGeneralLast), '/api/renew/v1/config', '/api/nothing'])
      for (const authorization of [`Bearer ${token}`, 'Bearer x'])
        expect((await get(url, { authorization })).headers['cache-control'], url).toBe('no-store')
  })

  test('enforce https only where the address is https', async () => {
    const secure = await testServer({ env: { PUBLIC_URL: 'https://water.example' } })
    try {
      const { headers } = await secure.raw({ method: 'GET', url: '/healthz' })
      expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
    } finally {
      await secure.close()
    }
  })

  test.skipIf(!built)(
    'of pages: the page itself is revalidated, its files are cached (needs dist)',
    async () => {
      const page = await get('/dashboard')
      expect(page.status).toBe(200)
      expect(page.headers['content-type']).toMatch(/^text\/html/)
      expect(page.headers['cache-control']).toBe('no-cache')
      const [, file] = /src="(\/assets\/[^"]+)"/.exec(String(page.body))!
      expect((await get(file)).headers['cache-control']).toContain('immutable')
      // Inline content of the page is what its policy allows to run.
      expect(String(page.body)).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/)
    },
  )
})

describe('requests refused before routing', () => {
  let port = 0
  beforeAll(async () => {
    port = Number(new URL(await server.app.web.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  const sent = async (request: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(request)
    let received = ''
    for await (const chunk of socket.setEncoding('utf8')) received += chunk as string
    const [head, body] = received.split('\r\n\r\n')
    return { head: head.toLowerCase(), ...(JSON.parse(body) as object) }
  }

  test.each([
    [400, 'malformed_address', 'GET /api/%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [400, 'malformed_request', 'GET / HTTP/1.1\r\nHost: x\r\nno colon here\r\n\r\n'],
    [431, 'headers_too_large', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(maxHeaderSize + 1)}\r\n\r\n`],
  ])('are answered %i %s like all others', async (status, code, request) => {
    const answer = await sent(request)
    expect(answer).toMatchObject({ status: 'error', code, data: null })
    expect(answer.head).toMatch(new RegExp(`^http/1.1 ${status} `))
    expect(answer.head).toContain('cache-control: no-store')
  })
})

describe('headers that describe the server', () => {
  const by = (token: string) => ({ authorization: `Bearer ${token}` })

  test('needs a session or a token: the document of the calls', async () => {
    const url = '/api/openapi.json'
    expect((await get(url)).status).toBe(401)
    expect((await get(url, by('wrong'))).status).toBe(401)
    expect((await get(url, { cookie: 'token_8080={"token":"x.y.z"}' })).status).toBe(401)
    const session = await server.signIn('viewer')
    const machine = await server.raw({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username: 'service', password: SERVICE }),
    })
    const service = (machine.body.data as { token: string }).token
    const written = await server.ingestToken(seed.hydroCode, ['write'])
    for (const token of [session, service, SETTINGS, written])
      expect((await get(url, by(token))).status).toBe(200)
    expect((await get(url, { token: SETTINGS })).status).toBe(200)
    const page = { cookie: `token_8080=${encodeURIComponent(JSON.stringify({ token: session }))}` }
    expect((await get(url, page)).status).toBe(200)
    // The page that shows it accepts only the cookie of a page load.
    expect((await get('/api/docs', by(session))).status).toBe(302)
    expect(
      (await get('/api/docs', { cookie: `token_8080=${JSON.stringify({ token: service })}` })).status,
    ).toBe(302)
  })

  test('needs a token that may read, or this machine: /metrics', async () => {
    const far = (headers: Record<string, string> = {}) =>
      server.raw({ method: 'GET', url: '/metrics', headers, remoteAddress: '10.5.5.5' })
    expect((await far()).status).toBe(403)
    expect((await get('/metrics')).status).toBe(200)
    expect((await get('/metrics', { 'x-forwarded-for': '10.5.5.5' })).status).toBe(403)
    expect((await far(by('wrong'))).status).toBe(403)
    expect((await far(by(await server.ingestToken(seed.hydroCode, ['write'])))).status).toBe(403)
    expect((await far(by(await server.signIn('admin')))).status).toBe(403)
    for (const token of [SETTINGS, await server.ingestToken(seed.hydroCode, ['read'])]) {
      const { status, body } = await far(by(token))
      expect(status).toBe(200)
      expect(String(body)).toContain('forebay_http_requests_total')
    }
  })
})

describe('requests from a page of another origin', () => {
  test('in plain text is refused by every call', async () => {
    const token = await server.signIn('admin')
    const writing = [...operations.values()].filter((e) => e.method !== 'GET')
    expect(writing.length).toBeGreaterThan(40)
    for (const e of writing) {
      const authorization = e.access.startsWith('token:') ? SETTINGS : token
      const a = await server.raw({
        method: e.method,
        url: fullPath(e).replace(/\{\w+\}/g, 'x'),
        headers: { 'content-type': 'text/plain', authorization: `Bearer ${authorization}` },
        payload: '{}',
      })
      expect([403, 415], `${e.method} ${fullPath(e)}`).toContain(a.status)
      // Refused before the body is looked at: calls of experts, and of other editions.
      if (a.status === 403) expect(e.access === 'expert' || e.notIn !== undefined, fullPath(e)).toBe(true)
    }
  })

  test.each([[refresh], [logout]])(
    'neither refreshes nor ends a session without the content type of JSON',
    async (e) => {
      const post = (headers: Record<string, string>, payload?: string) =>
        server.raw({
          method: 'POST',
          url: fullPath(e),
          headers: { cookie: 'refreshToken_8080=x', ...headers },
          payload,
        })
      for (const a of [
        await post({}),
        await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'),
        await post({ 'content-type': 'text/plain' }, '{}'),
        await post({ 'content-type': 'application/jsonp' }, '{}'),
      ]) {
        expect(a.status).toBe(415)
        expect(a.body.code).toBe('wrong_content_type')
        expect(a.headers['set-cookie']).toBeUndefined()
      }
      expect([200, 401]).toContain(
        (await post({ 'content-type': 'application/json; charset=utf-8' }, '{}')).status,
      )
    },
  )
})

describe('secrets', () => {
  const answers: { name: string; text: string }[] = []
  const secrets: { name: string; value: string }[] = []
  const digestOf = (v: string) => createHash('sha256').update(v).digest('base64url')

  beforeAll(async () => {
    const note = (name: string, body: unknown) => answers.push({ name, text: JSON.stringify(body) })
    const signed = await server.call(login, { body: { username: 'operator', password: PASSWORD } }, {})
    const { access, refresh: first } = signed.body.data!.token
    const renewed = await server.call(refresh, { body: { refreshToken: first! } }, {})
    const made = await server.call(addToken, { body: { name: 'logger' } })
    const admin = await server.signIn('admin')
    for (const use of usesOf(server)) {
      if (use.endpoint.answer === 'stream' || use.name.includes('/auth/')) continue
      const token = use.endpoint.access.startsWith('token:') ? SETTINGS : admin
      note(use.name, (await use.send('map', token)).body)
      for (const t of [made.body.data!.secret, `${token}x`, undefined])
        note(use.name, (await use.send('map', t, true)).body)
    }
    // An unexpected error, with everything that the call carried.
    const { last } = server.app.history
    server.app.history.last = () => Promise.reject(new Error('something inside broke'))
    note('broken', (await server.call(getGeneralLast, {}, { token: access })).body)
    server.app.history.last = last
    await server.raw({
      method: 'POST',
      url: fullPath(login),
      headers: { 'content-type': 'application/json' },
      payload: `{"username":"admin","password":"${SERVICE}"`,
      remoteAddress: '10.9.0.1',
    })
    const hashes = await server.app.services.db.query<{ h: string }>('SELECT password_hash AS h FROM account')
    const refreshed = renewed.body.data!.refresh!
    secrets.push(
      { name: 'password', value: PASSWORD },
      { name: 'service password', value: SERVICE },
      { name: 'settings token', value: SETTINGS },
      { name: 'access token', value: access },
      { name: 'admin’s access token', value: admin },
      { name: 'signature', value: access.split('.')[2] },
      { name: 'refresh token', value: first! },
      { name: 'second refresh token', value: refreshed },
      { name: 'ingest secret', value: made.body.data!.secret },
      { name: 'secret key', value: 'test secret' },
      ...[first!, refreshed, made.body.data!.secret].map((v) => ({ name: 'digest', value: digestOf(v) })),
      ...hashes.map(({ h }) => ({ name: 'password hash', value: h })).filter((s) => s.value !== 'none'),
      { name: 'any argon2 hash', value: '$argon2' },
    )
  }, 120_000)

  test('are in no answer but the one that creates them', () => {
    expect(answers.length).toBeGreaterThan(100)
    for (const { name, value } of secrets)
      expect(
        answers.filter((a) => a.text.includes(value)).map((a) => a.name),
        name,
      ).toEqual([])
  })

  test('are in no line of the log', () => {
    const log = lines.join('')
    expect(log).toContain('something inside broke')
    for (const { name, value } of secrets) expect(log.includes(value), name).toBe(false)
  })

  test('the cause is in the log under its incident, and not in the answer', () => {
    const broken = answers.find((a) => a.name === 'broken')!.text
    expect(broken).not.toContain('something inside broke')
    const { incident, code } = JSON.parse(broken)
    expect(code).toBe('internal')
    const line = lines.map((l) => JSON.parse(l)).find((l) => l.incident === incident)
    expect(line).toMatchObject({ level: 50, err: { message: 'something inside broke' }, method: 'GET' })
  })
})

describe('messages', () => {
  const codes = Object.keys(messages.vi) as MessageCode[]

  test('exist in both languages with the same placeholders, and differ', () => {
    const blanks = (s: string) => [...s.matchAll(/\{([\w.]+)\}/g)].map((m) => m[1]).sort()
    for (const code of codes) {
      const [vi, en] = [messages.vi[code], messages.en[code]]
      expect(vi.trim(), code).not.toBe('')
      expect(en.trim(), code).not.toBe('')
      // Code that only joins spaces has no words to translate.
      if (/\p{L}/u.test(vi.replace(/\{[\w.]+\}/g, ''))) expect(vi, code).not.toBe(en)
      expect(blanks(vi), code).toEqual(blanks(en))
    }
  })

  test('every code that the server sends to people exists', () => {
    const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter(
      (f) => f.endsWith('.ts') && !f.endsWith('.test.ts'),
    )
    const calls =
      /\b(?:badRequest|unauthorized|forbidden|conflict|unprocessable|tooLarge|tooMany|failure|text)\(\s*'([a-z_]+)'|new Problem\(\s*\d+,\s*'([a-z_]+)'/g
    const used = new Set<string>()
    for (const file of sources)
      for (const m of readFileSync(join(root, 'server', file), 'utf8').matchAll(calls)) used.add(m[1] ?? m[2])
    expect(used.size).toBeGreaterThan(15)
    expect([...used].filter((c) => !codes.includes(c as MessageCode))).toEqual([])
  })

  test('fill in their parameters, and nothing else', () => {
    expect(text('no_such_path', 'en', { method: 'GET', path: '/{method}' })).toBe(
      'GET /{method} does not exist',
    )
    for (const code of codes)
      for (const language of ['vi', 'en'] as const) expect(text(code, language)).not.toMatch(/undefined|null/)
  })
})
