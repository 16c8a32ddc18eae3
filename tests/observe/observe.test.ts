import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MISSING, PARTIAL, grade } from '#core/quality/index.ts'
import * as contract from '#contract/observe.ts'
import { updateStationData } from '#contract/edits.ts'
import { addStation, replaceStation } from '#contract/stations.ts'
import { stationCode } from '#core/calculation/index.ts'
import { HOUR, HYDRO, MINUTE, entries, fixture, local, seed, type Fixture } from '../stations/fixture.ts'

let h: Fixture
let now: number
/** 12:00 of the plant. */
let midnight: number

beforeAll(async () => {
  h = await fixture()
  now = h.server.clock.now()
  midnight = now - 12 * HOUR
})
afterAll(() => h.server.close())

const byType = (body: object, account = 'admin', language: 'vi' | 'en' = 'en') =>
  h.server.call(contract.getStationDataByType, { body: body as never }, { account, language })
const ofStation = (
  a: { body: { data: { stations: contract.ObservedData[] } | null } },
  id: string,
): contract.ObservedData => a.body.data!.stations.find((s) => s.station_id === id)!
const RAIN = seed.stations.filter((s) => s.body.type === 1)[1].body.series
/** A new station of a type, with its series. */
async function added(type: 4 | 5, series: string, list: [string, string][]): Promise<string> {
  for (const [code, unit] of list)
    await h.server.app.readings.registry.put(
      HYDRO,
      { code, name: code, unit, kind: 'instant', step_s: 600 },
      { actor: 'test', address: null },
    )
  const made = await h.server.call(addStation, {
    body: {
      station_code: series.toUpperCase(),
      name: series,
      station_type_id: type,
      province: 'Quảng Ngãi',
      latitude: 14.8,
      longitude: 108.4,
      series,
      every: 600,
    },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data!.id
}
const stationOfType = (type: number) => seed.stations.find((s) => s.body.type === type)!

describe('a day of a type of stations', () => {
  test('0 and 1 are rain; each type returns its own stations, all of them', async () => {
    for (const type of contract.DATA_TYPES) {
      const a = await byType({ type })
      expect(a.status, String(type)).toBe(200)
      expect(a.body.data!.type).toBe(type)
      const own = seed.stations.filter((s) => s.body.type === (type === 0 ? 1 : type)).map((s) => s.id)
      expect(a.body.data!.stations.map((s) => s.station_id).sort()).toEqual(own.sort())
    }
  })

  test.each([9, -1, 99])('type %i is 400 measuringStationNotInSettings, in both languages', async (type) => {
    const en = await byType({ type })
    expect([en.status, en.body.code]).toEqual([400, 'measuringStationNotInSettings'])
    expect(en.body.message).toBe(`The settings have no measuring station at all of type ${type}`)
    expect(en.body.errors![0]).toMatchObject({ path: 'type', code: 'measuringStationNotInSettings' })
    expect(en.body.errors![0].message).toContain('4 discharge from water level')
    const vi = await byType({ type }, 'admin', 'vi')
    expect(vi.body.message).toBe(`Trong cấu hình không có trạm quan trắc nào loại ${type}`)
    expect(vi.body.errors![0].message).toContain('8 điện áp ắc quy')
  })

  test('a type that is not a whole number, and unknown fields, are refused by name', async () => {
    expect((await byType({ type: 1.5 })).body.errors![0].path).toBe('type')
    expect((await byType({})).body.errors![0].path).toBe('type')
    expect((await byType({ type: 1, from: '2026-10-20' })).status).toBe(400)
  })

  test('without times it is today from midnight to now plus one second', async () => {
    await h.send(RAIN, [
      [midnight - 5 * MINUTE, 9],
      [midnight, 0.2],
      [now - 5 * MINUTE, 1.4],
      [now, 0.6],
    ])
    const a = await byType({ type: 1 })
    expect(a.body.data).toMatchObject({ start_time: local(midnight), end_time: local(now + 1000) })
    const { data, unit, kind } = ofStation(a, stationWith(RAIN))
    expect([unit, kind]).toEqual(['mm', 'total'])
    // A reading stamped at midnight belongs to the day that ended.
    expect(data.map((r) => [r.date_string, r.value])).toEqual([
      [local(now - 5 * MINUTE), 1.4],
      [local(now), 0.6],
    ])
    // What it does not measure is -1, with quality MISSING.
    expect(data[0]).toMatchObject({
      velocity: -1,
      water_depth: -1,
      quality: { value: 0, velocity: MISSING, water_depth: MISSING },
    })
  })

  test('a reading without a value is -1 MISSING, a true -1 keeps its quality', async () => {
    const level = stationOfType(2)
    await h.send(level.body.series, [
      [now - 20 * MINUTE, null],
      [now - 10 * MINUTE, -1],
    ])
    const { data } = ofStation(await byType({ type: 2 }), level.id)
    expect(data.map((r) => [r.value, grade(r.quality.value)])).toEqual([
      [-1, MISSING],
      [-1, 0],
    ])
    const columns = ofStation(await byType({ type: 2, layout: 'columns' }), level.id)
    expect(columns.data).toEqual([])
    expect(columns.columns!.value.v).toEqual([null, -1])
    expect(columns.columns!.velocity).toBeNull()
  })

  test('the end of a span is exclusive, and days put together contain everything once', async () => {
    const battery = stationOfType(8)
    const days = [midnight - 24 * HOUR, midnight]
    await h.send(
      battery.body.series,
      Array.from({ length: 60 }, (_, i): [number, number] => [
        midnight + (i - 48) * 30 * MINUTE,
        12 + i / 100,
      ]),
    )
    const all = []
    for (const [i, start] of days.entries()) {
      const end = i === 0 ? days[1] : now + 1000
      const a = await byType({ type: 8, start_time: local(start), end_time: local(end) })
      all.push(...ofStation(a, battery.id).data.map((r) => r.date_string))
    }
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(60)
    expect(all[0]).toBe(local(midnight - 24 * HOUR))
  })

  test('more than a day, an end before the start, an unreadable time: refused at the field', async () => {
    const span = (start: string, end: string) => byType({ type: 1, start_time: start, end_time: end })
    const long = await span('2026-10-18', '2026-10-20')
    expect([long.status, long.body.errors![0].path, long.body.errors![0].code]).toEqual([
      400,
      'end_time',
      'observe_one_day',
    ])
    const vi = await byType({ type: 1, start_time: '2026-10-18', end_time: '2026-10-20' }, 'admin', 'vi')
    expect(vi.body.errors![0].message).toContain('từng ngày')
    expect((await span('2026-10-20', '2026-10-20')).body.errors![0].path).toBe('start_time')
    expect((await span('2026-02-30', '2026-03-01')).body.errors![0].path).toBe('start_time')
    expect((await span('yesterday', '2026-03-01')).body.errors![0].path).toBe('start_time')
    expect((await span('2026-10-19', '2026-10-20 00:00:01')).status).toBe(200)
  })

  test('an opening begins with the state at the start, with its own time', async () => {
    const gate = stationOfType(6)
    await h.send(gate.body.series, [
      [midnight - 30 * HOUR, 1.5],
      [midnight + 2 * HOUR, 2],
    ])
    const { data, kind } = ofStation(await byType({ type: 6 }), gate.id)
    expect(kind).toBe('step')
    expect(data.map((r) => [r.date_string, r.value])).toEqual([
      [local(midnight - 30 * HOUR), 1.5],
      [local(midnight + 2 * HOUR), 2],
    ])
  })

  test('further readings of a Sommer radar are returned with its discharge', async () => {
    const id = await added(5, 'sommer', [
      ['sommer', 'm3/s'],
      ['sommer.velocity', 'm/s'],
      ['sommer.water_depth', 'm'],
    ])
    await h.send('sommer', [[now - 10 * MINUTE, 41.25]])
    await h.send('sommer.velocity', [
      [now - 10 * MINUTE, -0.3],
      [now, 1.2],
    ])
    await h.send('sommer.water_depth', [[now - 10 * MINUTE, 2.4]])
    const { data } = ofStation(await byType({ type: 5 }), id)
    expect(data.map((r) => [r.value, r.velocity, r.water_depth])).toEqual([
      [41.25, -0.3, 2.4],
      [-1, 1.2, -1],
    ])
    expect(data[1].quality).toEqual({ value: MISSING, velocity: 0, water_depth: MISSING })
  })

  test('a rated station has its discharge, with the level it is computed from', async () => {
    const id = await added(4, 'rated', [['rated', 'm']])
    await h.send('rated', [[now - 10 * MINUTE, 101.5]])
    await h.server.app.history.write(
      { hydroCode: HYDRO, series: [stationCode(id)], t: [now - 10 * MINUTE], v: [88.125], q: [0] },
      { source: 'computed' },
    )
    const { data, unit } = ofStation(await byType({ type: 4 }), id)
    expect(unit).toBe('m3/s')
    expect(data.map((r) => [r.value, r.velocity, r.water_depth])).toEqual([[88.125, -1, 101.5]])
  })
})

describe('one station, or all, over time', () => {
  test('thinned it keeps its extremes; by id or by code', async () => {
    const battery = stationOfType(8)
    const body = { from: local(midnight - 24 * HOUR), to: local(now), px: 50 }
    const byId = await h.server.call(contract.getStationsFromTo, { body: { ...body, station: battery.id } })
    expect(byId.body.data!.stations.map((s) => s.station_id)).toEqual([battery.id])
    const values = ofStation(byId, battery.id).data.map((r) => r.value)
    expect([Math.min(...values), Math.max(...values)]).toEqual([12, 12.59])
    const byCode = await h.server.call(contract.getStationsFromTo, {
      body: { ...body, station: battery.body.code, layout: 'columns' },
    })
    const { columns } = byCode.body.data!.stations[0]
    expect(entries(columns!.value).length).toBe(60)
    const every = await h.server.call(contract.getStationsFromTo, { body })
    expect(every.body.data!.stations).toHaveLength(seed.stations.length + 2)
  })

  test('an unknown station is 404; all stations accept 31 days, one accepts ten years', async () => {
    const call = (body: object) =>
      h.server
        .call(contract.getStationsFromTo, { body: body as never })
        .then((a) => [a.status, a.body.errors?.[0]])
    expect((await call({ station: 'NOPE', from: '2026-10-19', to: '2026-10-20' }))[0]).toBe(404)
    expect(await call({ from: '2026-08-01', to: '2026-10-20' })).toMatchObject([
      400,
      { path: 'to', code: 'observe_too_long' },
    ])
    const { id } = stationOfType(2)
    expect((await call({ station: id, from: '2017-01-01', to: '2026-10-20' }))[0]).toBe(200)
    expect((await call({ station: id, from: '1990-01-01', to: '2026-10-20' }))[0]).toBe(400)
    expect(await call({ from: '2026-10-20', to: '2026-10-19' })).toMatchObject([400, { path: 'from' }])
  })
})

describe('status', () => {
  test('equals the station list, with permission for the map', async () => {
    const a = await h.server.call(contract.getStationStatus, {}, { account: 'viewer' })
    expect(a.status).toBe(200)
    expect(a.body.data!).toHaveLength(seed.stations.length + 2)
    const id = stationWith(RAIN)
    const gauge = a.body.data!.find((s) => s.station_id === id)!
    expect(gauge).toMatchObject({ last_data: 0.6, prev_data: 1.4, date_string: local(now), state: 'good' })
    expect(gauge).not.toHaveProperty('sensor_port')
    const silent = a.body.data!.find((s) => s.state === 'none')!
    expect(silent).toMatchObject({ last_data: -1, quality: { last_data: MISSING, prev_data: MISSING } })
  })

  test('of a span: state at its end, and sums over it', async () => {
    const id = stationWith(RAIN)
    await h.send(
      RAIN,
      Array.from({ length: 12 }, (_, i): [number, number] => [
        midnight + 3 * HOUR + (i + 1) * 5 * MINUTE,
        0.5,
      ]),
    )
    const at = async (from: number, to: number) => {
      const a = await h.server.call(contract.getStationStatusOf, {
        body: { from: local(from), to: local(to) },
      })
      expect(a.status).toBe(200)
      return a.body.data!.find((s) => s.station_id === id)!
    }
    // Stamped at their end: the hour from 3 to 4 has twelve tips, the last one at four.
    const hour = await at(midnight + 3 * HOUR, midnight + 4 * HOUR)
    expect(hour.period).toMatchObject({ count: 12, share: 0, total: 6, quality: 0 })
    expect(hour).toMatchObject({
      last_data: 0.5,
      date_string: local(midnight + 4 * HOUR - 5 * MINUTE),
      state: 'good',
    })
    const before = await at(midnight + HOUR, midnight + 2 * HOUR)
    expect(before.period).toMatchObject({ count: 0, share: 1, total: null, min: null, quality: MISSING })
    expect(before).toMatchObject({ last_data: 0.2, state: 'late' })
    // More than a tenth is missing.
    const longer = await at(midnight + 3 * HOUR, midnight + 4 * HOUR + 15 * MINUTE)
    expect(longer.period).toMatchObject({ total: 6, quality: PARTIAL, count: 12 })
  })

  test('rain of a month is the same sum: by one call, by calls of each day, by each call that returns readings', async () => {
    const { id, body } = seed.stations.filter((s) => s.body.type === 1)[2]
    const days = Array.from({ length: 32 }, (_, i) => midnight - (31 - i) * 24 * HOUR)
    const readings: [number, number][] = []
    const step = body.every * 1000
    for (let t = days[0]; t <= days[31] + HOUR; t += step) readings.push([t, ((t / step) % 7) / 10])
    for (let i = 0; i < readings.length; i += 5000) await h.send(body.series, readings.slice(i, i + 5000))
    const inside = readings.filter(([t]) => t > days[0] && t <= days[31])
    const mm = (values: number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 100) / 100
    const whole = mm(inside.map(([, v]) => v))
    const totalOf = async (from: number, to: number) => {
      const a = await h.server.call(contract.getStationStatusOf, {
        body: { from: local(from), to: local(to) },
      })
      return a.body.data!.find((s) => s.station_id === id)!.period.total!
    }
    const rowsOf = async (from: number, to: number, px = 10_000) => {
      const span = { from: local(from), to: local(to), px }
      const a = await h.server.call(contract.getStationsFromTo, { body: { ...span, station: id } })
      return ofStation(a, id).data.map((r) => r.value)
    }
    const dayOf = async (from: number, to: number) => {
      const a = await byType({ type: 1, start_time: local(from), end_time: local(to) })
      return ofStation(a, id).data.map((r) => r.value)
    }
    const byDay = async <T>(of: (from: number, to: number) => Promise<T>) => {
      const out: T[] = []
      for (let i = 0; i < 31; i++) out.push(await of(days[i], days[i + 1]))
      return out
    }
    expect(await totalOf(days[0], days[31])).toBe(whole)
    expect(mm(await byDay(totalOf))).toBe(whole)
    expect(mm(await rowsOf(days[0], days[31]))).toBe(whole)
    expect(mm((await byDay(rowsOf)).flat())).toBe(whole)
    expect(mm((await byDay((a, b) => rowsOf(a, b, 50))).flat())).toBe(whole)
    expect(mm((await byDay(dayOf)).flat())).toBe(whole)
  })

  test('a month of minutes is counted and averaged whole, not thinned', async () => {
    const { id, body } = stationOfType(2)
    const from = now - 30 * 24 * HOUR
    const minutes = 8000
    // Nine of ten are 1, one is 11, the extreme that a drawing keeps: the mean is 2.
    await h.send(
      body.series,
      Array.from({ length: minutes }, (_, i): [number, number] => [from + i * MINUTE, i % 10 === 0 ? 11 : 1]),
    )
    const a = await h.server.call(contract.getStationStatusOf, {
      body: { from: local(from), to: local(from + minutes * MINUTE) },
    })
    const { period } = a.body.data!.find((s) => s.station_id === id)!
    expect(period).toMatchObject({ count: minutes, share: 0, min: 1, max: 11, quality: 0 })
    expect(period.mean).toBeCloseTo(2, 9)
  })

  test('over an invalid span', async () => {
    const of = (from: string, to: string) =>
      h.server.call(contract.getStationStatusOf, { body: { from, to } }).then((a) => a.body.errors?.[0])
    expect(await of('2026-10-20', '2026-10-20')).toMatchObject({ path: 'from', code: 'from_after_to' })
    expect(await of('2026-09-01', '2026-10-20')).toMatchObject({ path: 'to', code: 'observe_too_long' })
  })

  test('readings of the replacing device continue it, and edits are shown at once', async () => {
    const station = await h.station(stationOfType(1).id)
    const at = midnight + 6 * HOUR
    await h.send(station.series, [[at - 5 * MINUTE, 1]])
    await h.send('rain.new', [[at + 5 * MINUTE, 2]])
    const done = await h.server.call(replaceStation, {
      body: {
        station_id: station.station_id,
        version: station.version,
        old_port: station.sensor_port,
        from: local(at),
        new_station: { series: 'rain.new' },
        gain: 2,
        reason: 'new gauge',
      },
    })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const read = async () => {
      const { data } = ofStation(await byType({ type: 0 }), station.station_id)
      return data.filter((r) => r.date_string >= local(at - 5 * MINUTE)).map((r) => r.value)
    }
    expect((await read()).slice(0, 2)).toEqual([1, 4])
    const edit = await h.server.call(updateStationData, {
      body: {
        station_code: station.station_code,
        type: 1,
        data: [{ date_string: local(at + 5 * MINUTE), value: 3 }],
        reason: 'tip',
      },
    })
    expect(edit.status, JSON.stringify(edit.body)).toBe(200)
    expect((await read())[1]).toBe(6)
  })
})

test('permission for the map or the stations suffices, others are refused', async () => {
  const { db } = h.server.app.services
  const as = async (permission: string) => {
    const id = `o_${permission.replace('.', '_')}`
    await db.query(
      `INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ($1, $1, 9, $2, 0)`,
      [id, [permission]],
    )
    await db.query(
      `INSERT INTO account (account_id, account_code, username, password_hash, created_at, updated_at)
       SELECT $1, $1, $1, password_hash, 0, 0 FROM account WHERE username = 'admin'`,
      [id],
    )
    await db.query(`INSERT INTO account_role VALUES ($1, '*', $1)`, [id])
    const [a, b] = [
      await h.server.call(contract.getStationStatus, {}, { account: id }),
      await byType({ type: 1 }, id),
    ]
    return [a.status, b.status]
  }
  expect(await as('map')).toEqual([200, 200])
  expect(await as('stations.view')).toEqual([200, 200])
  expect(await as('dashboard.view')).toEqual([403, 403])
})

/** The id of the station of a series. */
function stationWith(series: string): string {
  return seed.stations.find((s) => s.body.series === series)!.id
}
