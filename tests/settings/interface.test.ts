import { afterAll, beforeAll, expect, test } from 'vitest'
import { ITEMS } from '#contract/items.ts'
import {
  getHydroSetting,
  getInflowNoise,
  getSettingInterface,
  setSettingInterface,
} from '#contract/settings.ts'
import type { TestServer } from '../server.ts'
import { HYDRO, parameters, reservoir, seed } from './reservoir.ts'

let server: TestServer
beforeAll(async () => {
  // A line without display settings.
  const { settings: _, ...plain } = seed
  server = await reservoir(plain)
})
afterAll(() => server.close())

const read = async () => (await server.call(getSettingInterface)).body.data!
const acts = async (noun: string) =>
  server.app.services.db.query<{ act: string; reason: string | null }>(
    `SELECT act, reason FROM audit WHERE noun = $1 AND actor <> 'test' ORDER BY at, audit_id`,
    [noun],
  )
const marks = async () =>
  (await server.app.services.db.query(`SELECT 1 FROM dirty_span WHERE series = '*description'`)).length

test('without settings the pages have their defaults', async () => {
  expect(await read()).toEqual({
    hydro_code: HYDRO,
    water_level_min: null,
    water_level_max: null,
    level_axis: 'limits',
    late_value_hours: 24,
    auto_calculation_interval: 300,
    discharge_out_chart: 'left',
    hidden_lines: [],
    thresholds: ['dead', 'normal', 'designedFlood'],
    camera_path: null,
    map_tiles: null,
    map_credit: null,
  })
})

test('sent fields are changed, others stay, each with its record', async () => {
  const first = await server.call(setSettingInterface, {
    body: {
      water_level_min: 380,
      water_level_max: 417.5,
      level_axis: 'data',
      late_value_hours: 6,
      discharge_out_chart: 'right',
      reason: 'flood season',
    },
  })
  expect(first.status).toBe(200)
  expect(first.body.data).toMatchObject({ water_level_min: 380, discharge_out_chart: 'right' })
  await server.call(setSettingInterface, {
    body: { hidden_lines: ['total_discharge_dam'], thresholds: ['season'] },
  })
  expect(await read()).toMatchObject({
    water_level_min: 380,
    water_level_max: 417.5,
    level_axis: 'data',
    late_value_hours: 6,
    discharge_out_chart: 'right',
    hidden_lines: ['total_discharge_dam'],
    thresholds: ['season'],
  })
  expect(await acts('settings')).toEqual([
    { act: 'add', reason: 'flood season' },
    { act: 'update', reason: null },
  ])
  // Sent again, nothing happens.
  await server.call(setSettingInterface, { body: { thresholds: ['season'] } })
  expect(await acts('settings')).toHaveLength(2)
})

test('a new interval applies from now on, in the parameters', async () => {
  server.clock.advance(60_000)
  const now = server.clock.now()
  const set = await server.call(setSettingInterface, { body: { auto_calculation_interval: 900 } })
  expect(set.body.data).toMatchObject({ auto_calculation_interval: 900 })
  expect(await parameters(server)).toMatchObject({ from: now, to: null, body: { interval: 900 } })
  const before = await server.call(ITEMS.parameters.list, { query: { at: '2026-10-01' } })
  expect(before.body.data![0].body.interval).toBe(300)
})

test('a reversed axis is refused at its field, in both languages, and nothing is stored', async () => {
  const before = await read()
  const body = { water_level_min: 420, discharge_out_chart: 'left' as const }
  for (const language of ['vi', 'en'] as const) {
    const a = await server.call(setSettingInterface, { body }, { account: 'admin', language })
    expect(a.status).toBe(400)
    expect(a.body.errors![0].path).toBe('water_level_max')
  }
  const wrong = await server.call(setSettingInterface, { body: { discharge_out_chart: 'top' as never } })
  expect(wrong.body.errors![0].path).toBe('discharge_out_chart')
  expect(await read()).toEqual(before)
})

test('display settings cause no recomputation', async () => {
  const { app } = server
  const series = [seed.positions[0].body.series]
  await app.history.write(
    { hydroCode: HYDRO, series, t: [server.clock.now() - 1000], v: [400], q: [0] },
    { source: 'ingest' },
  )
  await app.services.db.query(`DELETE FROM dirty_span`)
  await server.call(setSettingInterface, { body: { camera_path: 'https://camera.example/1' } })
  expect((await read()).camera_path).toBe('https://camera.example/1')
  expect(await marks()).toBe(0)
  // What the calculation reads marks spans as dirty.
  await server.call(setSettingInterface, { body: { auto_calculation_interval: 600 } })
  expect(await marks()).toBeGreaterThan(0)
})

test('the levels include the season limit of today', async () => {
  const held = (await server.call(ITEMS.plant.list)).body.data![0]
  const limits = [
    { from: '09-15', to: '12-15', level: 405 },
    { from: '12-16', to: '09-14', level: 410 },
  ]
  await server.call(ITEMS.plant.change, {
    params: { id: 'plant' },
    body: { version: held.version, body: { ...held.body, seasonLimits: limits } },
  })
  const { levels } = seed.plant
  expect((await server.call(getHydroSetting)).body.data).toEqual({
    hydro_code: HYDRO,
    min_possible_water_level: levels.minPossible,
    max_possible_water_level: levels.maxPossible,
    dead_water_level: levels.dead,
    normal_water_level: levels.normal,
    designed_flood_water_level: levels.designedFlood,
    check_flood_water_level: levels.checkFlood ?? null,
    crest_level: levels.crest ?? null,
    season_limit: limits[0],
  })
})

test('the scatter of an inflow: area by the storage table at the present level, else at the normal level', async () => {
  const noise = (await server.call(getInflowNoise)).body.data!
  expect(noise).toMatchObject({
    level: null,
    at_normal_level: true,
    sigma_level: 0.01,
    sigma_level_measured: false,
  })
  const zv = seed.tables.find((t) => t.body.group === 'ZV')!.body
  const { normal } = seed.plant.levels
  const i = zv.rows.findIndex((r) => r[0] > normal)
  const factor = zv.units.v === 'm3' ? 1 : 1e6
  const slope = ((zv.rows[i][1] - zv.rows[i - 1][1]) * factor) / (zv.rows[i][0] - zv.rows[i - 1][0])
  expect(noise.area! / slope).toBeCloseTo(1, 6)
})
