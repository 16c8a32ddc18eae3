import { deflateSync, gzipSync } from 'node:zlib'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ALL_GROUPS } from '#core/description/index.ts'
import * as basic from '#contract/basic.ts'
import * as calculators from '#contract/calculators.ts'
import { getHydros } from '#contract/dashboard.ts'
import { declares, fullPath, type Endpoint } from '#contract/endpoint.ts'
import { operations } from '#contract/index.ts'
import { getReadings, postReadings } from '#contract/readings.ts'
import { localString } from '#contract/fields.ts'
import { getOutletXa, getStationZq, saveStationZq, uploadStationZq } from '#contract/tables/ratings.ts'
import { getTableGroups } from '#contract/tables.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const SERVICE = { username: 'scada', password: 'Machine-2026-key' }
const SETTINGS_TOKEN = 'token-of-the-settings-2026'
const seed = demoDescription()
let server: TestServer
let machine: string

/** Two reservoirs, as at a central office. */
beforeAll(async () => {
  server = await testServer({
    env: {
      EDITION: 'SERVER',
      SERVICE_USERNAME: SERVICE.username,
      SERVICE_PASSWORD: SERVICE.password,
      INGEST_TOKEN: SETTINGS_TOKEN,
    },
  })
  for (const hydroCode of ['H1', 'H2']) {
    const plant = { ...seed.plant, name: `Lake ${hydroCode}` }
    await addReservoir(server.app, { ...seed, hydroCode, plant })
  }
  const { body } = await server.call(basic.serviceLogin, { body: SERVICE }, {})
  machine = (body.data as { token: string }).token
})
afterAll(() => server.close())

const send = (
  endpoint: Endpoint,
  { headers = {}, payload, query = '' }: { headers?: object; payload?: string | Buffer; query?: string } = {},
) =>
  server.raw({
    method: endpoint.method,
    url: fullPath(endpoint) + query,
    headers: { 'accept-language': 'en', ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
const JSON_TYPE = { 'content-type': 'application/json' }

const T = Date.UTC(2026, 9, 20, 4)
const level = (t: number, v = 410.25) => JSON.stringify({ readings: [{ series: 'level.reservoir.1', t, v }] })

describe('compressed bodies', () => {
  let token: string
  beforeAll(async () => {
    token = await server.ingestToken('H1')
  })
  const ingest = (payload: Buffer, encoding: string) =>
    send(postReadings, {
      headers: { authorization: `Bearer ${token}`, ...JSON_TYPE, 'content-encoding': encoding },
      payload,
    })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['GZIP', gzipSync],
  ])('%s is decoded', async (encoding, pack) => {
    const t = T + encoding.length
    const { status, body } = await ingest(pack(level(t)), encoding)
    expect([status, body.data]).toMatchObject([200, { rejected: [] }])
    const read = await server.app.readings.registry.get('H1', 'level.reservoir.1')
    expect(read).toBeTruthy()
  })

  test('another encoding is 415, with the accepted ones', async () => {
    const { status, body } = await ingest(Buffer.from(level(T)), 'br')
    expect([status, body.code]).toEqual([415, 'wrong_encoding'])
    expect(body.message).toContain('gzip, deflate')
  })

  test('a small body may not inflate beyond the limit of its call', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20))
    expect(bomb.length).toBeLessThan(100_000)
    const { status, body } = await ingest(bomb, 'gzip')
    expect([status, body.code]).toEqual([413, 'too_large'])
  })

  test.each([
    ['damaged', Buffer.from('no gzip at all')],
    ['cut off', gzipSync(level(T)).subarray(0, 40)],
  ])('%s: 400 with the reason', async (_, payload) => {
    const { status, body } = await ingest(payload, 'gzip')
    expect([status, body.code]).toEqual([400, 'damaged_body'])
  })
})

