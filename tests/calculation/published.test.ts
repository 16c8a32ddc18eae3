import { afterAll, beforeAll, expect, test } from 'vitest'
import { toLocal } from '#core/time/index.ts'
import { DAY, HOUR } from '#core/time/units.ts'
import { comparePublished } from '#contract/published.ts'
import { setSettingInterface } from '#contract/settings.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const plant = demoDescription()
const seed = { ...plant, parameters: { ...plant.parameters, interval: 3600 } }
const HYDRO = seed.hydroCode
const PUBLISHED = {
  code: 'published.inflow',
  name: 'Published',
  unit: 'm3/s',
  kind: 'mean' as const,
  step_s: 3600,
}
let server: TestServer

beforeAll(async () => {
  server = await testServer()
  await addReservoir(server.app, { ...seed, series: [...seed.series, PUBLISHED] })
})
afterAll(() => server.close())

test('a past computed hourly is compared, although the interval is five minutes today', async () => {
  const to = Math.floor(server.clock.now() / HOUR) * HOUR - DAY
  const t = Array.from({ length: 240 }, (_, i) => to - (240 - i) * HOUR)
  const write = (series: string, source: 'ingest' | 'computed', add: number) =>
    server.app.history.write(
      {
        hydroCode: HYDRO,
        series: t.map(() => series),
        t,
        v: t.map((_, i) => 100 + (i % 24) + add),
        q: t.map(() => 0),
      },
      { source },
    )
  await write('published.inflow', 'ingest', 0)
  await write('general.total_discharge_lake', 'computed', 5)
  const zone = await server.app.plants.zone(HYDRO)
  const body = {
    series: 'published.inflow' as const,
    from: toLocal(to - 20 * DAY, zone),
    to: toLocal(to, zone),
  }
  const compare = async () => (await server.call(comparePublished, { body })).body.data!
  const before = await compare()
  expect(before).toMatchObject({ alone: 0, whole: { n: 240, bias: 5 } })

  const set = await server.call(setSettingInterface, { body: { auto_calculation_interval: 300 } })
  expect(set.status).toBe(200)
  expect(await compare()).toEqual(before)
})
