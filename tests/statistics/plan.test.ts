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
