import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calculateEnergyRatio } from '#contract/calculators.ts'
import { classOfInstants, evaluateTariff } from '#contract/price.ts'
import { READY_CALENDARS } from '#core/price/index.ts'
import { demoDescription } from '#plant/describe.ts'
import { expectCase, referenceCases, type ReferenceCase } from '../reference-cases.ts'
import { testServer, type TestServer } from '../server.ts'

const EVN = READY_CALENDARS['EVN-2014']
const found = referenceCases('tariff')
const cases = found ?? []

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.app.plants.create({ actor: 'test', address: null, hydro: null }, demoDescription())
})
afterAll(() => server.close())

type Body = Parameters<typeof post>[0]
const post = (body: object, language: 'vi' | 'en' = 'en', account = 'admin') =>
  server.call(evaluateTariff, { body } as never, { account, language })
async function evaluate(body: Body) {
  const answer = await post(body)
  expect(answer.body.errors ?? []).toEqual([])
  expect(answer.status).toBe(200)
  return answer.body.data!
}
const table = (prices: Record<string, number>) => ({
  prices: Object.entries(prices).map(([code, price]) => ({ class: code, price })),
})
const PRICES = { peak: 2000, normal: 1200, off: 700 }
const DAYS: Record<string, [string, string]> = {
  Mon: ['2026-11-16', '2026-11-17'],
  Sun: ['2026-11-22', '2026-11-23'],
}
const nextDay = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

/** What the calls answer to a case. */
async function answer({ id, inputs }: ReferenceCase): Promise<object> {
  const calendar = 'EVN-2014'
  if (id === 'TAR-01') {
    const days = await Promise.all(
      inputs.days.map(async (day: string) => {
        const [from, to] = DAYS[day]
        const { classes } = await evaluate({
          calendar,
          tariff: table(PRICES),
          energy: [{ from, to, kwh: 1 }],
        })
        return [day, Object.fromEntries(classes.map((c) => [c.class, c.hours]))] as const
      }),
    )
    return Object.fromEntries(days)
  }
  if (id === 'TAR-03') {
    const energy = [{ from: inputs.start, to: inputs.end, kwh: inputs.E_kWh }]
    const { classes, vnd } = await evaluate({ calendar, tariff: table(inputs.price), energy })
    return { E_kWh: Object.fromEntries(classes.map((c) => [c.class, c.kwh])), revenue: vnd }
  }
  if (id === 'TAR-04') {
    const energy = Object.entries(inputs.E).map(([code, kwh]) => ({
      from: '2026-11-16',
      to: '2026-11-17',
      kwh,
      class: code,
    }))
    return { mean_price: (await evaluate({ calendar, tariff: table(inputs.price), energy })).mean_price }
  }
  if (id === 'TAR-05') {
    const seasons = Object.entries(inputs.seasons as Record<string, string>).map(([code, span]) => {
      const [from, to] = span.split('..')
      return { code, name: code, from, to }
    })
    const { capacity_dry_peak: capacity, dry, wet } = inputs.prices
    const { surplus, ...ofWet } = wet
    const rows = (season: string, prices: object) =>
      Object.entries(prices).map(([code, price]) => ({ class: code, season, price }))
    const tariff = {
      prices: [...rows('dry', dry), ...rows('wet', ofWet)],
      capacity: [{ class: 'peak', season: 'dry', price: capacity }],
      surplus: { prices: [{ season: 'wet', price: surplus }] },
    }
    const revenue: number[] = []
    for (const s of inputs.sales) {
      const energy = [
        { from: s.date, to: nextDay(s.date), kwh: s.kWh, surplus_kwh: s.surplus_kWh, class: s.cls },
      ]
      revenue.push((await evaluate({ calendar: { ...EVN, seasons }, tariff, energy })).vnd)
    }
    return { revenue }
  }
  throw new Error(`no call for ${id}`)
}

describe.skipIf(found === null)('the reference cases through the calls', () => {
  test.each(cases.map((c) => [c.id, c] as const))('%s', async (_, c) => {
    const got = await answer(c)
    expectCase(c, () => got)
  })
})

