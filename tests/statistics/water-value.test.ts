import { afterAll, beforeAll, expect, test } from 'vitest'
import { getWaterValue } from '#contract/water-value.ts'
import { at, HYDRO, kwhOver, NOW, outputPlant, seed, stepsOf, type OutputPlant } from './plant.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const PRICE = 1000
const TODAY = at('2026-03-10 00:00:00')
/** m3/kWh with which the units generate, m3/s over the spillway between 8 and 10, and of the minimum flow. */
const [USE, SPILL, MINIMUM] = [4.5, 36, 2]

let plant: OutputPlant
beforeAll(async () => {
  plant = await outputPlant()
  await plant.tariff(null, PRICE)
  const { history } = plant.server.app
  const put = (code: string, value: (t: number) => number, from = TODAY) => {
    const t: number[] = []
    for (let x = from; x <= NOW; x += 5 * MINUTE) t.push(x)
    const batch = { hydroCode: HYDRO, series: t.map(() => code), t, v: t.map(value), q: t.map(() => 0) }
    return history.write(batch, { source: 'computed' })
  }
  // The flow through the units that gives the energy of each step, in equal parts of it.
  const mw = (t: number) =>
    stepsOf(null).get(Math.floor((t + 29 * MINUTE) / (30 * MINUTE)) * 30 * MINUTE) ?? 0
  const turbine = (kwh: number) => (kwh * 2 * USE) / 3600
  await put('general.total_discharge_turbine', (t) => turbine(mw(t)))
  const spills = (t: number) => t >= TODAY + 8 * HOUR && t <= TODAY + 10 * HOUR
  await put('general.total_discharge_dam', (t) => MINIMUM + (spills(t) ? SPILL : 0))
  await put('general.env_discharge', () => MINIMUM)
  await put('general.lake_level', () => seed.plant.levels.dead + 1, NOW - HOUR)
})
afterAll(() => plant.server.close())

test('water in money: usable water, what passed beside the units, and revenue by class, each with its assumption', async () => {
  const value = await plant.ask(getWaterValue)
  const today = kwhOver(null, TODAY, NOW)
  expect(value.use_of).toBe('today')
  expect(value.use).toBeGreaterThan(0.9 * USE)
  expect(value.use).toBeLessThan(1.1 * USE)
  const { usable, lost, revenue } = value
  // A metre above the dead level, by the storage table.
  const rows = seed.tables.find((t) => t.body.group === 'ZV')!.body.rows
  const storage = (z: number) => {
    const i = rows.findIndex(([level]) => level > z)
    const [[z1, v1], [z2, v2]] = [rows[i - 1], rows[i]]
    return v1 + ((v2 - v1) * (z - z1)) / (z2 - z1)
  }
  const { dead } = seed.plant.levels
  expect([usable.level, usable.level_at! > NOW - 5 * MINUTE]).toEqual([dead + 1, true])
  const unit = seed.tables.find((t) => t.body.group === 'ZV')!.body.units?.v === '10^6 m3' ? 1e6 : 1
  const volume = (storage(dead + 1) - storage(dead)) * unit
  expect(Math.abs(usable.volume! - volume)).toBeLessThan(0.01 * volume)
  expect(Math.abs(usable.kwh! - usable.volume! / value.use!)).toBeLessThan(5)
  expect(usable.price).toBe(PRICE)
  expect(Math.abs(usable.vnd! - usable.kwh! * PRICE)).toBeLessThan(PRICE)
  expect(usable.classes.reduce((sum, c) => sum + c.share, 0)).toBeCloseTo(1, 3)
  expect(usable.assumed).toContain(String(dead))
  // Two hours of spill with a rise and a fall of five minutes; and all of the day the minimum flow.
  expect(Math.abs(lost.spill.volume! - (SPILL * (2 * HOUR + 5 * MINUTE)) / 1000)).toBeLessThan(200)
  const minimum = (MINIMUM * (NOW - TODAY)) / 1000
  expect(Math.abs(lost.minimum_flow.volume! - minimum)).toBeLessThan(1)
  for (const one of [lost.spill, lost.minimum_flow]) {
    expect(Math.abs(one.kwh! - one.volume! / value.use!)).toBeLessThan(1)
    expect(Math.abs(one.vnd! - one.kwh! * PRICE)).toBeLessThan(2 * PRICE)
  }
  expect(revenue.today).toMatchObject({ from: TODAY, to: TODAY + DAY, kwh: today, vnd: today * PRICE })
  const month = kwhOver(null, at('2026-03-01 00:00:00'), NOW)
  expect(revenue.month).toMatchObject({ kwh: month, vnd: month * PRICE, missing: 0 })
  expect(revenue.month.classes.reduce((sum, c) => sum + c.vnd, 0)).toBe(month * PRICE)
})

test('a lake level that is old is no usable water, and its time is told', async () => {
  const other = await outputPlant()
  await other.tariff(null, PRICE)
  const t = NOW - 2 * DAY
  const batch = {
    hydroCode: HYDRO,
    series: ['general.lake_level'],
    t: [t],
    v: [seed.plant.levels.dead + 1],
    q: [0],
  }
  await other.server.app.history.write(batch, { source: 'computed' })
  const { usable } = await other.ask(getWaterValue)
  expect(usable).toMatchObject({ level: null, level_at: t, volume: null, kwh: null, vnd: null })
  await other.server.close()
})

test('what is not known is not 0: without a lake level and without prices', async () => {
  const other = await outputPlant()
  const value = await other.ask(getWaterValue)
  expect(value).toMatchObject({
    use: null,
    use_of: null,
    usable: { level: null, level_at: null, volume: null, kwh: null, price: null, vnd: null },
    lost: { spill: { volume: null, kwh: null, vnd: null } },
    revenue: { month: { vnd: null } },
  })
  expect(value.revenue.month.unpriced_kwh).toBe(value.revenue.month.kwh)
  for (const account of ['operator', 'viewer'])
    expect(await other.refused(getWaterValue, {}, { account })).toMatchObject({ status: 403 })
  await other.server.close()
})
