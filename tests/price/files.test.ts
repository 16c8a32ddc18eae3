import { afterAll, beforeAll, expect, test } from 'vitest'
import { ITEMS } from '#contract/items.ts'
import { exportPrices, getHolidayGaps, readHolidays, readPrices } from '#contract/price-files.ts'
import { READY_CALENDARS } from '#core/price/index.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { demoDescription } from '#plant/index.ts'
import { buffer } from 'node:stream/consumers'
import { writeWorkbook } from '#server/lib/sheets/workbook.ts'
import { PASSWORD, testServer, type TestServer } from '../server.ts'

const EVN = READY_CALENDARS['EVN-2014']
/** Holidays are as Sundays, and count. */
const CALENDAR = {
  ...EVN,
  name: 'Biểu giờ 2026',
  regions: ['Bắc', 'Nam'],
  holidays: ['2026-01-01', '2026-04-30'],
  bands: EVN.bands.map((b) => (b.days.includes('sun') ? { ...b, days: [...b.days, 'holiday' as const] } : b)),
}
const TARIFF = {
  name: 'Giá 2026',
  kind: 'table',
  calendar: 'own',
  currency: 'VND',
  region: 'Bắc',
  prices: ['peak', 'normal', 'off'].flatMap((c, i) =>
    ['dry', 'wet'].map((season, k) => ({ class: c, season, price: 700 + 500 * i + 31.25 * k })),
  ),
  capacity: [{ class: 'peak', season: 'dry', price: 2158 }],
  surplus: { rule: 'above_power', power: 30_000, prices: [{ price: 250 }] },
}
const DEDUCTION = { name: 'DVMTR', kind: 'per_kwh', amount: 36, deducted: true }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.app.plants.create({ actor: 'test', address: null, hydro: null }, demoDescription())
  const bodies = {
    calendar: ['own', CALENDAR],
    tariff: ['t26', TARIFF],
    deduction: ['fee', DEDUCTION],
  } as const
  for (const [noun, [id, body]] of Object.entries(bodies)) {
    const answer = await server.call(ITEMS[noun as 'tariff'].add, { body: { id, body, from: null } } as never)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  }
})
afterAll(() => server.close())

/** A workbook of plain sheets. */
const writeBook = (sheets: { name: string; rows: (string | number)[][] }[]) =>
  buffer(
    writeWorkbook({
      language: 'en',
      zone: 'UTC',
      sheets: sheets.map(({ name, rows: [head, ...rows] }) => ({
        kind: 'data' as const,
        name,
        columns: head.map((h) => ({ head: [String(h)], unit: '', format: 'text' as const })),
        rows,
        frozen: 0,
      })),
    }),
  )

const bytes = async (endpoint: Endpoint, account = 'admin') => {
  const response = await server.app.web.inject({
    method: endpoint.method as 'GET',
    url: fullPath(endpoint),
    headers: { authorization: `Bearer ${await server.signIn(account)}` },
  })
  return { status: response.statusCode, payload: response.rawPayload }
}
const send = async (endpoint: Endpoint, name: string, payload: Buffer, account = 'admin') => {
  const { status, body } = await server.raw({
    method: 'POST',
    url: `${fullPath(endpoint)}?${new URLSearchParams({ name })}`,
    headers: {
      authorization: `Bearer ${await server.signIn(account)}`,
      'content-type': 'application/octet-stream',
      'accept-language': 'en',
    },
    payload,
  })
  return { status, body, faults: (body.errors ?? []).map((e) => [e.path, e.code]) }
}

test('prices go out as a workbook and come back the same, without a difference', async () => {
  const { status, payload } = await bytes(exportPrices)
  expect(status).toBe(200)
  const back = await send(readPrices, 'prices.xlsx', payload)
  expect([back.status, back.faults]).toEqual([200, []])
  const { items } = back.body.data as {
    items: { noun: string; id: string; changed: boolean; body: object; version: string }[]
  }
  expect(items.map((i) => [i.noun, i.id, i.changed])).toEqual([
    ['calendar', 'own', false],
    ['tariff', 't26', false],
    ['deduction', 'fee', false],
  ])
  expect(items[0].body).toMatchObject(CALENDAR)
  expect(items[1].body).toMatchObject(TARIFF)
  // What was read is what the call of the item takes.
  const { version, body } = items[1]
  const saved = await server.call(ITEMS.tariff.change, {
    params: { id: 't26' },
    body: { version, body, from: '2026-11-01' },
  } as never)
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
})

