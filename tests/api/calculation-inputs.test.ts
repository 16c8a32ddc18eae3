import { HOUR, MINUTE } from '#core/time/units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCalculationInputs, onlyCalculate } from '#contract/calculation.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
// In a flood: units run and gates are open.
const T = Date.UTC(2025, 9, 16, 6)
let server: TestServer

beforeAll(async () => {
  server = await testServer({ now: T })
  await addReservoir(server.app, seed)
  const token = await server.ingestToken(HYDRO)
  const truth = simulate({ from: T - 6 * HOUR, to: T, step: 5 * MINUTE })
  const readings = observe(truth).map(({ series, t, v }) => ({ series, t, v }))
  await server.call(postReadings, { body: { readings } } as never, { token })
})
afterAll(() => server.close())

const inputs = (query: Input<typeof getCalculationInputs>['query'] = {}) =>
  server.call(getCalculationInputs, { query }, { account: 'operator', language: 'en' })
async function calculate(body: NonNullable<Input<typeof onlyCalculate>['body']>) {
  const answer = await server.call(onlyCalculate, { body }, { account: 'operator', language: 'en' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as Output<typeof onlyCalculate>
}

test('entered in place of their sensors, the inputs give the same discharges', async () => {
  const given = (await inputs()).body.data!
  expect(given.at).toBe(T)
  expect(given.at - given.from).toBe(seed.parameters.window * 1000)
  expect(given.openings.some((o) => o.value! > 0)).toBe(true)
  expect(given.powers.some((p) => p.value! > 0)).toBe(true)
  expect(given.openings.concat(given.powers as never).every((o) => o.source === 'sensor')).toBe(true)
  const automatic = await calculate({})
  const typed = await calculate({
    downstream: given.downstream.value!,
    openings: given.openings.map((o) => ({ leaf_id: o.leaf_id, opening: o.value! })),
    powers: given.powers.map((p) => ({ unit_id: p.unit_id, power: p.value! })),
  })
  expect(given.levels.end.value).toBe(automatic.lake_level.value)
  for (const o of automatic.outlets) {
    const same = typed.outlets.find((x) => x.outlet_id === o.outlet_id)!
    expect(same.discharge.value, o.name).toBeCloseTo(o.discharge.value!, 2)
  }
})

test('inputs of an earlier instant are those of then, and impossible times are refused at their field', async () => {
  const then = (await inputs({ at: '2025-10-16 11:00', from: '2025-10-16 10:30' })).body.data!
  expect(then.at).toBe(T - 2 * HOUR)
  expect(then.levels.start.t).toBe(T - 2.5 * HOUR)
  expect(then.powers.every((p) => p.t! <= then.at)).toBe(true)
  for (const [query, field] of [
    [{ at: '2030-01-01' }, 'at'],
    [{ from: '2025-10-16 13:00' }, 'from'],
    [{ from: '2025-10-14' }, 'from'],
  ] as const) {
    const refused = await inputs(query)
    expect(refused.status).toBe(400)
    expect((refused.body as { errors?: { path: string }[] }).errors?.map((e) => e.path)).toContain(field)
  }
})
