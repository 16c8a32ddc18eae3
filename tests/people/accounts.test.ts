import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/accounts.ts'
import { login, me } from '#contract/auth.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { PASSWORD, type Answer } from '../server.ts'
import { HERE, fixture, type Fixture, type Person } from './fixture.ts'
import { picture } from './pictures.ts'

let h: Fixture
let viewer: string
beforeAll(async () => {
  h = await fixture({ env: { EXPERT_ACCOUNTS: 'expert1' } })
  viewer = await h.role(4, ['dashboard.view', 'map'])
})
afterAll(() => h.close())

const fields = {
  username: 'thuyhang',
  full_name: 'Nguyễn Thị Thúy Hằng',
  email: 'hang@example.vn',
  phone: '(091) 234-5678',
  address: 'Sơn La',
  position: 'Trưởng ca',
}

describe('an account', () => {
  let made: contract.Account
  const change = (body: object, as: object = { account: 'admin' }) =>
    h.server.call(contract.updateAccount, { params: { id: made.account_id }, body }, as)

  test('is added with every field and signs in', async () => {
    const a = await h.server.call(contract.createAccount, {
      body: { ...fields, password: PASSWORD, roles: [{ hydro_code: HERE, role_id: viewer }] },
    })
    expect(a.status).toBe(201)
    made = a.body.data!
    expect(made).toMatchObject({
      ...fields,
      account_code: 'thuyhang',
      status: true,
      role: viewer,
      roles: [{ hydro_code: HERE, role_id: viewer, role_name: viewer, level: 4 }],
      avatar: null,
      signed_in_at: null,
      registered: false,
      editable: true,
      credentials: true,
      version: 1,
    })
    expect(JSON.stringify(a.body)).not.toMatch(/password|argon/)
    expect((await h.signIn('thuyhang')).status).toBe(200)
    // The e-mail address also signs in.
    expect((await h.signIn('HANG@example.vn')).status).toBe(200)
  })

  test('with a taken name is refused at its field', async () => {
    const again = { ...fields, password: PASSWORD, account_code: 'other' }
    const codeless = { ...fields, password: PASSWORD }
    const cases = [
      // The code follows the name: only the name was typed, so only it is named.
      [{ ...codeless, username: 'thuyhang', email: null }, 'username_taken', 'username'],
      [{ ...again, username: 'thuyhang', account_code: 'thuyhang' }, 'username_taken', 'username'],
      [{ ...again, username: 'ThuyHang', email: null }, 'username_taken', 'username'],
      [{ ...again, username: 'thuyhang2', email: 'Hang@Example.vn' }, 'email_taken', 'email'],
      [
        { ...again, username: 'thuyhang2', email: null, account_code: 'thuyhang' },
        'account_code_taken',
        'account_code',
      ],
    ] as const
    for (const [body, code, path] of cases) {
      const a = await h.server.call(contract.createAccount, { body })
      expect(a.status).toBe(409)
      expect(a.body).toMatchObject({ code, errors: [{ path, code }] })
    }
  })

  test('the second of two who edit it gets a conflict', async () => {
    const a = await change({ position: 'Phó ca', version: made.version })
    expect(a.status).toBe(200)
    const b = await change({ position: 'Ca viên', version: made.version })
    expect(b.status).toBe(409)
    expect(b.body.code).toBe('conflict')
    made = a.body.data!
    expect(made).toMatchObject({ position: 'Phó ca', version: 2 })
    expect((await h.audit('update'))[0]).toMatchObject({
      item: made.account_id,
      item_name: 'thuyhang',
      actor_name: 'admin',
      before: { position: 'Trưởng ca' },
      after: { position: 'Phó ca' },
    })
  })

  test('has empty fields emptied', async () => {
    made = (await change({ phone: '', address: '  ' })).body.data!
    expect(made).toMatchObject({ phone: null, address: null })
  })

  test('is signed out when locked, and signs in again when unlocked', async () => {
    const token = (await h.signIn('thuyhang')).body.data!.token.access
    expect((await change({ status: false })).body.data!.status).toBe(false)
    expect((await h.server.call(me, {}, { token })).status).toBe(401)
    expect((await h.signIn('thuyhang')).body.code).toBe('account_inactive')
    expect((await h.audit('lock'))[0]).toMatchObject({ item_name: 'thuyhang' })
    await change({ status: true })
    expect((await h.audit('unlock'))[0]).toMatchObject({ item_name: 'thuyhang' })
    // The earlier session stays ended.
    expect((await h.server.call(me, {}, { token })).status).toBe(401)
    expect((await h.signIn('thuyhang')).status).toBe(200)
  })

  test('is changed with the permission of its fields, both for both', async () => {
    const status = await h.account(await h.role(3, ['accounts.change-status', 'dashboard.view', 'map']))
    const rest = await h.account(await h.role(3, ['accounts.update', 'dashboard.view', 'map']))
    const as = (p: Person) => ({ account: p.username })
    expect((await change({ status: true }, as(status))).status).toBe(200)
    expect((await change({ position: 'x' }, as(status))).status).toBe(403)
    expect((await change({ position: 'x' }, as(rest))).status).toBe(200)
    expect((await change({ status: true }, as(rest))).status).toBe(403)
    for (const p of [status, rest]) {
      const a = await change({ status: false, position: 'y' }, as(p))
      expect(a.status).toBe(403)
    }
    const [row] = await h.server.app.services.db.query(
      'SELECT status, position FROM account WHERE account_id = $1',
      [made.account_id],
    )
    expect(row).toEqual({ status: true, position: 'x' })
  })

  test('with another password loses its sessions', async () => {
    const token = (await h.signIn('thuyhang')).body.data!.token.access
    const a = await h.server.call(contract.setPassword, {
      params: { id: made.account_id },
      body: { newPassword: 'Khác2026mới' },
    })
    expect(a.status).toBe(200)
    expect((await h.server.call(me, {}, { token })).status).toBe(401)
    expect((await h.signIn('thuyhang')).status).toBe(401)
    expect((await h.signIn('thuyhang', 'Khác2026mới')).status).toBe(200)
  })

  test('is gone once removed, and the log keeps its name', async () => {
    const token = (await h.signIn('thuyhang', 'Khác2026mới')).body.data!.token.access
    const at = { params: { id: made.account_id } }
    expect((await h.server.call(contract.removeAccount, at)).status).toBe(200)
    expect((await h.server.call(me, {}, { token })).status).toBe(401)
    expect((await h.server.call(contract.removeAccount, at)).status).toBe(404)
    expect((await h.signIn('thuyhang', 'Khác2026mới')).body.code).toBe('login_failed')
    expect((await h.audit('remove'))[0]).toMatchObject({
      item_name: 'thuyhang',
      before: { email: 'hang@example.vn' },
    })
    const signIns = (await h.audit('sign-in')).filter((r) => r.actor === made.account_id)
    expect(signIns.length).toBeGreaterThan(0)
    expect(signIns.every((r) => r.actor_name === 'thuyhang')).toBe(true)
  })

  test("an expert's code can be assigned only by an account that may view everything", async () => {
    const body = { username: 'expert1', password: PASSWORD, full_name: 'E' }
    const weak = await h.account(await h.role(2, ['accounts']))
    const a = await h.server.call(contract.createAccount, { body }, { account: weak.username })
    expect(a.status).toBe(403)
    expect(a.body.code).toBe('account_code_expert')
    const b = await h.server.call(contract.createAccount, { body })
    expect(b.body.data).toMatchObject({ expert: true, account_code: 'expert1' })
  })
})

