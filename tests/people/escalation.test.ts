import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createAccount,
  getAccountOptions,
  listAccounts,
  putAvatar,
  removeAccount,
  setPassword,
  updateAccount,
} from '#contract/accounts.ts'
import { listAudit } from '#contract/audit.ts'
import { me } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { createRole, deleteRole, listRoles, updateRole } from '#contract/roles.ts'
import { endAccountSessions, listAccountSessions } from '#contract/sessions.ts'
import { PASSWORD, testServer } from '../server.ts'
import { HERE, THERE, fixture, type Fixture, type Person } from './fixture.ts'
import { picture } from './pictures.ts'

const MANAGER = ['dashboard', 'accounts', 'roles']
let h: Fixture
/** Level 3, may do everything with accounts and roles below. */
let boss: Person
let bossRole: string
/** Level 2: above boss. */
let higher: Person
let higherRole: string

beforeAll(async () => {
  h = await fixture({ two: true, env: { EXPERT_ACCOUNTS: 'expert1,expert2,expert3' } })
  bossRole = await h.role(3, MANAGER)
  higherRole = await h.role(2, ['map'])
  boss = await h.account(bossRole)
  higher = await h.account(higherRole)
})
afterAll(() => h.close())

let refusals = 0
beforeEach(async () => {
  refusals = (await h.audit('refused')).length
})
const as = (p: Person, hydro = HERE) => ({ account: p.username, hydro })

/** Expects a refusal with this code, and one record of it by this person. */
async function refused(
  answer: { status: number; body: { code?: string } },
  code: string,
  by: Person,
  status = 403,
): Promise<void> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.body.code).toBe(code)
  const records = await h.audit('refused')
  expect(records.length).toBe(refusals + 1)
  expect(records[0]).toMatchObject({ actor: by.id, actor_name: by.username, reason: code })
  refusals++
}

describe('one’s own level', () => {
  test('is not raised by a higher role', async () => {
    const a = await h.server.call(
      updateAccount,
      { params: { id: boss.id }, body: { roles: [{ hydro_code: '*', role_id: higherRole }] } },
      as(boss),
    )
    await refused(a, 'above_own_level', boss)
  })

  test('is not raised by raising one’s own role', async () => {
    await refused(
      await h.server.call(updateRole, { body: { role_id: bossRole, level: 1 } }, as(boss)),
      'above_own_level',
      boss,
    )
  })

  test("does not grow by granting one's own role permissions that one lacks", async () => {
    const a = await h.server.call(
      updateRole,
      { body: { role_id: bossRole, permissions: [...MANAGER, 'audit'] as never } },
      as(boss),
    )
    await refused(a, 'not_held_by_you', boss)
  })

  test('does not grow by a new role above it, or one with more permissions', async () => {
    const above = { role_name: 'above', level: 2, permissions: ['map' as const] }
    await refused(await h.server.call(createRole, { body: above }, as(boss)), 'above_own_level', boss)
    const more = { role_name: 'more', level: 3, permissions: ['tokens' as const] }
    await refused(await h.server.call(createRole, { body: more }, as(boss)), 'not_held_by_you', boss)
  })

  test('does not grow by creating an account with more', async () => {
    const body = { username: 'puppet1', password: PASSWORD, full_name: 'P' }
    const roles = [{ hydro_code: HERE, role_id: higherRole }]
    await refused(
      await h.server.call(createAccount, { body: { ...body, roles } }, as(boss)),
      'above_own_level',
      boss,
    )
    const strange = await h.role(5, ['tokens'])
    await refused(
      await h.server.call(
        createAccount,
        { body: { ...body, roles: [{ hydro_code: HERE, role_id: strange }] } },
        as(boss),
      ),
      'not_held_by_you',
      boss,
    )
  })
})

describe('a higher account', () => {
  test.each([
    ['edited', updateAccount, { body: { full_name: 'X' } }],
    ['given another address', updateAccount, { body: { email: 'me@example.vn' } }],
    ['locked', updateAccount, { body: { status: false } }],
    ['demoted', updateAccount, { body: { roles: [] } }],
    ['removed', removeAccount, {}],
    ['given a password', setPassword, { body: { newPassword: 'Another2026' } }],
    ['signed out', endAccountSessions, { body: {} }],
  ] as const)('is not %s', async (_what, endpoint, input) => {
    const a = await h.server.call(
      endpoint as typeof removeAccount,
      { params: { id: higher.id }, ...input } as never,
      as(boss),
    )
    await refused(a as never, 'above_own_level', boss)
  })

  test('gets no picture from below', async () => {
    const token = await h.server.signIn(boss.username)
    const a = await h.server.raw({
      method: 'PUT',
      url: fullPath(putAvatar).replace('{id}', higher.id),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png', hydro: HERE },
      payload: await picture('png', 20, 20),
    })
    await refused(a, 'above_own_level', boss)
  })

  test('is visible, but not editable', async () => {
    const a = await h.server.call(listAccounts, { query: { search: higher.username } }, as(boss))
    expect(a.body.data!.accounts).toMatchObject([{ username: higher.username, editable: false }])
  })
})

