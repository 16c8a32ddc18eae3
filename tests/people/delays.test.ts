import { MINUTE, SECOND } from '#core/time/units.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAccounts, setPassword } from '#contract/accounts.ts'
import { prune } from '#server/features/accounts/index.ts'
import { fixture, type Fixture } from './fixture.ts'

let h: Fixture
beforeEach(async () => {
  h = await fixture()
})
afterEach(() => h.close())

/** Addresses of strangers, and of those who share them. */
const address = '10.8.8.8'
const fail = (username = 'admin', more = {}) => h.signIn(username, 'Wrong 12345', { address, ...more })
const succeed = (more = {}) => h.signIn('admin', undefined, { address, ...more })
const statuses = async (n: number, run: () => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let i = 0; i < n; i++) all.push((await run()).status)
  return all
}
/** Seconds named by a refusal. */
const wait = (a: { status: number; headers: Record<string, unknown>; body: { code?: string } }) => {
  expect(a.status).toBe(429)
  expect(a.body.code).toBe('sign_in_delayed')
  return Number(a.headers['retry-after'])
}

describe('failures at a name from one address', () => {
  test('delay the name there from the fifth on, each time longer, up to a quarter of an hour', async () => {
    expect(await statuses(5, fail)).toEqual([401, 401, 401, 401, 401])
    const waits = [wait(await fail())]
    for (let i = 0; i < 7; i++) {
      h.server.clock.advance(waits.at(-1)! * SECOND)
      expect((await fail()).status).toBe(401)
      waits.push(wait(await fail()))
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  test('refuse the right password before the time, and accept it after', async () => {
    await statuses(5, fail)
    wait(await succeed())
    h.server.clock.advance(30 * SECOND - 1)
    expect(wait(await succeed())).toBe(1)
    h.server.clock.advance(1)
    expect((await succeed()).status).toBe(200)
    // Reset.
    expect(await statuses(5, fail)).toEqual([401, 401, 401, 401, 401])
  })

  test('attempts while it is delayed do not make it longer', async () => {
    await statuses(5, fail)
    await statuses(20, fail)
    h.server.clock.advance(30 * SECOND)
    expect((await succeed()).status).toBe(200)
  })

  test('are forgotten after an hour', async () => {
    await statuses(4, fail)
    h.server.clock.advance(60 * MINUTE + 1)
    expect(await statuses(5, fail)).toEqual([401, 401, 401, 401, 401])
  })

  test('that are simultaneous all count', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fail()))
    expect(answers.filter((a) => a.status === 401)).toHaveLength(5)
  })

  test('a name that does not exist is answered the same', async () => {
    const known = await statuses(7, () => fail('admin'))
    const unknown = await statuses(7, () => fail('nobody'))
    const upper = await statuses(2, () => fail('NOBODY'))
    expect(unknown).toEqual(known)
    expect(upper).toEqual([429, 429])
  })

  test('are audited with name and address, but text typed for an unknown name is not stored', async () => {
    await fail('admin', { address: '10.3.3.3' })
    await fail('MyPassw0rdTypedAbove')
    const [unknown, known] = await h.audit('sign-in refused')
    expect(known).toMatchObject({ item_name: 'admin', address: '10.3.3.3', reason: 'login_failed' })
    expect(unknown).toMatchObject({ actor: 'nobody', item: null, item_name: null })
    expect(JSON.stringify(await h.server.app.services.db.query('SELECT * FROM audit'))).not.toContain(
      'TypedAbove',
    )
    expect(
      JSON.stringify(await h.server.app.services.db.query('SELECT * FROM sign_in_failure')),
    ).not.toContain('TypedAbove'.toLowerCase())
  })

  test('are shown in the list, and reset by a new password', async () => {
    const p = await h.account(await h.role(4, ['dashboard.view']))
    const token = await h.server.signIn('admin')
    await statuses(5, () => fail(p.username))
    const row = async () =>
      (await h.server.call(listAccounts, { query: { search: p.username } }, { token })).body.data!.accounts[0]
    expect((await row()).delayed_until).toBe(new Date(h.server.clock.now() + 30 * SECOND).toISOString())
    await h.server.call(
      setPassword,
      { params: { id: p.id }, body: { newPassword: 'Quite new 1' } },
      { token },
    )
    expect((await row()).delayed_until).toBeNull()
    expect((await h.signIn(p.username, 'Quite new 1')).status).toBe(200)
  })
})