describe('a call without a body', () => {
  test('counts as an empty one: refused only for missing fields', async () => {
    const authorization = `Bearer ${await server.signIn('admin')}`
    const wrong: string[] = []
    for (const e of operations.values()) {
      if (e.method === 'GET' || !declares(e.body) || e.contentTypes || e.base === 'ingest') continue
      if (['public', 'expert'].includes(e.access) || e.path.includes('{') || e.path.includes('/demo'))
        continue
      // The effect does not matter: without permission nothing is changed.
      if (e.body.safeParse({}).success) continue
      // Refused before its body is read.
      if (e.notIn?.includes('SERVER')) continue
      const { status, body } = await send(e, { headers: { authorization, hydro: 'H1' } })
      const paths = (body.errors ?? []).map((f) => f.path)
      const ownBody = 'shape' in e.body && 'body' in (e.body.shape as object)
      if (status !== 400 || paths.length === 0 || (paths.join() === 'body' && !ownBody))
        wrong.push(`${fullPath(e)}: ${status} ${paths.join()}`)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    basic.getHydroInformation,
    basic.getOutletsData,
    basic.unitInformation,
    basic.getTableInterpolate,
  ])('$path answers', async (endpoint) => {
    const { status } = await send(endpoint, { headers: { token: machine, hydro: 'H1' } })
    expect(status).toBe(200)
  })

  test('an id to remove may be in the query as well', async () => {
    const add = () =>
      send(basic.addPosition, {
        headers: { token: machine, hydro: 'H1', ...JSON_TYPE },
        payload: JSON.stringify({ name: 'Second gauge', type: 1, series: 'level.reservoir.1', every: 600 }),
      }).then((a) => (a.body.data as { measure_position_id: string }).measure_position_id)
    const headers = { token: machine, hydro: 'H1' }
    const has = async (id: string) =>
      ((await send(basic.listPositions, { headers })).body.data as { measure_position_id: string }[]).some(
        (p) => p.measure_position_id === id,
      )
    const one = await add()
    server.clock.advance(1000)
    expect(await has(one)).toBe(true)
    expect((await send(basic.removePosition, { headers, query: `?measure_position_id=${one}` })).status).toBe(
      200,
    )
    expect(await has(one)).toBe(false)
    const [a, b] = [await add(), await add()]
    server.clock.advance(1000)
    const query = `?measure_position_ids=${a},${b}&reason=both`
    expect((await send(basic.removePositions, { headers, query })).status).toBe(200)
    expect([await has(a), await has(b)]).toEqual([false, false])
    const none = await send(basic.removePosition, { headers })
    expect([none.status, none.body.errors![0].path]).toEqual([400, 'measure_position_id'])
  })
})

describe('the reservoir of a machine’s call', () => {
  const nameOf = async (headers: object, body?: object) => {
    const a = await send(basic.getHydroInformation, {
      headers: { token: machine, ...(body ? JSON_TYPE : {}), ...headers },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    })
    return a.status === 200
      ? (a.body.data as { hydro_name: string }).hydro_name
      : `${a.status} ${a.body.code}`
  }

  test('is that of the header, else of the body; both must agree', async () => {
    expect(await nameOf({ hydro: 'H2' })).toBe('Lake H2')
    expect(await nameOf({}, { hydro_code: 'H2' })).toBe('Lake H2')
    expect(await nameOf({ hydro: 'H2' }, { hydro_code: 'H2' })).toBe('Lake H2')
    expect(await nameOf({ hydro: 'H1' }, { hydro_code: 'H2' })).toBe('400 hydro_differs')
    expect(await nameOf({}, {})).toBe('400 hydro_required')
    expect(await nameOf({}, { hydro_code: 'H9' })).toBe('403 reservoir_forbidden')
    expect(
      (await send(basic.listPositions, { headers: { token: machine }, query: '?hydro_code=H1' })).status,
    ).toBe(200)
  })

  test('rights of an account are those at the reservoir that the body names', async () => {
    const { db } = server.app.services
    await db.query(
      `INSERT INTO account (account_id, account_code, username, password_hash, created_at, updated_at)
       SELECT 'ac_two', 'two', 'two', password_hash, 0, 0 FROM account WHERE username = 'admin'`,
    )
    for (const [hydro, role] of [
      ['H1', 'viewer'],
      ['H2', 'admin'],
    ] as const)
      // prettier-ignore
      await db.query(`INSERT INTO account_role SELECT 'ac_two', $1, role_id FROM role WHERE role_name = $2`, [hydro, role])
    const token = await server.signIn('two')
    const change = (hydro_code: string) =>
      send(basic.calculationParameter, {
        headers: { token, ...JSON_TYPE },
        payload: JSON.stringify({ hydro_code, moving_points: 6 }),
      })
    const refused = await change('H1')
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await change('H2')).status).toBe(200)
  })

  test('readings by the token of the settings name theirs where there are several', async () => {
    const headers = { authorization: `Bearer ${SETTINGS_TOKEN}`, ...JSON_TYPE }
    const unnamed = await send(postReadings, { headers, payload: level(T + 10) })
    expect([unnamed.status, unnamed.body.code]).toEqual([400, 'hydro_required'])
    const named = JSON.stringify({ hydro_code: 'H2', ...JSON.parse(level(T + 10, 388)) })
    expect((await send(postReadings, { headers, payload: named })).body.data).toMatchObject({ accepted: 1 })
    const csv = { authorization: headers.authorization, 'content-type': 'text/csv' }
    const payload = `series,t,v\nlevel.reservoir.1,${T + 20},389\n`
    expect((await send(postReadings, { headers: csv, payload })).body.code).toBe('hydro_required')
    expect((await send(postReadings, { headers: { ...csv, hydro: 'H2' }, payload })).status).toBe(200)
    const query = `?series=level.reservoir.1&from=${T}&to=${T + 1000}&hydro_code=`
    const read = (hydro: string) =>
      send(getReadings, { headers: { authorization: headers.authorization }, query: query + hydro })
    expect((await read('H2')).body.data).toEqual({ readings: [[T + 10, 388, 0], [T + 20, 389, 0]], next: null }) // prettier-ignore
    expect(JSON.stringify((await read('H1')).body.data)).not.toContain('388')
    expect((await read('H9')).body.code).toBe('reservoir_forbidden')
  })
})