describe('an account of the same level with more permissions', () => {
  let richer: Person
  beforeAll(async () => {
    richer = await h.account(await h.role(3, ['map', 'tokens']))
  })
  const change = (p: Person, body: object, by: Person, hydro = HERE) =>
    h.server.call(updateAccount, { params: { id: p.id }, body }, as(by, hydro))
  const password = (p: Person, by: Person, hydro = HERE) =>
    h.server.call(setPassword, { params: { id: p.id }, body: { newPassword: 'Taken over 1' } }, as(by, hydro))

  test('is not taken over by its password, its e-mail or its name', async () => {
    await refused(await password(richer, boss), 'holds_more_than_you', boss)
    for (const body of [
      { email: 'boss@example.vn' },
      { username: 'renamed1' },
      { position: 'x', email: 'boss@example.vn' },
    ])
      await refused(await change(richer, body, boss), 'holds_more_than_you', boss)
    expect((await h.signIn(richer.username)).status).toBe(200)
    const [row] = await h.server.app.services.db.query(
      'SELECT username, email, position FROM account WHERE account_id = $1',
      [richer.id],
    )
    expect(row).toEqual({ username: richer.username, email: null, position: null })
    const list = await h.server.call(listAccounts, { query: { search: richer.username } }, as(boss))
    expect(list.body.data!.accounts).toMatchObject([{ editable: true, credentials: false }])
  })

  test('names the permissions that the caller lacks', async () => {
    const { body } = await password(richer, boss)
    refusals++
    expect(body.message).toContain('map, tokens')
  })

  test('can still be edited, locked and demoted, and be taken over by an account with all of its permissions', async () => {
    for (const body of [{ position: 'x', email: null }, { status: false }, { status: true }])
      expect((await change(richer, body, boss)).status, JSON.stringify(body)).toBe(200)
    const equal = await h.account(await h.role(3, [...MANAGER, 'map', 'tokens']))
    expect((await change(richer, { email: 'richer@example.vn' }, equal)).status).toBe(200)
    expect((await password(richer, equal)).status).toBe(200)
  })

  test('cannot be taken over where it has more at one of its reservoirs, nor everywhere from one', async () => {
    const [plain, more] = [await h.role(4, ['dashboard.view']), await h.role(4, ['map'])]
    const twoPlaces = await h.account({ [HERE]: plain, [THERE]: more })
    const general = await h.account({ '*': plain })
    const half = await h.account({ [HERE]: await h.role(3, [...MANAGER, 'map']), [THERE]: bossRole })
    await refused(await password(twoPlaces, half), 'holds_more_than_you', half)
    await refused(await password(general, half), 'above_own_level', half)
    const lesser = await h.account({ '*': await h.role(3, [...MANAGER, 'map']), [THERE]: bossRole })
    await refused(await password(twoPlaces, lesser), 'holds_more_than_you', lesser)
    expect((await password(general, lesser)).status).toBe(200)
  })

  test('has its e-mail set only with permission to set passwords; an unchanged one is no change', async () => {
    const editor = await h.account(await h.role(3, ['accounts.update']))
    const plain = await h.account(await h.role(4, ['accounts.view']), { email: 'plain@example.vn' })
    await refused(await change(plain, { email: 'editor@example.vn' }, editor), 'forbidden', editor)
    const kept = await change(plain, { email: 'plain@example.vn', position: 'y' }, editor)
    expect(kept.body.data).toMatchObject({ email: 'plain@example.vn', position: 'y' })
    // Permission at the call's reservoir is not enough: the account has roles elsewhere too.
    const apart = await h.account({
      [HERE]: await h.role(3, ['accounts']),
      [THERE]: await h.role(3, ['accounts.update']),
    })
    const both = await h.account({ [HERE]: await h.role(4, []), [THERE]: await h.role(4, []) })
    await refused(await change(both, { email: 'apart@example.vn' }, apart), 'above_own_level', apart)
  })
})

