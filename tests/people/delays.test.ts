import { MINUTE, SECOND } from '#core/time/units.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAccounts, setPassword } from '#contract/accounts.ts'
import { attempt, delayKey } from '#server/features/accounts/delay-store.ts'
import { fixture, type Fixture } from './fixture.ts'

let h: Fixture
beforeEach(async () => {
  h = await fixture()
})
afterEach(() => h.close())

const fail = (username = 'admin', more = {}) => h.signIn(username, 'Wrong 12345', more)
const statuses = async (n: number, run: () => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let i = 0; i < n; i++) all.push((await run()).status)
  return all
}
/** Seconds that a refusal says. */
const wait = (a: { status: number; headers: Record<string, unknown>; body: { code?: string } }) => {
  expect(a.status).toBe(429)
  expect(a.body.code).toBe('sign_in_delayed')
  return Number(a.headers['retry-after'])
}

describe('failures of an account', () => {
  test('delay it from the fifth on, each time longer, up to a quarter of an hour', async () => {
    expect(await statuses(5, fail)).toEqual([401, 401, 401, 401, 401])
    const waits = [wait(await fail())]
    for (let i = 0; i < 7; i++) {
      h.server.clock.advance(waits.at(-1)! * SECOND)
      expect((await fail()).status).toBe(401)
      waits.push(wait(await fail()))
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  test('the right password does not help before the time, and does after it', async () => {
    await statuses(5, fail)
    wait(await h.signIn('admin'))
    h.server.clock.advance(30 * SECOND - 1)
    expect(wait(await h.signIn('admin'))).toBe(1)
    h.server.clock.advance(1)
    expect((await h.signIn('admin')).status).toBe(200)
    // Clean again.
    expect(await statuses(5, fail)).toEqual([401, 401, 401, 401, 401])
  })

  test('tries while it is delayed do not make it longer', async () => {
    await statuses(5, fail)
    await statuses(20, fail)
    h.server.clock.advance(30 * SECOND)
    expect((await h.signIn('admin')).status).toBe(200)
  })

  test('are forgotten after an hour', async () => {
    await statuses(4, fail)
    h.server.clock.advance(60 * MINUTE + 1)
    expect(await statuses(5, fail)).toEqual([401, 401, 401, 401, 401])
  })

  test('at the same instant none slips through', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fail()))
    expect(answers.filter((a) => a.status === 401)).toHaveLength(5)
  })

  test('a name that does not exist answers the same', async () => {
    const known = await statuses(7, () => fail('admin'))
    const unknown = await statuses(7, () => fail('nobody'))
    const upper = await statuses(2, () => fail('NOBODY'))
    expect(unknown).toEqual(known)
    expect(upper).toEqual([429, 429])
  })

  test('are audited with name and address, and what is typed for an unknown name is not kept', async () => {
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

  test('are shown in the list, and end with a new password', async () => {
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

describe('failures of an address', () => {
  // Behind the limit of ten sign-ins a minute, which is by the wall clock: straight at the counter.
  const key = delayKey('address', '10.4.4.4')
  const now = () => h.server.clock.now()
  const tryAt = (n: number) =>
    statuses(n, () =>
      attempt(h.server.app.services.db.pool, key, now()).then(
        () => ({ status: 200 }),
        (e: { status: number }) => e,
      ),
    )

  test('delay it from the twentieth on, whatever the names', async () => {
    expect(await tryAt(21)).toEqual([...Array(20).fill(200), 429])
    expect((await h.signIn('admin', undefined, { address: '10.4.4.4' })).body.code).toBe('sign_in_delayed')
    expect((await h.signIn('admin', undefined, { address: '10.4.4.5' })).status).toBe(200)
    h.server.clock.advance(MINUTE)
    expect((await h.signIn('admin', undefined, { address: '10.4.4.4' })).status).toBe(200)
  })

  test('are not washed off by signing in with an account of one’s own', async () => {
    await tryAt(19)
    expect((await h.signIn('operator', undefined, { address: '10.4.4.4' })).status).toBe(200)
    expect(await tryAt(2)).toEqual([200, 429])
  })
})

describe('nobody is locked out for ever', () => {
  const cookiesOf = (a: { headers: Record<string, unknown> }) =>
    (a.headers['set-cookie'] as string[]).map((c) => c.split(';')[0]).filter((c) => c.startsWith('device_'))

  test('a browser that has signed the account in before is not held up by strangers', async () => {
    const first = await h.signIn('admin', undefined, { body: { cookie: true } })
    const [cookie] = cookiesOf(first)
    expect((first.headers['set-cookie'] as string[]).find((c) => c.startsWith('device_'))).toMatch(
      /HttpOnly; SameSite=Strict/,
    )
    // Strangers keep on trying for a day; the administrator comes at any time.
    for (let hour = 0; hour < 24; hour++) {
      await statuses(6, fail)
      expect((await h.signIn('admin', undefined, { cookie })).status).toBe(200)
      h.server.clock.advance(60 * MINUTE)
      await fail()
    }
  })

  test('the mark is of use for its own account only, and cannot be made', async () => {
    const p = await h.account(await h.role(4, ['dashboard.view']))
    const [mark] = cookiesOf(await h.signIn(p.username, undefined, { body: { cookie: true } }))
    const [own] = cookiesOf(await h.signIn('admin', undefined, { body: { cookie: true } }))
    await statuses(5, fail)
    const [name, value] = [own.split('=')[0], mark.split('=')[1]]
    for (const cookie of [mark, `${name}=${value}`, `${own.slice(0, -3)}abc`, `${name}=`])
      wait(await h.signIn('admin', undefined, { cookie }))
    expect((await h.signIn('admin', undefined, { cookie: own })).status).toBe(200)
  })

  test('a browser’s own failures delay it too', async () => {
    const [cookie] = cookiesOf(await h.signIn('admin', undefined, { body: { cookie: true } }))
    expect(await statuses(11, () => fail('admin', { cookie }))).toEqual([...Array(10).fill(401), 429])
    // Others are not held up by it.
    expect((await h.signIn('admin')).status).toBe(200)
  })

  test('from anywhere else a quarter of an hour without tries is enough, after whatever came before', async () => {
    for (let i = 0; i < 40; i++) {
      await fail()
      h.server.clock.advance(15 * MINUTE)
    }
    expect((await h.signIn('admin')).status).toBe(200)
  })
})
