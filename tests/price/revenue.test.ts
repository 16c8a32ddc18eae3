import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAct, undoAct } from '#contract/edits.ts'
import { ITEMS } from '#contract/items.ts'
import { priceAtInstants, tariffRevenue, type RevenueAnswer } from '#contract/revenue.ts'
import { EDITED, MISSING, PARTIAL, SUSPECT } from '#core/quality/index.ts'
import { DAY, HOUR } from '#core/time/units.ts'
import {
  AVOIDED,
  at,
  daysOf,
  kwhOf,
  METER,
  metered,
  NOW,
  PRICES,
  soldPlant,
  vndOf,
  type SoldPlant,
} from './plant.ts'

let plant: SoldPlant
const known = metered()
let version: string
beforeAll(async () => {
  plant = await soldPlant()
  version = await plant.add('tariff', 'avoided', AVOIDED)
})
afterAll(() => plant.server.close())

const revenue = (from: string, to: string, group: 'day' | 'month' | 'year', more: object = {}) =>
  plant.ask(tariffRevenue, { body: { from, to, group, ...more } })
const digits = ({ rows, total }: RevenueAnswer) => JSON.stringify({ rows, total })

test('revenue of days and months is the stored energy at its prices, to the last VND', async () => {
  const days = await revenue('2025-06-01', '2025-10-01', 'day')
  expect(days.series).toBe('energy.net')
  expect(days.rows.map((r) => r.from)).toEqual(daysOf(at('2025-06-01'), at('2025-10-01')))
  for (const r of days.rows) {
    expect(r.kwh).toBe(kwhOf(known, r.from, r.to))
    expect(r.vnd, new Date(r.from).toISOString()).toBe(vndOf(known, r.from, r.to))
  }
  expect(days.total.vnd).toBe(vndOf(known, at('2025-06-01'), at('2025-10-01')))
  const months = await revenue('2025-06-15', '2025-09-15', 'month')
  expect(months.rows.map((r) => r.vnd)).toEqual(
    ['06', '07', '08', '09'].map((m, i) =>
      vndOf(known, at(`2025-${m}-01`), at(`2025-${['07', '08', '09', '10'][i]}-01`)),
    ),
  )
  expect(months.total).toMatchObject({
    vnd: days.total.vnd,
    kwh: days.total.kwh,
    steps: 122 * 48,
    missing_steps: 54,
  })
  // The missing day is missing, not 0 as if the plant had stood still.
  const missing = days.rows.find((r) => r.from === at('2025-07-10'))!
  expect(missing).toMatchObject({
    kwh: 0,
    vnd: 0,
    missing: 1,
    missing_steps: 48,
    steps: 48,
    mean_price: null,
    quality: MISSING,
  })
  const partly = days.rows.find((r) => r.from === at('2025-09-03'))!
  expect(partly).toMatchObject({ missing: 0.125, missing_steps: 6, quality: PARTIAL })
  // Sunday has no peak; every class names its price and its version.
  const sunday = days.rows.find((r) => r.from === at('2025-06-08'))!
  expect(sunday.classes.map((c) => [c.class, c.hours, c.price])).toEqual([
    ['normal', 18, PRICES.normal],
    ['off', 6, PRICES.off],
  ])
  expect(sunday.classes[0]).toMatchObject({
    name: 'Normal',
    parts: [{ kind: 'energy', season: 'dry', tariff: version, price: PRICES.normal }],
  })
  expect(days.tariffs).toMatchObject([{ version, id: 'avoided', kind: 'table', from: null, to: null }])
})

test('of the present day only what is over counts, and the past is as it was known', async () => {
  const { rows } = await revenue('2025-10-16', '2025-10-17', 'day')
  expect(rows).toMatchObject([
    { steps: 26, missing: 0, vnd: vndOf(known, at('2025-10-16'), at('2025-10-16 13:00')) },
  ])
  const before = await plant.server.call(
    tariffRevenue,
    { body: { from: '2025-06-01', to: '2025-06-02', group: 'day', known_at: at('2025-10-16 12:00') } },
    { account: 'admin' },
  )
  // Nothing was described then.
  expect([before.status, before.body.errors]).toMatchObject([400, [{ path: 'known_at' }]])
})

