import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { getReport, getReportOutlets } from '#contract/report.ts'
import { explainRevenue } from '#contract/explain.ts'
import { ITEMS } from '#contract/items.ts'
import { postReadings } from '#contract/readings.ts'
import { priceAtInstants, tariffRevenue } from '#contract/revenue.ts'
import { demoDescription } from '#plant/index.ts'
import { PARTIAL } from '#core/quality/index.ts'
import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { testServer, type TestServer } from '../server.ts'
import { AVOIDED, at, HYDRO, NOW } from './plant.ts'

const UNITS = demoDescription().units.map((u) => ({ id: u.id, ...u.body }))
const WHOLE = at('2025-10-10')
const GAPS = at('2025-10-12')
const KW = 15_000
/** Of every hour of the day with gaps the power is silent between these minutes. */
const SILENT = [20, 40] as const

const WHO = { actor: 'test', address: null }

let server: TestServer
let version: string
/** The plant sells what its units make; each runs at 15 MW throughout. */
beforeAll(async () => {
  server = await testServer({ now: NOW })
  const seed = demoDescription()
  await server.app.plants.create(
    { ...WHO, hydro: HYDRO },
    { ...seed, parameters: { ...seed.parameters, interval: 3600 } },
  )
  for (const series of seed.series) await server.app.readings.registry.put(HYDRO, series, WHO)
  const token = await server.ingestToken(HYDRO)
  const readings = UNITS.flatMap(({ powerSeries, powerUnit }) =>
    [WHOLE, GAPS].flatMap((day) =>
      Array.from({ length: DAY / (5 * MINUTE) + 1 }, (_, i) => day + i * 5 * MINUTE)
        .filter((t) => {
          const minute = ((t - day) % HOUR) / MINUTE
          return day === WHOLE || minute <= SILENT[0] || minute >= SILENT[1]
        })
        .map((t) => ({ series: powerSeries!, t, v: powerUnit === 'MW' ? KW / 1000 : KW })),
    ),
  )
  for (let i = 0; i < readings.length; i += 1000) {
    const sent = await server.call(
      postReadings,
      { body: { readings: readings.slice(i, i + 1000) } } as never,
      { token },
    )
    expect(sent.body.data).toMatchObject({ rejected: [] })
  }
  await server.app.calculation.settle(HYDRO)
  await server.app.history.settleBins()
  ;({ version } = await ask(ITEMS.tariff.add, {
    body: { id: 'avoided', body: AVOIDED, from: null },
  } as never))
})
afterAll(() => server.close())

async function ask<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Output<E>> {
  const answer = await server.call(endpoint, input as never, { account: 'admin' })
  expect(answer.status, JSON.stringify(answer.body).slice(0, 2000)).toBeLessThan(300)
  return answer.body.data as never
}

const day = async (from: number, unit: string | null = null) =>
  (
    await ask(tariffRevenue, {
      body: { from: local(from), to: local(from + DAY), group: 'day', unit },
    })
  ).rows[0]
const local = (t: number) => new Date(t + 7 * HOUR).toISOString().slice(0, 10)
const change = async (body: object) => {
  ;({ version } = await ask(ITEMS.tariff.change, {
    params: { id: 'avoided' },
    body: { version, body, from: null },
  } as never))
}

test('of a step that is known in part the rest is missing', async () => {
  const one = await day(GAPS)
  expect(one.kwh).toBeCloseTo(((KW * UNITS.length * 24) / 3) * 2, 0)
  // Each half-hour lacks ten minutes of its power.
  expect(one.missing).toBeCloseTo(1 / 3, 6)
  expect(one).toMatchObject({ steps: 48, missing_steps: 0, quality: PARTIAL })
  const unit = await day(GAPS, UNITS[0].id)
  expect(unit.missing).toBeCloseTo(1 / 3, 6)
  expect(await day(WHOLE)).toMatchObject({ missing: 0, missing_steps: 0, quality: 0 })
})

