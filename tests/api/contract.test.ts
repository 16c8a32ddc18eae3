import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS, can } from '#core/access/index.ts'
import { getDataFromTo, getGeneralLast } from '#contract/dashboard.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { operations } from '#contract/index.ts'
import { addToken } from '#contract/tokens.ts'
import { demoDescription } from '#plant/describe.ts'
import { page, replace } from '../people/matrix.ts'
import { usesOf, type Use } from '../people/walk.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

let server: TestServer
let uses: Use[]
const seed = demoDescription()

beforeAll(async () => {
  // The edition that has every call, with the pages of the others.
  server = await testServer({ env: { EDITION: 'SERVER', UI_ALL_PAGES: 'always' } })
  await addReservoir(server.app, seed)
  uses = usesOf(server)
})
afterAll(() => server.close())

/** Which permission alone opens which use, as in docs/permissions.md. */
const open = new Map<string, Set<string>>()
let walked = 0
const name = (e: Endpoint) => `${e.method} ${fullPath(e)}`

/** An account that holds exactly these permissions. */
async function accountWith(permissions: string[]): Promise<string> {
  const id = `p${Math.abs(hash(permissions.join()))}`
  const { db } = server.app.services
  await db.query(
    `INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ($1, $1, 9, $2, 0) ON CONFLICT DO NOTHING`,
    [id, permissions],
  )
  await db.query(
    `INSERT INTO account (account_id, account_code, username, password_hash, created_at, updated_at)
     SELECT $1, $1, $1, password_hash, 0, 0 FROM account WHERE username = 'admin' ON CONFLICT DO NOTHING`,
    [id],
  )
  await db.query(`INSERT INTO account_role VALUES ($1, '*', $1) ON CONFLICT DO NOTHING`, [id])
  return id
}
const hash = (s: string) => [...s].reduce((h, c) => (Math.imul(h, 31) + c.charCodeAt(0)) | 0, 7)

describe('every endpoint', () => {
  test('is in the OpenAPI document with its access', async () => {
    const headers = { authorization: `Bearer ${await server.signIn('viewer')}` }
    const { status, body } = await server.raw({ method: 'GET', url: '/api/openapi.json', headers })
    expect(status).toBe(200)
    const paths = (body as unknown as { paths: Record<string, Record<string, { 'x-access': string }>> }).paths
    for (const e of operations.values())
      expect(paths[fullPath(e)]?.[e.method.toLowerCase()]?.['x-access'], name(e)).toBe(e.access)
  })

  test('is served', () => {
    for (const e of operations.values())
      expect(
        server.app.web.hasRoute({ method: e.method, url: fullPath(e).replace(/\{(\w+)\}/g, ':$1') }),
        name(e),
      ).toBe(true)
  })

  test('without a token only public ones answer', async () => {
    for (const use of uses.filter((u) => u.endpoint.access !== 'public')) {
      const a = await use.send('map', undefined, true)
      expect(a.status, use.name).toBe(401)
      expect(a.body).toMatchObject({ status: 'error', code: 'unauthorized', data: null })
    }
  })

  test.each(PERMISSIONS.map((p) => [p]))(
    'with %s alone is open where that is enough, else 403',
    async (permission) => {
      const token = await server.signIn(await accountWith([permission]))
      for (const use of uses) {
        if (use.needs.length === 0 || use.endpoint.answer === 'stream') continue
        const other = use.or !== undefined && can([permission], use.or)
        const opens = other || use.needs.every((need) => can([permission], need))
        const a = await use.send(permission, token, !opens)
        if (opens) {
          expect([200, 201, 404], `${use.name}: ${JSON.stringify(a.body)}`).toContain(a.status)
          open.set(use.name, (open.get(use.name) ?? new Set()).add(permission))
        } else expect(a.status, use.name).toBe(403)
      }
      walked++
    },
  )

  test('docs/permissions.md lists what the walk found', () => {
    expect(walked, 'the walk before this did not end: the page is left as it is').toBe(PERMISSIONS.length)
    const text = page(uses, open)
    expect(replace(text), 'docs/permissions.md was written anew: look at it and commit it').toBe(text)
  })

  test.each([['write'], ['read'], ['describe']] as const)(
    'an ingest token with scope %s alone',
    async (scope) => {
      const token = await server.ingestToken(seed.hydroCode, [scope])
      for (const use of uses.filter((u) => u.endpoint.access.startsWith('token:'))) {
        const a = await use.send('map', token)
        if (use.endpoint.access === `token:${scope}`)
          expect([200, 201, 404], `${use.name} ${JSON.stringify(a.body)}`).toContain(a.status)
        else expect(a.status, use.name).toBe(403)
      }
    },
  )
})

