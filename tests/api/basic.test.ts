import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as basic from '#contract/basic.ts'
import { getHydros } from '#contract/dashboard.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { demoDescription } from '#plant/describe.ts'
import { importPlant } from '#server/history-import/plant.ts'
import { testServer, type TestServer } from '../server.ts'

const SERVICE = { username: 'scada', password: 'Machine-2026-key' }
let server: TestServer
let token: string

const plant = (hydroCode: string) => ({ ...demoDescription(), hydroCode })
const contextOf = (given: TestServer) => ({
  ...given.app.services,
  plants: given.app.plants,
  registry: given.app.readings.registry,
  calculation: given.app.calculation,
  actor: 'test',
})
const make = (given: TestServer, hydroCode: string) =>
  importPlant(contextOf(given) as never, JSON.parse(JSON.stringify(plant(hydroCode))))

beforeAll(async () => {
  server = await testServer({
    env: { SERVICE_USERNAME: SERVICE.username, SERVICE_PASSWORD: SERVICE.password },
  })
  await make(server, 'H1')
  const { body } = await server.call(basic.serviceLogin, { body: SERVICE }, {})
  token = (body.data as { token: string }).token
})
afterAll(() => server.close())

/** Calls as machines do, with a token header and a reservoir header. */
async function call<E extends Endpoint>(endpoint: E, body?: Input<E>['body'], headers: object = {}) {
  return server.raw({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    headers: {
      token,
      hydro: 'H1',
      'accept-language': 'en',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}
type Stored = Record<string, unknown>
const dataOf = <T>(answer: { body: { data: unknown } }) => answer.body.data as T
const audits = () =>
  server.app.services.db.query<{ actor: string; act: string; noun: string; item: string }>(
    'SELECT actor, act, noun, item FROM audit ORDER BY audit_id',
  )

describe('signing in', () => {
  test('success is status 200, and every reservoir is named', async () => {
    const { status, body } = await server.call(basic.serviceLogin, { body: SERVICE }, {})
    expect(status).toBe(200)
    expect(body.status).toBe('200')
    expect(dataOf({ body })).toMatchObject({ hydro_codes: ['H1'] })
    expect(await audits()).toContainEqual(expect.objectContaining({ actor: 'service', act: 'sign-in' }))
  })

  test.each([
    { ...SERVICE, password: 'wrong' },
    { ...SERVICE, username: 'other' },
    { username: SERVICE.password, password: SERVICE.username },
  ])('wrong credentials are refused and logged', async (given) => {
    const { status, body } = await server.call(basic.serviceLogin, { body: given }, {})
    expect([status, body.code]).toEqual([401, 'login_failed'])
    const refused = (await audits()).filter((a) => a.act === 'sign-in refused')
    expect(refused.at(-1)).toMatchObject({ actor: 'service' })
  })

  test('without credentials in the settings it is off', async () => {
    const other = await testServer()
    try {
      const { status, body } = await other.call(basic.serviceLogin, { body: SERVICE }, {})
      expect([status, body.code]).toEqual([403, 'service_off'])
    } finally {
      await other.close()
    }
  })

  test('a service token opens the Basic API and nothing else', async () => {
    expect((await call(basic.listPositions)).status).toBe(200)
    const main = await server.call(getHydros, {}, { token })
    expect([main.status, main.body.code]).toEqual([403, 'forbidden'])
    const unknown = await call(basic.listPositions, undefined, { hydro: 'H9' })
    expect([unknown.status, unknown.body.code]).toEqual([403, 'reservoir_forbidden'])
    const none = await call(basic.listPositions, undefined, { token: 'x' })
    expect([none.status, none.body.code]).toEqual([401, 'token_invalid'])
  })

  test('an account’s own token works as well, with its own permissions', async () => {
    const viewer = await server.signIn('viewer')
    expect((await call(basic.listPositions, undefined, { token: viewer })).status).toBe(200)
    const body = { units: [] }
    expect((await call(basic.unitInformation, {}, { token: viewer })).status).toBe(200)
    expect((await call(basic.unitInformation, body, { token: viewer })).status).toBe(403)
  })
})

describe('the description', () => {
  test('levels of the reservoir have their wire names', async () => {
    const { levels } = demoDescription().plant
    const answer = await call(basic.getHydroInformation, { hydro_code: 'H1' })
    expect(dataOf(answer)).toMatchObject({
      hydro_code: 'H1',
      hydro_name: demoDescription().plant.name,
      min_possible_water_level: levels.minPossible,
      dead_water_level: levels.dead,
      normal_water_level: levels.normal,
      designed_flood_water_level: levels.designedFlood,
    })
    const other = await call(basic.getHydroInformation, { hydro_code: 'H2' })
    expect([other.status, other.body.code]).toEqual([400, 'hydro_differs'])
  })

  test('units and outlets are returned as stored, in snake_case to the last key', async () => {
    const { units, exhausts } = dataOf<{ units: Stored[]; exhausts: Stored[] }>(
      await call(basic.getOutletsData, {}),
    )
    const [unit] = demoDescription().units
    expect(units[0]).toMatchObject({
      unit_id: unit.id,
      centre_elevation: unit.body.centreElevation,
      rated_power: unit.body.ratedPower,
    })
    expect(JSON.stringify({ units, exhausts })).not.toMatch(/"[a-z]+[A-Z]\w*":/)
    expect(dataOf(await call(basic.getBasicSettingInterface, {}))).toEqual({
      water_level_min: null,
      water_level_max: null,
      auto_calculation_interval: demoDescription().parameters.interval,
      discharge_out_chart: 'left',
    })
  })

  test('hydro_code alone reads parameters; further fields of the body write them', async () => {
    const read = async () => dataOf<Stored>(await call(basic.calculationParameter, { hydro_code: 'H1' }))
    const before = await read()
    server.clock.advance(60_000)
    const written = await call(basic.calculationParameter, { hydro_code: 'H1', moving_points: 7 })
    expect(written.status).toBe(200)
    expect(dataOf(written)).toMatchObject({ moving_points: 7, window: before.window })
    expect(await read()).toEqual(dataOf(written))
    const { parameters } = await server.app.plants.fresh('H1')
    expect(parameters.map((v) => [v.from, v.body.movingPoints])).toEqual([
      [-Infinity, before.moving_points],
      [server.clock.now(), 7],
    ])
  })
})

describe('measure positions', () => {
  const list = async () => dataOf<Stored[]>(await call(basic.listPositions))
  const position = (more: object = {}) => ({
    name: 'Thước phụ',
    type: 1 as const,
    series: 'level.reservoir.1',
    average: false,
    every: 600,
    ...more,
  })

  test('items are added, changed by the sent fields, and removed; each leaves a record', async () => {
    server.clock.advance(60_000)
    const added = dataOf<Stored>(await call(basic.addPosition, position({ gain: 0.01, offset: 380 })))
    expect(added).toMatchObject({ name: 'Thước phụ', gain: 0.01, offset: 380, method: 1 })
    const id = added.measure_position_id as string
    server.clock.advance(60_000)
    const change = { measure_position_id: id, offset: 381.5, version: added.version as string }
    const changed = dataOf<Stored>(await call(basic.changePosition, change))
    expect(changed).toMatchObject({ gain: 0.01, offset: 381.5, name: 'Thước phụ' })
    const again = await call(basic.changePosition, change)
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    server.clock.advance(60_000)
    expect((await call(basic.removePosition, { measure_position_id: id })).status).toBe(200)
    expect((await list()).some((p) => p.measure_position_id === id)).toBe(false)
    const acts = (await audits()).filter((a) => a.item === id).map((a) => [a.actor, a.act])
    expect(acts).toEqual([
      ['service', 'add'],
      ['service', 'update'],
      ['service', 'retire'],
    ])
  })

  test('several are stored together or not at all; the error names the item and field in wire names', async () => {
    const before = await list()
    const positions = [position({ name: 'A' }), position({ name: 'B', series: 'no.such', every: -1 })]
    const refused = await call(basic.addPositions, { positions })
    expect(refused.status).toBe(400)
    expect(refused.body.errors!.map((e) => e.path)).toEqual(['positions.1.every'])
    const unknown = await call(basic.addPositions, {
      positions: [position({ name: 'A' }), position({ name: 'B', series: 'no.such' })],
    })
    expect(unknown.body.errors!.map((e) => [e.path, e.code])).toEqual([
      ['positions.1.series', 'unknown_series'],
    ])
    expect(await list()).toEqual(before)
    const taken = dataOf<Stored[]>(
      await call(basic.addPositions, { positions: [position({ name: 'A' }), position({ name: 'B' })] }),
    )
    expect(taken.map((p) => p.name)).toEqual(['A', 'B'])
    const ids = taken.map((p) => p.measure_position_id as string)
    server.clock.advance(60_000)
    const lacking = await call(basic.removePositions, { measure_position_ids: [ids[0], 'po_none'] })
    expect(lacking.status).toBe(404)
    expect((await list()).length).toBe(before.length + 2)
    expect((await call(basic.removePositions, { measure_position_ids: ids })).status).toBe(200)
    expect(await list()).toEqual(before)
  })
})

describe('units and outlets', () => {
  test('a unit is changed by its wire names; a wrong nested name is reported with its path', async () => {
    server.clock.advance(60_000)
    const [unit] = dataOf<Stored[]>(await call(basic.unitInformation, {}))
    const given = { unit_id: unit.unit_id as string, rated_power: 31_000, reason: 'nameplate' }
    const after = dataOf<Stored[]>(await call(basic.unitInformation, { units: [given] }))
    expect(after.find((u) => u.unit_id === unit.unit_id)).toMatchObject({ rated_power: 31_000 })
    const [exhaust] = dataOf<Stored[]>(await call(basic.exhaustInformation, {}))
    const wrong = { exhaust_id: exhaust.exhaust_id as string, parameters: { max_opening: -2 } }
    const refused = await call(basic.exhaustInformation, { exhausts: [wrong] })
    expect(refused.status).toBe(400)
    expect(refused.body.errors!.map((e) => e.path)).toEqual(['exhausts.0.parameters.max_opening'])
  })
})

describe('interpolation tables', () => {
  type Data = { table_id: string; version: string; rows: number[][]; columns: object[]; in_force: boolean }
  const zv = demoDescription().tables.find((t) => t.body.group === 'ZV')!.body

  test('are listed by group, read with rows and units; with hydro_code alone those in force are read', async () => {
    const listed = dataOf<Data[]>(await call(basic.getTableInterpolate, { interpolate_group_code: 'ZV' }))
    expect(listed).toMatchObject([
      { interpolate_group_code: 'ZV', object: null, in_force: true, row_count: zv.rows.length },
    ])
    const read = dataOf<Data>(await call(basic.getTableInterpolateData, { table_id: listed[0].table_id }))
    expect(read.rows).toEqual(zv.rows)
    expect(read.columns).toEqual([
      { name: 'z', unit: 'm' },
      { name: 'v', unit: '10^6 m3' },
    ])
    const all = dataOf<Data[]>(await call(basic.tableInterpolateData, { hydro_code: 'H1' }))
    expect(all.length).toBe(demoDescription().tables.length)
    expect(all.every((t) => t.in_force)).toBe(true)
    const none = await call(basic.getTableInterpolateData, { table_id: 'ta_none' })
    expect(none.status).toBe(404)
  })

  test('are saved from rows by the rules of any table: errors, overlap, replacement', async () => {
    const [held] = dataOf<Data[]>(await call(basic.getTableInterpolate, { interpolate_group_code: 'ZV' }))
    const rows = zv.rows.map(([z, v]) => [z, v + 1])
    const given = { interpolate_group_code: 'ZV' as const, name: 'Đo lại 2026', rows }
    const falling = await call(basic.tableInterpolateData, {
      ...given,
      rows: rows.toReversed().map(([z], i) => [z, i]),
    })
    expect([falling.status, falling.body.code]).toEqual([400, 'invalid_table'])
    const overlapping = await call(basic.tableInterpolateData, given)
    expect([overlapping.status, overlapping.body.code]).toEqual([409, 'table_overlap'])
    server.clock.advance(60_000)
    const replaced = await call(basic.tableInterpolateData, { ...given, replaces: [held.version] })
    expect(replaced.status, JSON.stringify(replaced.body)).toBe(200)
    expect(dataOf<Data[]>(replaced)).toMatchObject([{ table_id: held.table_id, rows, in_force: true }])
    const again = await call(basic.tableInterpolateData, { ...given, replaces: [held.version] })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const operator = await server.signIn('operator')
    expect((await call(basic.tableInterpolateData, given, { token: operator })).status).toBe(403)
  })
})
