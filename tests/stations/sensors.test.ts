import { afterAll, beforeAll, expect, test } from 'vitest'
import { MISSING } from '#core/quality/index.ts'
import { ITEMS } from '#contract/items.ts'
import * as contract from '#contract/sensors.ts'
import { getAvailableSensorPort, getStationData } from '#contract/stations.ts'
import { HOUR, MINUTE, entries, fixture, local, type Fixture } from './fixture.ts'

let h: Fixture
let now: number

beforeAll(async () => {
  h = await fixture()
  now = h.server.clock.now()
})
afterAll(() => h.server.close())

/** The demo's spare: a level sensor that is not installed yet. */
const spareId = async () =>
  (await h.server.call(contract.listSensors)).body.data!.find((s) => s.state === 'not_installed')!.sensor_id

test('the list: port, series, target by name, calibration where it is stored, -1 without readings', async () => {
  const list = (await h.server.call(contract.listSensors)).body.data!
  expect(list.find((s) => s.series === 'level.reservoir.2')).toMatchObject({
    sensor_type: 2,
    sensor_port: 'DAP/AI1',
    state: 'installed',
    target: { noun: 'position', id: 'reservoir.2', name: 'Hồ 2, vai phải đập', series: 'level.reservoir.2' },
    calibration: { on: 'position', item: 'reservoir.2', gain: 1, offset: 375.2 },
    raw_data: -1,
    last_data: -1,
    quality: { raw_data: MISSING, last_data: MISSING },
    late: true,
  })
  expect(list.find((s) => s.series === 'gate.2.opening')!.target).toMatchObject({ name: 'Cửa van cung 2' })
})

test('setting up needs a free port and a series; uninstalling frees both; each is recorded', async () => {
  const id = await spareId()
  const { version } = await h.sensor(id)
  const setup = (body: object, language: 'vi' | 'en' = 'en', account = 'admin') =>
    h.server.call(
      contract.setupSensor,
      { body: { sensor_id: id, version, ...body } as never },
      { account, language },
    )

  const taken = await setup({ sensor_port: 'DAP/AI1', series: 'level.new' })
  expect([taken.status, taken.body.errors]).toMatchObject([
    400,
    [{ path: 'sensor_port', code: 'port_taken' }],
  ])
  const linked = await setup({ sensor_port: 'DAP/AI6', series: 'level.bavan' }, 'vi')
  expect(linked.body.errors).toMatchObject([{ path: 'series', code: 'series_linked' }])
  expect(linked.body.errors![0].message).toMatch(/đã gắn/)
  const unknown = await setup({ sensor_port: 'DAP/AI6', series: 'level.nowhere' })
  expect(unknown.body.errors).toMatchObject([{ path: 'series', code: 'unknown_series' }])
  const none = await setup({ sensor_port: 'DAP/AI6' })
  expect(none.body.errors).toMatchObject([{ path: 'series', code: 'sensor_needs_series' }])
  const target = await setup({
    sensor_port: 'DAP/AI6',
    series: 'level.new',
    target: { noun: 'unit', id: 'unit.1' },
  })
  expect(target.body.errors).toMatchObject([{ path: 'target', code: 'wrong_target' }])
  const nowhere = await setup({
    sensor_port: 'DAP/AI6',
    series: 'level.new',
    target: { noun: 'position', id: 'nowhere' },
  })
  expect(nowhere.body.errors).toMatchObject([{ path: 'target', code: 'unknown_target' }])
  expect((await setup({ sensor_port: 'DAP/AI6', series: 'level.new' }, 'en', 'viewer')).status).toBe(403)
  expect((await h.sensor(id)).version).toBe(version)

  const up = await setup({
    sensor_port: 'DAP/AI6',
    series: 'level.new',
    target: { noun: 'station', id: 'TV_BAVAN_H' },
    from: local(now - HOUR),
    reason: 'lắp dự phòng',
  })
  expect(up.status, JSON.stringify(up.body)).toBe(200)
  expect(await h.sensor(id)).toMatchObject({ state: 'installed', sensor_port: 'DAP/AI6', from: now - HOUR })
  const again = await h.server.call(contract.setupSensor, {
    body: { sensor_id: id, version: up.body.data!.version, sensor_port: 'DAP/AI7', series: 'level.new' },
  })
  expect([again.status, again.body.code]).toEqual([422, 'sensor_is_installed'])

  const down = await h.server.call(contract.uninstallSensor, {
    body: { sensor_id: id, version: up.body.data!.version, reason: 'trả kho' },
  })
  expect(down.status).toBe(200)
  expect(await h.sensor(id)).toMatchObject({
    state: 'uninstalled',
    sensor_port: '',
    series: null,
    former: { sensor_port: 'DAP/AI6', series: 'level.new' },
  })
  const ports = (await h.server.call(getAvailableSensorPort, { body: {} })).body.data!
  expect(ports.find((p) => p.sensor_port === 'DAP/AI6')).toMatchObject({ available: true, is_new: false })
  const twice = await h.server.call(contract.uninstallSensor, {
    body: { sensor_id: id, version: down.body.data!.version },
  })
  expect([twice.status, twice.body.code]).toEqual([422, 'sensor_not_installed'])
  const stale = await h.server.call(contract.uninstallSensor, {
    body: { sensor_id: id, version: up.body.data!.version },
  })
  expect(stale.status).toBe(409)

  const [last, before] = (await h.server.call(contract.listSensorHistory, { query: { sensor_id: id } })).body
    .data!
  expect(last).toMatchObject({ act: 'update', by_name: 'admin', reason: 'trả kho', on: 'sensor' })
  expect(last.changes).toContainEqual({ field: 'state', before: 'installed', after: 'uninstalled' })
  expect(before).toMatchObject({ from: now - HOUR, to: null, reason: 'lắp dự phòng' })
  expect(before.changes).toContainEqual({ field: 'port', before: '', after: 'DAP/AI6' })
})