describe('headers that name an object', () => {
  test.each([
    [getStationZq, 'station'],
    [getOutletXa, 'outlet'],
  ] as const)('$path of something unknown is 404', async (endpoint, header) => {
    const authorization = `Bearer ${await server.signIn('admin')}`
    const all = await send(endpoint, { headers: { authorization, hydro: 'H1' } })
    expect(all.status).toBe(200)
    const unknown = await send(endpoint, { headers: { authorization, hydro: 'H1', [header]: 'nobody' } })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  })

  test('nothing is uploaded for it either', async () => {
    const { status, body } = await send(uploadStationZq, {
      headers: {
        authorization: `Bearer ${await server.signIn('admin')}`,
        hydro: 'H1',
        station: 'nobody',
        'content-type': 'text/csv',
      },
      payload: 'z,q\n1,0\n2,5\n',
      query: '?name=a.csv',
    })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})

describe('errors', () => {
  const admin = async (endpoint: Endpoint, body: unknown, language = 'en') =>
    send(endpoint, {
      headers: {
        authorization: `Bearer ${await server.signIn('admin')}`,
        hydro: 'H1',
        'accept-language': language,
        ...JSON_TYPE,
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const errorsOf = (a: { body: { errors?: { path: string; code: string }[] } }) =>
    (a.body.errors ?? []).map((e) => `${e.path} ${e.code}`)

  test('name the field as it was sent', async () => {
    const rating = { station: 'nobody', name: 'R', from: null, rows: [{ z: 1, q: 0 }, { z: 2, q: 5 }] } // prettier-ignore
    expect(errorsOf(await admin(saveStationZq, rating))).toEqual(['station table_object_unknown'])
    const station = seed.stations[0].id
    const falls = { ...rating, station, rows: [{ z: 1, q: 9 }, { z: 2, q: 5 }] } // prettier-ignore
    expect(errorsOf(await admin(saveStationZq, falls))[0]).toMatch(/^rows\.1\.q /)
    const backwards = { ...rating, station, from: '2026-03-01', to: '2026-02-01' }
    expect(errorsOf(await admin(saveStationZq, backwards))).toEqual(['to from_after_to'])
    const unknown = await admin(calculators.calculateVolume, { Z1: 1, Z2: 2, Z3: 3, Z4: 4 })
    expect(errorsOf(await admin(basic.removePosition, { measure_position_id: 7 }))[0]).toMatch(
      /^measure_position_id /,
    )
    expect(unknown.status).toBe(422)
    const table = {
      hydro_code: 'H1',
      interpolate_group_code: 'ZV',
      rows: [[400, 1], [401, 2]], // prettier-ignore
      effective_start: '2026-03-01',
      effective_end: '2026-02-01',
    }
    expect(errorsOf(await admin(basic.tableInterpolateData, table))).toEqual(['effective_end from_after_to'])
    expect(errorsOf(await admin(basic.tableInterpolateData, { ...table, colour: 'red', size: 1 }))).toEqual([
      'colour unknown_field',
      'size unknown_field',
    ])
    expect(
      errorsOf(await admin(basic.tableInterpolateData, { ...table, effective_start: '2026-02-30 00:00' })),
    ).toEqual(['effective_start invalid_time'])
  })

  test('are in the language of the reader, even if others caused them', async () => {
    const vi = await admin(basic.tableInterpolateData, '{"a": x}', 'vi')
    expect(vi.body.message).toBe('Nội dung không phải JSON hợp lệ: lỗi ở dòng 1, cột 7')
    const type = await admin(calculators.calculateVolume, { Z1: 'cao', Z2: 1 }, 'vi')
    expect(type.body.errors![0].message).toBe('Sai kiểu dữ liệu (cần số)')
    const time = await admin(
      basic.calculationParameter,
      { moving_points: 6, effective_from: '2026-02-30' },
      'vi',
    )
    expect(time.body.errors![0]).toEqual({
      path: 'effective_from',
      code: 'invalid_time',
      message: 'Thời gian không hợp lệ: 2026-02-30',
    })
    const readings = await send(postReadings, {
      headers: {
        authorization: `Bearer ${await server.ingestToken('H1')}`,
        'accept-language': 'vi',
        ...JSON_TYPE,
      },
      payload: '{"readings":{}}',
    })
    expect(readings.body.errors![0]).toMatchObject({ path: 'readings', message: 'Phải là danh sách' })
  })

  test('tables of numbers need their rows; hydro_code alone reads', async () => {
    const read = await admin(basic.tableInterpolateData, { hydro_code: 'H1' })
    expect([read.status, (read.body.data as unknown[]).length > 0]).toEqual([200, true])
    for (const body of [
      { interpolate_group_code: 'ZV' },
      { interpolate_group_code: 'ZV', name: 'New', loop_by_year: false },
    ])
      expect(errorsOf(await admin(basic.tableInterpolateData, body))).toEqual(['rows required'])
  })
})

describe('editions', () => {
  const CALLS: [Endpoint, object | undefined][] = [
    [calculators.calculateVolume, { Z1: 410, Z2: 411 }],
    [calculators.calculateTime, { Z1: 410, Z2: 411, QIN: 30, QPLANT: 10 }],
    [calculators.calculateCFactor, { R: 1, C: 0.5, CA: 1 }],
    [calculators.calculateShortTerm, { QIN: 1, TANA: 1, T: 1 }],
    [calculators.calculateDischarge, { QIN: 1, QPLANT: 1, TANA: 1, T: 1 }],
    [calculators.getCalculatorInputs, undefined],
  ]
  const statuses = async () => {
    const headers = { authorization: `Bearer ${await server.signIn('admin')}`, hydro: 'H1' }
    const answers = await Promise.all(
      CALLS.map(([e, body]) =>
        send(
          e,
          body ? { headers: { ...headers, ...JSON_TYPE }, payload: JSON.stringify(body) } : { headers },
        ),
      ),
    )
    return answers.map((a) => (a.status === 200 ? '200' : `${a.status} ${a.body.code}`))
  }

  test('LITE refuses what it lacks, unless an installation shows everything', async () => {
    const { config } = server.app.services
    const before = { edition: config.edition, uiAllPages: config.uiAllPages }
    try {
      expect(new Set(await statuses())).toEqual(new Set(['200']))
      config.edition = 'LITE'
      expect(new Set(await statuses())).toEqual(new Set(['403 not_in_edition']))
      const others = await server.call(getHydros, {}, { account: 'admin', hydro: 'H1' })
      expect(others.status).toBe(200)
      config.uiAllPages = 'always'
      expect(new Set(await statuses())).toEqual(new Set(['200']))
    } finally {
      Object.assign(config, before)
    }
  })
})

test('calculators return at most six decimals', async () => {
  const call = async (e: Endpoint, body: object) =>
    (
      await server.call(
        e as typeof calculators.calculateTime,
        { body: body as never },
        { account: 'admin', hydro: 'H1' },
      )
    ).body.data as unknown
  const { dead } = seed.plant.levels
  const numbers = [
    await call(calculators.calculateTime, { Z1: dead, Z2: dead + 1 / 3, QIN: 70.1, QPLANT: 10.7 }),
    await call(calculators.calculateCFactor, { R: 100 / 3, C: 0.7, CA: 123.4 }),
    await call(calculators.calculateShortTerm, { QIN: 1 / 3, TANA: 0.1, T: 0.7 }),
    await call(calculators.calculateDischarge, { QIN: 10 / 3, QPLANT: 0.1, TANA: 0.1, T: 0.7 }),
    ...Object.values((await call(calculators.calculateVolume, { Z1: dead, Z2: dead + 1 / 3 })) as object),
  ]
  for (const n of numbers) expect(String(n)).toMatch(/^-?\d+(\.\d{1,6})?$/)
})

describe('named calls', () => {
  const file = new URL('../../../shared/spec/calls.tsv', import.meta.url)
  const BASE: Record<string, string> = { main: '/api/renew', basic: '/api' }
  const paths = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split('\t'))
        .map(([base, method, path]) => `${method} ${BASE[base]}${path.split('?')[0]}`)
    : []
  /** Accounts and tokens belong to no plant: their instants are ISO 8601. */
  const isOfPlant = (path: string) => !/\/(account|auth|role)\b|\/login$/.test(path)

  /** Fields of an answer that are instants as text, with their patterns. */
  function* instants(schema: JsonSchema, at = ''): Generator<[string, string | undefined]> {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      // Days of the year, MM-DD.
      if (/^(season_limits|minimum_flows)$/.test(name)) continue
      // Days, yyyy-MM-dd.
      if (name === 'day_string') continue
      const text = [field, ...(field.anyOf ?? [])].find((s) => [s.type].flat().includes('string'))
      if (text && /(_string|_at|_time|^from|^to|_start|_end)$/.test(name))
        yield [`${at}.${name}`, text.pattern]
      yield* instants(field, `${at}.${name}`)
    }
    for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner) yield* instants(inner, at)
  }

  test.skipIf(paths.length === 0)('write instants of a plant in one form: yyyy-MM-dd HH:mm:ss', () => {
    const { pattern } = z.toJSONSchema(localString) as JsonSchema
    const found = [...operations.values()]
      .filter((e) => paths.includes(`${e.method} ${fullPath(e)}`) && isOfPlant(e.path))
      .flatMap((e) => {
        const schema = z.toJSONSchema(e.data, { unrepresentable: 'any' }) as JsonSchema
        const whole = { ...schema, ...(schema.$ref ? Object.values(schema.$defs!)[0] : {}) }
        return [...instants(whole)].map(([at, own]) => ({ at: `${fullPath(e)} ${at}`, own }))
      })
    expect(found.length).toBeGreaterThan(60)
    expect(found.filter((f) => f.own !== pattern)).toEqual([])
  })

  test('tables name their group by id, code and name, and their period in local times', async () => {
    const as = (language: 'vi' | 'en') => ({ account: 'admin', hydro: 'H1', language })
    const basicTables = await server.call(basic.getTableInterpolate, {}, as('vi'))
    const zv = basicTables.body.data!.find((t) => t.interpolate_group_code === 'ZV')
    expect(zv).toMatchObject({
      interpolate_group_id: 5,
      interpolate_group_name: 'Quan hệ mực nước – dung tích hồ',
    })
    const rows = [{ z: 1, q: 0 }, { z: 2, q: 5 }] // prettier-ignore
    const body = { station: seed.stations[0].id, name: 'R', from: '2026-03-01', rows }
    const saved = await server.call(saveStationZq, { body }, as('en'))
    expect(saved.body.data).toMatchObject({
      interpolate_group_id: 11,
      interpolate_group_code: 'ZQ',
      interpolate_group_name: 'Level – discharge rating of a station',
      effective_start: '2026-03-01 00:00:00',
      effective_end: null,
    })
    const groups = await server.call(getTableGroups, {}, as('vi'))
    expect(groups.body.data!.map((g) => [g.interpolate_group_id, g.interpolate_group_code])).toEqual(
      ALL_GROUPS.map((group, i) => [i + 1, group]),
    )
  })
})

interface JsonSchema {
  type?: string | string[]
  pattern?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  $ref?: string
  $defs?: Record<string, JsonSchema>
}