describe('an expert account', () => {
  /** A settings account, created by an account that may view everything. */
  async function expert(name: string, roles: { hydro_code: string; role_id: string }[]): Promise<Person> {
    const body = { username: name, password: PASSWORD, full_name: 'E', roles }
    const made = await h.server.call(createAccount, { body }, { account: 'admin', hydro: HERE })
    expect(made.body.data!.expert).toBe(true)
    return { id: made.body.data!.account_id, username: name }
  }

  test('cannot be taken over by an account that cannot view everything, with a role or without', async () => {
    const low = await h.role(8, ['dashboard.view'])
    for (const [name, roles] of [
      ['expert1', [{ hydro_code: HERE, role_id: low }]],
      ['expert2', []],
    ] as const) {
      const { id } = await expert(name, [...roles])
      const at = { params: { id } }
      const set = { ...at, body: { newPassword: 'Taken over 1' } }
      await refused(await h.server.call(setPassword, set, as(boss)), 'holds_more_than_you', boss)
      for (const body of [{ email: 'boss@example.vn' }, { username: 'renamed2' }])
        await refused(
          await h.server.call(updateAccount, { ...at, body }, as(boss)),
          'holds_more_than_you',
          boss,
        )
      expect((await h.server.call(setPassword, set, { account: 'admin', hydro: HERE })).status).toBe(200)
    }
  })

  test('gets no role at a reservoir from an account that cannot view everything there', async () => {
    const low = await h.role(8, ['dashboard.view'])
    const { id } = await expert('expert3', [])
    const a = await h.server.call(
      updateAccount,
      { params: { id }, body: { roles: [{ hydro_code: THERE, role_id: low }] } },
      as(boss),
    )
    await refused(a, 'account_code_expert', boss)
  })
})

describe('a higher role', () => {
  test('is neither listed, edited, removed nor granted', async () => {
    const list = await h.server.call(listRoles, {}, as(boss))
    expect(list.body.data!.every((r) => r.level >= 3)).toBe(true)
    expect(list.body.data!.map((r) => r.role_id)).not.toContain(higherRole)
    const edit = { body: { role_id: higherRole, role_name: 'mine' } }
    await refused(await h.server.call(updateRole, edit, as(boss)), 'above_own_level', boss)
    const remove = { body: { role_id: higherRole, move_to: bossRole } }
    await refused(await h.server.call(deleteRole, remove, as(boss)), 'above_own_level', boss)
    const options = await h.server.call(getAccountOptions, {}, as(boss))
    expect(options.body.data!.reservoirs.flatMap((r) => r.roles.map((x) => x.role_id))).not.toContain(
      higherRole,
    )
  })

  test('is not assigned to the members of a removed one', async () => {
    const low = await h.role(6, ['map'])
    await h.account(low)
    const a = await h.server.call(deleteRole, { body: { role_id: low, move_to: higherRole } }, as(boss))
    await refused(a, 'above_own_level', boss)
  })
})

