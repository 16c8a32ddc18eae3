import { afterAll, beforeAll, expect, test } from 'vitest'
import { explain } from '#contract/explain.ts'
import { onlyCalculate } from '#contract/calculation.ts'
import { ITEMS } from '#contract/items.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
// The lake rises by half a metre an hour.
const T = Date.UTC(2025, 9, 14, 22)
const WINDOW = seed.parameters.window
const SHORT = 900
let server: TestServer

beforeAll(async () => {
  server = await testServer({ now: T })
  await addReservoir(server.app, seed)
  const token = await server.ingestToken(seed.hydroCode)
  const truth = simulate({ from: T - 12 * HOUR, to: T, step: 5 * MINUTE })
  const readings = observe(truth).map(({ series, t, v }) => ({ series, t, v }))
  await server.call(postReadings, { body: { readings } } as never, { token })
  await server.app.calculation.settle(seed.hydroCode)
})
afterAll(() => server.close())

async function calculate(more: object = {}): Promise<Output<typeof onlyCalculate>> {
  const body = { at: toLocal(T, 'Asia/Ho_Chi_Minh'), ...more } as Input<typeof onlyCalculate>['body']
  const answer = await server.call(onlyCalculate, { body }, { account: 'operator' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data!
}

test('while the level changes fast, T1 and the band are those of the window of the inflow', async () => {
  const fast = await calculate()
  const why = (
    await server.call(explain, { query: { series: 'general.total_discharge_lake', at: String(T) } })
  ).body.data!
  const mean = why.lines.find((line) => line.id === 'mean_out')!
  expect(mean.terms.find((one) => one.symbol === 'dt')!.value).toBe(SHORT)
  expect(fast.at - fast.from).toBe(SHORT * 1000)
  // The same levels over the whole window: their band is narrower accordingly.
  const level = fast.lake_level.value!
  const between = (seconds: number) =>
    calculate({ from: toLocal(T - seconds * 1000, 'Asia/Ho_Chi_Minh'), levels: { start: level, end: level } })
  const [short, whole] = [await between(SHORT), await between(WINDOW)]
  expect(whole.at - whole.from).toBe(WINDOW * 1000)
  expect(short.inflow_sigma! / whole.inflow_sigma!).toBeCloseTo(WINDOW / SHORT, 2)
  // The lake's own scatter about its line counts where its levels were not typed.
  expect(fast.inflow_sigma!).toBeGreaterThanOrEqual(short.inflow_sigma! * 0.99)
})

/** Changes the parameters of the calculation, from now on. */
async function set(more: object) {
  const manager = { account: 'manager' }
  const [before] = (await server.call(ITEMS.parameters.list, {}, manager)).body.data!
  const body = { ...before.body, ...more }
  const change = { params: { id: 'parameters' }, body: { version: before.version, body } } as never
  return server.call(ITEMS.parameters.change, change, manager)
}

test('the window can be kept or its shortening configured; an invalid share is refused at its field', async () => {
  const seconds = async (more: object) => {
    const changed = await set(more)
    expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300)
    const answer = await calculate()
    const why = (
      await server.call(explain, { query: { series: 'general.total_discharge_lake', at: String(T) } })
    ).body.data!
    const named = new Map(why.parameters!.values.map((v) => [v.name, v.value]))
    for (const [name, value] of Object.entries(more)) expect(named.get(name), name).toBe(value)
    return (answer.at - answer.from) / 1000
  }
  expect(await seconds({ holdWindow: true })).toBe(WINDOW)
  expect(await seconds({ holdWindow: false })).toBe(SHORT)
  // A tenth of a percent: readings of a lake are never that good.
  expect(await seconds({ sigmaLimit: 0.001 })).toBe(WINDOW)
  expect(await seconds({ sigmaLimit: 0.05 })).toBe(SHORT)
  for (const sigmaLimit of [0, 5]) {
    const refused = await set({ sigmaLimit })
    expect(refused.status).toBe(400)
    expect(refused.body.errors!.map((e) => e.path)).toEqual(['body.sigmaLimit'])
  }
})

test('a measured inflow has no band from the level', async () => {
  const changed = await set({ inflowMethod: 4, inflowSeries: 'discharge.bavan' })
  expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300)
  const measured = await calculate()
  expect(measured.total_discharge_lake.value).toBeGreaterThan(0)
  expect(measured.inflow_sigma).toBeNull()
})
