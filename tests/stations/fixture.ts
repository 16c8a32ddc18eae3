import { HOUR } from '#core/time/units.ts'
import { postReadings } from '#contract/readings.ts'
import { listSensors } from '#contract/sensors.ts'
import { listStations } from '#contract/stations.ts'
import { demoDescription } from '#plant/describe.ts'
import { testServer, type TestServer } from '../server.ts'

export { HOUR, MINUTE } from '#core/time/units.ts'

export const seed = demoDescription()
export const HYDRO = seed.hydroCode
const SYSTEM = { actor: 'system', address: null }

export interface Fixture {
  server: TestServer
  /** Sends readings of one series: [ms, value]. */
  send(series: string, readings: [number, number | null][]): Promise<void>
  station(id: string): Promise<Awaited<ReturnType<typeof stations>>[number]>
  sensor(id: string): Promise<Awaited<ReturnType<typeof sensors>>[number]>
}

const stations = async (server: TestServer) => (await server.call(listStations)).body.data!
const sensors = async (server: TestServer) => (await server.call(listSensors)).body.data!

/** The demo reservoir with its series and some new ones, without readings. */
export async function fixture(): Promise<Fixture> {
  const server = await testServer()
  const { plants, readings } = server.app
  await plants.create({ ...SYSTEM, hydro: HYDRO }, seed)
  const more = [
    { code: 'rain.new', name: 'Mưa mới', unit: 'mm', kind: 'total' as const, step_s: 300 },
    { code: 'level.new', name: 'Mực nước mới', unit: 'm', kind: 'instant' as const, step_s: 300 },
    { code: 'volts.new', name: 'Ắc quy mới', unit: 'V', kind: 'instant' as const, step_s: 900 },
  ]
  for (const series of [...seed.series, ...more]) await readings.registry.put(HYDRO, series, SYSTEM)
  const token = await server.ingestToken(HYDRO)
  return {
    server,
    async send(series, list) {
      const body = { readings: list.map(([t, v]) => ({ series, t, v })) }
      const a = await server.raw({
        method: 'POST',
        url: '/api/ingest/v1/readings',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
      const data = a.body.data as { rejected: unknown[] } | null
      if (a.status !== 200 || data!.rejected.length > 0)
        throw new Error(`${postReadings.path}: ${JSON.stringify(a.body)}`)
    },
    station: async (id) => (await stations(server)).find((s) => s.station_id === id)!,
    sensor: async (id) => (await sensors(server)).find((s) => s.sensor_id === id)!,
  }
}

/** An instant as the plant's local time. */
export const local = (t: number) => new Date(t + 7 * HOUR).toISOString().slice(0, 19).replace('T', ' ')

/** The instants and values of a column of the wire, without gaps. */
export function entries(column: { t: number[]; v: (number | null)[] }): [number, number | null][] {
  let t = 0
  const all = column.t.map((step, i): [number, number | null] => [(t += step), column.v[i]])
  return all.filter(([, v]) => v !== null)
}
