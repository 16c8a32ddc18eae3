import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { fullPath } from '#contract/endpoint.ts'
import {
  getPlan,
  getPlanFile,
  listPlanChanges,
  previewPlan,
  restorePlan,
  savePlan,
  type PlanChange,
  type PlanPreview,
} from '#contract/output-plan.ts'
import { writeWorkbook, type SheetCell } from '#server/lib/sheets/workbook.ts'
import { at, kwhOver, outputPlant, powerOf, STEP, UNITS, type OutputPlant } from './plant.ts'

const DAY = 86_400_000
let plant: OutputPlant
beforeAll(async () => {
  plant = await outputPlant()
})
afterAll(() => plant.server.close())

async function send(
  endpoint: typeof previewPlan | typeof savePlan,
  content: string | Buffer,
  query: Record<string, string> = {},
  account = 'manager',
) {
  const token = await plant.server.signIn(account)
  const answer = await plant.server.raw({
    method: 'POST',
    url: `${fullPath(endpoint)}?${new URLSearchParams({ name: 'plan.csv', ...query })}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'accept-language': 'en',
    },
    payload: typeof content === 'string' ? Buffer.from(content) : content,
  })
  return { status: answer.status, body: answer.body }
}
const preview = async (content: string | Buffer, query?: Record<string, string>) => {
  const { status, body } = await send(previewPlan, content, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as unknown as PlanPreview
}
const save = async (content: string | Buffer, query: Record<string, string> = {}) => {
  const { base } = await preview(content, query)
  const { status, body } = await send(savePlan, content, { ...query, base: String(base) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data as unknown as PlanChange
}
const refusal = async (content: string | Buffer, query?: Record<string, string>) => {
  const { status, body } = await send(previewPlan, content, query)
  return [status, body.code]
}
const planOf = (grain: 'year' | 'month' | 'day' | 'half_hour', from: string, to: string) =>
  plant.ask(getPlan, { query: { grain, from, to } })
const plannedIn = async (grain: 'year' | 'month' | 'day', from: string, to: string) =>
  (await planOf(grain, from, to)).periods.map((p) => [p.kwh, p.vnd])

/** A workbook with one table, as somebody would send it. */
const book = (columns: string[], rows: SheetCell[][]) =>
  buffer(
    writeWorkbook({
      language: 'vi',
      zone: 'Asia/Ho_Chi_Minh',
      sheets: [
        {
          kind: 'data',
          name: 'KH',
          columns: columns.map((head, i) => ({
            head: [head],
            unit: '',
            format: i === 0 ? ('date' as const) : { decimals: 1 },
          })),
          rows,
        },
      ],
    }),
  )

test('a plan of months from CSV is previewed, saved, and compared with what was generated', async () => {
  const csv =
    'Tháng;Sản lượng (MWh);Doanh thu (triệu đồng)\n01/2026;6000,5;7000\n02/2026;5000,5;6000,5\n03/2026;5500,5;\n'
  const seen = await preview(csv)
  expect(seen).toMatchObject({
    grain: 'month',
    unit: 'MWh',
    columns: { period: 'Tháng', kwh: 'Sản lượng (MWh)', vnd: 'Doanh thu (triệu đồng)' },
    count: 3,
    added: 3,
    changed: 0,
    same: 0,
    kwh: 16_501_500,
    vnd: 13_000_500_000,
    error_count: 0,
    base: 0,
  })
  expect(seen.periods[1]).toMatchObject({
    row: 3,
    from: at('2026-02-01 00:00:00'),
    to: at('2026-03-01 00:00:00'),
    kwh: 5_000_500,
    vnd: 6_000_500_000,
    before: { kwh: null, vnd: null },
  })
  // Nothing was stored.
  expect(await plannedIn('month', '2026-01-01', '2026-01-31')).toEqual([[null, null]])
  expect(await save(csv)).toMatchObject({
    seq: 1,
    act: 'upload',
    first_day: '2026-01-01',
    last_day: '2026-03-31',
    periods: 3,
    made_by_name: 'manager',
  })
  const { periods, total } = await planOf('month', '2026-01-01', '2026-03-31')
  const january = kwhOver(null, at('2026-01-01 00:00:00'), at('2026-02-01 00:00:00'))
  const february = kwhOver(null, at('2026-02-01 00:00:00'), at('2026-03-01 00:00:00'))
  expect(periods.map((p) => [p.kwh, p.actual, p.deviation, p.over])).toEqual([
    [6_000_500, january, january - 6_000_500, true],
    // What is not known of February is no shortfall.
    [5_000_500, february, null, true],
    [5_500_500, periods[2].actual, null, false],
  ])
  expect(periods[1].missing).toBeGreaterThan(0.02)
  expect(total).toMatchObject({ periods: 1, kwh: 6_000_500, actual: january })
})

test('a further file changes its periods alone, and a column that it lacks leaves what was planned', async () => {
  const csv = 'month,kWh\n2026-02,1000\n2026-12,2000\n'
  expect(await preview(csv)).toMatchObject({ added: 1, changed: 1, same: 0, vnd: null })
  await save(csv)
  expect(await plannedIn('month', '2026-01-01', '2026-12-31')).toEqual([
    [6_000_500, 7_000_000_000],
    [1000, 6_000_500_000],
    [5_500_500, null],
    ...Array.from({ length: 8 }, () => [null, null]),
    [2000, null],
  ])
  expect(await preview(csv)).toMatchObject({ added: 0, changed: 0, same: 2, base: 2 })
})

test('a change is taken back, and put in force again; each is kept with its file', async () => {
  const back = await plant.ask(restorePlan, {
    body: { seq: 2, state: 'before', base: 2, reason: 'wrong file' },
  })
  expect(back).toMatchObject({ seq: 3, act: 'restore', restored: 2, state: 'before' })
  expect(await plannedIn('month', '2026-02-01', '2026-02-28')).toEqual([[5_000_500, 6_000_500_000]])
  expect(await plannedIn('month', '2026-12-01', '2026-12-31')).toEqual([[null, null]])
  // The first file removed: nothing was planned before it.
  await plant.ask(restorePlan, { body: { seq: 1, state: 'before', base: 3 } })
  expect(await plannedIn('month', '2026-01-01', '2026-01-31')).toEqual([[null, null]])
  await plant.ask(restorePlan, { body: { seq: 1, state: 'after', base: 4 } })
  expect(await plannedIn('month', '2026-01-01', '2026-01-31')).toEqual([[6_000_500, 7_000_000_000]])
  const list = await plant.ask(listPlanChanges)
  expect(list.map((c) => [c.seq, c.act, c.restored, c.state, c.file_name, c.reason])).toEqual([
    [5, 'restore', 1, 'after', null, null],
    [4, 'restore', 1, 'before', null, null],
    [3, 'restore', 2, 'before', null, 'wrong file'],
    [2, 'upload', null, null, 'plan.csv', null],
    [1, 'upload', null, null, 'plan.csv', null],
  ])
  const file = await plant.server.raw({
    method: 'GET',
    url: fullPath(getPlanFile).replace('{seq}', '2'),
    headers: { authorization: `Bearer ${await plant.server.signIn('manager')}` },
  })
  expect([file.status, file.body]).toEqual([200, 'month,kWh\n2026-02,1000\n2026-12,2000\n'])
  const { records } = await plant.ask(listAudit, { query: { noun: 'output plan' } as never })
  expect(records.map((r) => r.act)).toEqual(['restore', 'restore', 'restore', 'upload', 'upload'])
})

test('who previewed what somebody else has changed since is told', async () => {
  const csv = 'year,kWh\n2026,70000000\n'
  const { base } = await preview(csv)
  await save('year,kWh\n2025,60000000\n')
  expect(await send(savePlan, csv, { base: String(base) })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect(await plant.refused(restorePlan, { body: { seq: 1, state: 'before', base: 1 } })).toMatchObject({
    status: 409,
  })
  await save(csv)
  expect(await plannedIn('year', '2025-01-01', '2026-12-31')).toEqual([
    [60_000_000, null],
    [70_000_000, null],
  ])
})

test('days come from a workbook with date cells', async () => {
  const rows = Array.from({ length: 40 }, (_, i): SheetCell[] => [
    { at: at('2026-01-20 00:00:00') + i * DAY },
    190_000 + i,
    200_000_000,
  ])
  const bytes = await book(['Ngày', 'Sản lượng (kWh)', 'Doanh thu (VND)'], rows)
  expect(await preview(bytes, { name: 'KH tháng.xlsx' })).toMatchObject({
    grain: 'day',
    count: 40,
    added: 40,
  })
  await save(bytes, { name: 'KH tháng.xlsx' })
  const { periods } = await planOf('day', '2026-01-20', '2026-01-22')
  expect(periods.map((p) => [p.kwh, p.vnd, p.actual])).toEqual(
    [0, 1, 2].map((i) => [
      190_000 + i,
      200_000_000,
      kwhOver(null, at('2026-01-20 00:00:00') + i * DAY, at('2026-01-21 00:00:00') + i * DAY),
    ]),
  )
})

test('a dispatch schedule by half-hours, by the beginning or the end of each, with its deviations', async () => {
  const day = at('2026-02-03 00:00:00')
  const lines = (shift: number) =>
    Array.from({ length: 48 }, (_, i) => {
      const local = new Date(day + (i + shift) * STEP + 7 * 3_600_000).toISOString()
      return `${local.slice(0, 10).split('-').reverse().join('/')},${local.slice(11, 16)},${(i % 4) + 8.25}`
    }).join('\n')
  const begun = `Ngày,Giờ,Công suất (MW)\n${lines(0)}\n`
  const ended = `Ngày,Giờ,Công suất (MW)\n${lines(1)}\n`
  const seen = await preview(begun)
  expect(seen).toMatchObject({ grain: 'half_hour', count: 48, added: 48, error_count: 0 })
  expect(seen.periods.slice(0, 2).map((p) => [p.from, p.kwh])).toEqual([
    [day, 4125],
    [day + STEP, 4625],
  ])
  const other = await preview(ended, { stamp: 'end' })
  expect(other.periods).toEqual(seen.periods)
  await save(ended, { stamp: 'end' })
  const { periods, total } = await planOf('half_hour', '2026-02-03', '2026-02-03')
  expect(periods).toHaveLength(48)
  const made = (i: number) => UNITS.reduce((sum, _, u) => sum + powerOf(u, day + (i + 1) * STEP) / 2, 0)
  let [kwh, actual, absolute] = [0, 0, 0]
  periods.forEach((p, i) => {
    const planned = ((i % 4) + 8.25) * 500
    expect([p.from, p.kwh]).toEqual([day + i * STEP, planned])
    // Nobody knows these two hours.
    if (i >= 20 && i < 24) return expect([p.actual, p.deviation, p.missing]).toEqual([null, null, 1])
    expect([p.actual, p.deviation]).toEqual([made(i), made(i) - planned])
    kwh += planned
    actual += made(i)
    absolute += Math.abs(made(i) - planned)
  })
  expect(total).toEqual({ periods: 44, kwh, actual, deviation: actual - kwh, absolute })
})

test('every fault of a file is told by row and column, and nothing of it is saved', async () => {
  const csv = [
    'Ngày,Sản lượng (kWh)',
    '2026-03-01,1000',
    '2026-02-31,1000',
    '2026-03-02,-5',
    '2026-03-03,many',
    '2026-03-01,900',
    '2026-03-04,1e13',
    'Tổng,5000',
    '2026-03-05,',
  ].join('\n')
  const { errors, error_count: n, count } = await preview(csv, { grain: 'day' })
  expect(errors.map((e) => [e.row, e.column, e.code])).toEqual([
    [3, 'Ngày', 'plan_bad_period'],
    [4, 'Sản lượng (kWh)', 'too_low'],
    [5, 'Sản lượng (kWh)', 'plan_bad_number'],
    [6, 'Ngày', 'plan_twice'],
    [7, 'Sản lượng (kWh)', 'too_high'],
    [8, 'Ngày', 'plan_bad_period'],
  ])
  expect([n, count]).toEqual([6, 1])
  expect(errors[2].message).toBe('many is not a number')
  const before = await planOf('day', '2026-03-01', '2026-03-05')
  const { status, body } = await send(savePlan, csv, { grain: 'day', base: '99' })
  expect([status, body.code, body.errors?.[0]]).toEqual([
    422,
    'plan_faults',
    { path: '3.Ngày', code: 'plan_bad_period', message: '2026-02-31 is not a period of the plan' },
  ])
  expect(await planOf('day', '2026-03-01', '2026-03-05')).toEqual(before)
})

test('files that are no plan are refused with the reason', async () => {
  expect(await refusal('')).toEqual([400, 'empty_upload'])
  expect(await refusal('%PDF-1.7 \x00')).toEqual([415, 'not_a_table'])
  expect(await refusal('Ngày,Ghi chú\n2026-03-01,x\n')).toEqual([422, 'plan_no_values'])
  expect(await refusal('Ngày,Sản lượng (m3)\n2026-03-01,5\n')).toEqual([422, 'plan_unit'])
  expect(await refusal('Ngày,Công suất (MW)\n2026-03-01,5\n', { grain: 'day' })).toEqual([422, 'plan_unit'])
  const long = `Ngày,kWh\n${'2026-03-01,5\n'.repeat(20_001)}`
  expect(await refusal(long)).toEqual([422, 'plan_too_long'])
  const { errors } = await preview('Thời gian,kWh\n2026-03-01 00:10,5\n', { grain: 'half_hour' })
  expect(errors.map((e) => e.code)).toEqual(['plan_off_half_hour'])
})

test('spans of the plan are bounded, and only holders of statistical.update change it', async () => {
  const spans = [
    [{ grain: 'half_hour', from: '2026-01-01', to: '2026-03-01' }, 'to', 'span_too_long'],
    [{ grain: 'day', from: '2026-02-01', to: '2026-01-01' }, 'from', 'from_after_to'],
    [{ grain: 'day', from: '2026-02-30', to: '2026-03-01' }, 'from', 'no_such_day'],
  ] as const
  for (const [query, path, code] of spans)
    expect(await plant.refused(getPlan, { query })).toMatchObject({ status: 400, fields: [[path, code]] })
  expect(await send(savePlan, 'year,kWh\n2026,1\n', { base: '0' }, 'operator')).toMatchObject({ status: 403 })
})

const PLAN_OF = (head: string, value: string) =>
  `Ngày,Giờ,${head}\n2026-03-09,08:00,${value}\n2026-03-09,08:30,${value}\n`
const kwhOf = async (content: string, query?: Record<string, string>) => {
  const { periods, unit, error_count } = await preview(content, query)
  return [periods[0]?.kwh, unit, error_count]
}

test('a head that is only a unit, and a multiplier before a unit, count', async () => {
  const halves: [string, string, number, string][] = [
    ['MW', '8', 4000, 'MW'],
    ['kW', '10', 5, 'kW'],
    ['MWh', '6', 6000, 'MWh'],
    ['GWh', '6', 6_000_000, 'GWh'],
    ['MWh kế hoạch', '6', 6000, 'MWh'],
    ['Sản lượng (nghìn kWh)', '6', 6000, 'nghìn kWh'],
    ['Sản lượng (1000 kWh)', '6', 6000, '1000 kWh'],
    ['Sản lượng (10^6 kWh)', '6', 6_000_000, '10^6 kWh'],
    ['Sản lượng (10⁶ kWh)', '6', 6_000_000, '10^6 kWh'],
    ['Sản lượng triệu kWh', '6', 6_000_000, 'triệu kWh'],
    ['Sản lượng hợp đồng (kWh)', '6', 6, 'kWh'],
    ['Công suất huy động (MW)', '8', 4000, 'MW'],
    ['San luong huy dong (MWh)', '6', 6000, 'MWh'],
    ['Sản lượng (MW.h)', '6', 6000, 'MWh'],
  ]
  for (const [head, value, kwh, unit] of halves)
    expect(await kwhOf(PLAN_OF(head, value)), head).toEqual([kwh, unit, 0])
  expect(await kwhOf('time,MW\n2026-03-09 08:00,8\n2026-03-09 08:30,8\n')).toEqual([4000, 'MW', 0])
  for (const [head, vnd] of [
    ['Doanh thu (1000đ)', 7000],
    ['Doanh thu (10^6 đồng)', 7_000_000],
    ['Doanh thu (tỷ đồng)', 7e9],
    ['Doanh thu (tr.đ)', 7_000_000],
    ['Revenue (VND)', 7],
  ] as const) {
    const { columns, periods } = await preview(`Tháng,${head}\n2026-07,7\n`)
    expect([columns.vnd, columns.kwh, periods[0].vnd]).toEqual([head, null, vnd])
  }
})

test('a unit, multiplier or currency that is not understood is refused with its column, never taken as kWh or VND', async () => {
  const heads: [string, string, Record<string, string>?][] = [
    ['Sản lượng', 'plan_no_unit'],
    ['Công suất', 'plan_no_unit'],
    ['Doanh thu', 'plan_no_unit'],
    ['Sản lượng (1234 kWh)', 'plan_unit'],
    ['Sản lượng (chục kWh)', 'plan_unit'],
    ['Sản lượng nghìn (kWh)', 'plan_unit'],
    ['Sản lượng kWh (x1000)', 'plan_unit'],
    ['Sản lượng (kWh x 1000)', 'plan_unit'],
    ['Sản lượng (MWh) kWh', 'plan_unit'],
    ['Sản lượng (kWh/h)', 'plan_unit'],
    ['Sản lượng (TWh)', 'plan_unit'],
    ['Sản lượng công ty kWh', 'plan_no_heads', { heads: 'fine' }],
    ['Revenue (USD)', 'plan_currency'],
    ['Revenue (M VND)', 'plan_currency'],
    ['Giá điện (đồng/kWh)', 'plan_no_values'],
  ]
  for (const [head, code, fine] of heads)
    if (fine) expect(await kwhOf(PLAN_OF(head, '6'))).toEqual([6, 'kWh', 0])
    else expect(await refusal(PLAN_OF(head, '6')), head).toEqual([422, code])
  const { body } = await send(previewPlan, PLAN_OF('Revenue (USD)', '6'))
  expect(body.message).toContain('Column Revenue (USD): the unit USD')
})

test('energy stays energy beside money, and of two columns that may be meant none is taken', async () => {
  const seen = await preview('Tháng,Sản lượng hợp đồng (kWh),Doanh thu (VND)\n2026-07,12000000,7000\n')
  expect(seen.columns).toMatchObject({ kwh: 'Sản lượng hợp đồng (kWh)', vnd: 'Doanh thu (VND)' })
  expect(seen.periods[0]).toMatchObject({ kwh: 12_000_000, vnd: 7000 })
  const two = 'Tháng,Sản lượng kế hoạch (kWh),Sản lượng thực hiện (kWh)\n2026-07,1,2\n'
  expect(await refusal(two)).toEqual([422, 'plan_two_columns'])
  // Water and shares are none, nor is a column without values.
  const others = 'Tháng,Sản lượng (kWh),Tỷ lệ sản lượng (%),Sản lượng nước (m3),Công suất\n2026-07,1,2,3,\n'
  expect((await preview(others)).columns.kwh).toBe('Sản lượng (kWh)')
})

test('hours are no half-hours: a time without another half an hour beside it is a fault', async () => {
  const hours = Array.from({ length: 24 }, (_, h) => `2026-03-09 ${String(h).padStart(2, '0')}:00,8000`)
  const { errors, error_count: n, count } = await preview(`Thời gian,kWh\n${hours.join('\n')}\n`)
  expect([n, count]).toEqual([24, 0])
  expect(errors[0]).toMatchObject({ row: 2, column: 'Thời gian', code: 'plan_hours' })
  const byClock = Array.from({ length: 24 }, (_, h) => `2026-03-09,${h + 1},8`)
  expect((await preview(`Ngày,Giờ,MWh\n${byClock.join('\n')}\n`)).error_count).toBe(24)
})

test('a numbered half-hour is the one of its number; numbers that end at 24 may be hours', async () => {
  const rows = (n: number) =>
    Array.from({ length: n }, (_, i) => `${i === 0 ? '2026-03-09' : ''},${i + 1},${i}`)
  const { periods, error_count: n } = await preview(`Ngày,Chu kỳ,MWh\n${rows(48).join('\n')}\n`)
  const day = at('2026-03-09 00:00:00')
  expect(n).toBe(0)
  expect(periods.map((p) => [p.from, p.kwh])).toEqual(
    Array.from({ length: 48 }, (_, i) => [day + i * STEP, i * 1000]),
  )
  expect(await refusal(`Ngày,Chu kỳ,MWh\n${rows(24).join('\n')}\n`)).toEqual([422, 'plan_hours_or_halves'])
  const beyond = await preview(`Ngày,Chu kỳ,MWh\n${rows(49).join('\n')}\n`)
  expect(beyond.errors.map((e) => [e.row, e.column, e.code])).toEqual([[50, 'Ngày', 'plan_bad_period']])
})

test('a number that may be one of thousands is a fault, unless its column shows what the sign means', async () => {
  const { errors, count } = await preview(
    'Ngày;Sản lượng (kWh)\n01/02/2026;185.200\n02/02/2026;190.400\n03/02/2026;6000\n',
  )
  expect(errors.map((e) => [e.row, e.column, e.code])).toEqual([
    [2, 'Sản lượng (kWh)', 'plan_doubt'],
    [3, 'Sản lượng (kWh)', 'plan_doubt'],
  ])
  expect(count).toBe(1)
  const comma = await preview('Ngày;Doanh thu (VND)\n01/02/2026;185,200\n')
  expect(comma.errors.map((e) => e.code)).toEqual(['plan_doubt'])
  expect((await preview('Ngày;kWh\n01/02/2026;185.200\n02/02/2026;190.4\n')).periods[0].kwh).toBe(185.2)
  // A number of a sheet is one.
  const bytes = await book(['Ngày', 'Sản lượng (MWh)'], [[{ at: at('2026-02-01 00:00:00') }, 185.125]])
  expect((await preview(bytes, { name: 'a.xlsx', grain: 'day' })).periods[0].kwh).toBe(185_125)
  const texts = await book(['Ngày', 'Sản lượng (MWh)'], [[{ at: at('2026-02-01 00:00:00') }, '185.125']])
  expect((await preview(texts, { name: 'a.xlsx', grain: 'day' })).errors[0].code).toBe('plan_doubt')
})

test('known words are heads whatever is below them, and no row is left out silently', async () => {
  const csv = 'Tháng,kWh,Doanh thu (VND)\n2026-01,1,"7.000.000.000"\n2026-02,1,7000000000\n'
  const { columns, errors, count } = await preview(csv)
  expect(columns).toEqual({ period: 'Tháng', kwh: 'kWh', vnd: 'Doanh thu (VND)' })
  expect(errors.map((e) => [e.row, e.column, e.code])).toEqual([[2, 'Doanh thu (VND)', 'plan_bad_number']])
  expect(count).toBe(2)
  const first = await preview('Tháng,kWh\n2026-01,n/a\n2026-02,5\n2026-03,6\n')
  expect(first.errors.map((e) => [e.row, e.column, e.code])).toEqual([[2, 'kWh', 'plan_bad_number']])
  const both = await preview('Tháng,kWh,Doanh thu (VND)\n2026-01,n/a,n/a\n2026-02,5,6\n2026-03,6,7\n')
  expect(both.errors.map((e) => e.row)).toContain(2)
  expect(both.count).toBe(2)
  // What is above the heads is named.
  const titled = await preview('KẾ HOẠCH NĂM 2026\nTháng,kWh\n2026-02,5\n2026-03,6\n')
  expect(titled).toMatchObject({ count: 2, error_count: 0, skipped: [{ row: 1, text: 'KẾ HOẠCH NĂM 2026' }] })
  expect(await refusal('2026-01,5\n2026-02,6\n')).toEqual([422, 'plan_no_heads'])
})

test('taking a change back leaves the periods of later changes, and the record names what was put back', async () => {
  await save('month,kWh\n2027-01,100\n')
  const [{ seq }] = await plant.ask(listPlanChanges)
  await save('month,kWh\n2027-02,200\n2027-05,500\n')
  const made = await plant.ask(restorePlan, { body: { seq, state: 'before', base: seq + 1 } })
  expect(made).toMatchObject({ first_day: '2027-01-01', last_day: '2027-01-31', periods: 1 })
  expect(await plannedIn('month', '2027-01-01', '2027-05-31')).toEqual(
    [null, 200, null, null, 500].map((kwh) => [kwh, null]),
  )
  // A file with gaps: its own two periods alone.
  await save('month,kWh\n2027-03,300\n')
  const back = await plant.ask(restorePlan, { body: { seq: seq + 1, state: 'before', base: seq + 3 } })
  expect(back).toMatchObject({ first_day: '2027-02-01', last_day: '2027-05-31', periods: 2 })
  const again = await plant.ask(restorePlan, { body: { seq, state: 'after', base: seq + 4 } })
  expect(again).toMatchObject({ first_day: '2027-01-01', last_day: '2027-01-31', periods: 1 })
  expect(await plannedIn('month', '2027-01-01', '2027-05-31')).toEqual(
    [100, null, 300, null, null].map((kwh) => [kwh, null]),
  )
})