test('a calibration applies from its instant on: earlier effective values stay', async () => {
  const series = 'level.bavan'
  const sensor = (await h.server.call(contract.listSensors)).body.data!.find((s) => s.series === series)!
  await h.send(series, [
    [now - 60 * MINUTE, 440],
    [now - 30 * MINUTE, 440],
    [now, 440],
  ])
  const set = (calibration: object, version: string) =>
    h.server.call(contract.calibrateSensor, {
      body: { sensor_id: sensor.sensor_id, version, ...calibration } as never,
    })
  const a = await set(
    { gain: 1, offset: 0.5, from: local(now - 30 * MINUTE), reason: 'thước đọc 440.50' },
    sensor.calibration.version,
  )
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  const data = (
    await h.server.call(getStationData, {
      body: { station: 'TV_BAVAN_H', from: local(now - HOUR), to: local(now) },
    })
  ).body.data!
  expect(entries(data.column)).toEqual([
    [now - 60 * MINUTE, 440],
    [now - 30 * MINUTE, 440.5],
    [now, 440.5],
  ])
  expect(await h.sensor(sensor.sensor_id)).toMatchObject({
    raw_data: 440,
    last_data: 440.5,
    calibration: { on: 'sensor', gain: 1, offset: 0.5, from: now - 30 * MINUTE },
  })
  expect((await h.station('TV_BAVAN_H')).last_data).toBe(440.5)
  const zero = await set({ gain: 0, offset: 0 }, a.body.data!.version)
  expect(zero.body.errors![0].path).toBe('gain')
  const late = await set({ gain: 1, offset: 9 }, sensor.calibration.version)
  expect(late.status).toBe(409)
})

test('at a level position the calibration is the position, and its changes are in the history of the kind', async () => {
  const sensor = (await h.server.call(contract.listSensors)).body.data!.find(
    (s) => s.series === 'level.reservoir.2',
  )!
  const a = await h.server.call(contract.calibrateSensor, {
    body: {
      sensor_id: sensor.sensor_id,
      version: sensor.calibration.version,
      gain: 1,
      offset: 375.25,
      from: local(now - HOUR),
      reason: 'cao trình đầu đo',
    },
  })
  expect(a.body.data!.id).toBe('reservoir.2')
  const [position] = (await h.server.call(ITEMS.position.list)).body.data!.filter(
    (p) => p.id === 'reservoir.2',
  )
  expect(position).toMatchObject({ from: now - HOUR, body: { offset: 375.25 } })
  const history = (await h.server.call(contract.listSensorHistory, { query: { kind: '2' as never } })).body
    .data!
  expect(history[0]).toMatchObject({
    on: 'position',
    reason: 'cao trình đầu đo',
    changes: [{ field: 'offset', before: 375.2, after: 375.25 }],
  })
  const rain = (await h.server.call(contract.listSensorHistory, { query: { kind: '1' as never } })).body.data!
  expect(new Set(rain.map((r) => r.on))).toEqual(new Set(['sensor']))
  expect(rain).toHaveLength(6)
})

test('a link to a series: unlinked ones are offered first, one of another sensor is refused', async () => {
  const offered = (await h.server.call(contract.listSensorSeries)).body.data!
  const linked = offered.map((x) => x.sensors.length > 0)
  expect(linked.indexOf(true)).toBeGreaterThan(0)
  expect(linked.slice(linked.indexOf(true)).every(Boolean)).toBe(true)
  const id = await spareId().catch(() => 'CB_19')
  const { version } = await h.sensor(id)
  const link = (series: string | null, v: string) =>
    h.server.call(contract.setLink, { body: { sensor_id: id, version: v, series } })
  expect((await link('level.upstream', version)).body.errors).toMatchObject([{ code: 'series_linked' }])
  const a = await link('level.new', version)
  expect(await h.sensor(id)).toMatchObject({ series: 'level.new', state: 'uninstalled' })
  await link(null, a.body.data!.version)
  expect((await h.sensor(id)).series).toBe(null)
})

test('no call without its permission sets a sensor up or removes it', async () => {
  const { db } = h.server.app.services
  const row = (await h.server.call(ITEMS.sensor.list)).body.data!.find((s) => s.body.state === 'installed')!
  // An account that may change sensors, but not their state.
  await db.query(
    `INSERT INTO role (role_id, role_name, level, permissions, created_at)
     VALUES ('ro_s', 'sensors', 4, '{sensor.update}', 0)`,
  )
  await db.query(`UPDATE account_role SET role_id = 'ro_s' WHERE account_id = 'ac_viewer'`)
  const as = { account: 'viewer' }
  const change = (body: object) =>
    h.server.call(
      ITEMS.sensor.change,
      { params: { id: row.id }, body: { version: row.version, body: { ...row.body, ...body } as never } },
      as,
    )
  expect((await change({ state: 'uninstalled' })).status).toBe(403)
  const retired = await h.server.call(
    ITEMS.sensor.retire,
    { params: { id: row.id }, body: { version: row.version, from: null } },
    as,
  )
  expect(retired.status).toBe(403)
  const added = await h.server.call(
    ITEMS.sensor.add,
    { body: { body: { ...row.body, port: 'DAP/AI8', series: null } as never, from: null } },
    as,
  )
  expect(added.status).toBe(403)
  expect((await change({ plate: 'khác' })).status).toBe(200)
})
