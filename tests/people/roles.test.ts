import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountOptions, listAccounts } from '#contract/accounts.ts'
import { me } from '#contract/auth.ts'
import { createRole, deleteRole, listRoles, listScreens, updateRole } from '#contract/roles.ts'
import { fixture, type Fixture } from './fixture.ts'

let h: Fixture
beforeAll(async () => {
  h = await fixture()
})
afterAll(() => h.close())

const add = (body: object, as: object = { account: 'admin' }) =>
  h.server.call(createRole, { body: body as never }, as)

describe('a role', () => {
  test('is added, changed and removed; each change is recorded', async () => {
    const made = (await add({ role_name: '  Trực ban ', level: 5, permissions: ['map', 'map', 'report'] }))
      .body.data!
    expect(made).toMatchObject({
      role_name: 'Trực ban',
      level: 5,
      permissions: ['map', 'report'],
      members: 0,
      editable: true,
      version: 1,
    })
    const a = await h.server.call(updateRole, { body: { role_id: made.role_id, level: 6, version: 1 } })
    expect(a.body.data).toMatchObject({ level: 6, permissions: ['map', 'report'], version: 2 })
    const b = await h.server.call(updateRole, { body: { role_id: made.role_id, level: 7, version: 1 } })
    expect(b.status).toBe(409)
    expect(b.body.code).toBe('conflict')
    expect((await h.server.call(deleteRole, { body: { role_id: made.role_id } })).status).toBe(200)
    expect((await h.server.call(deleteRole, { body: { role_id: made.role_id } })).status).toBe(404)
    for (const act of ['add', 'update', 'remove'])
      expect((await h.audit(act)).filter((r) => r.noun === 'role')[0]).toMatchObject({
        item: made.role_id,
        actor_name: 'admin',
      })
  })

  test.each([
    [{ permissions: [] }, 'permissions', 'no_permission_selected'],
    [{ permissions: ['fly'] }, 'permissions.0', 'unknown_permission'],
    [{ level: 0 }, 'level', 'level_rule'],
    [{ level: 1.5 }, 'level', 'level_rule'],
    [{ level: 100 }, 'level', 'level_rule'],
    [{ role_name: ' ' }, 'role_name', 'required'],
    [{ role_name: 'x'.repeat(101) }, 'role_name', 'too_long'],
  ])('is refused with %j', async (wrong, path, code) => {
    const a = await add({ role_name: 'good', level: 5, permissions: ['map'], ...wrong })
    expect(a.status).toBe(400)
    expect(a.body.errors![0]).toMatchObject({ path, code })
  })

  test('has a unique name', async () => {
    const a = await add({ role_name: 'viewer', level: 5, permissions: ['map'] })
    expect(a.status).toBe(409)
    expect(a.body).toMatchObject({ code: 'role_name_taken', errors: [{ path: 'role_name' }] })
  })

  test('applies to its members at once', async () => {
    const role = await h.role(5, ['accounts.view'])
    const p = await h.account(role)
    const token = await h.server.signIn(p.username)
    expect((await h.server.call(listAccounts, {}, { token })).status).toBe(200)
    await h.server.call(updateRole, { body: { role_id: role, permissions: ['map'] } })
    expect((await h.server.call(listAccounts, {}, { token })).status).toBe(403)
    await h.server.call(updateRole, { body: { role_id: role, permissions: ['accounts.view', 'map'] } })
    expect((await h.server.call(listAccounts, {}, { token })).status).toBe(200)
  })
})

describe('removing a role with members', () => {
  test('requests a new role for the members, and moves them', async () => {
    const [from, to] = [await h.role(5, ['map']), await h.role(6, ['report'])]
    const p = await h.account(from)
    await h.account(from)
    const deletion = await h.server.call(deleteRole, { body: { role_id: from } })
    expect(deletion.status).toBe(409)
    expect(deletion.body).toMatchObject({ code: 'role_in_use', errors: [{ path: 'move_to' }] })
    expect(deletion.body.message).toMatch(/^2 accounts/)
    const itself = await h.server.call(deleteRole, { body: { role_id: from, move_to: from } })
    expect(itself.body.errors![0].code).toBe('move_to_itself')
    expect((await h.server.call(deleteRole, { body: { role_id: from, move_to: 'ro_none' } })).status).toBe(
      404,
    )
    const token = await h.server.signIn(p.username)
    expect((await h.server.call(deleteRole, { body: { role_id: from, move_to: to } })).status).toBe(200)
    expect((await h.server.call(me, {}, { token })).body.data).toMatchObject({
      role: to,
      permissions: ['report'],
    })
  })

  test('or leaves them without one, and signs them out', async () => {
    const from = await h.role(5, ['map'])
    const p = await h.account(from)
    const token = await h.server.signIn(p.username)
    expect((await h.server.call(deleteRole, { body: { role_id: from, move_to: null } })).status).toBe(200)
    expect((await h.server.call(me, {}, { token })).status).toBe(401)
    expect((await h.signIn(p.username)).body.code).toBe('no_reservoir')
  })
})

test('the tree lists what the caller may grant; the options list grantable roles, by reservoir', async () => {
  const role = await h.role(3, ['roles', 'accounts', 'map'])
  const p = await h.account(role)
  const tree = (await h.server.call(listScreens, {}, { account: p.username })).body.data!
  const grantable = tree.flatMap((s) => s.permissions.filter((x) => x.grantable).map((x) => x.code))
  expect(grantable.filter((c) => !/^(roles|accounts)\./.test(c))).toEqual(['map'])
  const low = await h.role(4, ['map'])
  const options = (await h.server.call(getAccountOptions, {}, { account: p.username })).body.data!
  expect(options.reservoirs.map((r) => r.hydro_name)).toEqual([null, expect.any(String)])
  for (const r of options.reservoirs) {
    expect(r.roles.map((x) => x.role_id)).toContain(low)
    expect(r.roles.every((x) => x.level >= 3)).toBe(true)
  }
  const roles = (await h.server.call(listRoles, {}, { account: p.username })).body.data!
  expect(roles.every((r) => r.level >= 3)).toBe(true)
})
