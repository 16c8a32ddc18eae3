import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyCalculate } from '#contract/calculation.ts'
import { getGeneralLast } from '#contract/dashboard.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription, observe, simulate } from '#plant/index.ts'
import { HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const HYDRO = seed.hydroCode
const ZONE = 'Asia/Ho_Chi_Minh'
// In a flood: units run and gates are open.
const T = Date.UTC(2025, 9, 16, 6)
const truth = simulate({ from: T - 12 * HOUR, to: T, step: 5 * MINUTE })
let server: TestServer

beforeAll(async () => {
  server = await testServer({ now: T })
  await addReservoir(server.app, seed)
  const token = await server.ingestToken(HYDRO)
  const readings = observe(truth).map(({ series, t, v }) => ({ series, t, v }))
  await server.call(postReadings, { body: { readings } } as never, { token })
  await server.app.calculation.settle(HYDRO)
})
afterAll(() => server.close())

type Body = NonNullable<Input<typeof onlyCalculate>['body']>
const ask = (body: Body, language: 'vi' | 'en' = 'en') =>
  server.call(onlyCalculate, { body }, { account: 'operator', language })
async function calculate(body: Body): Promise<Output<typeof onlyCalculate>> {
  const answer = await ask(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as Output<typeof onlyCalculate>
}

test('from the sensors it equals the automatic calculation, to the last digit', async () => {
  const stored = (await server.call(getGeneralLast)).body.data!
  const now = await calculate({})
  expect(now.date_string).toBe(stored.date_string)
  for (const field of [
    'lake_level',
    'total_discharge_lake',
    'total_discharge_out',
    'total_discharge_turbine',
  ] as const)
    expect(now[field].value).toBe(stored[field])
  expect(now.total_capacity.value).toBe(stored.total_capacity)
  expect(now.inflow_moving_average.value).toBeCloseTo(stored.inflow_moving_average, 3)
  expect(now.inflow_sigma).toBeGreaterThan(0)
  expect(now.storage_table).toMatchObject({ group: 'ZV', since: null })
  expect(now.outlets.length).toBe(
    seed.gates.reduce((n, g) => n + g.body.leaves.length, 0) + seed.units.length,
  )
  const sum = now.outlets.reduce((q, o) => q + o.discharge.value!, 0)
  expect(sum).toBeCloseTo(now.total_discharge_out.value! - now.seepage.value!, 2)
})

test('with entered levels, inflow is storage change plus outflow; nothing is stored', async () => {
  const rows = () => server.app.services.db.query<{ n: number }>('SELECT count(*)::int AS n FROM reading')
  const before = await rows()
  const closed = {
    openings: seed.gates.flatMap((g) =>
      g.body.leaves.filter((l) => l.openingSeries).map((l) => ({ leaf_id: l.id, opening: 0 })),
    ),
    powers: seed.units.map((u) => ({ unit_id: u.id, power: 0 })),
  }
  const still = await calculate({ levels: { start: 410, end: 410 }, ...closed })
  expect(still.lake_level.value).toBe(410)
  expect(still.at - still.from).toBe(seed.parameters.window * 1000)
  expect(still.outlets.filter((o) => o.given).every((o) => o.discharge.value === 0)).toBe(true)
  const losses = still.evaporation.value! + (seed.parameters.seepageReturns ? 0 : still.seepage.value!)
  expect(still.total_discharge_lake.value).toBeCloseTo(still.total_discharge_out.value! + losses, 3)
  const rising = await calculate({
    from: toLocal(T - HOUR, ZONE),
    levels: { start: 410, end: 410.1 },
    ...closed,
  })
  const zv = seed.tables.find((t) => t.body.group === 'ZV')!.body.rows
  const area = (() => {
    const i = zv.findIndex(([z]) => z >= 410.1)
    return ((zv[i][1] - zv[i - 1][1]) * 1e6) / (zv[i][0] - zv[i - 1][0])
  })()
  // However fast the lake moves, the inflow is the one between both ends.
  const storing = rising.total_discharge_lake.value! - rising.total_discharge_out.value! - losses
  const expected = (0.1 * area) / 3600
  expect(Math.abs(storing - expected)).toBeLessThan(0.01 * expected + 0.5)
  expect(await rows()).toEqual(before)
})

test('impossible values are refused, each at its field, in both languages', async () => {
  const body: Body = {
    at: toLocal(T + HOUR, ZONE),
    levels: { start: 100, end: 410 },
    openings: [
      { leaf_id: 'no such leaf', opening: 1 },
      { leaf_id: seed.gates[0].body.leaves[0].id, opening: 99 },
    ],
    powers: [{ unit_id: 'no such unit', power: 1 }],
  }
  for (const language of ['vi', 'en'] as const) {
    const { status, body: answer } = await ask(body, language)
    expect(status).toBe(400)
    expect(answer.errors!.map((e) => [e.path, e.code])).toEqual([
      ['at', 'not_yet'],
      ['levels.start', 'OUT_OF_RANGE'],
      ['openings.0.leaf_id', 'not_found'],
      ['powers.0.unit_id', 'not_found'],
      ['openings.1.opening', 'OUT_OF_RANGE'],
    ])
  }
  const twice = await ask({
    powers: seed.units.slice(0, 1).flatMap((u) => [1, 2].map((power) => ({ unit_id: u.id, power }))),
  })
  expect(twice.body.errors).toMatchObject([{ path: 'powers.1.unit_id', code: 'code_taken' }])
  const above = await ask({
    powers: [{ unit_id: seed.units[0].id, power: 2 * seed.units[0].body.ratedPower }],
  })
  expect(above.body.errors).toMatchObject([{ path: 'powers.0.power', code: 'POWER_ABOVE_CAPACITY' }])
  for (const downstream of [1e308, -1e308, 450]) {
    const flooded = await ask({ downstream })
    expect(flooded.body.errors).toMatchObject([{ path: 'downstream', code: 'OUT_OF_RANGE' }])
    expect(flooded.body.errors![0].message).toMatch(
      / m is not possible: it must be between -500 and [\d.]+ m$/,
    )
  }
  const crest = seed.gates.find((g) => g.body.type === 1)!.body.leaves[0].id
  const fixed = await ask({ openings: [{ leaf_id: crest, opening: 1 }] })
  expect(fixed.body.errors).toMatchObject([{ path: 'openings.0.leaf_id', code: 'not_found' }])
  const turned = await ask({ at: toLocal(T, ZONE), from: toLocal(T, ZONE) })
  expect(turned.body.errors).toMatchObject([{ path: 'from', code: 'from_after_to' }])
  const long = await ask({ from: toLocal(T - 30 * HOUR, ZONE) })
  expect(long.body.errors).toMatchObject([{ path: 'from', code: 'span_too_long' }])
  expect((await server.call(onlyCalculate, { body: {} }, { account: 'viewer' })).status).toBe(403)
})
