import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, toLocal } from '#core/time/index.ts'
import { getIndicators } from '#contract/dashboard.ts'
import { postReadings } from '#contract/readings.ts'
import { getVolumes } from '#contract/volumes.ts'
import { SEED, type Reading } from '#plant/index.ts'
import { typhoonAt } from '#plant/basin/storms.ts'
import { Archive } from '#plant/logger/archive.ts'
import { pacedClock } from '#server/lib/clock.ts'
import { login } from '#contract/auth.ts'
import { exportAudit } from '#contract/audit.ts'
import { fullPath } from '#contract/endpoint.ts'
import { getDemoWeather, setDemoWeather } from '#contract/demo-weather.ts'
import { addToken, revokeToken } from '#contract/tokens.ts'
import { addWallScreen, signInWall } from '#contract/wall.ts'
import { demoDescription } from '#plant/describe.ts'
import { isRecent, readPace, readStorms } from '#server/features/setup/index.ts'
import { seedDemo } from '#server/demo.ts'
import { keepFact } from '#server/lib/installation.ts'
import { PASSWORD, testServer, type TestServer } from '../server.ts'

const HOUR = 3_600_000
const local = (t: number) => toLocal(t, 'Asia/Ho_Chi_Minh')
const seed = demoDescription()
let server: TestServer
let changes = 0

beforeAll(async () => {
  server = await testServer({ demo: true })
  await seedDemo(server.app)
  server.app.demo.onWeather(() => changes++)
})
afterAll(() => server.close())

const setWeather = async (flood: boolean, account = 'admin') =>
  server.call(setDemoWeather, { body: { flood } }, { account })
const weather = async () => (await server.call(getDemoWeather)).body.data
const present = () => server.app.services.clock.now()

test('a typhoon starts by one click and ends by another; the plant is notified of each once', async () => {
  const now = server.clock.now()
  expect(await weather()).toEqual({ flood: false, since: null, speed: 1, ahead: 0 })
  const came = await setWeather(true)
  expect(came.body.data).toEqual({ flood: true, since: now, speed: 60, ahead: 0 })
  expect(changes).toBe(1)
  await setWeather(true)
  expect(changes).toBe(1)
  server.clock.advance(60_000)
  // It ends a moment later for all: another replica that has not heard of it yet is not ahead of this one then.
  const other = pacedClock(server.clock)
  other.pace = await readPace(server.app.services)
  const ahead = 59 * (60_000 - 8000)
  expect((await setWeather(false)).body.data).toEqual({ flood: false, since: null, speed: 60, ahead })
  expect(changes).toBe(2)
  server.clock.advance(7999)
  expect(present()).toBe(other.now())
  server.clock.advance(1)
  const reached = other.now()
  other.pace = await readPace(server.app.services)
  expect([other.now(), present()]).toEqual([reached, reached])
  expect(await weather()).toEqual({ flood: false, since: null, speed: 1, ahead: 59 * 60_000 })
  // Readings that were sent with it are sent again without it.
  expect(await readStorms(server.app.services)).toEqual({ storms: [], before: [now], again: now })
  const acts = await server.app.services.db.query(
    "SELECT before, after FROM audit WHERE act = 'weather' ORDER BY audit_id",
  )
  expect(acts).toEqual([
    { before: { flood: false }, after: { flood: true } },
    { before: { flood: true }, after: { flood: false } },
  ])
})

test('its clock runs 60 times as fast for a day of its time, keeps its lead, and nobody is signed out', async () => {
  const { clock } = server.app.services
  const before = clock.now()
  await setWeather(true)
  // Until the plant has restarted.
  server.clock.advance(8000)
  expect(clock.now()).toBe(before + 8000)
  expect(clock.until(before + 8000 + HOUR)).toBe(60_000)
  // Ten hours of it: longer than a token lives, but shorter by the real clock.
  server.clock.advance(10 * 60_000)
  expect(clock.now()).toBe(before + 8000 + 10 * HOUR)
  const header = Date.parse((await server.call(getDemoWeather)).headers.date as string)
  expect(header).toBe(Math.floor(clock.now() / 1000) * 1000)
  // Another replica, and this one after a restart.
  const other = pacedClock(server.clock)
  other.pace = await readPace(server.app.services)
  expect(other.now()).toBe(clock.now())
  expect(clock.until(before + 8000 + 25 * HOUR)).toBe(14 * 60_000 + HOUR)
  const after = clock.now()
  await setWeather(false)
  expect(clock.now()).toBe(after)
  server.clock.advance(8000)
  expect(clock.now()).toBe(after + 8 * 60_000)
  server.clock.advance(1000)
  expect(clock.now()).toBe(after + 8 * 60_000 + 1000)
})

