import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDemoWeather, setDemoWeather } from '#contract/setup.ts'
import { demoDescription } from '#plant/describe.ts'
import { isRecent, readStorms } from '#server/features/setup/index.ts'
import { keepFact } from '#server/lib/installation.ts'
import { testServer, type TestServer } from '../server.ts'

const HOUR = 3_600_000
const seed = demoDescription()
let server: TestServer
let changes = 0

beforeAll(async () => {
  server = await testServer({ demo: true })
  await server.app.plants.create({ actor: 'test', address: null, hydro: seed.hydroCode }, seed)
  await keepFact(server.app.services.db.pool, 'demo_plant', seed.hydroCode)
  server.app.demo.onWeather(() => changes++)
})
afterAll(() => server.close())

const told = async (flood: boolean, account = 'admin') =>
  server.call(setDemoWeather, { body: { flood } }, { account })
const weather = async () => (await server.call(getDemoWeather)).body.data

test('a flood comes by one press and goes by one; the plant hears of each once', async () => {
  const now = server.clock.now()
  expect(await weather()).toEqual({ flood: false, since: null })
  const came = await told(true)
  expect(came.body.data).toEqual({ flood: true, since: now - 7 * HOUR })
  expect(changes).toBe(1)
  await told(true)
  expect(changes).toBe(1)
  server.clock.advance(60_000)
  expect((await told(false)).body.data).toEqual({ flood: false, since: null })
  expect(changes).toBe(2)
  // What was sent of it is sent again without it.
  expect(await readStorms(server.app.services)).toEqual({
    storms: [],
    before: [now - 7 * HOUR],
    again: now - 7 * HOUR,
  })
  const acts = await server.app.services.db.query(
    "SELECT before, after FROM audit WHERE act = 'weather' ORDER BY audit_id",
  )
  expect(acts).toEqual([
    { before: { flood: false }, after: { flood: true } },
    { before: { flood: true }, after: { flood: false } },
  ])
})

test('a flood of days ago is in the water still, and makes room for the next', async () => {
  const { pool } = server.app.services.db
  const first = server.clock.now() - 96 * HOUR
  await keepFact(pool, 'demo_storms', JSON.stringify({ storms: [first], before: [], again: first }))
  expect(await weather()).toEqual({ flood: false, since: null })
  expect(isRecent(first, server.clock.now())).toBe(false)
  const second = (await told(true)).body.data!.since!
  expect((await readStorms(server.app.services)).storms).toEqual([first, second])
  await told(false)
  expect((await readStorms(server.app.services)).storms).toEqual([first])
})

test('only who may describe reservoirs brings it, and only to a demo', async () => {
  expect((await told(true, 'operator')).status).toBe(403)
  const real = await testServer()
  try {
    const body = { flood: true }
    expect((await real.call(setDemoWeather, { body })).body.code).toBe('not_a_demo')
    expect((await real.call(getDemoWeather)).status).toBe(404)
  } finally {
    await real.close()
  }
})
