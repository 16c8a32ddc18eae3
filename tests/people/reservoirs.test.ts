import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, listAccounts, updateAccount } from '#contract/accounts.ts'
import { me } from '#contract/auth.ts'
import { getConfig } from '#contract/config.ts'
import { listAccountSessions } from '#contract/sessions.ts'
import { PASSWORD } from '../server.ts'
import { HERE, THERE, fixture, type Fixture, type Person } from './fixture.ts'

const ZONE = 'Asia/Ho_Chi_Minh'

describe('at the central office', () => {
  let h: Fixture
  let everywhere: Person
  let both: Person
  let viewer: string
  let keeper: string
  beforeAll(async () => {
    h = await fixture({ env: { EDITION: 'SERVER' }, two: true })
    viewer = await h.role(4, ['dashboard.view'])
    keeper = await h.role(3, ['tokens'])
    everywhere = await h.account(viewer)
    both = await h.account({ [HERE]: viewer, [THERE]: keeper })
  })
  afterAll(() => h.close())
  const profileAt = (actor: Person, hydro?: string) =>
    h.server.call(me, {}, { account: actor.username, hydro })

  test('the profile names every reservoir of the account, with its zone', async () => {
    const names = (reservoirs: { hydro_code: string; time_zone: string }[]) =>
      reservoirs.map((r) => [r.hydro_code, r.time_zone])
    const all = [
      [HERE, ZONE],
      [THERE, ZONE],
    ]
    expect(names((await profileAt(everywhere)).body.data!.reservoirs)).toEqual(all)
    // Neither may see the dashboard at THERE: the zone is sent nevertheless.
    expect(names((await profileAt(both, THERE)).body.data!.reservoirs)).toEqual(all)
    const one = await h.account({ [THERE]: keeper })
    expect(names((await profileAt(one)).body.data!.reservoirs)).toEqual([[THERE, ZONE]])
  })

  test('the manager of one reservoir sees no applicants, and no sessions of accounts with other reservoirs', async () => {
    const manager = await h.account({ [HERE]: await h.role(2, ['accounts']) })
    const central = await h.account(await h.role(2, ['accounts']))
    const applicant = await h.account()
    const own = await h.account({ [HERE]: viewer })
    const seen = async (actor: Person, target: Person) => {
      const query = { search: target.username }
      const list = await h.server.call(listAccounts, { query }, { account: actor.username, hydro: HERE })
      return list.body.data!.accounts.length
    }
    const sessions = async (actor: Person, target: Person) =>
      (
        await h.server.call(
          listAccountSessions,
          { params: { id: target.id } },
          { account: actor.username, hydro: HERE },
        )
      ).status
    expect([await seen(manager, applicant), await seen(central, applicant)]).toEqual([0, 1])
    expect([await seen(manager, own), await seen(manager, both), await seen(manager, everywhere)]).toEqual([
      1, 1, 1,
    ])
    expect(await sessions(manager, own)).toBe(200)
    expect(await sessions(manager, manager)).toBe(200)
    expect(await sessions(manager, applicant)).toBe(404)
    for (const target of [both, everywhere, central]) expect(await sessions(manager, target)).toBe(403)
    for (const target of [own, both, everywhere, applicant]) expect(await sessions(central, target)).toBe(200)
    // Nor can they be changed by their ids.
    const activate = { params: { id: applicant.id }, body: { status: true } }
    const at = (actor: Person) => ({ account: actor.username, hydro: HERE })
    expect((await h.server.call(updateAccount, activate, at(manager))).status).toBe(404)
    expect((await h.server.call(updateAccount, activate, at(central))).status).toBe(200)
  })

  test('the manager of one reservoir adds accounts only with a role there', async () => {
    const manager = await h.account({ [HERE]: await h.role(2, ['accounts', 'dashboard.view']) })
    const body = { username: 'added1', password: PASSWORD, full_name: 'A' }
    const at = { account: manager.username, hydro: HERE }
    const refused = await h.server.call(createAccount, { body }, at)
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ path: 'roles', code: 'required' }])
    const roles = [{ hydro_code: HERE, role_id: viewer }]
    expect((await h.server.call(createAccount, { body: { ...body, roles } }, at)).status).toBe(201)
  })

  test('the role is that at the named reservoir, else at that of the session', async () => {
    expect((await profileAt(both)).body.data).toMatchObject({
      hydro_code: HERE,
      role: viewer,
      level: 4,
      permissions: ['dashboard.view'],
    })
    expect((await profileAt(both, THERE)).body.data).toMatchObject({
      hydro_code: THERE,
      role: keeper,
      level: 3,
      permissions: ['tokens'],
    })
  })

  test('a reservoir that is not granted is refused, for any call', async () => {
    const one = await h.account({ [HERE]: viewer })
    const a = await profileAt(one, THERE)
    expect(a.status).toBe(403)
    expect(a.body.code).toBe('reservoir_forbidden')
    expect((await profileAt(one, 'NOWHERE')).status).toBe(403)
  })

  test('if the reservoir of the session is removed, the profile is of the remaining ones', async () => {
    const p = await h.account({ [HERE]: viewer, [THERE]: keeper })
    expect((await profileAt(p)).body.data!.hydro_code).toBe(HERE)
    await h.server.app.services.db.query(
      'DELETE FROM account_role WHERE account_id = $1 AND hydro_code = $2',
      [p.id, HERE],
    )
    const { data } = (await profileAt(p)).body
    expect(data).toMatchObject({ hydro_code: THERE, role: keeper })
    expect(data!.reservoirs).toHaveLength(1)
  })
})

test('the public configuration states whether mail can be sent', async () => {
  const without = await fixture()
  const mail = { SMTP_URL: 'smtp://mail.invalid', MAIL_FROM: 'dam@example.vn', PUBLIC_URL: 'https://dam.vn' }
  const withMail = await fixture({ env: mail })
  try {
    expect((await without.server.call(getConfig, {}, {})).body.data!.mail).toBe(false)
    expect((await withMail.server.call(getConfig, {}, {})).body.data!.mail).toBe(true)
  } finally {
    await without.close()
    await withMail.close()
  }
})