test('faults of a workbook are named by sheet, row and field', async () => {
  const rows = {
    tariffs: [
      ['id', 'name', 'kind', 'calendar', 'price'],
      ['a', 'A', 'flat', 'EVN-2014', -5],
      ['b', '', 'flat', 'EVN-2014', 'much'],
    ],
    prices: [
      ['tariff', 'list', 'class', 'price'],
      ['nobody', 'prices', 'peak', 1000],
    ],
  }
  const book = await writeBook(Object.entries(rows).map(([name, list]) => ({ name, rows: list })))
  const { status, faults } = await send(readPrices, 'prices.xlsx', book)
  expect(status).toBe(400)
  expect(faults).toEqual(
    expect.arrayContaining([
      ['tariffs.2.price', 'too_low'],
      ['tariffs.3.name', expect.any(String)],
      ['tariffs.3.price', expect.any(String)],
      ['prices.2.tariff', 'price_file_owner'],
    ]),
  )
  const other = await writeBook([{ name: 'other', rows: [['a'], ['b']] }])
  expect((await send(readPrices, 'x.xlsx', other)).body.code).toBe('price_file_sheets')
  expect((await send(readPrices, 'x.xlsx', Buffer.from('%PDF-1.4'))).status).toBe(415)
})

test('holidays of a year come from a file, as people and spreadsheets write dates', async () => {
  const csv = Buffer.from('Ngày,Tên\n01/01/2027,Tết Dương lịch\n2027-02-06,Tết\n2027-02-06,Tết\n30/4/2027,\n')
  const read = await send(readHolidays, 'nghi-le.csv', csv)
  expect(read.body.data).toEqual({
    holidays: [
      { date: '2027-01-01', name: 'Tết Dương lịch' },
      { date: '2027-02-06', name: 'Tết' },
      { date: '2027-04-30', name: '' },
    ],
    years: [2027],
  })
  const wrong = await send(readHolidays, 'x.csv', Buffer.from('date\n2027-02-30\nsoon\n2027-09-02\n'))
  expect([wrong.status, wrong.faults]).toEqual([
    400,
    [
      ['row.2', 'price_date'],
      ['row.3', 'price_date'],
    ],
  ])
  expect((await send(readHolidays, 'x.csv', Buffer.from('date\n'))).body.code).toBe('price_file_no_dates')
  for (const endpoint of [readHolidays, readPrices])
    expect((await send(endpoint, 'x.csv', csv, 'operator')).status).toBe(403)
  expect((await bytes(exportPrices, 'viewer')).status).toBe(403)
  expect((await server.call(getHolidayGaps, {}, { account: 'viewer' })).status).toBe(403)
})

test('a year without holidays is told of from 1 December on, and in that year', async () => {
  // Sessions end while the clock moves.
  const session = async () => {
    const { body } = await server.raw({
      method: 'POST',
      url: '/api/renew/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username: 'admin', password: PASSWORD }),
    })
    return (body.data as { token: { access: string } }).token.access
  }
  const gaps = async (now: number) => {
    server.clock.set(now)
    return (await server.call(getHolidayGaps, {}, { token: await session() })).body.data
  }
  const at = (day: string) => Date.parse(`${day}T00:00+07:00`)
  expect(await gaps(at('2026-12-01') - 1000)).toEqual([])
  expect(await gaps(at('2026-12-01'))).toEqual([{ calendar: 'own', name: 'Biểu giờ 2026', year: 2027 }])
  expect(await gaps(at('2027-01-15'))).toEqual([{ calendar: 'own', name: 'Biểu giờ 2026', year: 2027 }])
  const [{ version }] = (await server.call(ITEMS.calendar.list, {}, { token: await session() })).body.data!
  const entered = await server.call(
    ITEMS.calendar.change,
    {
      params: { id: 'own' },
      body: {
        version,
        body: { ...CALENDAR, holidays: [...CALENDAR.holidays, '2027-02-06'] },
        from: '2027-01-01',
      },
    } as never,
    { token: await session() },
  )
  expect([entered.status, entered.body.errors]).toEqual([200, undefined])
  expect(await gaps(at('2027-01-15'))).toEqual([])
})
