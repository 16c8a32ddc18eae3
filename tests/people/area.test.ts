import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateAccount, listAccounts } from '#contract/accounts.ts'
import { me } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { forgotPassword, register, resetPassword } from '#contract/registration.ts'
import type { Language } from '#contract/messages.ts'
import { digest } from '#server/lib/secrets.ts'
import { PASSWORD, type Answer } from '../server.ts'
import { fixture, type Fixture } from './fixture.ts'
import { deadPort, openPost, type Post } from './post.ts'

let addresses = 0
/** Public calls are limited by address: each comes from another. */
function post(
  h: Fixture,
  e: { method: string; base: 'main'; path: string },
  body: object,
  language: Language = 'en',
) {
  return h.server.raw({
    method: e.method,
    url: fullPath(e),
    headers: { 'content-type': 'application/json', 'accept-language': language },
    payload: JSON.stringify(body),
    remoteAddress: `10.7.${addresses >> 8}.${addresses++ & 255}`,
  }) as Promise<Answer>
}
const at = (e: typeof register | typeof forgotPassword | typeof resetPassword) => e as never

describe('registering', () => {
  let h: Fixture
  beforeAll(async () => {
    h = await fixture({ env: { EXPERT_ACCOUNTS: 'expert1' } })
  })
  afterAll(() => h.close())
  const given = { username: 'newcomer', password: PASSWORD, full_name: 'Lò Văn Tới', email: 'toi@example.vn' }
  const find = async (search: string) =>
    (await h.server.call(listAccounts, { query: { search } })).body.data!.accounts[0]

  test('creates an inactive account without a role, until somebody activates it', async () => {
    const a = await post(h, at(register), given)
    expect(a.status).toBe(201)
    expect(a.body.data).toBeNull()
    expect((await h.signIn('newcomer')).body.code).toBe('account_inactive')
    const found = await find('newcomer')
    expect(found).toMatchObject({ status: false, registered: true, roles: [], email: 'toi@example.vn' })
    expect((await h.audit('register'))[0]).toMatchObject({
      item_name: 'newcomer',
      after: { full_name: 'Lò Văn Tới' },
    })
    const [{ role_id }] = await h.server.app.services.db.query<{ role_id: string }>(
      "SELECT role_id FROM role WHERE role_name = 'viewer'",
    )
    await h.server.call(updateAccount, {
      params: { id: found.account_id },
      body: { status: true, roles: [{ hydro_code: '*', role_id }] },
    })
    expect(await find('newcomer')).toMatchObject({ status: true, registered: false })
    expect((await h.signIn('newcomer')).status).toBe(200)
  })

  test('follows the rules, and grants nothing by itself', async () => {
    const bad = await post(h, at(register), {
      ...given,
      username: 'аdmin',
      password: 'short',
      email: 'x',
      full_name: '',
    })
    expect(bad.status).toBe(400)
    expect(bad.body.errors!.map((e) => e.path)).toEqual(['username', 'password', 'full_name', 'email'])
    for (const more of [{ status: true }, { roles: [] }, { account_code: 'expert1' }])
      expect(
        (await post(h, at(register), { ...given, username: 'sneaky1', ...more })).body.errors![0].code,
      ).toBe('unknown_field')
    expect((await post(h, at(register), given)).body).toMatchObject({ code: 'username_taken' })
    await post(h, at(register), { ...given, username: 'Expert1', email: 'e@example.vn' })
    expect(await find('expert1')).toMatchObject({ expert: false })
  })

  test('accepts no form of a foreign page, which cannot send JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const a = await h.server.raw({
        method: 'POST',
        url: fullPath(register),
        headers: { 'content-type': type },
        payload: JSON.stringify({ ...given, username: 'foreign1', email: 'f@example.vn' }),
        remoteAddress: `10.6.0.${addresses++}`,
      })
      expect([400, 415], type).toContain(a.status)
    }
    expect(await find('foreign1')).toBeUndefined()
  })

  test('is limited by address', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await h.server.call(register, { body: { ...given, username: 'ab' } }, {})).status,
      ),
    )
    expect(statuses.filter((s) => s === 429)).toHaveLength(2)
  })
})