describe('one’s own password', () => {
  const change = (username: string, body: object) =>
    h.server.call(contract.changePassword, { body: { username, ...body } as never }, { account: username })

  test('is changed with the present one; all sessions end', async () => {
    const p = await h.account(viewer)
    const other = (await h.signIn(p.username)).body.data!.token.access
    const a = await change(p.username, { oldPassword: PASSWORD, newPassword: 'Quite new 1' })
    expect(a.status).toBe(200)
    for (const session of [{ token: other }, { account: p.username }])
      expect((await h.server.call(me, {}, session)).status).toBe(401)
    expect((await h.signIn(p.username, 'Quite new 1')).status).toBe(200)
  })

  test('is not changed with a wrong one, nor is anybody else’s, and attempts are limited', async () => {
    const p = await h.account(viewer)
    const wrong = { oldPassword: 'Not it 123', newPassword: 'Quite new 1' }
    const a = await change(p.username, wrong)
    expect(a.status).toBe(400)
    expect(a.body).toMatchObject({ code: 'wrong_password', errors: [{ path: 'oldPassword' }] })
    const b = await h.server.call(
      contract.changePassword,
      { body: { username: 'admin', oldPassword: PASSWORD, newPassword: 'Quite new 1' } },
      { account: p.username },
    )
    expect(b.body.code).toBe('not_own_account')
    for (let i = 0; i < 9; i++) await change(p.username, wrong)
    const c = await change(p.username, { ...wrong, oldPassword: PASSWORD })
    expect(c.status).toBe(429)
    expect(c.body.code).toBe('sign_in_delayed')
  })
})

