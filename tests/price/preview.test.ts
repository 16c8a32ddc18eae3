import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAct, previewEdit, previewUndo, undoAct } from '#contract/edits.ts'
import { ITEMS } from '#contract/items.ts'
import { previewDifference } from '#contract/preview.ts'
import { getReport } from '#contract/report.ts'
import { previewPrices, tariffRevenue } from '#contract/revenue.ts'
import { postReadings } from '#contract/readings.ts'
import { DAY } from '#core/time/units.ts'
import {
  AVOIDED,
  at,
  HYDRO,
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
  await plant.add('deduction', 'forest', { name: 'DVMTR', kind: 'per_kwh', amount: 36 })
})
afterAll(() => plant.server.close())

const T = at('2025-08-05 10:00')
const act = { kind: 'replace' as const, series: METER, from: T, to: T, value: 9999.5 }
const changed = new Map(known).set(T, 9999.5)
const DAY_OF = [at('2025-08-05'), at('2025-08-06')] as const

/** Everything that people read of it. */
async function figures(): Promise<string> {
  const span = { from: '2025-07-01', to: '2025-10-16 13:00' }
  const revenue = await plant.ask(tariffRevenue, { body: { ...span, group: 'day' } })
  const reports = await Promise.all(
    (['hourly', 'daily', 'monthly'] as const).map((kind) =>
      plant.ask(getReport, {
        body: { kind, ...span, quantities: ['revenue.plant', 'energy.net', 'energy.plant'], limit: 5000 },
      } as never),
    ),
  )
  return JSON.stringify([revenue, reports.map(({ t, v, q, totals }) => ({ t, v, q, totals }))])
}

test('a reading is edited: the preview names the VND, the reports follow, and undoing gives back every digit', async () => {
  const before = await figures()
  const preview = await plant.ask(previewEdit, { body: { act, px: 800 } })
  expect(preview.calculation!.sold).toMatchObject({
    from: DAY_OF[0],
    to: DAY_OF[1],
    kwh: { before: kwhOf(known, ...DAY_OF), after: kwhOf(changed, ...DAY_OF) },
    vnd: { before: vndOf(known, ...DAY_OF), after: vndOf(changed, ...DAY_OF) },
    missing: { before: 0, after: 0 },
  })
  expect(await figures()).toBe(before)

  const { act: saved } = await plant.ask(addAct, { body: { act, reason: 'read again' } })
  await plant.settle()
  const { rows } = await plant.ask(tariffRevenue, {
    body: { from: '2025-08-05', to: '2025-08-06', group: 'day' },
  })
  expect(rows[0].vnd).toBe(preview.calculation!.sold!.vnd!.after)
  const daily = await plant.ask(getReport, {
    body: { kind: 'daily', from: '2025-08-04', to: '2025-08-07', quantities: ['revenue.plant'] },
  } as never)
  expect(daily.v[0][1]).toBe(rows[0].vnd)
  expect(await figures()).not.toBe(before)

  const back = await plant.ask(previewUndo, { body: { act_id: saved.act_id, px: 800 } })
  expect(back.calculation!.sold!.vnd).toEqual({ before: rows[0].vnd, after: vndOf(known, ...DAY_OF) })
  await plant.ask(undoAct, { body: { act_id: saved.act_id, reason: 'wrong' } })
  await plant.settle()
  expect(await figures()).toBe(before)
})

test('who may not see money sees energy in a preview, and no VND', async () => {
  const { calculation } = await plant.ask(previewEdit, { body: { act, px: 800 } }, { account: 'operator' })
  expect(calculation!.sold!.kwh.after).toBe(kwhOf(changed, ...DAY_OF))
  expect(calculation!.sold).not.toHaveProperty('vnd')
})

test('a change of the description tells what is sold: without its meter the plant has no energy', async () => {
  const [parameters] = await plant.ask(ITEMS.parameters.list)
  const { netSeries: _, ...body } = parameters.body
  const { sold } = await plant.ask(previewDifference, {
    body: { from: '2025-08-05 00:30', to: '2025-08-06', px: 800, changes: [{ noun: 'parameters', body }] },
  })
  expect(sold!.vnd!.before).toBeGreaterThan(0)
  expect(sold!.missing.after).toBeGreaterThan(0.9)
})

