import { afterAll, beforeAll, expect, test } from 'vitest'
import { MISSING } from '#core/quality/index.ts'
import { HOUR, toLocal } from '#core/time/index.ts'
import { getBasinRain, type BasinRain } from '#contract/basin-rain.ts'
import { getIndicators } from '#contract/dashboard.ts'
import { ITEMS } from '#contract/items.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
/** 13:20 at the plant, in a flood: the current hour is not over. */
const T = Date.UTC(2025, 9, 16, 6, 20)
const readings = observe(simulate({ from: T - 30 * HOUR, to: T, step: 300_000 }))
const rain = seed.stations.filter((s) => s.body.type === 1)
const SILENT = rain[0].body

let server: TestServer

async function start(keep: (r: (typeof readings)[number]) => boolean) {
  server = await testServer({ now: T })
  await addReservoir(server.app, seed)
  const token = await server.ingestToken(HYDRO)
  const list = readings.filter((r) => r.t <= T && keep(r)).map(({ series, t, v }) => ({ series, t, v }))
  const a = await server.call(postReadings, { body: { readings: list } } as never, { token })
  expect(a.body.data).toMatchObject({ rejected: [] })
  await server.app.calculation.settle(HYDRO)
}

async function get(account = 'viewer'): Promise<BasinRain> {
  const a = await server.call(getBasinRain, {}, { account })
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!
}

const of = (data: BasinRain, method: string) => data.methods.find((m) => m.method === method)!

beforeAll(async () => {
  // One gauge fell silent five hours ago.
  await start((r) => r.series !== SILENT.series || r.t <= T - 5 * HOUR)
}, 120_000)
afterAll(() => server.close())

test('Thiessen and the rain grid agree with the dashboard', async () => {
  const data = await get()
  const figures = (await server.call(getIndicators, {}, { account: 'viewer' })).body.data!
  const [hour, , day] = of(data, 'thiessen').depths
  expect(hour.value).toBeCloseTo(figures.rain_1h.value!, 2)
  expect(day.value).toBeCloseTo(figures.rain_24h.value!, 2)
  expect(day.value!).toBeGreaterThan(1)
  expect(of(data, 'net').depths[2].value).toBeCloseTo(figures.radar_24h.value!, 2)
})

test('a silent gauge is reported: absent, with its last reading, and the missing share by its weight', async () => {
  const data = await get()
  const gauge = data.gauges.find((g) => g.code === SILENT.code)!
  expect(gauge).toMatchObject({ present: false, last_t: T - 5 * HOUR })
  expect(gauge.depths[0]).toEqual({ value: null, quality: MISSING, missing: 1 })
  // Five of six hours are missing, and five of twenty-four.
  expect(gauge.depths[1]).toMatchObject({ value: null, missing: expect.closeTo(5 / 6, 1) })
  expect(gauge.depths[2].missing).toBeCloseTo(5 / 24, 2)
  expect(data.gauges.filter((g) => g !== gauge).every((g) => g.present)).toBe(true)
  const [hour, six] = of(data, 'thiessen').depths
  expect(hour.missing).toBeCloseTo(gauge.thiessen, 2)
  expect(six.missing).toBeCloseTo((gauge.thiessen * 5) / 6, 2)
})

test('the grid is a mean of the gauges present, by weights that sum to 1', async () => {
  const data = await get()
  expect(data.grid!.cells).toBeGreaterThan(50)
  expect(data.grid!.size_m).toBeGreaterThanOrEqual(1000)
  expect(data.gauges.reduce((sum, g) => sum + g.thiessen, 0)).toBeCloseTo(1, 3)
  expect(data.gauges.reduce((sum, g) => sum + g.grid!, 0)).toBeCloseTo(1, 3)
  const { depths } = of(data, 'grid')
  for (const [i, depth] of depths.entries()) {
    const there = data.gauges.flatMap((g) => g.depths[i].value ?? [])
    expect(depth.value!).toBeGreaterThanOrEqual(Math.min(...there) - 0.01)
    expect(depth.value!).toBeLessThanOrEqual(Math.max(...there) + 0.01)
  }
})

test('24 bars end at whole local hours; the running one is partial, and they sum to the day', async () => {
  const data = await get()
  expect(data.hours).toHaveLength(24)
  expect(data.hours.every((t) => toLocal(t, data.time_zone).endsWith(':00:00'))).toBe(true)
  expect(data.hours.at(-1)).toBe(T + 40 * 60_000)
  const { hourly, depths } = of(data, 'thiessen')
  const sum = hourly.reduce<number>((a, v) => a + (v ?? 0), 0)
  // The bars begin 40 minutes after the last 24 hours do.
  expect(sum).toBeLessThanOrEqual(depths[2].value! + 0.1)
  expect(sum).toBeGreaterThan(depths[2].value! * 0.9)
})

test('radar is compared with the gauges of the last day', async () => {
  const { bias, methods } = await get()
  expect(bias.pairs).toBe(rain.filter((g) => g.body.radarSeries).length)
  expect(bias.enough).toBe(bias.pairs >= 5)
  const net = methods.find((m) => m.method === 'net')!
  const day = net.depths[2].value!
  expect(bias.adjusted[2]).toEqual(bias.enough ? expect.closeTo(day * bias.factor, 1) : null)
})

test('without an outline there is no grid, and the answer gives the reason', async () => {
  const held = (await server.call(ITEMS.plant.list)).body.data![0]
  const { basin: _, basinFile: __, ...body } = held.body
  const a = await server.call(ITEMS.plant.change, {
    params: { id: 'plant' },
    body: { version: held.version, body },
  })
  expect(a.status).toBe(200)
  const data = await get()
  expect(of(data, 'grid')).toMatchObject({ lacking: 'no_outline', depths: [{ value: null }, {}, {}] })
  expect(data.grid).toBeNull()
  expect(data.gauges.every((g) => g.grid === null)).toBe(true)
})