describe('evaluate', () => {
  test('a class has its name, hours, price and parts; deductions are apart', async () => {
    const data = await evaluate({
      calendar: 'EVN-2014',
      tariff: { ...table(PRICES), capacity: [{ class: 'peak', season: 'dry', price: 500 }] },
      power: [{ from: '2026-11-16 09:00', to: '2026-11-16 10:00', kw: 0, kw_end: 1000 }],
      deductions: [
        { name: 'forest', kind: 'per_kwh', amount: 36 },
        { name: 'VAT', kind: 'rate', rate: 0.08, deducted: false },
      ],
    })
    expect(data).toEqual({
      classes: [
        {
          class: 'peak',
          name: 'Peak',
          hours: 0.5,
          kwh: 375,
          price: 2000,
          vnd: 937_500,
          parts: [
            { kind: 'energy', season: 'dry', kwh: 375, price: 2000, vnd: 750_000 },
            { kind: 'capacity', season: 'dry', kwh: 375, price: 500, vnd: 187_500 },
          ],
        },
        {
          class: 'normal',
          name: 'Normal',
          hours: 0.5,
          kwh: 125,
          price: 1200,
          vnd: 150_000,
          parts: [{ kind: 'energy', season: 'dry', kwh: 125, price: 1200, vnd: 150_000 }],
        },
        { class: 'off', name: 'Off-peak', hours: 0, kwh: 0, price: null, vnd: 0, parts: [] },
      ],
      kwh: 500,
      vnd: 1_087_500,
      mean_price: 2175,
      estimate: false,
      deductions: [
        { name: 'forest', vnd: 18_000, deducted: true },
        { name: 'VAT', vnd: 87_000, deducted: false },
      ],
      net_vnd: 1_069_500,
    })
  })

  test('times are of the reservoir, of another zone, or instants', async () => {
    const hours = async (energy: object, zone?: string) => {
      const { classes } = await evaluate({
        calendar: 'EVN-2014',
        tariff: table(PRICES),
        energy: [energy],
        zone,
      })
      return classes.map((c) => c.hours)
    }
    const local = { from: '2026-11-16T09:00', to: '2026-11-16 10:00:00', kwh: 1 }
    expect(await hours(local)).toEqual([0.5, 0.5, 0])
    const offset = { from: '2026-11-16T02:00:00Z', to: Date.UTC(2026, 10, 16, 3), kwh: 1 }
    expect(await hours(offset)).toEqual([0.5, 0.5, 0])
    // A Sunday of 25 hours.
    const berlin = { from: '2026-10-25', to: '2026-10-26', kwh: 1 }
    expect(await hours(berlin, 'Europe/Berlin')).toEqual([0, 18, 7])
  })

  test('the market price and a contract make an estimate', async () => {
    const [from, to] = ['2026-11-16 09:00', '2026-11-16 10:00']
    const body = {
      calendar: 'EVN-2014',
      tariff: { kind: 'series', contract: { price: 1100, power: 1000 } },
      energy: [{ from, to, kwh: 3000 }],
      market: [
        { from: '2026-11-16 09:30', to, price: 1300 },
        { from, to: '2026-11-16 09:30', price: 1000 },
      ],
    }
    expect(await evaluate(body)).toMatchObject({ estimate: true, vnd: 3_400_000, kwh: 3000 })
    const { status, body: refused } = await post({ ...body, market: body.market.slice(0, 1) })
    expect([status, refused.errors]).toMatchObject([
      400,
      [
        { path: 'energy.0', code: 'no_price_at' },
        {
          path: 'market',
          code: 'no_market_price_between',
          message:
            'The contract for difference has no market price from 2026-11-16 09:00:00 to 2026-11-16 09:30:00',
        },
      ],
    ])
  })

  test('a contract for difference is settled while nothing is generated, and never at 0 in silence', async () => {
    const [first, second] = [
      { from: '2026-05-05 00:00', to: '2026-05-05 01:00' },
      { from: '2026-05-05 01:00', to: '2026-05-05 02:00' },
    ]
    const both = { from: first.from, to: second.to }
    const body = {
      calendar: 'EVN-2014',
      tariff: { kind: 'series', contract: { price: 1500, power: 1000 } },
      energy: [{ ...first, kwh: 1000 }],
      market: [{ ...both, price: 1000 }],
    }
    expect((await evaluate(body)).vnd).toBe(1_500_000)
    expect((await evaluate({ ...body, span: both })).vnd).toBe(2_000_000)
    const errors = async (more: object) => (await post({ ...body, ...more })).body.errors
    const market = [{ ...first, price: 1000 }]
    const idle = [...body.energy, { ...second, kwh: 0 }]
    expect(await errors({ energy: idle, market })).toMatchObject([
      { path: 'market', code: 'no_market_price_between' },
    ])
    const tariff = { kind: 'series', contract: { price: 1500, series: 'contract.quantity' } }
    expect(
      await errors({
        tariff,
        energy: [{ ...both, kwh: 2000 }],
        contracted: [{ ...first, kwh: 1000 }],
      }),
    ).toMatchObject([{ path: 'contracted', code: 'no_contracted_between' }])
    expect(await errors({ span: { from: second.to, to: first.from } })).toMatchObject([
      { path: 'span.from', code: 'from_after_to' },
    ])
  })

  test('a plant that stands still draws from the grid: its net energy is below 0, and so is what it earns', async () => {
    const energy = [{ from: '2026-11-16 10:00', to: '2026-11-16 10:30', kwh: -20 }]
    expect(await evaluate({ calendar: 'EVN-2014', tariff: table(PRICES), energy })).toMatchObject({
      kwh: -20,
      vnd: -40_000,
      mean_price: 2000,
    })
  })
})