test('a tariff that is dated back by three months previews these months, and changes no other byte', async () => {
  const before = JSON.parse(await figures())
  const dearer = { ...AVOIDED, prices: AVOIDED.prices.map((p) => ({ ...p, price: p.price + 10 })) }
  const change = { noun: 'tariff' as const, id: 'avoided', body: dearer, from: '2025-08-01' }
  const preview = await plant.ask(previewPrices, { body: { changes: [change] } } as never)
  const months = [at('2025-08-01'), at('2025-09-01'), at('2025-10-01')]
  expect(preview.months.map((m) => m.from)).toEqual(months)
  expect(preview.compared).toBe(3)
  for (const m of preview.months) {
    const end = Math.min(m.to, NOW)
    const sum = (more: number) => vndOf(known, m.from, end, (c) => PRICES[c as keyof typeof PRICES] + more)
    expect(m.vnd).toEqual({ before: sum(0), after: sum(10) })
    expect(m.vnd.after - m.net_vnd.after).toBeCloseTo(36 * kwhOf(known, m.from, end), -1)
  }
  expect(JSON.parse(await figures())).toEqual(before)
  const { body, status } = await plant.server.call(
    ITEMS.tariff.change,
    { params: { id: 'avoided' }, body: { version, body: dearer, from: '2025-08-01' } } as never,
    { account: 'admin' },
  )
  expect([status, body.errors]).toEqual([200, undefined])
  const [revenue, [, daily]] = JSON.parse(await figures())
  const [old, [, oldDaily]] = before
  const fresh = revenue.rows.find((r: { from: number }) => r.from >= months[0]).tariffs[0]
  expect(fresh).not.toBe(version)
  revenue.rows.forEach((r: { from: number; vnd: number; kwh: number }, i: number) => {
    // The version ends there now, and is written anew with the same body.
    const plain = (x: unknown) => JSON.stringify(x).replaceAll(/"tariffs?":(?:"[^"]*"|\["[^"]*"\])/g, '')
    if (r.from < months[0]) expect(plain(r)).toBe(plain(old.rows[i]))
    else if (r.kwh > 0) expect(r.vnd).toBeGreaterThan(old.rows[i].vnd)
  })
  daily.t.forEach((t: number, i: number) => {
    if (t < months[0]) expect([daily.v[0][i], daily.q[0][i]]).toEqual([oldDaily.v[0][i], oldDaily.q[0][i]])
    // Energy is not touched by prices.
    expect(daily.v[1][i]).toBe(oldDaily.v[1][i])
  })
})

test('calendars and deductions are previewed, with the checks of their own calls', async () => {
  const more = await plant.ask(previewPrices, {
    body: {
      changes: [{ noun: 'deduction', body: { name: 'Thuế', kind: 'rate', rate: 0.05 }, from: '2025-10-01' }],
    },
  } as never)
  expect(more.months).toHaveLength(1)
  expect(more.months[0].vnd.after).toBe(more.months[0].vnd.before)
  expect(more.total.net_vnd.before - more.total.net_vnd.after).toBeCloseTo(0.05 * more.total.vnd.after, -1)
  // Nothing of the sums differs: what two fees take is divided otherwise.
  const moved = await plant.ask(previewPrices, {
    body: {
      changes: [
        {
          noun: 'deduction',
          id: 'forest',
          body: { name: 'DVMTR', kind: 'per_kwh', amount: 30 },
          from: '2025-10-01',
        },
        { noun: 'deduction', body: { name: 'Nước', kind: 'per_kwh', amount: 6 }, from: '2025-10-01' },
      ],
    },
  } as never)
  expect(moved.months.map((m) => m.from)).toEqual([at('2025-10-01')])
  expect(moved.total.net_vnd.after).toBe(moved.total.net_vnd.before)
  const refused = async (change: object, account = 'admin') => {
    const answer = await plant.server.call(previewPrices, { body: { changes: [change] } } as never, {
      account,
    })
    return [answer.status, answer.body.errors?.map((e) => [e.path, e.code])]
  }
  const bad = { ...AVOIDED, prices: AVOIDED.prices.slice(1) }
  expect(await refused({ noun: 'tariff', id: 'avoided', body: bad })).toEqual([
    400,
    [['changes.0.body.prices', 'price_missing']],
  ])
  expect((await refused({ noun: 'tariff', id: 'nobody', body: AVOIDED }))[0]).toBe(404)
  expect((await refused({ noun: 'tariff', id: 'avoided', body: AVOIDED }, 'operator'))[0]).toBe(403)
})

test('an edit of a price is previewed until the next price, on the day after it too', async () => {
  const { server } = plant
  const who = { actor: 'test', address: null, hydro: HYDRO }
  const code = 'market.daily'
  const series = { code, name: 'Giá thị trường', unit: 'VND/kWh', kind: 'step' as const, step_s: null }
  await server.app.readings.registry.put(HYDRO, series, who)
  const readings = Array.from({ length: 10 }, (_, i) => ({
    series: code,
    t: at('2025-10-06 10:00') + i * DAY,
    v: 1000,
  }))
  const token = await server.ingestToken(HYDRO)
  await server.call(postReadings, { body: { readings } } as never, { token })
  const market = { name: 'Thị trường', kind: 'series', calendar: 'EVN-2014', currency: 'VND', series: code }
  await plant.add('tariff', 'market', market, '2025-10-08')
  const t = at('2025-10-10 10:00')
  const edit = { kind: 'replace' as const, series: code, from: t, to: t, value: 2000 }
  const { calculation } = await plant.ask(previewEdit, { body: { act: edit, px: 800 } })
  const days = [at('2025-10-10'), at('2025-10-12')] as const
  const { rows } = await plant.ask(tariffRevenue, {
    body: { from: '2025-10-10', to: '2025-10-12', group: 'day' },
  })
  const sum = (all: typeof rows) => all.reduce((vnd, row) => vnd + row.vnd!, 0)
  const sold = calculation!.sold!
  expect(sold).toMatchObject({ from: days[0], to: days[1], vnd: { before: sum(rows) } })
  const more = kwhOf(known, t, t + DAY) * 1000
  expect(Math.abs(sold.vnd!.after! - sold.vnd!.before! - more)).toBeLessThanOrEqual(1)

  await plant.ask(addAct, { body: { act: edit, reason: 'corrected' } })
  await plant.settle()
  const after = await plant.ask(tariffRevenue, {
    body: { from: '2025-10-10', to: '2025-10-12', group: 'day' },
  })
  expect(Math.abs(sum(after.rows) - sold.vnd!.after!)).toBeLessThanOrEqual(1)
  expect(after.rows[1].vnd).not.toBe(rows[1].vnd)
})