test('a reading is edited, revenue follows for its day alone, and is undone to every digit', async () => {
  const all = ['2025-06-01', '2025-10-16', 'day'] as const
  const before = await revenue(...all)
  plant.server.clock.advance(60_000)
  const t = at('2025-08-05 10:00')
  const { act } = (await plant.ask(addAct, {
    body: { act: { kind: 'replace', series: METER, from: t, to: t, value: 9999.5 }, reason: 'read again' },
  } as never)) as unknown as { act: { act_id: string } }
  await plant.settle()
  const edited = await revenue(...all)
  const changed = new Map(known).set(t, 9999.5)
  for (const r of edited.rows) expect(r.vnd).toBe(vndOf(changed, r.from, r.to))
  const differs = edited.rows.filter((r, i) => JSON.stringify(r) !== JSON.stringify(before.rows[i]))
  expect(differs.map((r) => r.from)).toEqual([at('2025-08-05')])
  plant.server.clock.advance(60_000)
  const then = await revenue(...all, { known_at: plant.server.clock.now() - 90_000 })
  expect(digits(then)).toBe(digits(before))
  await plant.ask(undoAct, { body: { act_id: act.act_id, reason: 'wrong' } } as never)
  await plant.settle()
  expect(digits(await revenue(...all))).toBe(digits(before))
})

test('a tariff that is dated back by three months changes these months and no other byte', async () => {
  const all = ['2025-06-01', '2025-10-16', 'month'] as const
  const before = await revenue(...all)
  const dearer = { ...AVOIDED, prices: AVOIDED.prices.map((p) => ({ ...p, price: p.price + 10 })) }
  await plant.ask(ITEMS.tariff.change, {
    params: { id: 'avoided' },
    body: { version, body: dearer, from: '2025-08-01' },
  } as never)
  const after = await revenue(...all)
  const months = [at('2025-08-01'), at('2025-09-01'), at('2025-10-01')]
  after.rows.forEach((r, i) => {
    if (months.includes(r.from))
      expect(r.vnd).toBe(
        vndOf(known, r.from, Math.min(r.to, NOW), (c) => PRICES[c as keyof typeof PRICES] + 10),
      )
    else expect(JSON.stringify(r)).toBe(JSON.stringify(before.rows[i]).replaceAll(version, r.tariffs[0]))
  })
})

test('the price of a minute and why, by the tariff of the plant', async () => {
  const [peak, off] = await plant.ask(
    priceAtInstants,
    { body: { t: ['2025-06-04 09:30', '2025-06-04 22:00'] } },
    { account: 'admin', language: 'vi' },
  )
  expect(peak).toMatchObject({
    class: 'peak',
    name: 'Cao điểm',
    price: PRICES.peak,
    tariff: { id: 'avoided', kind: 'table' },
    calendar: { id: 'EVN-2014', version: null },
    band: { from: '09:30', to: '11:30' },
    reason: 'Thứ Tư, khung giờ 09:30–11:30, mùa khô; biểu giá Chi phí tránh được 2025',
  })
  expect(off).toMatchObject({ class: 'off', price: PRICES.off, capacity: null, estimate: false })
})

