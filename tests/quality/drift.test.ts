import { afterAll, beforeAll, expect, test } from 'vitest'
import { ITEMS } from '#contract/items.ts'
import { putSeries } from '#contract/readings.ts'
import { observe, simulate, type Reading } from '#plant/index.ts'
import { DAY, fixture, HOUR, HYDRO, MINUTE, type Fixture } from './fixture.ts'

// In the flood season the units run day and night.
const FROM = Date.UTC(2025, 9, 16)
const DAYS = 4
const TO = FROM + DAYS * DAY
const STEP = 5 * MINUTE
const FLOW = 'unit.1.flow'
/** From here on the meter of unit 1 shows an eighth more water for the same power, as behind a clogged trash rack. */
const WORN = TO - 8 * HOUR

let h: Fixture
beforeAll(async () => {
  h = await fixture(WORN, TO, '', () => false)
  const token = await h.server.ingestToken(HYDRO)
  const flow = { name: 'Discharge of unit 1', unit: 'm3/s', kind: 'instant', step_s: 300 }
  const put = await h.server.call(putSeries, { params: { code: FLOW }, body: flow } as never, { token })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  const truth = simulate({ from: FROM - DAY, to: TO, step: STEP })
  const meter: Reading[] = []
  for (let i = 0; i < truth.length; i++) {
    const t = truth.t[i]
    meter.push({ series: FLOW, t, v: truth.unitFlow[0][i] * (t > WORN ? 1.125 : 1), at: t })
  }
  const [unit] = (await h.ask(ITEMS.unit.list)).filter((u) => u.id === 'unit.1')
  await h.ask(ITEMS.unit.change, {
    params: { id: 'unit.1' },
    body: {
      version: unit.version,
      from: null,
      body: { ...unit.body, method: 'measured', dischargeSeries: FLOW },
    },
  } as never)
  // The month is known before the unit wears.
  const readings = [...observe(truth), ...meter]
  for (const [from, to] of [
    [-Infinity, WORN],
    [WORN, TO],
  ]) {
    h.server.clock.set(Math.min(to, TO))
    await h.send(readings.filter((r) => r.t > from && r.t <= to))
    await h.settle()
  }
}, 300_000)
afterAll(() => h.close())

const fired = async (kind: string) =>
  (await h.fired()).filter((r) => r.kind === kind && r.cleared_at === null)

test('a unit that needs more water than in its own month is told, while K is still in the range of any plant', async () => {
  expect(await fired('efficiency')).toEqual([])
  const rows = (await fired('drift')).filter((r) => r.object === 'unit.1')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(row).toMatchObject({ series: null, grade: null })
    expect(row.from_t).toBeGreaterThanOrEqual(WORN)
    expect(row.worst!).toBeLessThan(row.bound!)
    expect(row.bound!).toBeGreaterThan(6)
  }
  expect((await fired('drift')).filter((r) => r.object !== 'unit.1')).toEqual([])
})
