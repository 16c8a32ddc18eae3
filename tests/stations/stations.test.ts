import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MISSING } from '#core/quality/index.ts'
import * as contract from '#contract/stations.ts'
import { ITEMS } from '#contract/items.ts'
import { HYDRO, HOUR, MINUTE, entries, fixture, local, type Fixture } from './fixture.ts'

let h: Fixture
let now: number

beforeAll(async () => {
  h = await fixture()
  now = h.server.clock.now()
})
afterAll(() => h.server.close())

const NEW = {
  station_code: 'MUA_MOI',
  name: 'Trạm mưa mới',
  station_type_id: 1 as const,
  province: 'Quảng Ngãi',
  address: 'xã Sơn Tây Hạ',
  latitude: 14.8,
  longitude: 108.4,
  basin: 'BAVAN',
  thiessen_coefficient: 0.1,
  series: 'rain.new',
  sensor_port: 'MUA-MOI/DI1',
  every: 300,
}
const add = (fields: object, language: 'vi' | 'en' = 'en') =>
  h.server.call(contract.addStation, { body: { ...NEW, ...fields } as never }, { account: 'admin', language })

describe('the list', () => {
  test('a station without readings is -1 with quality MISSING', async () => {
    expect(await h.station('MUA_DAUMOI')).toMatchObject({
      hydro_code: HYDRO,
      station_code: 'MUA_DAUMOI',
      station_type_id: 1,
      sensor_port: 'MUA-DAUMOI/DI1',
      thiessen_coefficient: 0.129,
      last_data: -1,
      prev_data: -1,
      date_string: null,
      quality: { last_data: MISSING, prev_data: MISSING },
      state: 'none',
      unit: 'mm',
    })
  })

  test('the last two readings are effective, a true -1 keeps its quality, late ones are marked', async () => {
    await h.send('battery.song', [
      [now - 30 * MINUTE, 12.5],
      [now - 15 * MINUTE, 12.6],
    ])
    expect(await h.station('AQ_SONG')).toMatchObject({
      last_data: 12.6,
      prev_data: 12.5,
      state: 'good',
      alarm: 0,
    })
    await h.send('level.bavan', [
      [now - 11 * MINUTE, -1],
      [now - 2 * HOUR, 440.2],
    ])
    const river = await h.station('TV_BAVAN_H')
    expect(river).toMatchObject({ last_data: -1, prev_data: 440.2, state: 'late', quality: { last_data: 0 } })
    expect(river.date_string).toBe(local(now - 11 * MINUTE))
  })

  test('a level at an alarm level has reached it', async () => {
    const { alarms } = await h.station('TV_BAVAN_H')
    await h.send('level.bavan', [[now - MINUTE, alarms![1]!]])
    expect(await h.station('TV_BAVAN_H')).toMatchObject({ alarm: 2, state: 'good' })
    await h.send('level.bavan', [[now, alarms![1]! - 0.01]])
    expect((await h.station('TV_BAVAN_H')).alarm).toBe(1)
  })

  test('a level at a position is calibrated as the position is', async () => {
    await h.send('level.reservoir.1', [[now, 410]])
    const [position] = (await h.server.call(ITEMS.position.list)).body.data!.filter(
      (p) => p.id === 'reservoir.1',
    )
    await h.server.call(ITEMS.position.change, {
      params: { id: 'reservoir.1' },
      body: { version: position.version, body: { ...position.body, offset: 0.25 } as never },
    })
    expect((await h.station('MN_HO')).last_data).toBe(410.25)
  })
})

describe('a new station', () => {
  test('is in the list, which reports that the coefficients do not sum up', async () => {
    const made = await add({})
    expect(made.status).toBe(201)
    expect(made.body.data!.thiessen).toEqual({ sum: 1.1, sums_up: false })
    const station = await h.station(made.body.data!.id)
    expect(station).toMatchObject({ ...NEW, version: made.body.data!.version, from: null, alarms: null })

    const less = await h.server.call(contract.updateStation, {
      body: {
        station_id: station.station_id,
        version: station.version,
        thiessen_coefficient: 0.01,
        reason: 'sum',
      },
    })
    expect(less.body.data!.thiessen).toEqual({ sum: 1.01, sums_up: true })
    const stale = await h.server.call(contract.updateStation, {
      body: { station_id: station.station_id, version: station.version, name: 'late' },
    })
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
    expect((await h.station(station.station_id)).name).toBe(NEW.name)
  })

  test('from a day on applies from then on, recorded with author, change and reason', async () => {
    const made = (
      await add({
        station_code: 'MN_MOI',
        station_type_id: 2,
        series: 'level.new',
        thiessen_coefficient: null,
        alarms: [1, null, 3],
      })
    ).body.data!
    const from = local(now - HOUR)
    const changed = await h.server.call(contract.updateStation, {
      body: { station_id: made.id, version: made.version, name: 'Trạm mới', from, reason: 'renamed' },
    })
    expect(changed.status).toBe(200)
    const versions = (await h.server.call(ITEMS.station.history, { params: { id: made.id } })).body.data!
    const held = versions.filter((v) => v.superseded_at === null)
    expect(held.map((v) => [v.from, v.to, v.body.name])).toEqual([
      [now - HOUR, null, 'Trạm mới'],
      [null, now - HOUR, NEW.name],
    ])
    const [act] = await h.server.app.services.db.query(
      `SELECT act, actor_name, reason FROM audit WHERE item = $1 ORDER BY at DESC, audit_id DESC LIMIT 1`,
      [made.id],
    )
    expect(act).toEqual({ act: 'update', actor_name: 'admin', reason: 'renamed' })
  })

  test('one of several that take one code at the same time gets it', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => add({ station_code: 'TAKEN_ONCE' })))
    expect(all.map((a) => a.status).sort()).toEqual([201, 400, 400, 400])
  })

  test.each([
    ['latitude', { latitude: 91 }, 'too_high'],
    ['longitude', { longitude: -181 }, 'too_low'],
    ['thiessen_coefficient', { thiessen_coefficient: 1.2 }, 'too_high'],
    ['station_code', { station_code: 'MUA_BAVAN' }, 'code_taken'],
    ['series', { series: 'rain.nowhere' }, 'unknown_series'],
    ['radar_series', { radar_series: 'radar.nowhere' }, 'unknown_series'],
    ['province', { province: 'Atlantis' }, 'unknown_province'],
    ['station_type_id', { station_type_id: 9 }, null],
    ['alarms', { station_type_id: 2, series: 'level.new', alarms: [3, 2, 4] }, null],
    ['name', { name: ' ' }, null],
    ['every', { every: 0 }, null],
  ])('with a wrong %s is refused in both languages, and nothing is stored', async (field, wrong, code) => {
    const count = async () => (await h.server.call(contract.listStations)).body.data!.length
    const before = await count()
    const messages = []
    for (const language of ['vi', 'en'] as const) {
      const a = await add({ station_code: 'WRONG', ...wrong }, language)
      expect(a.status).toBe(400)
      const error = a.body.errors!.find((e) => e.path.split('.')[0] === field)!
      expect(error, JSON.stringify(a.body)).toBeDefined()
      if (code) expect(error.code).toBe(code)
      messages.push(error.message)
    }
    expect(messages[0]).not.toBe(messages[1])
    expect(await count()).toBe(before)
  })

  test('only rain has a coefficient, only levels have alarms', async () => {
    const made = (
      await add({ station_code: 'AQ_MOI', station_type_id: 8, series: 'volts.new', alarms: [1, 2, 3] })
    ).body.data!
    expect(await h.station(made.id)).toMatchObject({ thiessen_coefficient: null, alarms: null })
  })
})