describe('one reservoir’s administrator', () => {
  let local: Person
  beforeAll(async () => {
    local = await h.account({ [HERE]: await h.role(1, MANAGER) })
  })

  test('grants no role elsewhere or everywhere', async () => {
    const low = await h.role(7, ['dashboard.view'])
    const target = await h.account()
    for (const hydro_code of [THERE, '*']) {
      const a = await h.server.call(
        updateAccount,
        { params: { id: target.id }, body: { roles: [{ hydro_code, role_id: low }] } },
        as(local),
      )
      await refused(a, 'above_own_level', local)
    }
    const a = await h.server.call(
      updateAccount,
      { params: { id: target.id }, body: { roles: [{ hydro_code: HERE, role_id: low }] } },
      as(local),
    )
    expect(a.status).toBe(200)
  })

  test('does not see accounts of elsewhere, and does not edit those that are also elsewhere', async () => {
    const low = await h.role(7, ['dashboard.view'])
    const there = await h.account({ [THERE]: low })
    const both = await h.account({ [HERE]: low, [THERE]: low })
    const seen = async (p: Person) =>
      (await h.server.call(listAccounts, { query: { search: p.username } }, as(local))).body.data!.accounts
    expect(await seen(there)).toEqual([])
    expect(await seen(both)).toMatchObject([{ editable: false }])
    const hidden = await h.server.call(removeAccount, { params: { id: there.id } }, as(local))
    expect(hidden.status).toBe(404)
    expect((await h.server.call(listAccountSessions, { params: { id: there.id } }, as(local))).status).toBe(
      404,
    )
    const a = await h.server.call(
      setPassword,
      { params: { id: both.id }, body: { newPassword: 'Another2026' } },
      as(local),
    )
    await refused(a, 'above_own_level', local)
  })

  test('needs each permission at each reservoir of the account', async () => {
    const low = await h.role(7, ['dashboard.view'])
    const both = await h.account({ [HERE]: low, [THERE]: low })
    const half = await h.account({
      [HERE]: await h.role(2, ['accounts']),
      [THERE]: await h.role(2, ['accounts.update']),
    })
    const at = { params: { id: both.id } }
    expect((await h.server.call(updateAccount, { ...at, body: { position: 'x' } }, as(half))).status).toBe(
      200,
    )
    const changes = { position: 'y', status: false }
    for (const body of [{ status: false }, changes])
      await refused(await h.server.call(updateAccount, { ...at, body }, as(half)), 'above_own_level', half)
    const other = await h.account({
      [HERE]: await h.role(2, ['accounts']),
      [THERE]: await h.role(2, ['accounts.change-status']),
    })
    for (const body of [{ position: 'y' }, changes])
      await refused(await h.server.call(updateAccount, { ...at, body }, as(other)), 'above_own_level', other)
  })

  test('does not change a role that is granted elsewhere', async () => {
    const low = await h.role(7, ['dashboard.view'])
    await h.account({ [THERE]: low })
    const a = await h.server.call(updateRole, { body: { role_id: low, role_name: 'renamed' } }, as(local))
    await refused(a, 'above_own_level', local)
    const b = await h.server.call(deleteRole, { body: { role_id: low, move_to: null } }, as(local))
    await refused(b, 'above_own_level', local)
  })
})

describe('the last administrator', () => {
  const admin: Person = { id: '', username: 'admin' }
  /** As powerful as admin, with permissions for accounts but not roles: no administrator itself. */
  let peer: Person
  beforeAll(async () => {
    const { db } = h.server.app.services
    ;[{ id: admin.id }] = await db.query<{ id: string }>(
      "SELECT account_id AS id FROM account WHERE username = 'admin'",
    )
    peer = await h.account(await h.role(1, ['accounts']))
  })

  test('is not removed, locked or demoted by a peer', async () => {
    const at = { params: { id: admin.id } }
    await refused(await h.server.call(removeAccount, at, as(peer)), 'last_administrator', peer, 409)
    const lock = { ...at, body: { status: false } }
    await refused(await h.server.call(updateAccount, lock, as(peer)), 'last_administrator', peer, 409)
    for (const roles of [[], [{ hydro_code: HERE, role_id: await h.role(1, ['accounts']) }]])
      await refused(
        await h.server.call(updateAccount, { ...at, body: { roles } }, as(peer)),
        'last_administrator',
        peer,
        409,
      )
    expect((await h.server.call(me, {}, { account: 'admin', hydro: HERE })).status).toBe(200)
  })

  test('does not remove, lock or demote itself, nor weaken or remove its own role', async () => {
    const at = { params: { id: admin.id } }
    await refused(await h.server.call(removeAccount, at, as(admin)), 'own_account', admin)
    await refused(
      await h.server.call(updateAccount, { ...at, body: { status: false } }, as(admin)),
      'own_account',
      admin,
    )
    await refused(
      await h.server.call(updateAccount, { ...at, body: { roles: [] } }, as(admin)),
      'last_administrator',
      admin,
      409,
    )
    const roles = (await h.server.call(listRoles, {}, as(admin))).body.data!
    const own = roles.find((r) => r.role_name === 'admin')!
    for (const change of [{ level: 2 }, { permissions: ['accounts', 'map'] as never }])
      await refused(
        await h.server.call(updateRole, { body: { role_id: own.role_id, ...change } }, as(admin)),
        'last_administrator',
        admin,
        409,
      )
    const other = roles.find((r) => r.role_name === 'manager')!
    await refused(
      await h.server.call(deleteRole, { body: { role_id: own.role_id, move_to: other.role_id } }, as(admin)),
      'last_administrator',
      admin,
      409,
    )
  })
})

