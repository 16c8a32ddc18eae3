import { DAY } from '#core/time/units.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScreens } from '#server/features/wall/index.ts'
import { getConfig } from '#contract/config.ts'
import { getIndicators } from '#contract/dashboard.ts'
import { fullPath } from '#contract/endpoint.ts'
import { getFeed } from '#contract/feed.ts'
import { getDuty } from '#contract/shift-log.ts'
import * as wall from '#contract/wall.ts'
import { openReader } from '../api/stream.ts'
import { HERE, THERE, fixture, type Fixture } from './fixture.ts'
import { usesOf } from './walk.ts'

let h: Fixture
let origin: string
let admin: { token: string; hydro: string }

/** Lets time pass, and the administrator signs in again. */
async function later(ms: number) {
  h.server.clock.advance(ms)
  admin = { token: (await h.signIn('admin')).body.data!.token.access, hydro: HERE }
}

beforeAll(async () => {
  h = await fixture({ two: true })
  await later(0)
  origin = await h.server.app.web.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => h.close())

let address = 0
/** From an address of its own: attempts are limited by address. */
async function signIn(key: string, from = `10.8.0.${++address}`) {
  return h.server.raw({
    method: 'POST',
    url: fullPath(wall.signInWall),
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    payload: JSON.stringify({ key }),
    remoteAddress: from,
  })
}
const make = async (name = 'Phòng điều khiển', hydro = HERE) =>
  (await h.server.call(wall.addWallScreen, { body: { name } }, { ...admin, hydro })).body.data!
async function screen() {
  const made = await make()
  const { token } = (await signIn(made.key)).body.data as { token: string }
  return { id: made.screen_id, token }
}
const list = async () => (await h.server.call(wall.listWallScreens, {}, admin)).body.data!
const one = async (id: string) => (await list()).find((s) => s.screen_id === id)!

describe('a key', () => {
  test('is returned once, stored as a digest, and opens one screen', async () => {
    const made = await make('Sảnh chính')
    expect(made).toMatchObject({ name: 'Sảnh chính', signed_in_at: null, revoked_at: null })
    expect(JSON.stringify(await list())).not.toContain(made.key)
    const rows = await h.server.app.services.db.query('SELECT * FROM wall_screen')
    for (const secret of [made.key, made.code, made.code.replace('-', '')])
      expect(JSON.stringify(rows)).not.toContain(secret)

    const opened = await signIn(made.key, '10.8.1.1')
    expect(opened.status).toBe(200)
    const { token, screen: place } = opened.body.data as { token: string; screen: wall.WallPlace }
    expect(place).toMatchObject({
      screen_id: made.screen_id,
      hydro_code: HERE,
      permissions: ['dashboard.view'],
    })
    expect(JSON.stringify(await h.server.app.services.db.query('SELECT * FROM wall_screen'))).not.toContain(
      token,
    )
    expect(await one(made.screen_id)).toMatchObject({ address: '10.8.1.1', key_until: null })
    // Neither the key nor its code opens a second screen.
    for (const again of [made.key, made.code]) {
      const a = await signIn(again)
      expect(a.status).toBe(400)
      expect(a.body.code).toBe('wall_key_unknown')
    }
  })

  test('works as a short code too, however it is typed', async () => {
    const { code, screen_id } = await make()
    expect((await signIn(` ${code.toLowerCase().replace('-', ' ')} `)).status).toBe(200)
    expect((await one(screen_id)).signed_in_at).not.toBe(null)
  })

  test('that was unused for a day opens nothing', async () => {
    const late = await make()
    await later(DAY + 1)
    expect((await signIn(late.key)).status).toBe(400)
    expect((await signIn(late.code)).status).toBe(400)
  })

  test('of a screen revoked before it was used opens nothing', async () => {
    const made = await make()
    await h.server.call(wall.revokeWallScreen, { body: { screen_id: made.screen_id } }, admin)
    expect((await signIn(made.key)).status).toBe(400)
  })

  test('used by two browsers at once opens one of them', async () => {
    const { key } = await make()
    const answers = await Promise.all([signIn(key), signIn(key), signIn(key)])
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400])
  })

  test('cannot be guessed: an address has ten attempts a minute', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await signIn('BCDFG-HJKMN', '10.8.2.1')).status)
    expect(statuses.slice(0, 10).every((s) => s === 400)).toBe(true)
    expect(statuses[10]).toBe(429)
  })

  test.each([
    ['nothing', { key: ' ' }, 'key'],
    ['no name', { name: '  ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
  ])('%s is refused by its field', async (_what, body, path) => {
    const endpoint = 'key' in body ? wall.signInWall : wall.addWallScreen
    const before = (await list()).length
    const a = await h.server.call(endpoint, { body } as never, admin)
    expect(a.status).toBe(400)
    expect(a.body.errors![0].path).toBe(path)
    expect((await list()).length).toBe(before)
  })
})

