import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReport, getReportOutlets, type ReportBody } from '#contract/report.ts'
import { tariffRevenue } from '#contract/revenue.ts'
import { MISSING, grade } from '#core/quality/index.ts'
import { HOUR } from '#core/time/units.ts'
import { AVOIDED, at, metered, NOW, soldPlant, vndOf, type SoldPlant } from './plant.ts'

let plant: SoldPlant
const known = metered()
beforeAll(async () => {
  plant = await soldPlant()
  // Of four months the first has no tariff.
  await plant.add('tariff', 'avoided', AVOIDED, '2025-07-01')
})
afterAll(() => plant.server.close())

const REVENUE = 'revenue.plant'
const report = (body: Partial<ReportBody>) =>
  plant.ask(getReport, {
    body: { kind: 'daily', from: '2025-07-01', to: '2025-10-16 13:00', quantities: [REVENUE], ...body },
  } as never)

test('the tree has revenue for who may see money, with the span of its energy', async () => {
  const { revenue } = await plant.ask(getReportOutlets)
  expect(revenue!.map((r) => [r.name, r.unit, r.decimals])).toEqual([
    ['Revenue', 'VND', 0],
    ['Revenue of Tổ máy H1', 'VND', 0],
    ['Revenue of Tổ máy H2', 'VND', 0],
  ])
  expect(revenue![0].last).toBe(NOW)
  expect(await plant.ask(getReportOutlets, {}, { account: 'viewer' })).not.toHaveProperty('revenue')
})

test.each([
  ['hourly', '2025-09-01', '2025-09-05'],
  ['daily', '2025-07-01', '2025-10-16 13:00'],
  ['monthly', '2025-07-01', '2025-10-16 13:00'],
] as const)(
  'a %s report: each cell is its own exact sum, the total is that of all of them',
  async (kind, from, to) => {
    const { columns, t, ends, v, q, totals } = await report({ kind, from, to, day_start: 420 })
    expect(columns).toMatchObject([
      { id: 'revenue.plant/sum', unit: 'VND', decimals: 0, series: [], money: { unit: null } },
    ])
    t.forEach((time, i) => {
      const end = ends!.calendar[i]
      const begin = kind === 'hourly' ? end - HOUR : time
      const priced = Math.max(begin, at('2025-07-01'))
      const isMissing =
        (kind === 'daily' && begin === at('2025-07-10')) ||
        (kind === 'hourly' && begin >= at('2025-09-03 08:00') && begin < at('2025-09-03 11:00'))
      expect(v[0][i], new Date(time).toISOString()).toBe(
        isMissing ? null : vndOf(known, priced, Math.min(end, NOW)),
      )
      if (isMissing) expect(grade(q[0][i]!)).toBe(MISSING)
    })
    const begin = Math.max(at('2025-07-01'), at(from))
    const finish = kind === 'hourly' ? at(to) : NOW
    expect(totals![0].total).toBe(vndOf(known, begin, finish))
  },
)

test('a month that begins without a tariff has no revenue, and a year says that it lacks some', async () => {
  const months = await report({ kind: 'monthly', from: '2025-06-01', to: '2025-08-01' })
  expect(months.v[0]).toEqual([null, vndOf(known, at('2025-07-01'), at('2025-08-01'))])
  const year = await report({ kind: 'yearly' })
  expect(grade(year.q[0][0]!)).toBe(MISSING)
})

test('revenue and energy agree with the call of revenue, and both are counted from midnight', async () => {
  const table = await report({ quantities: [REVENUE, 'energy.net', 'general.lake_level'], day_start: 420 })
  const { rows } = await plant.ask(tariffRevenue, {
    body: { from: '2025-07-01', to: '2025-10-17', group: 'day' },
  })
  expect(table.t.map((x) => x)).toEqual(rows.map((r) => r.from))
  rows.forEach((r, i) => {
    if (table.v[0][i] !== null) expect(table.v[0][i]).toBe(r.vnd)
    if (table.v[1][i] !== null) expect(table.v[1][i]).toBeCloseTo(r.kwh, 6)
  })
  // Days of the lake begin at seven; each head says how its own do.
  expect(table.columns.map((c) => c.head.at(-1))).toEqual([
    'day from 00:00',
    'day from 00:00',
    ...Array.from({ length: 6 }, () => 'day from 07:00'),
  ])
})

test('the workbook and CSV have the same figures', async () => {
  const csv = await plant.server.call(
    getReport,
    {
      body: { kind: 'monthly', from: '2025-07-01', to: '2025-10-01', quantities: [REVENUE], format: 'csv' },
    } as never,
    { account: 'admin' },
  )
  expect(csv.body).toContain(`,${vndOf(known, at('2025-08-01'), at('2025-09-01'))}`)
  const xlsx = await plant.server.raw({
    method: 'POST',
    url: '/api/renew/v1/report/lite/get-report',
    headers: {
      authorization: `Bearer ${await plant.server.signIn('admin')}`,
      'content-type': 'application/json',
    },
    payload: JSON.stringify({
      kind: 'monthly',
      from: '2025-07-01',
      to: '2025-10-01',
      quantities: [REVENUE],
      format: 'xlsx',
    }),
  })
  expect(xlsx.status).toBe(200)
})

test('without the permission revenue is refused by its place, in every kind and format', async () => {
  for (const format of ['json', 'csv', 'xlsx'] as const)
    for (const kind of ['hourly', 'daily', 'raw'] as const) {
      const { status, body } = await plant.server.call(
        getReport,
        {
          body: { kind, from: '2025-09-01', to: '2025-09-03', quantities: ['energy.net', REVENUE], format },
        } as never,
        { account: 'operator' },
      )
      expect([status, body.code, body.errors]).toMatchObject([
        403,
        'forbidden',
        [{ path: 'quantities.1', code: 'report_money_forbidden' }],
      ])
    }
  const raw = await plant.server.call(
    getReport,
    { body: { kind: 'raw', from: '2025-09-01', to: '2025-09-03', quantities: [REVENUE] } } as never,
    { account: 'admin' },
  )
  expect([raw.status, raw.body.errors]).toMatchObject([
    400,
    [{ path: 'quantities.0', code: 'report_money_raw' }],
  ])
})