describe('bad input', () => {
  test('an unknown path under /api answers the envelope with 404', async () => {
    const a = await server.raw({
      method: 'GET',
      url: '/api/renew/v1/nothing',
      headers: { 'accept-language': 'en' },
    })
    expect(a.status).toBe(404)
    expect(a.body).toMatchObject({ status: 'error', code: 'no_such_path', data: null })
    expect(a.body.message).toContain('/api/renew/v1/nothing')
  })

  test('a malformed body is 400 with the reason', async () => {
    const token = await server.signIn('admin')
    const a = await server.raw({
      method: 'POST',
      url: fullPath(addToken),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-language': 'en',
      },
      payload: '{"name": ',
    })
    expect(a.status).toBe(400)
    expect(a.body.code).toBe('malformed_json')
  })

  test('a wrong field is 400 and names its path, in the language of the caller', async () => {
    const en = await server.call(addToken, { body: { name: '', scopes: ['fly'] } as never })
    expect(en.status).toBe(400)
    expect(en.body.errors!.map((e) => e.path)).toEqual(['name', 'scopes.0'])
    const vi = await server.call(
      addToken,
      { body: { name: '' } as never },
      { account: 'admin', language: 'vi' },
    )
    expect(vi.body.message).toMatch(/^Dữ liệu gửi lên/)
  })

  test('a body over the limit is 413, a wrong content type 415', async () => {
    const token = await server.signIn('admin')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const big = await server.raw({
      method: 'POST',
      url: fullPath(addToken),
      headers,
      payload: `"${'x'.repeat(1_100_000)}"`,
    })
    expect(big.status).toBe(413)
    expect(big.body.code).toBe('too_large')
    const xml = await server.raw({
      method: 'POST',
      url: fullPath(addToken),
      headers: { ...headers, 'content-type': 'application/xml' },
      payload: '<a/>',
    })
    expect(xml.status).toBe(415)
    expect(xml.body.code).toBe('wrong_content_type')
  })

  test('an impossible range is refused by name', async () => {
    const a = await server.call(getDataFromTo, { body: { from: '2026-10-20', to: '2026-10-19' } })
    expect(a.status).toBe(400)
    expect(a.body.errors![0]).toMatchObject({ path: 'from', code: 'from_after_to' })
    const b = await server.call(getDataFromTo, { body: { from: '2026-02-30', to: '2026-03-01' } })
    expect(b.status).toBe(400)
  })

  test('a reservoir that does not exist, or is not granted, is 403', async () => {
    const a = await server.call(getGeneralLast, {}, { account: 'viewer', hydro: 'NOWHERE' })
    expect(a.status).toBe(403)
    expect(a.body.code).toBe('reservoir_forbidden')
  })

  test('an unknown error is a 500 with an incident and no internals', async () => {
    const fail = server.app.history.last
    server.app.history.last = () => Promise.reject(new Error('secret inside'))
    try {
      const a = await server.call(getGeneralLast)
      expect(a.status).toBe(500)
      expect(JSON.stringify(a.body)).not.toContain('secret inside')
      expect((a.body as { incident?: string }).incident).toMatch(/^[0-9a-f-]{36}$/)
    } finally {
      server.app.history.last = fail
    }
  })
})
