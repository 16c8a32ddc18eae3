import type { Sensor } from '#core/description/index.ts'
import { demoDescription } from '#plant/describe.ts'
import type { TestServer } from '../server.ts'

const { hydroCode, stations } = demoDescription()
const YEAR_ONE = '2026-01-01 00:00:00'
let made = 0

/** Bodies with which the calls of stations and sensors succeed; each gets items of its own. */
export function stationSamples(server: TestServer) {
  const { db, clock } = server.app.services
  const put = (noun: 'station' | 'sensor', itemId: string, body: unknown) =>
    db.tx((c) =>
      server.app.plants.change(
        c,
        { actor: 'test', address: null, hydro: hydroCode },
        { hydroCode, noun, itemId, body, from: null, to: null, reason: null },
      ),
    )
  /** An unlinked series. */
  const series = async () => {
    const code = `walk.${made++}`
    await db.query(
      `INSERT INTO series (hydro_code, code, name, unit, kind, step_s, source, created_at, updated_at)
       VALUES ($1, $2, $2, 'mm', 'total', 300, 'ingest', $3, $3)`,
      [hydroCode, code, clock.now()],
    )
    return code
  }
  const station = async () => {
    const id = `walk${made++}`
    const body = { ...stations[0].body, code: id, series: await series(), sensorPort: `W/${made}` }
    return { station_id: id, version: await put('station', id, body), body }
  }
  const sensor = async (state: Sensor['state']) => {
    const id = `walk${made++}`
    const body: Sensor = {
      name: id,
      kind: 1,
      port: state === 'installed' ? `W/${made++}` : '',
      target: null,
      series: null,
      state,
      gain: 1,
      offset: 0,
      plate: '',
    }
    return { sensor_id: id, version: await put('sensor', id, body) }
  }
  /** This process learns of new series with a delay, so this asks the database. */
  const known = async (code: string) => {
    await server.app.readings.registry.put(
      hydroCode,
      { code, name: `${code} (walk)`, unit: 'mm', kind: 'total', step_s: 300 },
      { actor: 'test', address: null },
    )
    return code
  }

  return {
    'POST /api/renew/v1/setting/station/infomation-from-source': { body: {} },
    'POST /api/renew/v1/setting/station/getAvailableSensorPort': { body: {} },
    'POST /api/renew/v1/setting/station/add': async () => ({
      body: {
        station_code: `WALK${made++}`,
        name: 'Walked',
        station_type_id: 1,
        province: 'Quảng Ngãi',
        latitude: 14,
        longitude: 108,
        series: await known(await series()),
        every: 300,
      },
    }),
    'POST /api/renew/v1/setting/station/update': async () => {
      const { station_id, version, body } = await station()
      await known(body.series)
      return { body: { station_id, version, name: 'Walked' } }
    },
    'POST /api/renew/v1/setting/station/replace': async () => {
      const { station_id, version, body } = await station()
      return {
        body: {
          station_id,
          version,
          old_port: body.sensorPort,
          from: YEAR_ONE,
          new_station: { series: await known(await series()) },
          reason: 'walked',
        },
      }
    },
    'POST /api/renew/v1/station/data': {
      body: { station: stations[0].id, from: '2026-10-19', to: '2026-10-20' },
    },
    'POST /api/renew/v1/observe/station/status': { body: { from: '2026-10-19', to: '2026-10-20' } },
    'POST /api/renew/v1/observe/station/fromto': { body: { from: '2026-10-19', to: '2026-10-20' } },
    'POST /api/renew/v1/observe/station/alldata-by-type': { body: { type: 1 } },
    'POST /api/renew/v1/setting/sensor/set-link': async () => ({
      body: { ...(await sensor('not_installed')), series: await known(await series()) },
    }),
    'POST /api/renew/v1/setting/setup-sensor': async () => ({
      body: {
        ...(await sensor('not_installed')),
        sensor_port: `W/${made++}`,
        series: await known(await series()),
      },
    }),
    'POST /api/renew/v1/setting/uninstall-sensor': async () => ({ body: await sensor('installed') }),
    'POST /api/renew/v1/setting/sensor/calibrate': async () => ({
      body: { ...(await sensor('installed')), gain: 1.01, offset: 0.2 },
    }),
  }
}