/** 200 bands of five minutes, and what remains of the day. */
const BANDS = Array.from({ length: 200 }, (_, i) => {
  const time = (m: number) =>
    `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  return { class: 'peak', days, from: time(i * 5), to: i === 199 ? '24:00' : time(i * 5 + 5) }
})

describe('bad input has its path', () => {
  const good = { from: '2026-11-16', to: '2026-11-17', kwh: 1 }
  const ask = (more: object) => ({ calendar: 'EVN-2014', tariff: table(PRICES), energy: [good], ...more })
  const bands = (change: (b: (typeof EVN.bands)[number], i: number) => object | null) => ({
    ...EVN,
    bands: EVN.bands.flatMap((b, i) => change(b, i) ?? []),
  })
  test.each([
    [
      'bands that overlap',
      { calendar: bands((b, i) => (i === 0 ? { ...b, to: '12:00' } : b)) },
      'calendar.bands.3',
      'bands_overlap',
      'Khung giờ 1 và 4 trùng nhau lúc 11:30–12:00 (thứ Hai, thứ Ba, thứ Tư, thứ Năm, thứ Sáu, thứ Bảy)',
    ],
    [
      'bands that leave a minute',
      { calendar: { ...bands((b, i) => (i === 2 ? { ...b, to: '09:25' } : b)), energyStep: 5 } },
      'calendar.bands',
      'bands_hole',
      'Chưa có khung giờ nào lúc 09:25–09:30 (thứ Hai, thứ Ba, thứ Tư, thứ Năm, thứ Sáu, thứ Bảy)',
    ],
    [
      'no class for Sunday',
      {
        calendar: bands((b) =>
          String(b.days) === 'sun' ? null : { ...b, days: b.days.filter((d) => d !== 'sun') },
        ),
      },
      'calendar.bands',
      'bands_hole',
      'Chưa có khung giờ nào lúc 00:00–24:00 (Chủ nhật)',
    ],
    [
      'a limit off the energy step',
      {
        calendar: bands((b) => ({
          ...b,
          from: b.from === '09:30' ? '09:40' : b.from,
          to: b.to === '09:30' ? '09:40' : b.to,
        })),
      },
      'calendar.bands.0.from',
      'band_off_step',
      '09:40 không nằm trên bước điện năng 30 phút',
    ],
    ['an unknown ready calendar', { calendar: 'EVN-1999' }, 'calendar', 'not_allowed', null],
    ['a calendar without bands', { calendar: { ...EVN, bands: [] } }, 'calendar.bands', 'too_few', null],
    ['a negative price', { tariff: table({ ...PRICES, off: -1 }) }, 'tariff.prices.2.price', 'too_low', null],
    [
      'a price of 10^9',
      { tariff: table({ ...PRICES, off: 1e9 }) },
      'tariff.prices.2.price',
      'too_high',
      null,
    ],
    [
      'a class without a price',
      { tariff: table({ peak: 1, normal: 1 }) },
      'tariff.prices',
      'price_missing',
      'Chưa có giá cho loại giờ off (mọi mùa)',
    ],
    [
      'an unknown class',
      { tariff: table({ ...PRICES, top: 1 }) },
      'tariff.prices.3.class',
      'unknown_class',
      null,
    ],
    ['a flat tariff without a price', { tariff: { kind: 'flat' } }, 'tariff.price', 'required', null],
    [
      'a flat tariff with a table',
      { tariff: { ...table(PRICES), kind: 'flat', price: 1 } },
      'tariff.prices',
      'price_not_of_kind',
      null,
    ],
    ['energy below any', { energy: [{ ...good, kwh: -2e12 }] }, 'energy.0.kwh', 'too_low', null],
    [
      'surplus of what is drawn from the grid',
      { energy: [{ ...good, kwh: -1, surplus_kwh: 1 }] },
      'energy.0.surplus_kwh',
      'surplus_above_energy',
      null,
    ],
    [
      'surplus above a power within a day',
      {
        tariff: {
          ...table(PRICES),
          surplus: { rule: 'above_power', power: 1000, prices: [{ season: 'wet', price: 300 }] },
        },
      },
      'energy.0',
      'interval_above_step',
      'Tính điện năng dư trên một mức công suất cần các khoảng dài nhất 30 phút, bằng bước điện năng của biểu giờ',
    ],
    ['energy as text', { energy: [{ ...good, kwh: '1' }] }, 'energy.0.kwh', 'wrong_type', null],
    ['a span turned round', { energy: [{ ...good, to: good.from }] }, 'energy.0.from', 'from_after_to', null],
    ['31 February', { energy: [{ ...good, to: '2026-02-31' }] }, 'energy.0.to', 'invalid_time', null],
    ['no time', { energy: [{ ...good, to: 'soon' }] }, 'energy.0.to', 'wrong_format', null],
    ['ten years', { energy: [{ ...good, to: '2036-01-01' }] }, 'energy.0', 'price_span_long', null],
    [
      'a number after the year 2200',
      { energy: [{ ...good, from: 1e15, to: 1e15 + 1 }] },
      'energy.0.from',
      'too_high',
      null,
    ],
    [
      'a time after the year 2200',
      { energy: [{ ...good, to: '99999999999999' }] },
      'energy.0.to',
      'invalid_time',
      null,
    ],
    [
      'years of a calendar of 200 bands',
      {
        calendar: { ...EVN, seasons: [], energyStep: 5, bands: BANDS },
        energy: Array.from({ length: 5 }, (_, i) => ({
          from: `${2026 + i}-01-01`,
          to: `${2027 + i}-01-01`,
          kwh: 1,
        })),
      },
      'energy.4',
      'price_span_long',
      'Một khoảng dài nhất 366 ngày; tất cả cộng lại nhiều nhất 1500 ngày',
    ],
    [
      'energy that counts twice',
      { energy: [good, { ...good, to: '2026-11-16 12:00' }] },
      'energy.1',
      'intervals_overlap',
      'Khoảng này trùng với khoảng 1: điện năng sẽ bị tính hai lần',
    ],
    [
      'energy of a class beside that of all classes',
      { energy: [{ ...good, class: 'peak' }, good] },
      'energy.1',
      'intervals_overlap',
      'Khoảng này trùng với khoảng 1: điện năng sẽ bị tính hai lần',
    ],
    [
      'energy of all classes within that of two of them',
      {
        energy: [
          { ...good, class: 'peak' },
          { ...good, class: 'off' },
          { ...good, from: '2026-11-16 11:00', to: '2026-11-16 12:00' },
        ],
      },
      'energy.2',
      'intervals_overlap',
      null,
    ],
    [
      'more surplus than energy',
      { energy: [{ ...good, surplus_kwh: 2 }] },
      'energy.0.surplus_kwh',
      'surplus_above_energy',
      'Điện năng dư không được lớn hơn điện năng của khoảng (1 kWh)',
    ],
    ['surplus without a price', { energy: [{ ...good, surplus_kwh: 1 }] }, 'energy.0', 'no_price_at', null],
    [
      'a class that is not there',
      { energy: [{ ...good, class: 'top' }] },
      'energy.0.class',
      'unknown_class',
      null,
    ],
    ['energy and power', { power: [] }, 'power', 'energy_or_power', null],
    ['neither', { energy: undefined }, 'energy', 'energy_or_power', null],
    ['a zone that is not there', { zone: 'Asia/Nowhere' }, 'zone', 'wrong_format', null],
    ['a field that is not there', { tarif: 1 }, 'tarif', 'unknown_field', null],
  ])('%s', async (_, more, path, code, message) => {
    const { status, body } = await post(ask(more), 'vi')
    expect(status).toBe(400)
    expect(body.errors).toContainEqual(expect.objectContaining({ path, code }))
    for (const e of body.errors!) expect(e.message).not.toMatch(/[{}]|undefined/)
    if (message !== null) expect(body.errors!.map((e) => e.message)).toContain(message)
  })

  test('a market may price surplus below nothing', async () => {
    const span = { from: '2026-11-16 11:00', to: '2026-11-16 12:00' }
    const { vnd } = await evaluate({
      calendar: 'EVN-2014',
      tariff: { kind: 'series' },
      energy: [{ ...span, kwh: 100 }],
      market: [{ ...span, price: -20 }],
    })
    expect(vnd).toBe(-2000)
  })

  test('who lacks the permission sees no money', async () => {
    expect((await post(ask({}), 'vi', 'viewer')).status).toBe(403)
  })
})

describe('the class of an instant', () => {
  const ask = (body: object, language: 'vi' | 'en' = 'vi') =>
    server.call(classOfInstants, { body } as never, { account: 'admin', language })

  test('with its reason in words', async () => {
    const t = ['2026-11-16 09:30', '2026-11-16T02:29:59Z', '2026-11-22 18:00']
    const { body } = await ask({ calendar: 'EVN-2014', t })
    expect(body.data).toMatchObject([
      {
        t: Date.UTC(2026, 10, 16, 2, 30),
        local: '2026-11-16 09:30:00',
        class: 'peak',
        season: 'dry',
        day: 'mon',
        band: { row: 1, from: '09:30', to: '11:30' },
        reason: 'Thứ Hai, khung giờ 09:30–11:30, mùa khô',
      },
      { class: 'normal', band: { row: 3 } },
      { class: 'normal', day: 'sun', reason: 'Chủ nhật, khung giờ 04:00–22:00, mùa khô' },
    ])
    expect((await ask({ calendar: 'EVN-2014', t: '2026-11-16 09:30' }, 'en')).body.data).toMatchObject([
      { class: 'peak', reason: 'Monday, band 09:30–11:30, season dry' },
    ])
  })

  test('a holiday has its own hours where a band says so', async () => {
    const bands = EVN.bands.map((b) => (b.days.includes('sun') ? { ...b, days: [...b.days, 'holiday'] } : b))
    const { body } = await ask({
      calendar: { ...EVN, seasons: [], bands, holidays: ['2026-09-02'] },
      t: '2026-09-02 10:00',
    })
    expect(body.data).toMatchObject([
      {
        class: 'normal',
        day: 'holiday',
        season: null,
        reason: 'Ngày lễ 2026-09-02, khung giờ 04:00–22:00',
      },
    ])
  })

  test('instants outside of the calendar', async () => {
    for (const t of [8.64e15, 9e15]) {
      const { status, body } = await ask({ calendar: 'EVN-2014', t })
      expect([status, body.errors]).toMatchObject([400, [{ path: 't' }]])
    }
    const { status, body } = await ask({ calendar: 'EVN-2014', t: ['2026-11-16', '9999-12-31T00:00:00Z'] })
    expect([status, body.errors]).toMatchObject([400, [{ path: 't.1', code: 'invalid_time' }]])
  })

  test('a time and a region that are not there', async () => {
    const wrong = await ask({ calendar: 'EVN-2014', t: ['2026-11-16', '2026-13-01'] })
    expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ path: 't.1' }]])
    const regions = ['Bắc', 'Nam']
    const t = '2026-11-16'
    const none = await ask({ calendar: { ...EVN, regions }, t })
    expect(none.body.errors).toMatchObject([{ path: 'region', message: 'Chọn miền của nhà máy: Bắc, Nam' }])
    const other = await ask({ calendar: { ...EVN, regions }, t, region: 'Trung' })
    expect(other.body.errors).toMatchObject([{ path: 'region', code: 'unknown_region' }])
  })
})

test('water use and output coefficient', async () => {
  const ask = (body: object) =>
    server.call(calculateEnergyRatio, { body } as never, { account: 'operator', language: 'vi' })
  expect((await ask({ Q: 80, H: 145, P_kW: 96_726.6 })).body.data).toEqual({
    m3_per_kWh: 2.977464,
    K: 8.3385,
  })
  const { status, body } = await ask({ Q: 0, H: 145, P_kW: -1 })
  expect([status, body.errors]).toMatchObject([
    422,
    [
      { path: 'Q', code: 'OUT_OF_RANGE', message: 'Q = 0 m³/s không thể có: phải lớn hơn 0 m³/s' },
      { path: 'P_kW', code: 'OUT_OF_RANGE' },
    ],
  ])
})