describe('the account that creates one', () => {
  test('must see the dashboard itself: nobody grants a view that they lack', async () => {
    const keeper = await h.account(await h.role(3, ['tokens']))
    const a = await h.server.call(
      wall.addWallScreen,
      { body: { name: 'x' } },
      { token: (await h.signIn(keeper.username)).body.data!.token.access, hydro: HERE },
    )
    expect(a.status).toBe(403)
    const both = await h.account(await h.role(3, ['tokens', 'dashboard.view']))
    const b = await h.server.call(
      wall.addWallScreen,
      { body: { name: 'x' } },
      { token: (await h.signIn(both.username)).body.data!.token.access, hydro: HERE },
    )
    expect(b.status).toBe(201)
  })

  test('sees only the screens of its reservoir', async () => {
    const there = await make('Nơi khác', THERE)
    expect((await list()).map((s) => s.screen_id)).not.toContain(there.screen_id)
    const a = await h.server.call(wall.revokeWallScreen, { body: { screen_id: there.screen_id } }, admin)
    expect(a.status).toBe(404)
  })

  test('is recorded, as are the sign-in and the revoking', async () => {
    const { id, token } = await screen()
    await h.server.call(wall.revokeWallScreen, { body: { screen_id: id } }, admin)
    await h.server.call(wall.revokeWallScreen, { body: { screen_id: id } }, admin)
    const rows = await h.server.app.services.db.query<{ act: string; actor: string; actor_name: string }>(
      "SELECT * FROM audit WHERE noun = 'wall screen' AND item = $1 ORDER BY at, audit_id",
      [id],
    )
    expect(rows.map((r) => r.act)).toEqual(['add', 'sign-in', 'revoke'])
    expect(rows[1]).toMatchObject({ actor: `screen:${id}`, actor_name: 'Phòng điều khiển' })
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a screen', () => {
  let own: { id: string; token: string }
  beforeEach(async () => {
    own = await screen()
  })

  test('sees figures, knows itself, and does not expire', async () => {
    const at = { token: own.token }
    expect((await h.server.call(getIndicators, {}, at)).status).toBe(200)
    await later(400 * DAY)
    expect((await h.server.call(getIndicators, {}, { ...at, hydro: HERE })).status).toBe(200)
    expect((await h.server.call(wall.getWallScreen, {}, at)).body.data).toMatchObject({
      screen_id: own.id,
      hydro_code: HERE,
    })
    expect((await h.server.call(wall.getWallScreen, {}, admin)).body.data).toBe(null)
    expect((await h.server.call(getConfig, {}, at)).status).toBe(200)
    expect(Date.parse((await one(own.id)).last_seen_at!)).toBe(h.server.clock.now())
  })

  test('is refused whatever else it calls, and changes nothing by trying', async () => {
    const shows = new Set(wall.WALL_CALLS.map((e) => `${e.method} ${fullPath(e)}`))
    const { db } = h.server.app.services
    const count = async () => (await db.query<{ n: number }>('SELECT count(*)::int AS n FROM audit'))[0].n
    let refused = 0
    for (const use of usesOf(h.server)) {
      const { access, method, answer } = use.endpoint
      if (access === 'public') continue
      const call = `${method} ${fullPath(use.endpoint)}`
      const before = await count()
      if (shows.has(call)) {
        if (answer === 'stream') continue
        // Only a demo has weather.
        const status = call.endsWith('/demo-weather') ? 404 : 200
        expect((await use.send('dashboard.view', own.token)).status, use.name).toBe(status)
        expect(await count(), use.name).toBe(before)
        shows.delete(call)
        continue
      }
      const a = await use.send('dashboard.view', own.token)
      // The ingest endpoints do not know it at all.
      expect(a.status, use.name).toBe(access.startsWith('token:') ? 401 : 403)
      refused++
    }
    expect([...shows]).toEqual([`GET ${fullPath(getFeed)}`])
    expect(refused).toBeGreaterThan(150)
  })

  test('is refused at another reservoir, and for anything else that its permission would open', async () => {
    const a = await h.server.call(getIndicators, {}, { token: own.token, hydro: THERE })
    expect(a.status).toBe(403)
    expect(a.body.code).toBe('reservoir_forbidden')
    const b = await h.server.call(getDuty, {}, { token: own.token, hydro: HERE })
    expect(b.status).toBe(403)
    expect(b.body.code).toBe('wall_read_only')
  })

  test('that is revoked is out at once, and so is its open stream; others stay', async () => {
    const other = await screen()
    const stream = (token: string) =>
      openReader(origin + fullPath(getFeed), { authorization: `Bearer ${token}`, hydro: HERE })
    const [ownStream, otherStream] = await Promise.all([stream(own.token), stream(other.token)])
    try {
      await Promise.all([ownStream.next('snapshot'), otherStream.next('snapshot')])
      const a = await h.server.call(wall.revokeWallScreen, { body: { screen_id: own.id } }, admin)
      expect(a.body.data!.revoked_at).not.toBe(null)
      // Without time passing: the call itself ended it.
      expect((await ownStream.next('end')).data).toEqual({ code: 'token_invalid' })
      await ownStream.closed
      const b = await h.server.call(getIndicators, {}, { token: own.token, language: 'vi' })
      expect(b.status).toBe(401)
      expect(b.body.code).toBe('wall_revoked')
      expect(b.body.message).toContain('Phòng điều khiển')
      expect((await h.server.call(getIndicators, {}, { token: other.token })).status).toBe(200)
      await otherStream.next('beat')
    } finally {
      ownStream.close()
      otherStream.close()
      await Promise.all([ownStream.closed, otherStream.closed])
    }
  })

  test('is checked by the reservoirs of the connected screens, and costs nothing where there is none', async () => {
    const { services } = h.server.app
    const { id } = await screen()
    const screens = createScreens(services)
    const { pool } = services.db
    const query = pool.query.bind(pool) as (sql: string, values?: unknown[]) => Promise<never>
    const sent: [sql: string, values?: unknown[]][] = []
    pool.query = ((sql: string, values?: unknown[]) => (
      sent.push([sql, values]),
      query(sql, values)
    )) as never
    try {
      expect(await screens.gone([])).toEqual(new Set())
      expect(sent).toEqual([])
      expect(await screens.gone([id, 'ws_none'])).toEqual(new Set(['ws_none']))
      expect(sent.filter(([sql]) => /\bFROM plant\b/.test(sql)).map(([, values]) => values)).toEqual([
        [[HERE]],
      ])
    } finally {
      pool.query = query as never
    }
  })

  test('with an unknown token is 401, like anybody', async () => {
    const a = await h.server.call(getIndicators, {}, { token: `fbw_${'x'.repeat(43)}` })
    expect(a.status).toBe(401)
    expect(a.body.code).toBe('token_invalid')
  })
})
