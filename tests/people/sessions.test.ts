import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { me, refresh } from '#contract/auth.ts'
import { setPassword } from '#contract/accounts.ts'
import {
  endAccountSessions,
  endOwnSessions,
  listAccountSessions,
  listOwnSessions,
} from '#contract/sessions.ts'
import { fixture, type Fixture, type Person } from './fixture.ts'

let h: Fixture
let role: string
beforeAll(async () => {
  h = await fixture()
  role = await h.role(4, ['dashboard.view'])
})
afterAll(() => h.close())

const open = async (p: Person, more: { address?: string; body?: object } = {}) =>
  (await h.signIn(p.username, undefined, more)).body.data!.token
const alive = async (token: string) => (await h.server.call(me, {}, { token })).status === 200
const exchange = (refreshToken: string) => h.server.call(refresh, { body: { refreshToken } }, {})

describe('refreshing', () => {
  test('many tabs at the same instant get one and the same successor', async () => {
    const p = await h.account(role)
    const { refresh: token } = await open(p)
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(token!)))
    expect(answers.map((a) => a.status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map((a) => a.body.data!.refresh)).size).toBe(1)
    const [{ n }] = await h.server.app.services.db.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM refresh_token t JOIN session s USING (session_id) WHERE s.account_id = $1`,
      [p.id],
    )
    expect(n).toBe(2)
    expect(await alive(answers[7].body.data!.access)).toBe(true)
  })

  test('extends a remembered session, and any other ends 12 hours after the sign-in', async () => {
    const p = await h.account(role)
    const hours = (iso: string) => (Date.parse(iso) - h.server.clock.now()) / 3_600_000
    const short = await open(p)
    const long = await open(p, { body: { remember: true } })
    h.server.clock.advance(3_600_000)
    const a = (await exchange(short.refresh!)).body.data!
    const b = (await exchange(long.refresh!)).body.data!
    expect(hours(a.refreshExpires)).toBe(11)
    expect(hours(b.refreshExpires)).toBe(30 * 24)
    h.server.clock.advance(11 * 3_600_000)
    expect((await exchange(a.refresh!)).status).toBe(401)
    expect((await exchange(b.refresh!)).status).toBe(200)
  })

  test('fails for a locked account', async () => {
    const p = await h.account(role)
    const token = await open(p)
    await h.server.app.services.db.query('UPDATE account SET status = false WHERE account_id = $1', [p.id])
    expect((await exchange(token.refresh!)).status).toBe(401)
  })

  test('while somebody else sets the password, no earlier session survives', async () => {
    const p = await h.account(role)
    const first = await open(p)
    await h.server.signIn('admin')
    const [set, ...opened] = await Promise.all([
      h.server.call(setPassword, { params: { id: p.id }, body: { newPassword: 'Quite new 1' } }),
      ...Array.from({ length: 5 }, () => h.signIn(p.username)),
    ])
    expect(set.status).toBe(200)
    expect(await alive(first.access)).toBe(false)
    for (const o of opened) if (o.status === 200) expect(await alive(o.body.data!.token.access)).toBe(false)
  })
})

describe('one’s own sessions', () => {
  test('are listed newest first, and ended one by one or all others at once', async () => {
    const p = await h.account(role)
    const tokens = []
    for (const address of ['10.1.1.1', '10.1.1.2', '10.1.1.3']) {
      tokens.push(await open(p, { address }))
      h.server.clock.advance(1000)
    }
    const as = { token: tokens[1].access }
    const list = (await h.server.call(listOwnSessions, {}, as)).body.data!
    expect(list.map((s) => [s.address, s.current])).toEqual([
      ['10.1.1.3', false],
      ['10.1.1.2', true],
      ['10.1.1.1', false],
    ])
    const one = await h.server.call(endOwnSessions, { body: { session_id: list[0].session_id } }, as)
    expect(one.body.data).toEqual({ ended: 1 })
    expect(await alive(tokens[2].access)).toBe(false)
    expect((await exchange(tokens[2].refresh!)).status).toBe(401)
    const rest = await h.server.call(endOwnSessions, { body: {} }, as)
    expect(rest.body.data).toEqual({ ended: 1 })
    expect(await alive(tokens[0].access)).toBe(false)
    expect(await alive(tokens[1].access)).toBe(true)
  })

  test('of others are not', async () => {
    const [p, other] = [await h.account(role), await h.account(role)]
    const [ownSession, otherSession] = [await open(p), await open(other)]
    const [{ session_id }] = (await h.server.call(listOwnSessions, {}, { token: otherSession.access })).body
      .data!
    const a = await h.server.call(endOwnSessions, { body: { session_id } }, { token: ownSession.access })
    expect(a.status).toBe(404)
    expect(await alive(otherSession.access)).toBe(true)
  })
})

test('an administrator lists and ends the sessions of an account', async () => {
  const p = await h.account(role)
  const tokens = [await open(p), await open(p), await open(p)]
  const at = { params: { id: p.id } }
  const list = (await h.server.call(listAccountSessions, at)).body.data!
  expect(list).toHaveLength(3)
  expect(JSON.stringify(list)).not.toMatch(/hash|refresh/)
  const one = await h.server.call(endAccountSessions, { ...at, body: { session_id: list[0].session_id } })
  expect(one.body.data).toEqual({ ended: 1 })
  expect((await h.server.call(endAccountSessions, { ...at, body: {} })).body.data).toEqual({ ended: 2 })
  for (const t of tokens) expect(await alive(t.access)).toBe(false)
  expect(
    (await h.audit('end')).filter((r) => r.item_name === p.username && r.actor_name === 'admin'),
  ).toHaveLength(3)
})
