import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReadings, listSeries, postReadings } from '#contract/readings.ts'
import { addToken, listTokens, revokeToken, type SCOPES } from '#contract/tokens.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
const SETTINGS = 'token-of-the-settings'
let server: TestServer

beforeAll(async () => {
  server = await testServer({ env: { INGEST_TOKEN: SETTINGS } })
  await addReservoir(server.app, seed)
})
afterAll(() => server.close())

const add = async (body: { scopes?: (typeof SCOPES)[number][]; series?: string[] } = {}) =>
  (await server.call(addToken, { body: { name: 'logger', ...body } })).body.data!
const now = () => server.clock.now()
const post = (token: string, series: string[], t = now()) =>
  server.call(postReadings, { body: { readings: series.map((s) => ({ series: s, t, v: 150 })) } } as never, {
    token,
  })
const [A, B] = seed.series.map((s) => s.code)

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const { db } = server.app.services
  const tables = await db.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  const rows = await Promise.all(tables.map(({ name }) => db.query(`SELECT t::text FROM "${name}" t`)))
  return JSON.stringify(rows)
}

test('the secret is returned once and stored as a digest only', async () => {
  const made = await add()
  expect(made.secret).toMatch(/^fb_[\w-]{43}$/)
  const list = await server.call(listTokens)
  expect(list.body.data!.map((t) => t.token_id)).toContain(made.token_id)
  expect(JSON.stringify(list.body)).not.toContain('secret')
  const stored = await everything()
  expect(stored).not.toContain(made.secret)
  expect(stored).toContain(createHash('sha256').update(made.secret).digest('base64url'))
  expect(JSON.stringify(list.body)).not.toContain(
    createHash('sha256').update(made.secret).digest('base64url'),
  )
})

test('a new token may only write', async () => {
  const made = await add()
  expect(made.scopes).toEqual(['write'])
  expect((await post(made.secret, [A])).status).toBe(200)
  expect((await server.call(listSeries, {}, { token: made.secret })).status).toBe(403)
})

test('a token limited to series is refused reading by reading, and reads back nothing else', async () => {
  const made = await add({ scopes: ['write', 'read'], series: [A] })
  const a = await post(made.secret, [B, A, 'no.such.series'], now() - 60_000)
  expect(a.status).toBe(200)
  expect(a.body.data).toMatchObject({
    accepted: 1,
    rejected: [
      { index: 0, code: 'series_not_allowed' },
      // It learns nothing about what it may not write.
      { index: 2, code: 'series_not_allowed' },
    ],
  })
  const read = (series: string) =>
    server.call(
      getReadings,
      { query: { series, from: String(now() - 120_000), to: String(now()) } },
      { token: made.secret },
    )
  expect((await read(A)).body.data!.readings.length).toBeGreaterThan(0)
  expect((await read(B)).status).toBe(403)
})

test('a revoked token opens nothing from the next call on', async () => {
  const made = await add()
  expect((await post(made.secret, [A])).status).toBe(200)
  await server.call(revokeToken, { body: { token_id: made.token_id } })
  const refused = await post(made.secret, [A])
  expect(refused.status).toBe(401)
  expect(refused.body.code).toBe('token_invalid')
})

test('the last use is written at most once a minute, however often it calls', async () => {
  const made = await add()
  const { db } = server.app.services
  const { query } = db
  let writes = 0
  db.query = ((text: string, values?: unknown[]) => {
    if (/UPDATE ingest_token/.test(text)) writes++
    return query.call(db, text, values)
  }) as typeof query
  try {
    for (let i = 0; i < 10; i++) await post(made.secret, [A])
    expect(writes).toBe(1)
    server.clock.advance(60_000)
    for (let i = 0; i < 10; i++) await post(made.secret, [A])
    expect(writes).toBe(2)
  } finally {
    db.query = query
  }
})

test('every change is audited with author and content but no secret; a call without change is not', async () => {
  const made = await add()
  for (let i = 0; i < 2; i++) await server.call(revokeToken, { body: { token_id: made.token_id } })
  const none = await server.call(revokeToken, { body: { token_id: 'tk_none' } })
  expect(none.status).toBe(404)
  const rows = await server.app.services.db.query<Record<string, unknown>>(
    'SELECT act, noun, actor, hydro_code, address, before, after FROM audit WHERE item = $1 ORDER BY at, audit_id',
    [made.token_id],
  )
  const [{ account_id }] = await server.app.services.db.query<{ account_id: string }>(
    "SELECT account_id FROM account WHERE username = 'admin'",
  )
  const common = { noun: 'ingest token', actor: account_id, hydro_code: HYDRO, address: '127.0.0.1' }
  expect(rows).toMatchObject([
    { ...common, act: 'add', before: null, after: { token_id: made.token_id, scopes: ['write'] } },
    { ...common, act: 'revoke', before: { revoked_at: null }, after: { revoked_at: expect.any(String) } },
  ])
  expect(JSON.stringify(rows)).not.toContain(made.secret)
})

test('the token of the settings writes, reads and describes, and is stored nowhere', async () => {
  expect((await post(SETTINGS, [A, B])).body.data).toMatchObject({ rejected: [] })
  expect((await server.call(listSeries, {}, { token: SETTINGS })).status).toBe(200)
  expect((await post(`${SETTINGS}x`, [A])).status).toBe(401)
  expect(await everything()).not.toContain(SETTINGS)
})

test('a token of one reservoir opens no other', async () => {
  await server.app.plants.create(
    { actor: 'test', address: null, hydro: 'OTHER' },
    { ...seed, hydroCode: 'OTHER' },
  )
  const other = await server.ingestToken('OTHER')
  const body = { hydro_code: HYDRO, readings: [{ series: A, t: now(), v: 1 }] }
  const a = await server.call(postReadings, { body } as never, { token: other })
  expect(a.status).toBe(403)
  expect((await server.call(postReadings, { body } as never, { token: other, hydro: HYDRO })).status).toBe(
    403,
  )
})
