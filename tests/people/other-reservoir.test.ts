import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS } from '#core/access/index.ts'
import { getConfig } from '#contract/config.ts'
import { declares, fullPath, type Output } from '#contract/endpoint.ts'
import { operations } from '#contract/index.ts'
import { getOverview } from '#contract/overview.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { tablesOf } from '#server/lib/tables.ts'
import { openReader } from '../api/stream.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'
import { HERE, seed } from './fixture.ts'
import { usesOf } from './walk.ts'

/**
 * Two reservoirs on one river, and an account that may do everything at one of them: nothing that it is answered has
 * the name, the code, the people or the records of the other.
 */
// Comes first in lists.
const THERE = 'AA9SECRET'
/** No random id has as much of it by chance. */
const SECRET = /ZZ9MARK|AA9SECRET/i
const NAMED = new Set(['name', 'fileName', 'company', 'address', 'riverBasin', 'phone'])

const marked = JSON.parse(JSON.stringify(seed), (key, value: unknown) =>
  NAMED.has(key) && typeof value === 'string' ? `${value} ZZ9MARK` : value,
) as DescriptionSeed
const other: DescriptionSeed = {
  ...marked,
  hydroCode: THERE,
  plant: {
    ...marked.plant,
    riverKm: 10,
    riverBasin: 'ZZ9MARK',
    joins: { river: 'Sông ZZ9MARK', km: 120 },
    company: 'ZZ9MARK',
    phone: 'ZZ9MARK',
    zone: 'Asia/Bangkok',
  },
}

let server: TestServer
let origin: string
/** Ids of records of the other reservoir. */
let ids: string[]

beforeAll(async () => {
  server = await testServer({ env: { EDITION: 'SERVER' } })
  const { db } = server.app.services
  const create = async (one: DescriptionSeed) => {
    await addReservoir(server.app, one)
  }
  await create(other)
  await db.query(
    `INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ('ro_all', 'all', 2, $1, 0)`,
    [PERMISSIONS],
  )
  const otherReader = await person('zz9markkeeper', THERE)
  // The other reservoir has something of nearly everything, by its own people. A few calls are prepared with the code
  // of the first reservoir, which is not there yet: they are left out.
  for (const use of usesOf(server))
    if (use.endpoint.access !== 'public' && use.endpoint.answer !== 'stream')
      await use.send('map', otherReader).catch(() => null)
  await create({ ...seed, plant: { ...seed.plant, riverKm: 100, travelTime: 60 } })
  // Those by whom the walk prepares its calls know one reservoir as well.
  await db.query("UPDATE account_role SET hydro_code = $1 WHERE hydro_code = '*'", [HERE])
  await db.query("UPDATE session SET hydro_code = $1 WHERE account_id <> 'zz9markkeeper'", [HERE])
  const series = ['general.lake_level', 'general.total_discharge_out']
  const t = server.clock.now() - 60_000
  for (const hydroCode of [HERE, THERE])
    await server.app.history.write(
      { hydroCode, series, t: [t, t], v: [400, 10], q: [0, 0] },
      { source: 'computed' },
    )
  ids = await idsOf(THERE)
  origin = await server.app.web.listen({ port: 0, host: '127.0.0.1' })
}, 240_000)
afterAll(() => server.close())