test('one of two administrators who lock each other at the same instant remains', async () => {
  const own = await fixture()
  try {
    const { db } = own.server.app.services
    const [first] = await db.query<Person>(
      "SELECT account_id AS id, username FROM account WHERE username = 'admin'",
    )
    const [{ role_id }] = await db.query<{ role_id: string }>(
      "SELECT role_id FROM role WHERE role_name = 'admin'",
    )
    const second = await own.account(role_id)
    await Promise.all([own.server.signIn(first.username), own.server.signIn(second.username)])
    const lock = (actor: Person, target: Person) =>
      own.server.call(updateAccount, { params: { id: target.id }, body: { status: false } }, as(actor))
    const answers = await Promise.all([lock(first, second), lock(second, first)])
    // The second one is refused early, or inside the transaction.
    expect(answers.map((a) => a.status).sort()[0]).toBe(200)
    expect([401, 403]).toContain(answers.map((a) => a.status).sort()[1])
    const rows = await db.query('SELECT 1 FROM account WHERE account_id = ANY ($1) AND status', [
      [first.id, second.id],
    ])
    expect(rows).toHaveLength(1)
  } finally {
    await own.close()
  }
})

test('people can be managed before the first reservoir exists', async () => {
  const server = await testServer()
  try {
    const made = await server.call(createAccount, {
      body: { username: 'first', password: PASSWORD, full_name: 'First' },
    })
    expect(made.status).toBe(201)
    expect((await server.call(listAccounts, {})).body.data!.accounts.length).toBeGreaterThan(1)
    expect((await server.call(listRoles, {})).body.data!.length).toBe(4)
    expect((await server.call(listAudit, {})).body.data!.records[0]).toMatchObject({ act: 'add' })
  } finally {
    await server.close()
  }
})

describe('a token issued before a demotion', () => {
  let person: Person
  let token: string
  beforeEach(async () => {
    person = await h.account(await h.role(4, ['accounts', 'dashboard.view']))
    token = (await h.signIn(person.username)).body.data!.token.access
    expect((await h.server.call(listAccounts, {}, { token, hydro: HERE })).status).toBe(200)
  })

  test('opens nothing beyond the remaining permissions, and its use is audited', async () => {
    const weak = await h.role(4, ['dashboard.view'])
    const a = await h.server.call(
      updateAccount,
      { params: { id: person.id }, body: { roles: [{ hydro_code: '*', role_id: weak }] } },
      { account: 'admin', hydro: HERE },
    )
    expect(a.status).toBe(200)
    const after = await h.server.call(listAccounts, {}, { token, hydro: HERE })
    expect(after.status).toBe(403)
    const [record] = await h.audit('refused')
    expect(record).toMatchObject({
      actor: person.id,
      item: 'GET /api/renew/account/list',
      after: { needed: 'accounts.view' },
      reason: 'token_before_demotion',
    })
    // The next token has the remaining ones.
    expect((await h.server.call(me, {}, { token, hydro: HERE })).body.data!.permissions).toEqual([
      'dashboard.view',
    ])
  })

  test('is not affected where the account never had the permission', async () => {
    const two = await h.account({
      [HERE]: await h.role(4, ['accounts', 'dashboard.view']),
      [THERE]: await h.role(4, ['dashboard.view']),
    })
    const opened = (await h.signIn(two.username)).body.data!.token.access
    expect((await h.server.call(listAccounts, {}, { token: opened, hydro: THERE })).status).toBe(403)
    expect((await h.audit('refused')).length).toBe(refusals)
  })

  test('is out when the role at its reservoir is removed, though another remains elsewhere', async () => {
    const role = await h.role(4, ['dashboard.view'])
    const moved = await h.account({ [HERE]: role, [THERE]: role })
    const opened = (await h.signIn(moved.username)).body.data!
    expect(opened.account.hydro_code).toBe(HERE)
    await h.server.call(
      updateAccount,
      { params: { id: moved.id }, body: { roles: [{ hydro_code: THERE, role_id: role }] } },
      { account: 'admin', hydro: HERE },
    )
    expect((await h.server.call(me, {}, { token: opened.token.access })).status).toBe(401)
    expect((await h.signIn(moved.username)).body.data!.account.hydro_code).toBe(THERE)
  })

  test('is out when the account is locked, loses its last role, or is removed', async () => {
    const admin = { account: 'admin', hydro: HERE }
    const at = { params: { id: person.id } }
    const ends = [
      () => h.server.call(updateAccount, { ...at, body: { status: false } }, admin),
      () => h.server.call(updateAccount, { ...at, body: { status: true, roles: [] } }, admin),
      () => h.server.call(removeAccount, at, admin),
    ]
    for (const [i, end] of ends.entries()) {
      expect((await end()).status, String(i)).toBe(200)
      const after = await h.server.call(me, {}, { token, hydro: HERE })
      expect(after.status).toBe(401)
      expect(after.body.code).toBe('token_invalid')
    }
  })
})
