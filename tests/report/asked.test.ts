import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS } from '#core/access/index.ts'
import { fullPath } from '#contract/endpoint.ts'
import { setReview } from '#contract/edits.ts'
import { getReport, getReportOutlets, type ReportBody } from '#contract/report.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription } from '#plant/index.ts'
import { testServer, type TestServer } from '../server.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000
/** Noon local, five days after the readings begin. */
const NOW = Date.UTC(2026, 2, 31, 10)
const RAIN = 'rain.daumoi'
/** A zone that changes its clocks: 29 March 2026 has 23 hours. */
const ZONE = 'Europe/Berlin'

const seed = demoDescription()
const HYDRO = seed.hydroCode
let server: TestServer
let token: string

async function plant(hydroCode: string) {
  const who = { actor: 'test', address: null, hydro: hydroCode }
  await server.app.plants.create(who, {
    ...seed,
    hydroCode,
    plant: { ...seed.plant, zone: ZONE, rainDayStart: 0 },
  })
  for (const series of seed.series)
    await server.app.readings.registry.put(hydroCode, { ...series, step_s: 3600 }, who)
}

const send = async (list: readonly (readonly [number, number])[]) => {
  const readings = list.map(([t, v]) => ({ series: RAIN, t, v }))
  const answer = await server.call(postReadings, { body: { hydro_code: HYDRO, readings } } as never, {
    token,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await server.app.history.settleBins()
}

beforeAll(async () => {
  server = await testServer({ now: NOW })
  await plant(HYDRO)
  token = await server.ingestToken(HYDRO)
  // A millimetre each hour from 26 March on.
  const start = Date.UTC(2026, 2, 25, 23)
  const hours = Math.floor((NOW - start) / HOUR)
  await send(Array.from({ length: hours }, (_, i) => [start + (i + 1) * HOUR, 1] as const))
}, 120_000)
afterAll(() => server.close())

const body = (more: Partial<ReportBody> = {}): ReportBody => ({
  kind: 'daily',
  from: '2026-03-26',
  to: '2026-03-31',
  rain_stations: ['MUA_DAUMOI'],
  ...more,
})
const ask = (more: Partial<ReportBody> = {}, language: 'vi' | 'en' = 'en', hydro = HYDRO) =>
  server.call(getReport, { body: body(more) }, { account: 'admin', hydro, language })

describe('a report that cannot be is refused in words, with its field', () => {
  const year = (n: number) => `${n}-01-01`
  for (const [name, more, status, path, code] of [
    ['of 24 hours', { from: '2026-03-26 06:00', to: '2026-03-27 06:00' }, 400, 'to', 'report_range_short'],
    ['of one hour', { from: '2026-03-26 06:00', to: '2026-03-26 07:00' }, 400, 'to', 'report_range_short'],
    ['reversed', { from: '2026-03-28', to: '2026-03-26' }, 400, 'from', 'from_after_to'],
    ['of the future', { from: '2026-04-02', to: '2026-04-09' }, 400, 'from', 'report_in_future'],
    ['of nothing', { rain_stations: [] }, 400, 'quantities', 'report_nothing'],
    ['of an object that is none', { stations: ['nobody'] }, 404, 'stations.0', 'not_found'],
    ['of a gate as a station', { stations: ['spillway'] }, 404, 'stations.0', 'not_found'],
    [
      'of a level as rain',
      { rain_stations: ['MUA_DAUMOI', 'MN_HO'] },
      400,
      'rain_stations.1',
      'report_not_rain',
    ],
    ['of rain as inflow', { inflow_stations: ['MUA_DAUMOI'] }, 400, 'inflow_stations.0', 'report_not_flow'],
    [
      'of 50 years of hours',
      { kind: 'hourly', from: year(1976), stations: seed.stations.map((s) => s.id) },
      422,
      'to',
      'report_too_large',
    ],
    ['as known before anything was', { known_at: '2019-01-01' }, 400, 'known_at', 'known_no_longer'],
  ] as const)
    test(name, async () => {
      const { status: got, body: answer } = await ask(more as Partial<ReportBody>)
      expect([got, answer.errors?.[0].path, answer.errors?.[0].code]).toEqual([status, path, code])
      const vi = (await ask(more as Partial<ReportBody>, 'vi')).body
      expect(vi.message).not.toBe(answer.message)
    })

  test('says how much 50 years would be', async () => {
    const { body: answer } = await ask({
      kind: 'hourly',
      from: '1976-01-01',
      stations: seed.stations.map((s) => s.id),
    })
    expect(answer.message).toMatch(/about 10,\d{3},000 cells; the most is 5,000,000/)
  })

  test('a day of 23 hours is one day, and so is one of 25', async () => {
    expect((await ask({ from: '2026-03-29', to: '2026-03-30' })).body.errors?.[0].code).toBe(
      'report_range_short',
    )
    expect((await ask({ from: '2025-10-26', to: '2025-10-27' })).body.errors?.[0].code).toBe(
      'report_range_short',
    )
  })

  test('who lacks the permission gets neither tree nor report', async () => {
    const held = PERMISSIONS.filter((p) => p !== 'report')
    const { db } = server.app.services
    await db.query(
      `INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ('ro_most', 'most', 3, $1, 0)`,
      [held],
    )
    await db.query("UPDATE account_role SET role_id = 'ro_most' WHERE account_id = 'ac_viewer'")
    const as = { account: 'viewer', hydro: HYDRO }
    expect((await server.call(getReport, { body: body() }, as)).status).toBe(403)
    expect((await server.call(getReportOutlets, {}, as)).status).toBe(403)
  })
})

test('objects of another reservoir are not found, and nothing is learnt of them', async () => {
  await plant('OTHER')
  const made = (code: string) => server.app.plants.describe(code).then((d) => d.stations.length)
  expect(await made('OTHER')).toBe(await made(HYDRO))
  const who = { actor: 'test', address: null, hydro: 'OTHER' }
  const station = seed.stations[0]
  await server.app.services.db.tx((c) =>
    server.app.plants.change(c, who, {
      hydroCode: 'OTHER',
      noun: 'station',
      itemId: 'SECRET',
      from: null,
      to: null,
      body: { ...station.body, code: 'SECRET', name: 'A secret' },
      reason: null,
    }),
  )
  server.app.plants.changed('OTHER', null, null)
  const there = await ask({ stations: ['SECRET'] }, 'en', 'OTHER')
  expect(there.status).toBe(200)
  const here = await ask({ stations: ['SECRET'] })
  const nobody = await ask({ stations: ['NOBODY'] })
  expect(here.status).toBe(404)
  expect(JSON.stringify(here.body).replaceAll('SECRET', 'NOBODY')).toBe(JSON.stringify(nobody.body))
})

test('a day of 23 hours has the rain of 23 hours, and its hours are labelled by their ends', async () => {
  const { body: answer } = await ask()
  expect(answer.data!.v[0]).toEqual([24, 24, 24, 23, 24])
  expect(answer.data!.t).toEqual(
    [25, 26, 27, 28].map((d) => Date.UTC(2026, 2, d, 23)).concat(Date.UTC(2026, 2, 29, 22)),
  )
  const hours = (await ask({ kind: 'hourly', from: '2026-03-29', to: '2026-03-31' })).body.data!
  expect(hours.t).toHaveLength(47)
  expect(hours.t[0]).toBe(Date.UTC(2026, 2, 29, 0))
  // A day that begins at half past six splits an hour: each part has what was stamped in it.
  const half = (await ask({ from: '2026-03-26', to: '2026-03-28', rain_day_start: 390 })).body.data!
  expect(half.v[0]).toEqual([24, 24])
})

test('as known then: without what came later, by the same rules', async () => {
  const before = server.clock.now()
  server.clock.set(before + 5 * MINUTE)
  const wet = Date.UTC(2026, 2, 27, 12)
  await send([
    [wet, 51],
    [Date.UTC(2026, 2, 25, 12), 7],
  ])
  const now = (await ask()).body.data!
  expect(now.v[0]).toEqual([24, 74, 24, 23, 24])
  expect(now.known_at).toBeNull()
  const then = (await ask({ known_at: before + 1000 })).body.data!
  expect(then.known_at).toBe(before + 1000)
  expect(then.v[0]).toEqual([24, 24, 24, 23, 24])
  expect(then.totals![0]).toMatchObject({ total: 119, max: 24 })
  expect((await ask({ kind: 'raw', known_at: before + 1000 })).body.data!.v[0].includes(51)).toBe(false)
  const long = await ask({ from: '2024-12-01', known_at: before + 1000 })
  expect(long.body.errors?.[0]).toMatchObject({ path: 'to', code: 'known_too_long' })
})

test('the tree has every object with its unit, decimals and the span of its data', async () => {
  const { body: answer } = await server.call(
    getReportOutlets,
    {},
    { account: 'admin', hydro: HYDRO, language: 'vi' },
  )
  const { station_types: types, outlets, units, quantities, basin_rain: rain } = answer.data!
  const daumoi = types.find((t) => t.type === 1)!.stations.find((s) => s.id === 'MUA_DAUMOI')!
  expect(daumoi).toMatchObject({ unit: 'mm', decimals: 2 })
  expect(daumoi.first).toBeLessThanOrEqual(Date.UTC(2026, 2, 25, 12))
  expect(daumoi.last).toBeGreaterThan(NOW - DAY)
  expect(types.flatMap((t) => t.stations)).toHaveLength(seed.stations.length)
  expect(outlets.map((o) => [o.id, o.leaves.length])).toEqual(
    seed.gates.map((g) => [g.id, g.body.leaves.length]),
  )
  expect(units.map((u) => u.id)).toEqual(seed.units.map((u) => u.id))
  expect(quantities.find((x) => x.id === 'general.lake_level')).toMatchObject({
    name: 'Mực nước hồ',
    unit: 'm',
    first: null,
  })
  expect(rain.map((x) => x.id)).toEqual(['basin.rain', 'basin.rain_radar'])
})

test('a row that is not over is named, on screen and in a file, with the ends of all rows', async () => {
  const { body: answer } = await ask({ to: '2026-04-01', rain_day_start: 1140 })
  const { t, ends, open, columns } = answer.data!
  // Noon of 31 March: its rain day has not begun, that of the 30th goes on until 19:00.
  expect(open).toEqual([t.length - 2, t.length - 1])
  expect(columns[0].days).toBe('rain')
  expect(ends!.rain.at(-2)).toBe(Date.UTC(2026, 2, 31, 17))
  const file = await server.app.web.inject({
    method: 'POST',
    url: fullPath(getReport),
    headers: {
      authorization: `Bearer ${await server.signIn('admin')}`,
      'accept-language': 'vi',
      'content-type': 'application/json',
      hydro: HYDRO,
    },
    payload: JSON.stringify(body({ to: '2026-04-01', rain_day_start: 1140, format: 'csv' })),
  })
  expect(file.statusCode, file.body).toBe(200)
  expect(file.body.match(/đang tiếp diễn/g)).toHaveLength(2)
})

test('as known then, the state of review is that of then', async () => {
  const before = server.clock.now()
  server.clock.set(before + 5 * MINUTE)
  const span = { from: Date.UTC(2026, 2, 20), to: server.clock.now() }
  const set = await server.call(setReview, { body: { state: 'approved', ...span } }, { account: 'admin' })
  expect(set.status, JSON.stringify(set.body)).toBe(201)
  expect((await ask()).body.data!.review).toBe('approved')
  expect((await ask({ known_at: before + 1000 })).body.data!.review).toBe('working')
})
