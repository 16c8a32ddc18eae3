import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, logout, me, refresh } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { demoDescription } from '#plant/describe.ts'
import { PASSWORD, testServer, type TestServer } from '../server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const seed = demoDescription()
  await server.app.plants.create({ actor: 'test', address: null, hydro: seed.hydroCode }, seed)
})
afterAll(() => server.close())

const good = { username: 'operator', password: PASSWORD }
async function open(body: object = good) {
  const a = await server.call(login, { body: body as never }, {})
  return a.body.data!
}
const minutes = (n: number) => server.clock.advance(n * 60_000)

describe('signing in', () => {
  test('returns all four token fields and the account', async () => {
    const { token, account } = await open()
    expect(token.access.split('.')).toHaveLength(3)
    expect(token.refresh).toMatch(/.{30}/)
    expect(new Date(token.accessExpires).getTime()).toBe(server.clock.now() + 15 * 60_000)
    expect(new Date(token.refreshExpires).getTime()).toBe(server.clock.now() + 12 * 3_600_000)
    expect(account).toMatchObject({ username: 'operator', role: 'operator', hydro_code: 'SONGANVAN' })
    const claims = JSON.parse(Buffer.from(token.access.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ sid: 3, role: expect.arrayContaining(['dashboard']) })
  })

  test('answers the same to a wrong password and a wrong name', async () => {
    const a = await server.call(login, { body: { ...good, password: 'nope' } }, {})
    const b = await server.call(login, { body: { username: 'nobody', password: 'nope' } }, {})
    expect(a.status).toBe(401)
    expect(a.body).toEqual(b.body)
    expect(a.body.message).toBe('Incorrect user name or password')
  })

  test('an inactive account is refused, and a lock ends open sessions at once', async () => {
    const { token } = await open({ username: 'viewer', password: PASSWORD })
    expect((await server.call(me, {}, { token: token.access })).status).toBe(200)
    await server.app.services.db.query("UPDATE account SET status = false WHERE username = 'viewer'")
    expect((await server.call(me, {}, { token: token.access })).status).toBe(401)
    expect((await server.call(login, { body: { username: 'viewer', password: PASSWORD } }, {})).status).toBe(
      401,
    )
    await server.app.services.db.query("UPDATE account SET status = true WHERE username = 'viewer'")
  })

  test('fails five times at one name from one address, then is delayed', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 7; i++)
      statuses.push((await server.call(login, { body: { username: 'manager', password: 'x' } }, {})).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})

describe('a session', () => {
  let opened: Awaited<ReturnType<typeof open>>
  const session = async () => {
    // Sign-ins are limited by address: each test comes from another.
    const a = await server.raw({
      method: 'POST',
      url: fullPath(login),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(good),
      remoteAddress: `10.0.0.${++address}`,
    })
    opened = a.body.data as never
    return opened.token
  }
  let address = 1
  const exchange = (refreshToken: string) => server.call(refresh, { body: { refreshToken } }, {})

  test('the access token expires after 15 minutes, with a code of its own', async () => {
    const token = await session()
    minutes(16)
    const a = await server.call(me, {}, { token: token.access })
    expect(a.status).toBe(401)
    expect(a.body.code).toBe('token_expired')
  })

  test('a forged token is refused', async () => {
    const { access } = await session()
    const a = await server.call(me, {}, { token: access.slice(0, -4) + 'aaaa' })
    expect(a.body.code).toBe('token_invalid')
  })

  test('a refresh token is used once; a repeat within a minute returns the same successor', async () => {
    const token = await session()
    const a = await exchange(token.refresh!)
    expect(a.status).toBe(200)
    const again = await exchange(token.refresh!)
    expect(again.body.data!.refresh).toBe(a.body.data!.refresh)
    const next = await exchange(a.body.data!.refresh!)
    expect(next.status).toBe(200)
    expect(next.body.data!.refresh).not.toBe(a.body.data!.refresh)
  })

  test('reuse after more than a minute ends the whole session and is audited', async () => {
    const token = await session()
    const a = await exchange(token.refresh!)
    minutes(2)
    expect((await exchange(token.refresh!)).status).toBe(401)
    expect((await exchange(a.body.data!.refresh!)).status).toBe(401)
    expect((await server.call(me, {}, { token: a.body.data!.access })).status).toBe(401)
    const [{ n }] = await server.app.services.db.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM audit WHERE act = 'refresh token reused'",
    )
    expect(n).toBe(1)
  })

  test('as a cookie the refresh token never reaches a page', async () => {
    const a = await server.raw({
      method: 'POST',
      url: fullPath(login),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...good, cookie: true, remember: true }),
      remoteAddress: '10.0.1.1',
    })
    const cookies = a.headers['set-cookie'] as string[]
    const token = cookies.find((c) => c.startsWith('refreshToken_'))!
    expect(token).toMatch(/HttpOnly/)
    expect(token).toMatch(/SameSite=Strict/)
    expect(token).toMatch(/Path=\/api\/renew\/auth/)
    expect(cookies.find((c) => c.startsWith('refreshExpires_'))).not.toMatch(/HttpOnly/)
    expect((a.body.data as { token: { refresh: null } }).token.refresh).toBeNull()
    const b = await server.raw({
      method: 'POST',
      url: fullPath(refresh),
      headers: { cookie: token.split(';')[0], 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(b.status).toBe(200)
    expect((b.body.data as { refresh: null }).refresh).toBeNull()
  })

  test('signing out ends it', async () => {
    const token = await session()
    expect((await server.call(logout, { body: { refreshToken: token.refresh! } }, {})).status).toBe(200)
    expect((await server.call(me, {}, { token: token.access })).status).toBe(401)
    expect((await exchange(token.refresh!)).status).toBe(401)
  })
})