describe('a stranger at the same address', () => {
  test('locks nobody else out, by however many failures at whatever names', async () => {
    const known = await h.account(await h.role(4, ['dashboard.view']))
    for (let i = 0; i < 60; i++) expect((await fail(`invented${i}`)).status).toBe(401)
    await statuses(10, () => fail(known.username))
    // From an unknown browser, at once.
    expect((await succeed()).status).toBe(200)
    expect((await h.signIn('operator', undefined, { address })).status).toBe(200)
  })

  test('locks nobody out elsewhere, even at the attacked name', async () => {
    await statuses(15, fail)
    wait(await succeed())
    expect((await succeed({ address: '10.8.8.9' })).status).toBe(200)
  })

  test('counts as one in the whole IPv6 network, and on IPv4 in either notation', async () => {
    for (let i = 0; i < 5; i++) await fail('admin', { address: `2001:db8:1:2::${i}` })
    wait(await succeed({ address: '2001:db8:1:2:ffff::1' }))
    expect((await succeed({ address: '2001:db8:1:3::1' })).status).toBe(200)
    await statuses(5, fail)
    wait(await succeed({ address: `::ffff:${address}` }))
  })

  test('uses up no calls that others need to sign in, to stay and to sign out', async () => {
    const { refresh: token } = (await h.signIn('admin', undefined, { address })).body.data!.token
    const call = (path: string, body: object) =>
      h.server.raw({
        method: 'POST',
        url: `/api/renew/auth/${path}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
        remoteAddress: address,
      })
    const config = () => h.server.raw({ method: 'GET', url: '/api/renew/v1/config', remoteAddress: address })
    for (let i = 0; i < 700; i++) await config()
    for (let i = 0; i < 700; i++) await call('refresh-token', { refreshToken: `guessed${i}` })
    expect((await config()).status).toBe(200)
    expect((await call('refresh-token', { refreshToken: token })).status).toBe(200)
    expect((await call('logout', { refreshToken: token })).status).toBe(200)
    expect((await succeed()).status).toBe(200)
  })

  test('fills no table and no log: after the hundredth failure one in a hundred is recorded', async () => {
    const { db } = h.server.app.services
    await db.query(`INSERT INTO sign_in_failure (key, failures, last_at, until) VALUES ($1, 100, $2, 0)`, [
      `network:${address}`,
      h.server.clock.now(),
    ])
    for (let i = 0; i < 100; i++) await fail(`invented${i}`)
    const records = await h.audit('sign-in refused')
    expect(records).toMatchObject([{ after: { failures_of_address: 200 } }])
    h.server.clock.advance(2 * 60 * MINUTE)
    await prune(h.server.app.services)
    expect(await db.query('SELECT 1 FROM sign_in_failure')).toEqual([])
  })
})

describe('guessing at one name from many addresses', () => {
  test('delays the name everywhere from the twentieth failure on', async () => {
    const from = (i: number) => fail('admin', { address: `10.7.0.${i}` })
    for (let i = 0; i < 20; i++) expect((await from(i)).status).toBe(401)
    expect(wait(await succeed())).toBe(30)
    h.server.clock.advance(30 * SECOND)
    expect((await succeed()).status).toBe(200)
  })

  test('is not reset by signing in with one’s own account', async () => {
    for (let i = 0; i < 20; i++) await fail('admin', { address: `10.7.0.${i}` })
    expect((await h.signIn('operator', undefined, { address })).status).toBe(200)
    wait(await succeed())
  })
})

describe('nobody is locked out for ever', () => {
  const cookiesOf = (a: { headers: Record<string, unknown> }) =>
    (a.headers['set-cookie'] as string[]).map((c) => c.split(';')[0]).filter((c) => c.startsWith('device_'))

  test('a browser in which the account signed in before is not delayed by strangers', async () => {
    const first = await h.signIn('admin', undefined, { body: { cookie: true } })
    const [cookie] = cookiesOf(first)
    expect((first.headers['set-cookie'] as string[]).find((c) => c.startsWith('device_'))).toMatch(
      /HttpOnly; SameSite=Strict/,
    )
    // Strangers at the same address keep trying for a day; the administrator can sign in at any time.
    for (let hour = 0; hour < 24; hour++) {
      await statuses(6, fail)
      expect((await succeed({ cookie })).status).toBe(200)
      h.server.clock.advance(60 * MINUTE)
      await fail()
    }
  })

  test('the cookie of that browser works for its own account only, and cannot be forged', async () => {
    const p = await h.account(await h.role(4, ['dashboard.view']))
    const [mark] = cookiesOf(await h.signIn(p.username, undefined, { body: { cookie: true } }))
    const [own] = cookiesOf(await h.signIn('admin', undefined, { body: { cookie: true } }))
    await statuses(5, fail)
    const [name, value] = [own.split('=')[0], mark.split('=')[1]]
    for (const cookie of [mark, `${name}=${value}`, `${own.slice(0, -3)}abc`, `${name}=`])
      wait(await succeed({ cookie }))
    expect((await h.signIn('admin', undefined, { cookie: own, address })).status).toBe(200)
  })

  test('a browser’s own failures delay it too', async () => {
    const [cookie] = cookiesOf(await h.signIn('admin', undefined, { body: { cookie: true } }))
    expect(await statuses(11, () => fail('admin', { cookie }))).toEqual([...Array(10).fill(401), 429])
    // Others are not delayed by it.
    expect((await succeed()).status).toBe(200)
  })

  test('from anywhere else a quarter of an hour without attempts is enough, after whatever came before', async () => {
    for (let i = 0; i < 40; i++) {
      await fail()
      h.server.clock.advance(15 * MINUTE)
    }
    expect((await succeed()).status).toBe(200)
  })
})
