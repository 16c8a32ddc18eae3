import { afterAll, beforeAll, expect, test } from 'vitest'
import { ITEMS } from '#contract/items.ts'
import { getStationData, replaceStation } from '#contract/stations.ts'
import { HYDRO, HOUR, MINUTE, entries, fixture, local, type Fixture } from './fixture.ts'

let h: Fixture
let now: number
/** The seam: half past the hour before last. */
let seam: number

beforeAll(async () => {
  h = await fixture()
  now = h.server.clock.now()
  seam = now - 90 * MINUTE
})
afterAll(() => h.server.close())

const every = (from: number, to: number, step: number, v: (t: number) => number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i): [number, number] => [
    from + i * step,
    v(from + i * step),
  ])

async function replace(body: object, language: 'vi' | 'en' = 'en') {
  return h.server.call(replaceStation, { body: body as never }, { account: 'admin', language })
}

const dataOf = async (station: string) =>
  (await h.server.call(getStationData, { body: { station, from: local(now - 3 * HOUR), to: local(now) } }))
    .body.data!

test('a replaced rain gauge has one record with its seam, and the basin rain on either side uses the right one', async () => {
  const { station_id, version } = await h.station('MUA_DAUMOI')
  const step = 5 * MINUTE
  // The old one keeps sending nonsense, the new one was tested before: neither counts there.
  await h.send(
    'rain.daumoi',
    every(now - 3 * HOUR, now, step, (t) => (t < seam ? 1 : 50)),
  )
  await h.send(
    'rain.new',
    every(now - 3 * HOUR, now, step, (t) => (t < seam ? 70 : 2)),
  )
  const a = await replace({
    station_id,
    version,
    old_port: 'MUA-DAUMOI/DI1',
    from: local(seam),
    new_station: { series: 'rain.new', sensor_port: 'MUA-DAUMOI/DI2', sensor_name: 'Thùng đo mưa mới' },
    reason: 'chao lật hỏng',
  })
  expect(a.status, JSON.stringify(a.body)).toBe(200)

  const data = await dataOf('MUA_DAUMOI')
  // The total stamped at the very start belongs to the time before.
  expect(entries(data.column)).toEqual(every(now - 3 * HOUR + step, now, step, (t) => (t < seam ? 1 : 2)))
  expect(data.seams).toMatchObject([
    {
      t: seam,
      date_string: local(seam),
      from_series: 'rain.daumoi',
      to_series: 'rain.new',
      from_port: 'MUA-DAUMOI/DI1',
      to_port: 'MUA-DAUMOI/DI2',
      reason: 'chao lật hỏng',
      recorded_by_name: 'admin',
    },
  ])

  const stations = (await h.server.call(ITEMS.station.list)).body.data!.filter((s) => s.body.type === 1)
  for (const other of stations.filter((s) => s.id !== 'MUA_DAUMOI'))
    await h.send(
      other.body.series,
      every(now - 3 * HOUR, now, step, () => 0),
    )
  await h.server.app.calculation.settle(HYDRO)
  const out = await h.server.app.history.read(HYDRO, ['basin.rain'], now - 3 * HOUR, now)
  const rain = out.get('basin.rain')!
  const at = (t: number) => rain.v[rain.t.indexOf(t)]
  const { thiessen } = stations.find((s) => s.id === 'MUA_DAUMOI')!.body
  expect(at(seam - step)).toBeCloseTo(1 * thiessen!, 6)
  expect(at(seam)).toBeCloseTo(2 * thiessen!, 6)

  // The old sensor is uninstalled and its port free, the new one is installed.
  const sensors = (await h.server.call(ITEMS.sensor.list)).body.data!
  expect(sensors.find((s) => s.id === 'CB_01')!.body).toMatchObject({
    state: 'uninstalled',
    port: '',
    series: null,
  })
  expect(sensors.find((s) => s.body.series === 'rain.new')!.body).toMatchObject({
    name: 'Thùng đo mưa mới',
    state: 'installed',
    port: 'MUA-DAUMOI/DI2',
    target: { noun: 'station', id: 'MUA_DAUMOI' },
  })
})

test('the reason of a seam outlives a correction of the station', async () => {
  const { station_id, version } = await h.station('MUA_DAUMOI')
  const row = (await h.server.call(ITEMS.station.list)).body.data!.find((s) => s.id === station_id)!
  await h.server.call(ITEMS.station.change, {
    params: { id: station_id },
    body: { version, body: { ...row.body, address: 'khác' } as never, reason: 'địa chỉ' },
  })
  expect((await dataOf(station_id)).seams[0].reason).toBe('chao lật hỏng')
})