test('a plant that is paid by the market, with a contract for difference', async () => {
  const { server } = plant
  const who = { actor: 'test', address: null, hydro: null }
  const [hydro] = await server.app.plants.codes()
  await server.app.readings.registry.put(
    hydro,
    { code: 'market.price', name: 'SMP', unit: 'VND/kWh', kind: 'mean', step_s: 3600 },
    who,
  )
  const t = Array.from({ length: 23 }, (_, i) => at('2025-10-02') + (i + 1) * HOUR)
  await server.app.history.write(
    {
      hydroCode: hydro,
      series: t.map(() => 'market.price'),
      t,
      v: t.map((_, i) => 1000 + i),
      q: t.map(() => 0),
    },
    { source: 'import' },
  )
  await plant.ask(ITEMS.tariff.change, {
    params: { id: 'avoided' },
    body: {
      version: (await plant.ask(ITEMS.tariff.list)).find((x) => x.id === 'avoided')!.version,
      body: {
        name: 'VCGM',
        kind: 'series',
        calendar: 'EVN-2014',
        series: 'market.price',
        contract: { price: 1500, power: 1000 },
      },
      from: '2025-10-02',
    },
  } as never)
  const {
    rows: [row],
    tariffs,
  } = await revenue('2025-10-02', '2025-10-03', 'day')
  let sum = 0n
  for (const [end, kwh] of known) {
    const i = Math.ceil((end - at('2025-10-02')) / HOUR) - 1
    if (i >= 0 && i < 23 && end > at('2025-10-02')) sum += BigInt(Math.round(kwh * 1000)) * BigInt(1000 + i)
  }
  for (let i = 0; i < 23; i++) sum += 1_000_000n * BigInt(500 - i)
  expect(row.vnd).toBe(Number((2n * sum + 1000n) / 2000n))
  expect(row).toMatchObject({
    estimate: true,
    unsettled_hours: 1,
    kwh: kwhOf(known, at('2025-10-02'), at('2025-10-03')),
  })
  expect(row.unpriced_kwh).toBe(kwhOf(known, at('2025-10-02 23:00'), at('2025-10-03')))
  expect(tariffs).toMatchObject([{ kind: 'series', name: 'VCGM' }])
  const [noon, midnight] = await plant.ask(priceAtInstants, {
    body: { t: ['2025-10-02 12:30', '2025-10-02 23:30'] },
  })
  expect(noon).toMatchObject({ price: 1012, estimate: true })
  expect(midnight).toMatchObject({ price: null })
})

test('a suspect market price is used where the plant uses suspect readings, and its revenue says so', async () => {
  const noon = { from: at('2025-10-02 12:00'), to: at('2025-10-02 13:00') }
  const day = async () => (await revenue('2025-10-02', '2025-10-03', 'day')).rows[0]
  const before = await day()
  const flag = {
    kind: 'flag' as const,
    series: 'market.price',
    from: noon.to,
    to: noon.to,
    grade: 4 as const,
  }
  await plant.ask(addAct, { body: { act: flag, reason: 'twice the usual price' } })
  const doubtful = await day()
  const late = kwhOf(known, at('2025-10-02 23:00'), at('2025-10-03'))
  expect(doubtful.unpriced_kwh).toBeCloseTo(late + kwhOf(known, noon.from, noon.to), 3)
  expect(doubtful).toMatchObject({ unsettled_hours: 2, quality: before.quality })
  expect(before.unsettled_hours).toBe(1)

  const [p] = await plant.ask(ITEMS.parameters.list)
  const body = { version: p.version, body: { ...p.body, allowSuspect: true }, from: null }
  await plant.ask(ITEMS.parameters.change, { params: { id: p.id }, body } as never)
  expect(await day()).toEqual({ ...before, quality: SUSPECT | EDITED })
})

test('bad questions are refused by name, and without the permission nothing is told', async () => {
  const refused = async (body: object, account = 'admin') => {
    const answer = await plant.server.call(tariffRevenue, { body } as never, { account })
    return [answer.status, answer.body.code, answer.body.errors?.map((e) => e.path)]
  }
  const span = { from: '2025-06-01', to: '2025-07-01', group: 'day' }
  expect(await refused({ ...span, to: '2025-06-01' })).toEqual([400, 'invalid_range', ['from']])
  expect(await refused({ ...span, from: '1960-01-01' })).toEqual([400, 'invalid_range', ['to']])
  expect(await refused({ ...span, from: '2010-01-01' })).toEqual([400, 'invalid_range', ['to']])
  expect((await refused({ ...span, unit: 'nobody' }))[0]).toBe(404)
  for (const account of ['operator', 'viewer']) expect((await refused(span, account))[0]).toBe(403)
  expect((await plant.server.call(priceAtInstants, { body: { t: DAY } }, { account: 'viewer' })).status).toBe(
    403,
  )
})