test('registering reports that it is switched off', async () => {
  const h = await fixture({ env: { REGISTRATION: 'off' } })
  try {
    const a = await post(h, at(register), {
      username: 'newcomer',
      password: PASSWORD,
      full_name: 'N',
      email: 'n@example.vn',
    })
    expect(a.status).toBe(403)
    expect(a.body).toMatchObject({
      code: 'registration_off',
      message: expect.stringContaining('administrator'),
    })
    expect(await h.audit('register')).toEqual([])
  } finally {
    await h.close()
  }
})

test('without an SMTP server forgotten passwords are reset by the administrator only', async () => {
  const h = await fixture()
  try {
    for (const username of ['admin', 'nobody']) {
      const a = await post(h, at(forgotPassword), { username })
      expect(a.status).toBe(422)
      expect(a.body.code).toBe('mail_off')
    }
  } finally {
    await h.close()
  }
})

describe('a forgotten password', () => {
  let smtp: Post
  let h: Fixture
  let role: string
  beforeAll(async () => {
    smtp = await openPost()
    h = await fixture({
      env: {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Forebay <dam@example.vn>',
        PUBLIC_URL: 'https://dam.example.vn',
      },
    })
    role = await h.role(4, ['dashboard.view'])
  })
  afterAll(async () => {
    await h.close()
    await smtp.close()
  })
  const forgot = (username: string, language: Language = 'en') =>
    post(h, at(forgotPassword), { username }, language)
  const reset = (token: string, newPassword = 'Quite new 1') =>
    post(h, at(resetPassword), { token, newPassword })
  const tokenOf = (text: string) =>
    /https:\/\/dam\.example\.vn\/account\/forgot-password\?token=([\w-]{43})(?:\s|$)/.exec(text)![1]
  let n = 0
  const somebody = () => h.account(role, { email: `p${++n}@example.vn` })

  test('is reset once with the mailed link, which ends all earlier sessions', async () => {
    const p = await somebody()
    const before = (await h.signIn(p.username)).body.data!.token.access
    expect((await forgot(p.username)).status).toBe(200)
    const letter = await smtp.next()
    await h.server.app.lettersSent()
    expect(letter).toMatchObject({ from: 'dam@example.vn', to: [`p${n}@example.vn`] })
    expect(letter.subject).toMatch(/set a new password$/)
    expect(letter.text).toContain(p.username)
    const token = tokenOf(letter.text)

    const [stored] = await h.server.app.services.db.query<{ hash: string }>(
      'SELECT hash FROM password_reset WHERE account_id = $1',
      [p.id],
    )
    expect(stored.hash).toBe(digest(token))

    expect((await reset(token, 'weak')).status).toBe(400)
    expect((await reset(token)).status).toBe(200)
    expect((await h.server.call(me, {}, { token: before })).status).toBe(401)
    expect((await h.signIn(p.username)).status).toBe(401)
    expect((await h.signIn(p.username, 'Quite new 1')).status).toBe(200)
    const again = await reset(token, 'Another one 2')
    expect(again.status).toBe(400)
    expect(again.body.code).toBe('reset_link_invalid')
    expect((await h.audit('reset link sent'))[0]).toMatchObject({ item_name: p.username })
    expect((await h.audit('reset password'))[0]).toMatchObject({ actor: p.id })
  })

  test("the mail is in the caller's language", async () => {
    const p = await somebody()
    await forgot(`P${n}@EXAMPLE.VN`, 'vi')
    const letter = await smtp.next()
    expect(letter.subject).toMatch(/đặt lại mật khẩu$/)
    expect(letter.text).toContain(`Chào ${p.username},`)
    expect(letter.text).toContain('30 phút')
    tokenOf(letter.text)
  })

  test('a link is valid for 30 minutes', async () => {
    const p = await somebody()
    await forgot(p.username)
    const token = tokenOf((await smtp.next()).text)
    await forgot(p.username)
    const other = tokenOf((await smtp.next()).text)
    h.server.clock.advance(30 * 60_000 - 1)
    expect((await reset(token)).status).toBe(200)
    await forgot(p.username)
    const late = tokenOf((await smtp.next()).text)
    // Using one ends the others.
    expect((await reset(other)).body.code).toBe('reset_link_invalid')
    h.server.clock.advance(30 * 60_000)
    expect((await reset(late)).body.code).toBe('reset_link_invalid')
  })

  test('a link that two use at the same instant works for one', async () => {
    const p = await somebody()
    await forgot(p.username)
    const token = tokenOf((await smtp.next()).text)
    const answers = await Promise.all([reset(token, 'First one 1'), reset(token, 'Second one 2')])
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400])
  })

  test('a lock or another e-mail address invalidates the link', async () => {
    for (const change of [{ status: false }, { email: 'elsewhere@example.vn' }]) {
      const p = await somebody()
      await forgot(p.username)
      const token = tokenOf((await smtp.next()).text)
      await h.server.call(updateAccount, { params: { id: p.id }, body: change })
      expect((await reset(token)).body.code).toBe('reset_link_invalid')
      await h.server.call(updateAccount, { params: { id: p.id }, body: { email: '', status: true } })
    }
  })

  test('the answer is the same for every name, and is sent before any lookup', async () => {
    const p = await somebody()
    const inactive = await somebody()
    const noEmail = await h.account(role)
    await h.server.app.services.db.query('UPDATE account SET status = false WHERE account_id = $1', [
      inactive.id,
    ])
    const sent = smtp.letters.length
    const pool = h.server.app.services.db
    const query = pool.query
    const open: (() => void)[] = []
    // With the database held back every answer must still arrive: none waits for its findings.
    pool.query = ((...args: Parameters<typeof query>) =>
      new Promise<void>((go) => open.push(go)).then(() => query.apply(pool, args))) as typeof query
    let bodies: unknown[]
    try {
      const answers = await Promise.all(
        [p, inactive, noEmail, { username: 'nobody' }].map((x) => forgot(x.username)),
      )
      bodies = answers.map((a) => [a.status, a.body])
    } finally {
      pool.query = query
      for (const go of open) go()
    }
    expect(new Set(bodies.map((b) => JSON.stringify(b))).size).toBe(1)
    await h.server.app.lettersSent()
    expect(smtp.letters.length - sent).toBe(1)
    expect((await smtp.next()).to).toEqual([expect.stringMatching(/^p\d+@/)])
    const reasons = (await h.audit('reset link refused')).slice(0, 3).map((r) => r.reason)
    expect(reasons.sort()).toEqual(['account_inactive', 'no e-mail address', 'no such account'])
  })

  test('no mailbox is flooded', async () => {
    const p = await somebody()
    const sent = smtp.letters.length
    for (let i = 0; i < 6; i++) await forgot(p.username)
    await h.server.app.lettersSent()
    expect(smtp.letters.length - sent).toBe(3)
    for (let i = 0; i < 3; i++) await smtp.next()
  })

  test('wrong links are refused alike', async () => {
    for (const token of ['x', 'a'.repeat(43), "' OR 1=1 --", '\u0000'])
      expect((await reset(token)).body.code, token).toBe('reset_link_invalid')
    expect((await reset('a'.repeat(201))).status).toBe(400)
    expect((await reset('')).status).toBe(400)
  })

  test('a mail server that refuses the letter changes no answer', async () => {
    smtp.refuse()
    const p = await somebody()
    expect((await forgot(p.username)).status).toBe(200)
    await h.server.app.lettersSent()
    expect((await h.audit('reset link sent')).filter((r) => r.item === p.id)).toEqual([])
  })
})

test('an unreachable mail server changes no answer', async () => {
  const h = await fixture({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${await deadPort()}`,
      MAIL_FROM: 'dam@example.vn',
      PUBLIC_URL: 'https://dam.example.vn',
    },
  })
  try {
    const p = await h.account(await h.role(4, ['map']), { email: 'a@example.vn' })
    expect((await post(h, at(forgotPassword), { username: p.username })).status).toBe(200)
    await h.server.app.lettersSent()
    expect(await h.audit('reset link sent')).toEqual([])
  } finally {
    await h.close()
  }
})