test('sources know their unit, step and last readings; unlinked ones come first', async () => {
  const { data } = (await h.server.call(contract.getSources, { body: { station_type_id: 8 } })).body
  expect(new Set(data!.map((x) => x.unit))).toEqual(new Set(['V']))
  const linked = data!.map((x) => x.stations.length > 0)
  expect(linked).toEqual([...linked].sort((a, b) => Number(a) - Number(b)))
  const [one] = (await h.server.call(contract.getSources, { body: { source: 'battery.song' } })).body.data!
  expect(one).toMatchObject({ series: 'battery.song', step_s: 900, last_data: 12.6, prev_data: 12.5 })
  expect(one.stations).toEqual([{ station_id: 'AQ_SONG', name: 'Ắc quy trạm thủy văn Ba Vân' }])
  const none = await h.server.call(contract.getSources, { body: { source: 'no.such' } })
  expect([none.status, none.body.errors![0].path]).toEqual([400, 'source'])
})

test('ports: those of installed sensors are taken, and the next free one is offered', async () => {
  const ports = (await h.server.call(contract.getAvailableSensorPort, { body: {} })).body.data!
  const of = (port: string) => ports.find((p) => p.sensor_port === port)
  expect(of('DAP/AI1')).toMatchObject({ available: false, is_new: false, sensor_id: 'CB_08' })
  expect(of('DAP/AI6')).toMatchObject({ available: true, is_new: true, sensor_id: null })
  // A battery is not in the list of sensors: its port is known but has no sensor.
  expect(of('SONG/BAT')).toMatchObject({ available: true, is_new: false })
})

test('provinces: 34 present ones and 63 former ones, found without diacritics', async () => {
  const all = (await h.server.call(contract.listProvinces, {}, { account: 'viewer' })).body.data!
  expect(all.filter((p) => p.valid)).toHaveLength(34)
  expect(all.filter((p) => !p.valid)).toHaveLength(63)
  const found = (await h.server.call(contract.listProvinces, { query: { search: 'dak' } })).body.data!
  expect(found.map((p) => [p.name, p.valid])).toEqual([
    ['Đắk Lắk', true],
    ['Đắk Lắk', false],
    ['Đắk Nông', false],
  ])
})

test('data of a station over a span, by id and by code; a wrong span names its end', async () => {
  const span = { from: local(now - HOUR), to: local(now) }
  const a = await h.server.call(contract.getStationData, { body: { station: 'AQ_SONG', ...span } })
  expect(a.body.data).toMatchObject({
    station_id: 'AQ_SONG',
    seams: [],
    column: { unit: 'V', kind: 'instant' },
  })
  expect(entries(a.body.data!.column)).toEqual([
    [now - 30 * MINUTE, 12.5],
    [now - 15 * MINUTE, 12.6],
  ])
  const wrong = await h.server.call(contract.getStationData, {
    body: { station: 'AQ_SONG', from: span.to, to: span.from },
  })
  expect([wrong.status, wrong.body.errors![0].path]).toEqual([400, 'from'])
  const none = await h.server.call(contract.getStationData, { body: { station: 'nobody', ...span } })
  expect(none.status).toBe(404)
})

test('a viewer changes nothing', async () => {
  const { station_id, version } = await h.station('MUA_BAVAN')
  for (const [endpoint, body] of [
    [contract.addStation, NEW],
    [contract.updateStation, { station_id, version, name: 'x' }],
    [
      contract.replaceStation,
      { station_id, version, old_port: '', from: local(now), new_station: {}, reason: 'x' },
    ],
  ] as const)
    expect((await h.server.call(endpoint, { body: body as never }, { account: 'viewer' })).status).toBe(403)
})