test('a unit earns the prices of its classes: surplus above a power is of the plant', async () => {
  const before = await Promise.all(UNITS.map((u) => day(WHOLE, u.id)))
  const all = await day(WHOLE)
  expect(before.reduce((sum, r) => sum + r.vnd, 0)).toBe(all.vnd)
  // Each unit is below the limit, the plant is above it.
  const surplus = { rule: 'above_power', power: 20_000, prices: [{ price: 100 }] }
  await change({ ...AVOIDED, surplus })
  const plants = await day(WHOLE)
  expect(plants.classes.flatMap((c) => c.parts).filter((p) => p.kind === 'surplus')).not.toEqual([])
  expect(plants.vnd).toBeLessThan(all.vnd)
  expect((await Promise.all(UNITS.map((u) => day(WHOLE, u.id)))).map((r) => r.vnd)).toEqual(
    before.map((r) => r.vnd),
  )
  // Also of a unit that is above the limit alone.
  await change({ ...AVOIDED, surplus: { ...surplus, power: 10_000 } })
  expect((await day(WHOLE, UNITS[0].id)).vnd).toBe(before[0].vnd)
})

test('a contract for difference is of the plant, and no unit has it; reports say so', async () => {
  await server.app.readings.registry.put(
    HYDRO,
    { code: 'market.price', name: 'SMP', unit: 'VND/kWh', kind: 'mean', step_s: 3600 },
    WHO,
  )
  const t = Array.from({ length: 24 }, (_, i) => WHOLE + (i + 1) * HOUR)
  await server.app.history.write(
    {
      hydroCode: HYDRO,
      series: t.map(() => 'market.price'),
      t,
      v: t.map((_, i) => 1000 + i),
      q: t.map(() => 0),
    },
    { source: 'import' },
  )
  await change({
    name: 'VCGM',
    kind: 'series',
    calendar: 'EVN-2014',
    series: 'market.price',
    contract: { price: 1500, power: 10_000 },
  })
  const sold = t.reduce((sum, _, i) => sum + KW * (1000 + i), 0)
  const units = await Promise.all(UNITS.map((u) => day(WHOLE, u.id)))
  for (const unit of units) expect(unit).toMatchObject({ vnd: sold, estimate: true, unsettled_hours: 0 })
  const contract = t.reduce((sum, _, i) => sum + 10_000 * (500 - i), 0)
  expect((await day(WHOLE)).vnd).toBe(UNITS.length * sold + contract)
  const quantity = `revenue.unit.${UNITS[0].id}`
  const table = await ask(getReport, {
    body: { kind: 'daily', from: local(WHOLE), to: local(WHOLE + 2 * DAY), quantities: [quantity] },
  } as never)
  expect(table.v[0][0]).toBe(sold)
  const { revenue } = await ask(getReportOutlets)
  expect(revenue!.map((r) => r.name)).toEqual([
    'Revenue',
    ...UNITS.map((u) => `Revenue of ${u.name} (without contract for difference and surplus)`),
  ])
  const explained = await ask(explainRevenue, {
    body: { from: WHOLE, to: WHOLE + DAY, unit: UNITS[0].id },
  } as never)
  expect(explained.revenue.vnd).toBe(sold)
  expect(explained.parts.reduce((sum, p) => sum + p.vnd, 0)).toBe(sold)
})

test('prices at many instants, in any order and more than once, are those of each alone', async () => {
  const times = Array.from({ length: 200 }, (_, i) => WHOLE + ((i * 37) % 200) * 11 * MINUTE)
  const far = [at('2024-01-01'), ...times, NOW, WHOLE, WHOLE]
  const read = vi.spyOn(server.app.history, 'read')
  const many = await ask(priceAtInstants, { body: { t: far } })
  // The market is read once for instants that are near each other, not for each.
  expect(read.mock.calls.filter(([, codes]) => codes.includes('market.price'))).toHaveLength(2)
  read.mockRestore()
  expect(many.map((x) => x.t)).toEqual(far)
  for (const one of many) {
    const hour = Math.floor((one.t - WHOLE) / HOUR)
    expect(one.price, one.local).toBe(hour >= 0 && hour < 24 ? 1000 + hour : null)
  }
})
