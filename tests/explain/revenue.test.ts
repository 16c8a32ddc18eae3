import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAct } from '#contract/edits.ts'
import { explain, explainRevenue } from '#contract/explain.ts'
import { DAY, HOUR } from '#core/time/units.ts'
import {
  AVOIDED,
  at,
  kwhOf,
  METER,
  metered,
  PRICES,
  soldPlant,
  STEP,
  vndOf,
  type SoldPlant,
} from '../price/plant.ts'

let plant: SoldPlant
const known = metered()
let version: string
beforeAll(async () => {
  plant = await soldPlant()
  version = await plant.add('tariff', 'avoided', AVOIDED)
  await plant.add('deduction', 'forest', { name: 'DVMTR', kind: 'per_kwh', amount: 36 })
})
afterAll(() => plant.server.close())
const of = (from: string, to: string) => plant.ask(explainRevenue, { body: { from: at(from), to: at(to) } })

test('revenue of a day lists classes, prices, tariff, deductions and each step of energy with its reading', async () => {
  const day = await of('2025-08-05', '2025-08-06')
  const [from, to] = [at('2025-08-05'), at('2025-08-06')]
  expect(day).toMatchObject({ by: 'step', series: 'energy.net', from_string: '2025-08-05 00:00:00' })
  expect(day.revenue).toMatchObject({ vnd: vndOf(known, from, to), kwh: kwhOf(known, from, to) })
  expect(day.revenue.classes.map((c) => [c.name, c.hours, c.price, c.parts[0].tariff])).toEqual([
    ['Peak', 5, PRICES.peak, version],
    ['Normal', 13, PRICES.normal, version],
    ['Off-peak', 6, PRICES.off, version],
  ])
  expect(day.revenue.deductions).toMatchObject([
    { name: 'DVMTR', vnd: Math.round(36 * kwhOf(known, from, to)) },
  ])
  expect(day.tariffs).toMatchObject([
    { version, name: AVOIDED.name, kind: 'table', recorded_by_name: expect.any(String) },
  ])
  expect(day.parts).toHaveLength(48)
  for (const p of day.parts) expect(p).toMatchObject({ kwh: known.get(p.to), to: p.from + STEP })
  expect(day.parts.reduce((sum, p) => sum + p.kwh, 0)).toBeCloseTo(day.revenue.kwh, 6)
  // A step is a stored value: its explanation names the reading of the meter.
  const step = await plant.ask(explain, { query: { series: day.series!, at: String(day.parts[19].to) } })
  expect(step.inputs.at(-1)).toMatchObject({ series: METER, used: known.get(day.parts[19].to) })
})

test('an hour is explained by its steps, a month by its days, a year by its months; each adds up', async () => {
  expect(
    (await of('2025-08-05 09:00', '2025-08-05 10:00')).parts.map((p) => p.classes.map((c) => c.class)),
  ).toEqual([['normal'], ['peak']])
  const month = await of('2025-07-01', '2025-08-01')
  expect([month.by, month.parts.length, month.parts[9].missing]).toEqual(['day', 31, 1])
  expect(month.parts.map((p) => p.vnd)).toEqual(
    Array.from({ length: 31 }, (_, i) =>
      vndOf(known, at('2025-07-01') + i * DAY, at('2025-07-01') + (i + 1) * DAY),
    ),
  )
  const year = await of('2025-01-01', '2026-01-01')
  expect(year.parts.map((p) => p.to - p.from).length).toBe(10)
  expect(year.revenue.vnd).toBe(vndOf(known, at('2025-01-01'), at('2025-10-16 13:00')))
})

test('an edit of a reading shows in the figure and in the reading behind it', async () => {
  const t = at('2025-08-06 10:00')
  await plant.ask(addAct, {
    body: { act: { kind: 'replace', series: METER, from: t, to: t, value: 1000 }, reason: 'read again' },
  } as never)
  await plant.settle()
  const { parts, revenue } = await of('2025-08-06 09:30', '2025-08-06 10:00')
  expect([parts[0].kwh, revenue.vnd]).toEqual([1000, 1000 * PRICES.peak])
  const step = await plant.ask(explain, { query: { series: 'energy.net', at: String(t) } })
  expect(step.inputs.at(-1)!.acts).toMatchObject([{ source: 'act', kind: 'replace', reason: 'read again' }])
})

test('what cannot be explained is refused by name', async () => {
  const refused = async (body: object, account = 'admin') => {
    const answer = await plant.server.call(explainRevenue, { body } as never, { account })
    return [answer.status, answer.body.errors?.map((e) => e.path)]
  }
  const from = at('2025-08-05')
  expect(await refused({ from, to: from })).toEqual([400, ['from']])
  expect(await refused({ from, to: from + 400 * DAY })).toEqual([400, ['to']])
  expect(await refused({ from: at('2025-10-16 13:00') + HOUR, to: at('2025-10-18') })).toEqual([
    400,
    ['from'],
  ])
  expect((await refused({ from, to: from + DAY, unit: 'nobody' }))[0]).toBe(404)
  expect((await refused({ from, to: from + DAY }, 'operator'))[0]).toBe(403)
})