test('a level station: the position reads the new sensor by its own calibration, the level continues', async () => {
  const { station_id, version } = await h.station('MN_HO')
  // 410 m throughout: the old one in m above datum, the new one as water depth above 380 m with another gain.
  await h.send(
    'level.reservoir.1',
    every(now - 3 * HOUR, now, 5 * MINUTE, (t) => (t < seam ? 410 : 1)),
  )
  await h.send(
    'level.new',
    every(seam, now, 5 * MINUTE, () => 15),
  )
  const a = await replace({
    station_id,
    version,
    old_port: 'DAP/RS485-1',
    from: local(seam),
    new_station: { series: 'level.new' },
    gain: 2,
    offset: 380,
    reason: 'đổi ra đa sang áp lực',
  })
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  expect(new Set((await dataOf('MN_HO')).column.v)).toEqual(new Set([410]))
  const positions = (await h.server.call(ITEMS.position.history, { params: { id: 'reservoir.1' } })).body
    .data!
  expect(
    positions
      .filter((p) => p.superseded_at === null)
      .map((p) => [p.from, p.body.series, p.body.gain, p.reason]),
  ).toEqual([
    [seam, 'level.new', 2, 'đổi ra đa sang áp lực'],
    [null, 'level.reservoir.1', 1, null],
  ])
  await h.server.app.calculation.settle(HYDRO)
  const out = await h.server.app.history.read(HYDRO, ['general.lake_level'], seam - HOUR, now)
  const level = out.get('general.lake_level')!
  expect(level.t.length).toBeGreaterThan(20)
  for (const v of level.v) expect(v).toBeCloseTo(410, 6)
})

test('a listed station that takes over no longer counts as one of its own: its rain is not counted twice', async () => {
  const { station_id, version } = await h.station('MUA_BAVAN')
  const other = await h.station('MUA_NUISUONG')
  const a = await replace({
    station_id,
    version,
    old_port: 'MUA-BAVAN/DI1',
    from: local(seam),
    new_station: { station_id: other.station_id },
    reason: 'dời trạm',
  })
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  expect(await h.station('MUA_NUISUONG')).toBeUndefined()
  expect(await h.station('MUA_BAVAN')).toMatchObject({
    series: other.series,
    sensor_port: other.sensor_port,
    latitude: other.latitude,
    thiessen_coefficient: 0.225,
    station_code: 'MUA_BAVAN',
  })
  const taken = (await h.server.call(ITEMS.sensor.list)).body.data!.find(
    (s) => s.body.series === other.series,
  )!
  expect(taken.body.target).toEqual({ noun: 'station', id: 'MUA_BAVAN' })
  const before = await h.server.call(ITEMS.station.list, { query: { at: local(seam - MINUTE) } })
  expect(before.body.data!.map((s) => s.id)).toContain('MUA_NUISUONG')
})

test.each([
  ['old_port', { old_port: 'DAP/AI9' }, 'port_not_of_station'],
  ['from', { from: '2030-01-01 00:00:00' }, 'seam_outside'],
  ['new_station', { new_station: {} }, 'new_station_needed'],
  ['new_station.series', { new_station: { series: 'rain.nowhere' } }, 'unknown_series'],
  ['new_station.series', { new_station: { series: 'rain.nuocsim' } }, 'same_series'],
  ['new_station.series', { new_station: { series: 'rain.doimay' } }, 'series_of_station'],
  ['new_station.series', { new_station: { series: 'volts.new' } }, 'unlike_series'],
  ['new_station.station_id', { new_station: { station_id: 'AQ_SONG' } }, 'unlike_station'],
  ['new_station.station_id', { new_station: { station_id: 'nobody' } }, 'not_found'],
  ['new_station.sensor_port', { new_station: { series: 'rain.free', sensor_port: 'DAP/AI1' } }, 'port_taken'],
])('a wrong %s is refused in both languages and changes nothing', async (path, wrong, code) => {
  await h.server.app.readings.registry.put(
    HYDRO,
    { code: 'rain.free', name: 'free', unit: 'mm', kind: 'total', step_s: 300 },
    { actor: 'test', address: null },
  )
  const { station_id, version } = await h.station('MUA_NUOCSIM')
  const body = {
    station_id,
    version,
    old_port: 'MUA-NUOCSIM/DI1',
    from: local(seam),
    new_station: { series: 'rain.free' },
    reason: 'x',
    ...wrong,
  }
  const [vi, en] = [await replace(body, 'vi'), await replace(body, 'en')]
  expect(vi.status).toBe(400)
  expect(en.body.errors![0]).toMatchObject({ path: path, code })
  expect(vi.body.errors![0].message).not.toBe(en.body.errors![0].message)
  expect((await h.station('MUA_NUOCSIM')).version).toBe(version)
})

test('the second of two that replace it from the same version gets a conflict', async () => {
  const { station_id, version } = await h.station('MUA_NUOCSIM')
  const body = {
    station_id,
    version,
    old_port: 'MUA-NUOCSIM/DI1',
    from: local(seam),
    new_station: { series: 'rain.free' },
    reason: 'x',
  }
  const answers = await Promise.all([replace(body), replace(body)])
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
})