/** The ids of what a reservoir has: texts of the columns that end so, of all tables of reservoirs. */
async function idsOf(hydro: string): Promise<string[]> {
  const { db } = server.app.services
  const columns = await db.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND data_type = 'text' AND column_name LIKE '%\\_id' AND table_name = ANY($1)`,
    [tablesOf('plant')],
  )
  const found: string[] = []
  for (const { table_name, column_name } of columns) {
    const rows = await db.query<{ id: string }>(
      `SELECT DISTINCT ${column_name} AS id FROM ${table_name} WHERE hydro_code = $1 AND ${column_name} IS NOT NULL`,
      [hydro],
    )
    found.push(...rows.map((r) => r.id))
  }
  // What the server named itself; ids of described items are the same at both.
  return [...new Set(found)].filter((id) => /^[a-z]{2}_[0-9a-z]{8,}$/.test(id) && !id.startsWith('ac_'))
}

let calls = 0
let people = 0
let token = ''
/** An account of this reservoir for the next call: each has 600 a minute. */
async function ownMark(): Promise<string> {
  if (calls++ % 300 === 0) token = await person(`owner${++people}`, HERE)
  return token
}

/** Somebody who may do everything at one reservoir. Answers a token. */
async function person(id: string, hydro: string): Promise<string> {
  const { db } = server.app.services
  await db.query(
    `INSERT INTO account (account_id, account_code, username, full_name, password_hash, created_at, updated_at)
     SELECT $1, $1, $1, $1, password_hash, 0, 0 FROM account WHERE username = 'admin'`,
    [id],
  )
  await db.query('INSERT INTO account_role (account_id, hydro_code, role_id) VALUES ($1, $2, $3)', [
    id,
    hydro,
    'ro_all',
  ])
  return server.signIn(id)
}

/** What a text says of the other reservoir; null: nothing. */
function leak(text: string): string | null {
  const found = SECRET.exec(text)
  if (found) return text.slice(Math.max(0, found.index - 80), found.index + 80)
  return ids.find((id) => text.includes(id)) ?? null
}

describe('an account of one reservoir', () => {
  test('the other one has records of many kinds', () => {
    expect(new Set(ids.map((id) => id.slice(0, 3))).size).toBeGreaterThan(8)
  })

  test('learns nothing of the other from any call', async () => {
    const leaks: Record<string, string> = {}
    let answered = 0
    for (const use of usesOf(server)) {
      if (use.endpoint.answer === 'stream') continue
      // Of one's own: some of these end the session.
      if (use.needs.length === 0) calls = 0
      const a = await use.send('map', await ownMark())
      if (use.needs.length > 0) expect([401, 429], use.name).not.toContain(a.status)
      else calls = 0
      if (a.status < 400) answered++
      const found = leak(JSON.stringify([a.headers, a.body]))
      // A refusal repeats the id that it was sent.
      if (found !== null && !(use.name.endsWith('/audit/remark') && a.status === 404)) leaks[use.name] = found
    }
    expect(leaks).toEqual({})
    expect(answered).toBeGreaterThan(100)
  }, 240_000)

  test('nor from the position of its own on the river', async () => {
    const a = await server.raw({
      method: 'GET',
      url: fullPath(getOverview),
      headers: { authorization: `Bearer ${await ownMark()}` },
    })
    const { rows } = (a.body as { data: Output<typeof getOverview> }).data
    const [{ river, river_km }] = rows
    expect(rows).toMatchObject([{ hydro_code: HERE, basin: river, to_mouth: river_km, downstream: null }])
  })

  test('nor by the ids of its records', async () => {
    const leaks: Record<string, string> = {}
    const byId = [...operations.values()].filter(
      (e) => declares(e.params) && e.access !== 'public' && !e.access.startsWith('token:'),
    )
    expect(byId.length).toBeGreaterThan(20)
    // One of each kind.
    const some = [...Map.groupBy(ids, (id) => id.slice(0, 3)).values()].map(([id]) => id)
    for (const e of byId)
      for (const id of some) {
        const a = await server.raw({
          method: e.method,
          url: fullPath(e).replace(/\{\w+\}/g, id),
          headers: { authorization: `Bearer ${await ownMark()}`, 'content-type': 'application/json' },
          ...(e.method === 'GET' ? {} : { payload: '{}' }),
        })
        // What it is refused for may repeat the id that it was sent.
        const found = leak(JSON.stringify(a.body).replaceAll(id, ''))
        if (a.status < 400 || [401, 429].includes(a.status) || found !== null)
          leaks[`${e.method} ${fullPath(e)}`] = found ?? `${a.status} ${id}`
      }
    expect(leaks).toEqual({})
  }, 240_000)

  test('nor can distinguish it from one that does not exist', async () => {
    const differ: string[] = []
    for (const e of operations.values()) {
      // The door of the loggers knows tokens only.
      if (e.access === 'public' || e.access.startsWith('token:')) continue
      const ask = async (hydro: string) => {
        const a = await server.raw({
          method: e.method,
          url: fullPath(e).replace(/\{\w+\}/g, 'x'),
          headers: {
            authorization: `Bearer ${await ownMark()}`,
            hydro,
            ...(e.method === 'GET' ? {} : { 'content-type': 'application/json' }),
          },
          ...(e.method === 'GET' ? {} : { payload: '{}' }),
        })
        // Signing out ends the session.
        if (e.access === 'session') calls = 0
        expect([401, 429], fullPath(e)).not.toContain(a.status)
        return JSON.stringify([a.status, a.body]).replaceAll(hydro, '?')
      }
      if ((await ask(THERE)) !== (await ask('NOWHERE'))) differ.push(`${e.method} ${fullPath(e)}`)
    }
    expect(differ).toEqual([])
  }, 240_000)

  test('nor from the streams', async () => {
    calls = 0
    for (const e of [...operations.values()].filter((o) => o.path.endsWith('/feed'))) {
      const reader = await openReader(origin + fullPath(e), { authorization: `Bearer ${await ownMark()}` })
      try {
        expect(reader.status, fullPath(e)).toBe(200)
        await reader.next('snapshot')
        expect(leak(JSON.stringify(reader.events)), fullPath(e)).toBeNull()
      } finally {
        reader.close()
        await reader.closed
      }
    }
  })

  test('nor does anybody before signing in', async () => {
    const a = await server.call(getConfig, {}, {})
    expect(leak(JSON.stringify(a.body))).toBeNull()
    expect(a.body.data!.site_name).toBe('Forebay')
  })
})