test('started again while the one before still ends, and stopped before it is fast, it continues without a step back', async () => {
  const { clock } = server.app.services
  let last = clock.now()
  const goes = (ms: number) => {
    for (let i = 0; i < ms; i += 500) {
      server.clock.advance(500)
      const now = clock.now()
      expect(now).toBeGreaterThan(last)
      last = now
    }
  }
  await setWeather(true)
  goes(20_000)
  await setWeather(false)
  goes(3000)
  await setWeather(true)
  expect(clock.now()).toBeGreaterThanOrEqual(last)
  goes(4000)
  const slow = clock.now()
  await setWeather(false)
  goes(20_000)
  expect(clock.now()).toBe(slow + 20_000)
})

test('keys of wall screens, cookies and the log use the real clock while that of the demo is ahead', async () => {
  const server = await testServer({ demo: true })
  await seedDemo(server.app)
  const { db, clock } = server.app.services
  const screen = (await server.call(addWallScreen, { body: { name: 'Phòng trực' } })).body.data!
  const body = { name: 'Bộ ghi', scopes: ['write' as const], series: null }
  const token = (await server.call(addToken, { body })).body.data!
  await server.call(setDemoWeather, { body: { flood: true } })
  // More than a day of its time.
  server.clock.advance(8000 + 23 * 60_000)
  expect(clock.now() - server.clock.now()).toBeGreaterThan(22 * HOUR)
  server.clock.advance(HOUR)
  expect((await server.call(signInWall, { body: { key: screen.key } }, {})).status).toBe(200)

  // A browser reckons an instant by the date of the answer, which is the demo's.
  const opened = await server.raw({
    method: 'POST',
    url: fullPath(login),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'admin', password: PASSWORD, cookie: true, remember: true }),
    remoteAddress: '10.9.0.1',
  })
  const cookies = opened.headers['set-cookie'] as string[]
  expect(cookies).toHaveLength(3)
  for (const cookie of cookies) expect(cookie).not.toMatch(/Expires=/i)
  const ages = cookies.map((c) => Number(/Max-Age=(\d+)/i.exec(c)![1]))
  expect(ages.toSorted((a, b) => a - b)).toEqual([30, 30, 365].map((days) => days * 86_400))

  const as = { token: (opened.body.data as { token: { access: string } }).token.access }
  await server.call(setDemoWeather, { body: { flood: false } }, as)
  await server.call(revokeToken, { body: { token_id: token.token_id } }, as)
  const exported = await server.app.web.inject({
    method: 'GET',
    url: fullPath(exportAudit),
    headers: { authorization: `Bearer ${as.token}` },
  })
  const at = async (act: string) =>
    (await db.query<{ at: number }>('SELECT at FROM audit WHERE act = $1 ORDER BY at DESC LIMIT 1', [act]))[0]
      .at
  for (const act of ['sign-in', 'revoke', 'export'])
    expect([act, await at(act)]).toEqual([act, server.clock.now()])
  expect(await at('weather')).toBe(clock.now())
  // It holds what is ahead of the real clock, and not the export itself.
  expect(exported.body.match(/,weather,/g)).toHaveLength(2)
  expect(exported.body).not.toContain(',export,')
  await server.close()
})

test('a flood of days ago is still in the river, and the next one replaces it', async () => {
  const { pool } = server.app.services.db
  const first = present() - 96 * HOUR
  await keepFact(pool, 'demo_storms', JSON.stringify({ storms: [first], before: [], again: first }))
  expect(await weather()).toMatchObject({ flood: false, since: null })
  expect(isRecent(first, present())).toBe(false)
  const second = (await setWeather(true)).body.data!.since!
  expect((await readStorms(server.app.services)).storms).toEqual([first, second])
  await setWeather(false)
  expect((await readStorms(server.app.services)).storms).toEqual([first])
})