describe('the list', () => {
  const list = async (query: object) => (await h.server.call(contract.listAccounts, { query })).body.data!

  test('comes in pages of 25, sorted and searched', async () => {
    for (let i = 0; i < 30; i++) await h.account(viewer)
    const first = await list({ search: 'person', sort: 'created_at' })
    const second = await list({ search: 'person', sort: 'created_at', page: '2' })
    expect(first.accounts).toHaveLength(25)
    expect(first.page_size).toBe(25)
    expect(second.total).toBe(first.total)
    expect(second.accounts).toHaveLength(first.total - 25)
    const ids = [...first.accounts, ...second.accounts].map((a) => a.account_id)
    expect(new Set(ids).size).toBe(first.total)
    const down = await list({ search: 'person', sort: 'username', order: 'desc' })
    const names = down.accounts.map((a) => a.username)
    expect(names).toEqual([...names].sort().reverse())
    expect((await list({ page: '900' })).accounts).toEqual([])
  })

  test('finds names without diacritics, sorts them as Vietnamese, and takes signs literally', async () => {
    const people = ['Đào Văn Ánh', 'Ân Thị Bé', 'Đặng Văn Bách', 'Anh Thị Chi']
    for (const [i, full_name] of people.entries())
      await h.server.call(contract.createAccount, {
        body: { username: `sorted${i}`, password: PASSWORD, full_name },
      })
    const found = await list({ search: 'dang van' })
    expect(found.accounts.map((a) => a.full_name)).toEqual(['Đặng Văn Bách'])
    const sorted = await list({ search: 'sorted', sort: 'full_name' })
    expect(sorted.accounts.map((a) => a.full_name)).toEqual([
      'Anh Thị Chi',
      'Ân Thị Bé',
      'Đào Văn Ánh',
      'Đặng Văn Bách',
    ])
    for (const search of ['%', '_', "'", '\\', '"; DROP TABLE account'])
      expect((await list({ search })).accounts, search).toEqual([])
  })

  test('is filtered by status and role', async () => {
    const p = await h.account(await h.role(4, ['map']))
    await h.server.app.services.db.query('UPDATE account SET status = false WHERE account_id = $1', [p.id])
    expect((await list({ status: 'inactive' })).accounts.map((a) => a.username)).toContain(p.username)
    expect((await list({ status: 'active', search: p.username })).accounts).toEqual([])
    const [one] = (await list({ search: p.username })).accounts
    expect((await list({ role_id: one.roles[0].role_id })).accounts.map((a) => a.username)).toEqual([
      p.username,
    ])
  })
})