test('starting it needs permission to describe reservoirs, and a demo', async () => {
  expect((await setWeather(true, 'operator')).status).toBe(403)
  const real = await testServer()
  try {
    const body = { flood: true }
    expect((await real.call(setDemoWeather, { body })).body.code).toBe('not_a_demo')
    expect((await real.call(getDemoWeather)).status).toBe(404)
  } finally {
    await real.close()
  }
})

test('the flood plays out: rain, inflow, gates and level, each hour in a minute, and the balance closes', async () => {
  const server = await testServer({ demo: true })
  await seedDemo(server.app)
  const present = () => server.app.services.clock.now()
  const setWeather = (flood: boolean) => server.call(setDemoWeather, { body: { flood } })
  const token = { token: await server.ingestToken(seed.hydroCode) }
  const send = async (readings: Reading[]) => {
    const body = { readings: readings.map(({ series, t, v }) => ({ series, t, v })) }
    const answer = await server.call(postReadings, { body } as never, token)
    expect(answer.body.data).toMatchObject({ rejected: [] })
  }
  const minute = () => Math.floor(present() / 60_000) * 60_000
  const figures = async () => {
    await server.app.calculation.settle(seed.hydroCode)
    const { lake_level, inflow, outflow, spill, rain_1h } = (await server.call(getIndicators)).body.data!
    const instants = [lake_level, inflow, outflow, spill, rain_1h].map((f) => f!.t)
    // Nothing on the screen is late, and nothing is in the future.
    for (const t of instants) {
      expect(t).toBeLessThanOrEqual(present())
      expect(t).toBeGreaterThan(present() - 11 * 60_000)
    }
    return [lake_level, inflow, outflow, spill, rain_1h].map((f) => f!.value!)
  }
  const calm = new Archive(SEED, present() - (present() % DAY) - DAY, minute())
  // The plant's day from midnight on, whose balance is to close.
  const midnight = Date.UTC(2026, 9, 19, 17)
  await send(calm.readings(midnight - 2 * HOUR, minute(), []))
  const [level, inflow, , spill] = await figures()
  expect(spill).toBe(0)

  const { since } = (await setWeather(true)).body.data!
  const world = new Archive(SEED, present() - (present() % DAY) - DAY, minute(), [typhoonAt(since!)])
  server.clock.advance(8000)
  const seen: number[][] = []
  for (let i = 0; i < 12; i++) {
    server.clock.advance(60_000)
    const [from, to] = [world.end, minute()]
    world.advance(to, from)
    await send(world.readings(from, to, []))
    seen.push(await figures())
  }
  const most = [0, 1, 2, 3, 4].map((k) => Math.max(...seen.map((row) => row[k])))
  expect(most[0]).toBeGreaterThan(level + 0.3)
  expect(most[1]).toBeGreaterThan(20 * inflow)
  expect(most[3]).toBeGreaterThan(500)
  expect(most[4]).toBeGreaterThan(30)
  const body = { from: local(midnight), to: local(midnight + HOUR) }
  const [day] = (await server.call(getVolumes, { body } as never)).body.data!.periods
  const flowed = (t: number) => {
    const row = world.find(t)
    return row ? row.truth.inflow[row.i] * 60 : 0
  }
  let came = 0
  for (let t = midnight; t < day.to; t += 60_000) came += flowed(t)
  expect(day.closes).toBe(true)
  expect(Math.abs(day.inflow! / (came / 1e6) - 1)).toBeLessThan(0.02)

  // After it is stopped, the same hours are sent again as they would have been.
  await setWeather(false)
  calm.advance(world.end, since!)
  await send([...calm.openings(world.moves(since!, world.end)), ...calm.readings(since!, world.end, [])])
  const [after, , , none] = await figures()
  const row = calm.find(calm.end)!
  expect(after).toBeCloseTo(row.truth.level[row.i], 1)
  expect(none).toBe(0)
  await server.close()
}, 60_000)