describe('bad input is refused with path, code and message', () => {
  const good = { username: 'goodname', password: PASSWORD, full_name: 'Good' }
  const cases: [string, object, string, string][] = [
    ['short name', { ...good, username: 'abc' }, 'username', 'username_rule'],
    ['look-alike', { ...good, username: 'аdmin1' }, 'username', 'username_rule'],
    ['diacritics', { ...good, username: 'nguyễn' }, 'username', 'username_rule'],
    ['no name', { ...good, full_name: ' ' }, 'full_name', 'required'],
    ['long name', { ...good, full_name: 'ễ'.repeat(201) }, 'full_name', 'too_long'],
    ['null byte', { ...good, full_name: 'a\u0000' }, 'full_name', 'bad_characters'],
    ['password rule', { ...good, password: 'abcdefgh' }, 'password', 'password_rule'],
    ['phone', { ...good, phone: '12345' }, 'phone', 'phone_rule'],
    ['e-mail', { ...good, email: 'nobody' }, 'email', 'email_rule'],
    ['unknown field', { ...good, role: 'admin' }, 'role', 'unknown_field'],
    [
      'two roles at one place',
      {
        ...good,
        roles: [
          { hydro_code: '*', role_id: 'a' },
          { hydro_code: '*', role_id: 'b' },
        ],
      },
      'roles.1.hydro_code',
      'grant_twice',
    ],
    [
      'role that is none',
      { ...good, roles: [{ hydro_code: '*', role_id: 'ro_none' }] },
      'roles.0.role_id',
      'not_found',
    ],
    [
      'reservoir that is none',
      { ...good, roles: [{ hydro_code: 'NOWHERE', role_id: 'viewer' }] },
      'roles.0.hydro_code',
      'not_found',
    ],
  ]
  test.each(cases)('%s', async (_what, body, path, code) => {
    const sent = JSON.parse(JSON.stringify(body).replace('"viewer"', JSON.stringify(viewer)))
    const a = await h.server.call(contract.createAccount, { body: sent })
    expect(a.status).toBe(400)
    expect(a.body.errors![0]).toMatchObject({ path, code })
    expect(a.body.errors![0].message.length).toBeGreaterThan(3)
    expect(a.body.status).toBe('error')
  })

  test('in the language of the caller', async () => {
    const body = { ...good, username: 'abc' }
    const a = await h.server.call(contract.createAccount, { body }, { account: 'admin', language: 'vi' })
    expect(a.body.errors![0].message).toMatch(/^Tên đăng nhập chỉ gồm/)
  })

  test('a password of 200 characters is accepted, one of 5,000 is refused without being hashed, one of 10,000 unread', async () => {
    const password = 'aA1' + 'x'.repeat(197)
    const a = await h.server.call(contract.createAccount, {
      body: { ...good, username: 'longpass', password },
    })
    expect(a.status).toBe(201)
    expect((await h.signIn('longpass', password)).status).toBe(401) // no role yet, but the password is right:
    expect((await h.signIn('longpass', password)).body.code).toBe('no_reservoir')
    // Longer than a stranger's call may be.
    expect((await h.signIn('longpass', 'aA1' + 'x'.repeat(9_997))).status).toBe(413)
    const b = await h.signIn('longpass', 'aA1' + 'x'.repeat(4_997))
    expect(b.status).toBe(400)
    expect(b.body.errors![0]).toMatchObject({ path: 'password', code: 'too_long' })
    // Refused before any check: no attempt was counted or audited.
    expect((await h.audit('sign-in refused')).filter((r) => r.item_name === 'longpass')).toHaveLength(2)
    const c = await h.server.call(contract.createAccount, {
      body: { ...good, username: 'longpass2', password: 'aA1' + 'x'.repeat(9_997) },
    })
    expect(c.body.errors![0]).toMatchObject({ path: 'password', code: 'too_long' })
  })

  test('invalid ids are refused, not failures', async () => {
    for (const id of ['%00', 'a%20b', '..%2F', 'x'.repeat(100)]) {
      const token = await h.server.signIn('admin')
      const a = await h.server.raw({
        method: 'DELETE',
        url: `/api/renew/account/${id}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([400, 404], id).toContain(a.status)
    }
  })

  test('a sign-in without texts, or with other types, is bad input', async () => {
    for (const body of [{}, { username: 1, password: [] }, [], 'x']) {
      const a = await h.server.call(login, { body: body as never }, {})
      expect(a.status).toBe(400)
    }
  })
})

describe('a picture', () => {
  const send = async (
    endpoint: Endpoint,
    payload: Buffer,
    type = 'image/png',
    as = 'admin',
    id = '',
  ): Promise<Answer<{ avatar: string }>> =>
    h.server.raw({
      method: endpoint.method,
      url: fullPath(endpoint).replace('{id}', id),
      headers: {
        authorization: `Bearer ${await h.server.signIn(as)}`,
        'content-type': type,
        'accept-language': 'en',
      },
      payload,
    }) as never
  const fetchOwn = async (as = 'admin') =>
    h.server.app.web.inject({
      method: 'GET',
      url: fullPath(contract.getOwnAvatar),
      headers: { authorization: `Bearer ${await h.server.signIn(as)}` },
    })

  test.each([
    ['png', 300, 200],
    ['jpeg', 200, 300],
    ['webp', 40, 40],
  ] as const)('%s is accepted, cropped to a square and re-encoded', async (type, w, height) => {
    const a = await send(contract.putOwnAvatar, await picture(type, w, height), `image/${type}`)
    expect(a.status).toBe(200)
    const got = await fetchOwn()
    expect(got.headers['content-type']).toBe('image/webp')
    expect(got.rawPayload.subarray(0, 4).toString()).toBe('RIFF')
    const { Transformer } = await import('@napi-rs/image')
    expect(await new Transformer(got.rawPayload).metadata()).toMatchObject({ width: 256, height: 256 })
    expect((await h.server.call(me)).body.data!.avatar).toBe(a.body.data!.avatar)
  })

  test('only the picture is stored', async () => {
    const hidden = Buffer.concat([await picture('jpeg', 60, 60), Buffer.from('<script>hidden</script>')])
    expect((await send(contract.putOwnAvatar, hidden, 'image/jpeg')).status).toBe(200)
    expect((await fetchOwn()).rawPayload.includes('hidden')).toBe(false)
  })

  test('is detected from its content, not its name', async () => {
    const cases: [Buffer, string, number, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 415, 'not_an_image'],
      [Buffer.from('GIF89a...........................'), 'image/png', 415, 'not_an_image'],
      [(await picture('png', 50, 50)).subarray(0, 200), 'image/png', 400, 'image_damaged'],
      [Buffer.alloc(0), 'image/png', 415, 'not_an_image'],
      [await picture('png', 50, 50), 'image/gif', 415, 'wrong_content_type'],
      [Buffer.from('{}'), 'application/json', 415, 'wrong_content_type'],
      [Buffer.alloc(2 * 1024 * 1024 + 1), 'image/png', 413, 'too_large'],
    ]
    for (const [bytes, type, status, code] of cases) {
      const a = await send(contract.putOwnAvatar, bytes, type)
      expect([a.status, a.body.code], `${type} ${bytes.length}`).toEqual([status, code])
    }
    // A real PNG under another allowed type is a PNG.
    expect((await send(contract.putOwnAvatar, await picture('png', 50, 50), 'image/webp')).status).toBe(200)
  })

  test('a decompression bomb is refused by its header, undecoded', async () => {
    const bomb = await picture('png', 10, 10)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const a = await send(contract.putOwnAvatar, bomb)
    expect(a.status).toBe(413)
    expect(a.body.code).toBe('image_too_large')
  })

  test('of others is set and removed with permission', async () => {
    const p = await h.account(viewer)
    const a = await send(contract.putAvatar, await picture('png', 30, 30), 'image/png', 'admin', p.id)
    expect(a.status).toBe(200)
    const listed = await h.server.call(contract.listAccounts, { query: { search: p.username } })
    expect(listed.body.data!.accounts[0].avatar).toBe(a.body.data!.avatar)
    expect((await fetchOwn(p.username)).statusCode).toBe(200)
    expect(
      (await send(contract.putAvatar, await picture('png', 30, 30), 'image/png', p.username, p.id)).status,
    ).toBe(403)
    expect((await h.server.call(contract.removeAvatar, { params: { id: p.id } })).status).toBe(200)
    expect((await fetchOwn(p.username)).statusCode).toBe(404)
    // Everybody may read their own.
    expect(
      (await send(contract.putOwnAvatar, await picture('png', 30, 30), 'image/png', p.username)).status,
    ).toBe(200)
    expect((await h.server.call(contract.removeOwnAvatar, {}, { account: p.username })).status).toBe(200)
  })
})
