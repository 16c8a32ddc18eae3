import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectCase, referenceCases, type ReferenceCase } from '#tests/reference-cases.ts'
import { fromLocal, localParts, periods, toLocal } from '../time/index.ts'
import { DAY, HOUR, MINUTE } from '../time/units.ts'
import { exactOf, minus, plus, sumOf, times, type Exact } from './exact.ts'
import { revenueOf, type EnergyInterval, type PowerInterval } from './revenue.ts'
import {
  checkCalendar,
  checkTariff,
  classAt,
  classSpans,
  deduct,
  numberOf,
  openCalendar,
  PRICE_DAYS,
  READY_CALENDARS,
  roundedOf,
  type PriceDay,
  type PriceCalendar,
  type Tariff,
} from './index.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const EVN = READY_CALENDARS['EVN-2014']
const at = (text: string, zone = ZONE) => fromLocal(text, zone)!
const table = (prices: Record<string, number>, more: Partial<Tariff> = {}): Tariff => ({
  name: 'T',
  kind: 'table',
  calendar: 'EVN-2014',
  currency: 'VND',
  prices: Object.entries(prices).map(([code, price]) => ({ class: code, price })),
  ...more,
})
const PRICES = { peak: 2000, normal: 1200, off: 700 }
const same = (a: Exact, b: Exact) => a.n * b.d === b.n * a.d
const cases = referenceCases('tariff')

/** Answers a case of the tariff by the pure functions. */
function answer({ id, inputs }: ReferenceCase): Record<string, unknown> {
  if (id === 'TAR-01') {
    const open = openCalendar(READY_CALENDARS[inputs.calendar], ZONE)
    // 2026-11-16 is a Monday.
    const starts: Record<string, string> = { Mon: '2026-11-16', Sun: '2026-11-22' }
    return Object.fromEntries(
      inputs.days.map((day: string) => {
        const from = at(starts[day])
        const energy = [{ from, to: from + DAY, kwh: 1 }]
        const { classes } = revenueOf({ calendar: open, tariff: table(PRICES), energy })
        return [day, Object.fromEntries(classes.map((c) => [c.class, c.time / HOUR]))]
      }),
    )
  }
  const open = openCalendar(EVN, ZONE)
  if (id === 'TAR-03') {
    const energy = [{ from: at(inputs.start), to: at(inputs.end), kwh: inputs.E_kWh }]
    const { classes, vnd } = revenueOf({ calendar: open, tariff: table(inputs.price), energy })
    return {
      E_kWh: Object.fromEntries(classes.map((c) => [c.class, numberOf(c.kwh)])),
      revenue: roundedOf(vnd),
    }
  }
  if (id === 'TAR-04') {
    const [from, to] = [at('2026-11-16'), at('2026-11-17')]
    const energy = Object.entries(inputs.E).map(([code, kwh]) => ({
      from,
      to,
      kwh: kwh as number,
      class: code,
    }))
    return { mean_price: revenueOf({ calendar: open, tariff: table(inputs.price), energy }).meanPrice }
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
    const tariff: Tariff = {
      ...table({}),
      prices: [...rows('dry', dry), ...rows('wet', ofWet)],
      capacity: [{ class: 'peak', season: 'dry', price: capacity }],
      surplus: { rule: 'entered', prices: [{ season: 'wet', price: surplus }] },
    }
    const calendar = openCalendar({ ...EVN, seasons }, ZONE)
    expect(checkTariff(tariff, calendar.calendar)).toEqual([])
    return {
      revenue: inputs.sales.map((s: { date: string; cls: string; kWh: number; surplus_kWh?: number }) => {
        const from = at(s.date)
        const energy = [{ from, to: from + DAY, kwh: s.kWh, surplusKwh: s.surplus_kWh, class: s.cls }]
        return roundedOf(revenueOf({ calendar, tariff, energy }).vnd)
      }),
    }
  }
  throw new Error(`no answer for ${id}`)
}

describe.skipIf(cases === null)('published and analytic cases', () => {
  it.each(cases ?? [])('$id $title', (c) => expectCase(c, answer))
})

describe('the class of an instant', () => {
  const open = openCalendar(EVN, ZONE)
  it.each([
    // Limits belong to what begins there; a band past midnight has the weekday of the instant.
    ['2026-11-16 09:29:59', 'normal', 'mon', 'dry'],
    ['2026-11-16 09:30', 'peak', 'mon', 'dry'],
    ['2026-11-16 11:30', 'normal', 'mon', 'dry'],
    ['2026-11-22 18:00', 'normal', 'sun', 'dry'],
    ['2026-11-22 22:00', 'off', 'sun', 'dry'],
    ['2026-11-23 03:59:59', 'off', 'mon', 'dry'],
    ['2026-07-01 00:00', 'off', 'wed', 'wet'],
    ['2026-06-30 23:59:59', 'off', 'tue', 'dry'],
    ['2028-02-29 10:00', 'peak', 'tue', 'dry'],
  ])('%s is %s', (time, code, day, season) =>
    expect(classAt(open, at(time))).toMatchObject({ class: code, day, season }),
  )

  it('a holiday is as its day of the week, until a band is of holidays', () => {
    const holidays = ['2026-09-02']
    const wednesday = at('2026-09-02 10:00')
    expect(classAt(openCalendar({ ...EVN, holidays }, ZONE), wednesday)).toMatchObject({
      class: 'peak',
      day: 'wed',
    })
    const bands = EVN.bands.map((b) =>
      b.days.includes('sun') ? { ...b, days: [...b.days, 'holiday' as PriceDay] } : b,
    )
    const own = openCalendar({ ...EVN, holidays, bands }, ZONE)
    expect(classAt(own, wednesday)).toEqual({ class: 'normal', day: 'holiday', season: 'wet', band: 5 })
    expect(classAt(own, wednesday + DAY)).toMatchObject({ class: 'peak', day: 'thu' })
    // The night belongs to the holiday from its midnight on.
    expect(classAt(own, at('2026-09-01 23:59:59'))).toMatchObject({ day: 'tue' })
    expect(classAt(own, at('2026-09-02 00:00'))).toMatchObject({ day: 'holiday' })
  })

  it('days of 23 and 25 hours follow the wall clock', () => {
    const zone = 'Europe/Berlin'
    const calendar: PriceCalendar = {
      ...EVN,
      bands: [
        { class: 'off', days: [...weekdays], from: '22:00', to: '02:30' },
        { class: 'normal', days: [...weekdays], from: '02:30', to: '22:00' },
      ],
    }
    const hours = (day: string) => {
      const [{ start, end }] = periods('day', at(day, zone), at(day, zone) + 1, zone)
      const spans = classSpans(openCalendar(calendar, zone), start, end)
      return [(end - start) / HOUR, ...spans.map((s) => (s.to - s.from) / HOUR)]
    }
    expect(hours('2026-10-24')).toEqual([24, 2.5, 19.5, 2])
    // 02:30-03:00 comes twice, and between the two 02:00-02:30 once more.
    expect(hours('2026-10-25')).toEqual([25, 2.5, 0.5, 0.5, 19.5, 2])
    // 02:00-03:00 does not come.
    expect(hours('2026-03-29')).toEqual([23, 2, 19, 2])
  })
})

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

describe('faults of a calendar', () => {
  const change = (more: Partial<PriceCalendar>) => checkCalendar({ ...EVN, ...more })

  it('the ready ones have none', () => {
    for (const calendar of Object.values(READY_CALENDARS)) expect(checkCalendar(calendar)).toEqual([])
  })

  it('a Sunday without a class, whole and in part', () => {
    const sunday = EVN.bands.filter((b) => b.days.length < 7 && !b.days.includes('sun'))
    const off = EVN.bands.at(-1)!
    expect(change({ bands: [...sunday, { ...off, days: off.days.slice(0, 6) }] })).toEqual([
      {
        code: 'bands_hole',
        path: ['bands'],
        params: { from: '00:00', to: '24:00' },
        days: ['sun'],
        seasons: [],
        regions: [],
      },
    ])
    expect(change({ bands: [...sunday, off] })).toMatchObject([
      { code: 'bands_hole', params: { from: '04:00', to: '22:00' }, days: ['sun'], seasons: [] },
    ])
  })

  it('every overlap, with both bands, day and season', () => {
    const late = {
      class: 'peak',
      days: ['fri', 'sat'] as PriceDay[],
      season: 'dry',
      from: '19:00',
      to: '21:00',
    }
    expect(change({ bands: [...EVN.bands, late] })).toEqual([
      {
        code: 'bands_overlap',
        path: ['bands', 7],
        params: { from: '19:00', to: '20:00', band: 2, other: 8 },
        days: ['fri', 'sat'],
        seasons: ['dry'],
        regions: [],
      },
      {
        code: 'bands_overlap',
        path: ['bands', 7],
        params: { from: '20:00', to: '21:00', band: 5, other: 8 },
        days: ['fri', 'sat'],
        seasons: ['dry'],
        regions: [],
      },
    ])
  })

  it('the times of a band are read as often with many seasons and regions as without', () => {
    const read = (more: Partial<PriceCalendar>) => {
      let count = 0
      const bands = Array.from({ length: 200 }, (_, i) => {
        const time = (m: number) => `${two(Math.floor(m / 60) % 24)}:${two(m % 60)}`
        const band = { class: 'peak', days: [...PRICE_DAYS], from: time(250 + i * 5), to: time(i * 5) }
        return Object.defineProperty(band, 'from', { get: () => (count++, time(250 + i * 5)) })
      })
      const faults = checkCalendar({ ...EVN, seasons: [], energyStep: 5, bands, ...more })
      expect(faults.length).toBeGreaterThan(0)
      expect(faults.length).toBeLessThanOrEqual(100)
      return count
    }
    const seasons = Array.from({ length: 24 }, (_, i) => {
      const month = two(Math.floor(i / 2) + 1)
      const [from, to] = i % 2 === 0 ? ['01', '15'] : ['16', '28']
      return { code: `s${i}`, name: `s${i}`, from: `${month}-${from}`, to: `${month}-${to}` }
    })
    const regions = Array.from({ length: 10 }, (_, i) => `r${i}`)
    expect(read({ seasons, regions })).toBe(read({}))
  })

  it('limits off the energy step, and bands of no length', () => {
    const bands = EVN.bands.map((b) => (b.from === '09:30' ? { ...b, from: '09:40' } : b))
    bands[2] = { ...bands[2], to: '09:40' }
    expect(change({ bands }).map((f) => [f.code, f.path.join('.'), f.params.step])).toEqual([
      ['band_off_step', 'bands.0.from', 30],
      ['band_off_step', 'bands.2.to', 30],
    ])
    expect(change({ bands, energyStep: 10 })).toEqual([])
    const none = { class: 'peak', days: ['mon'] as PriceDay[], from: '05:00', to: '05:00' }
    expect(change({ bands: [...EVN.bands, none] })[0]).toMatchObject({
      code: 'band_empty',
      path: ['bands', 7, 'to'],
    })
    expect(change({ bands: [{ ...none, from: '24:00', to: '25:00' }] })).toMatchObject([
      { code: 'band_time', path: ['bands', 0, 'from'], params: { value: '24:00' } },
      { code: 'band_time', path: ['bands', 0, 'to'], params: { value: '25:00' } },
    ])
  })

  it('a region without its own hours', () => {
    const regions = ['north', 'south']
    const bands = EVN.bands.map((b) => ({ ...b, region: 'north' }))
    expect(change({ regions, bands })).toMatchObject([
      { code: 'bands_hole', regions: ['south'], params: { from: '00:00', to: '24:00' }, days: [] },
    ])
    expect(change({ regions })).toEqual([])
  })

  it('seasons that overlap or leave a day, over the end of the year and 29 February', () => {
    const season = (code: string, from: string, to: string) => ({ code, name: code, from, to })
    expect(change({ seasons: [season('dry', '11-01', '02-28'), season('wet', '03-01', '10-31')] })).toEqual([
      { code: 'seasons_hole', path: ['seasons'], params: { from: '02-29', to: '02-29' } },
    ])
    expect(
      change({ seasons: [season('dry', '11-01', '07-02'), season('wet', '07-01', '10-31')] }),
    ).toMatchObject([
      {
        code: 'seasons_overlap',
        path: ['seasons', 1],
        params: { from: '07-01', to: '07-02', season: 'dry' },
      },
    ])
  })

  it('names that are not there or come twice', () => {
    const bands = [...EVN.bands.slice(1), { ...EVN.bands[0], class: 'top', season: 'cold', region: 'x' }]
    expect(
      change({ bands, holidays: ['2026-09-02', '2026-09-02'] }).map((f) => [f.code, f.path.join('.')]),
    ).toEqual([
      ['listed_twice', 'holidays.1'],
      ['unknown_class', 'bands.6.class'],
      ['unknown_season', 'bands.6.season'],
      ['unknown_region', 'bands.6.region'],
    ])
    expect(() => openCalendar({ ...EVN, bands }, ZONE)).toThrow('unknown_class at bands.6.class')
  })
})

describe('faults of a tariff', () => {
  it('classes without a price, by season; unknown ones; two prices for one', () => {
    expect(checkTariff(table(PRICES), EVN)).toEqual([])
    expect(checkTariff(table({ peak: 1, off: 1 }), EVN)).toEqual([
      { code: 'price_missing', path: ['prices'], params: { class: 'normal' }, seasons: [] },
    ])
    const prices = [
      { class: 'peak', season: 'dry', price: 1 },
      { class: 'normal', price: 1 },
      { class: 'off', price: 1 },
    ]
    expect(checkTariff(table({}, { prices }), EVN)).toMatchObject([
      { code: 'price_missing', params: { class: 'peak' }, seasons: ['wet'] },
    ])
    expect(
      checkTariff(
        table({}, { prices: [...prices, { class: 'peak', price: 2 }, { class: 'top', price: 1 }] }),
        EVN,
      ),
    ).toMatchObject([
      { code: 'price_twice', path: ['prices', 3], params: { row: 1 } },
      { code: 'unknown_class', path: ['prices', 4, 'class'] },
    ])
    const regions = ['north', 'south']
    expect(checkTariff(table(PRICES), { ...EVN, regions })).toMatchObject([{ code: 'region_needed' }])
    expect(checkTariff(table(PRICES, { region: 'west' }), { ...EVN, regions })).toMatchObject([
      { code: 'unknown_region' },
    ])
  })
})

describe('revenue', () => {
  const open = openCalendar(EVN, ZONE)
  const [from, to] = [at('2026-11-16 09:00'), at('2026-11-16 10:00')]

  it('power that rises is split by the exact trapezoid', () => {
    const power = [{ from, to, kw: 0, kwEnd: 1000 }]
    const { classes, kwh } = revenueOf({ calendar: open, tariff: table(PRICES), power })
    expect(classes.map((c) => [c.class, numberOf(c.kwh), c.time])).toEqual([
      ['peak', 375, HOUR / 2],
      ['normal', 125, HOUR / 2],
      ['off', 0, 0],
    ])
    expect(numberOf(kwh)).toBe(500)
  })

  it('money is rounded once: parts differ from the total by rounding only', () => {
    const tariff = table({ peak: 0.4, normal: 0.4, off: 0.4 })
    const day = at('2026-11-16')
    const { classes, vnd } = revenueOf({
      calendar: open,
      tariff,
      energy: ['peak', 'normal', 'off'].map((code) => ({ from: day, to: day + DAY, kwh: 1, class: code })),
    })
    expect(classes.map((c) => roundedOf(c.vnd))).toEqual([0, 0, 0])
    expect(roundedOf(vnd)).toBe(1)
  })

  it('tenths are exact, and so are years of them', () => {
    const energy = Array.from({ length: 20_000 }, (_, i) => ({
      from: from + i * 30 * MINUTE,
      to: from + (i + 1) * 30 * MINUTE,
      kwh: 0.1,
    }))
    const { kwh } = revenueOf({ calendar: open, tariff: table(PRICES), energy })
    expect(same(kwh, { n: 2000n, d: 1n })).toBe(true)
  })

  it('intervals of many odd lengths have no small common denominator: sums keep 80 decimals', () => {
    const energy: EnergyInterval[] = []
    const isPrime = (n: number) => {
      for (let i = 3; i * i <= n; i += 2) if (n % i === 0) return false
      return n % 2 === 1
    }
    for (let at = Date.UTC(2026, 0, 1), length = 3.6 * DAY + 1; energy.length < 100; length += 2)
      if (isPrime(length)) {
        energy.push({ from: at, to: at + length, kwh: 1.1 })
        at += length
      }
    const { classes, kwh, vnd } = revenueOf({ calendar: open, tariff: table(PRICES), energy })
    for (const one of [kwh, vnd, ...classes.flatMap((c) => [c.kwh, c.vnd])])
      expect(one.d.toString(2).length).toBeLessThan(1500)
    const off = minus(kwh, exactOf(110))
    expect((off.n < 0n ? -off.n : off.n) * 10n ** 75n < off.d).toBe(true)
  })

  it('surplus above a power takes the surplus price, where there is one', () => {
    const tariff = table(PRICES, {
      surplus: { rule: 'above_power', power: 100, prices: [{ class: 'off', season: 'wet', price: 300 }] },
    })
    const half = (day: string) => [{ from: at(day), to: at(day) + HOUR / 2, kwh: 75 }]
    const vnd = (day: string) => roundedOf(revenueOf({ calendar: open, tariff, energy: half(day) }).vnd)
    expect(vnd('2026-07-02 01:00')).toBe(50 * 700 + 25 * 300)
    expect(vnd('2026-06-02 01:00')).toBe(75 * 700)
    expect(vnd('2026-07-02 10:00')).toBe(75 * 2000)
  })

  it('surplus above a power is the same however the time is cut', () => {
    const tariff = table(
      { peak: 2000, normal: 1000, off: 500 },
      { surplus: { rule: 'above_power', power: 1000, prices: [{ season: 'wet', price: 300 }] } },
    )
    const surplusOf = (power: PowerInterval[]) => {
      const { classes } = revenueOf({ calendar: open, tariff, power })
      const parts = classes.flatMap((c) => c.parts).filter((p) => p.kind === 'surplus')
      return numberOf(parts.reduce((sum, p) => plus(sum, p.kwh), exactOf(0)))
    }
    const ramp = (day: string) => ({ from: at(day), to: at(day) + HOUR, kw: 500, kwEnd: 1500 })
    // Within one class, and cut at 9:30 by the calendar.
    for (const line of [ramp('2026-07-07 12:00'), ramp('2026-07-07 09:00')]) {
      const { from, to } = line
      expect(surplusOf([line])).toBe(125)
      expect(surplusOf([{ ...line, kw: 1500, kwEnd: 500 }])).toBe(125)
      const quarter = from + HOUR / 4
      expect(
        surplusOf([
          { from, to: quarter, kw: 500, kwEnd: 750 },
          { from: quarter, to, kw: 750, kwEnd: 1500 },
        ]),
      ).toBe(125)
    }
    expect(surplusOf([{ ...ramp('2026-07-07 12:00'), kw: 1200, kwEnd: 1500 }])).toBe(350)
    expect(surplusOf([{ ...ramp('2026-07-07 12:00'), kwEnd: 1000 }])).toBe(0)
    // Energy of two hours hides an hour above the limit: it is refused, not priced at 2,000,000 instead of 1,650,000.
    const noon = at('2026-07-07 11:30')
    expect(() =>
      revenueOf({ calendar: open, tariff, energy: [{ from: noon, to: noon + 2 * HOUR, kwh: 2000 }] }),
    ).toThrow(RangeError)
    const steps = [750, 750, 250, 250].map((kwh, i) => ({
      from: noon + (i * HOUR) / 2,
      to: noon + ((i + 1) * HOUR) / 2,
      kwh,
    }))
    expect(roundedOf(revenueOf({ calendar: open, tariff, energy: steps }).vnd)).toBe(1_650_000)
  })

  it('a contract for difference that lacks a price or a quantity says so; it runs on where nothing is generated', () => {
    const night = at('2026-05-05')
    const [one, two] = [night + HOUR, night + 2 * HOUR]
    const of = (contract: Tariff['contract']): Tariff => ({
      ...table({}),
      kind: 'series',
      series: 'm',
      contract,
    })
    const byPower = of({ price: 1500, power: 1000 })
    const market = [{ from: night, to: two, price: 1000 }]
    const energy = [{ from: night, to: two, kwh: 2000 }]
    const contracted = [{ from: night, to: one, kwh: 1000 }]
    const lacking = revenueOf({
      calendar: open,
      tariff: of({ price: 1500, series: 'c' }),
      energy,
      market,
      contracted,
    })
    expect(lacking.unsettled).toEqual([{ from: one, to: two, lacks: 'contracted' }])
    const idle = revenueOf({
      calendar: open,
      tariff: byPower,
      energy: [
        { from: night, to: one, kwh: 1000 },
        { from: one, to: two, kwh: 0 },
      ],
      market: [{ from: night, to: one, price: 1000 }],
    })
    expect(idle).toMatchObject({ unpriced: [], unsettled: [{ from: one, to: two, lacks: 'market' }] })
    // Nothing is missing: 2,000,000 of the market and 500 for each of 2000 kWh.
    const whole = revenueOf({ calendar: open, tariff: byPower, energy, market })
    expect(whole.unsettled).toEqual([])
    expect(roundedOf(whole.vnd)).toBe(3_000_000)
    // An hour without an interval of energy, by the span that is asked for, and between two intervals.
    const first = [{ from: night, to: one, kwh: 1000 }]
    const span = { from: night, to: two }
    const vnd = (more: object) =>
      roundedOf(revenueOf({ calendar: open, tariff: byPower, energy: first, market, ...more }).vnd)
    expect([vnd({}), vnd({ span })]).toEqual([1_500_000, 2_000_000])
    const apart = [...first, { from: two, to: two + HOUR, kwh: 0 }]
    expect(vnd({ energy: apart, market: [{ ...market[0], to: two + HOUR }] })).toBe(2_500_000)
  })

  it('the market price holds by period; a contract pays the difference; what has no price is reported', () => {
    const tariff: Tariff = {
      ...table({}),
      kind: 'series',
      series: 'price.market',
      contract: { price: 1100, power: 1000 },
    }
    const energy = [{ from, to: to + HOUR, kwh: 3000 }]
    const market = [
      { from, to: from + HOUR / 2, price: 1000 },
      { from: from + HOUR / 2, to, price: 1300 },
    ]
    const all = revenueOf({ calendar: open, tariff, energy, market })
    expect(all).toMatchObject({ estimate: true, unpriced: [0] })
    expect(roundedOf(all.vnd)).toBe(750 * 1000 + 750 * 1300 + 500 * 100 - 500 * 200)
    expect(numberOf(all.kwh)).toBe(3000)
    const byQuantity = { ...tariff, contract: { price: 1100, series: 'contract.quantity' } }
    const contracted = [{ from, to, kwh: 400 }]
    expect(roundedOf(revenueOf({ calendar: open, tariff: byQuantity, energy, market, contracted }).vnd)).toBe(
      750 * 1000 + 750 * 1300 + 200 * 100 - 200 * 200,
    )
  })

  it('a class that a meter recorded on a day without its hours is priced by the season', () => {
    const sunday = at('2026-11-22')
    const energy = [{ from: sunday, to: sunday + DAY, kwh: 10, class: 'peak' }]
    const { classes } = revenueOf({ calendar: open, tariff: table(PRICES), energy })
    expect(classes[0]).toMatchObject({ class: 'peak', time: 0 })
    expect(roundedOf(classes[0].vnd)).toBe(20_000)
    expect(() =>
      revenueOf({ calendar: open, tariff: table(PRICES), energy: [{ ...energy[0], class: 'top' }] }),
    ).toThrow(RangeError)
  })

  it('deductions are apart; what is only shown reduces nothing', () => {
    const { deductions, net } = deduct({ kwh: exactOf(1000), vnd: exactOf(1_000_000) }, [
      { name: 'forest', kind: 'per_kwh', amount: 36, deducted: true },
      { name: 'resource', kind: 'rate', rate: 0.05, basePrice: 2000, deducted: true },
      { name: 'VAT', kind: 'rate', rate: 0.08, deducted: false },
    ])
    expect(deductions.map((d) => roundedOf(d.vnd))).toEqual([36_000, 100_000, 80_000])
    expect(roundedOf(net)).toBe(864_000)
  })
})

/** A valid calendar: each day kind of each season is cut at steps of 15 min, neighbours in any classes. */
const calendars = fc
  .record({
    cuts: fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 95 }), { maxLength: 5 }), {
      minLength: 4,
      maxLength: 4,
    }),
    first: fc.integer({ min: 0, max: 2 }),
    season: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })),
    holidays: fc.uniqueArray(fc.integer({ min: 0, max: 365 }), { maxLength: 5 }),
  })
  .map(({ cuts, first, season: [a, b], holidays }): PriceCalendar => {
    const seasons =
      a === b
        ? []
        : [
            { code: 'dry', name: 'dry', from: `${two(a)}-01`, to: LAST[(b + 10) % 12] },
            { code: 'wet', name: 'wet', from: `${two(b)}-01`, to: LAST[(a + 10) % 12] },
          ]
    const groups: PriceDay[][] = [
      ['mon', 'tue', 'wed', 'thu', 'fri'],
      ['sat', 'sun', 'holiday'],
    ]
    const bands = groups.flatMap((days, g) =>
      ['dry', 'wet'].flatMap((season, s) => {
        const limits = [...cuts[g * 2 + s]].sort((x, y) => x - y)
        // The last band passes midnight, or covers the whole day.
        return limits.length === 0
          ? [{ class: 'c0', days, season, from: '00:00', to: '24:00' }]
          : limits.map((limit, i) => ({
              class: `c${(first + i) % 3}`,
              days,
              season,
              from: time(limit),
              to: time(limits[(i + 1) % limits.length]),
            }))
      }),
    )
    return {
      name: 'any',
      energyStep: 15,
      classes: [0, 1, 2].map((i) => ({ code: `c${i}`, name: `c${i}` })),
      seasons,
      regions: [],
      holidays: holidays.map((d) => toLocal(Date.UTC(2026, 0, 1) + d * DAY, 'UTC').slice(0, 10)),
      bands: (seasons.length > 0
        ? bands
        : bands.filter((b) => b.season === 'dry').map((b) => ({ ...b, season: null }))
      ).filter((b) => b.from !== b.to || b.from === '00:00'),
    }
  })
  // A single cut would be a band from a time to itself.
  .filter((c) => checkCalendar(c).length === 0)
const two = (n: number) => String(n).padStart(2, '0')
const time = (quarter: number) => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`
const LAST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((d, i) => `${two(i + 1)}-${two(d)}`)
const zones = fc.constantFrom(ZONE, 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns')
const YEAR = Date.UTC(2026, 0, 1)
const instants = fc.integer({ min: YEAR, max: YEAR + 366 * DAY })
const lengths = fc.integer({ min: 1, max: 5 * DAY })
const tariff = table({ c0: 1234.56, c1: 0.1, c2: 900 })

describe('any valid calendar', () => {
  it('is checked once, whoever opens it', () => {
    const calendar = structuredClone(EVN)
    const open = openCalendar(calendar, ZONE)
    expect(openCalendar(calendar, ZONE)).toBe(open)
    expect(openCalendar(calendar, 'UTC')).not.toBe(open)
  })

  it('has exactly one band at every instant', () => {
    fc.assert(
      fc.property(calendars, zones, instants, (calendar, zone, t) => {
        const found = classAt(openCalendar(calendar, zone), t)
        const { hour, minute } = localParts(t, zone)
        const m = `${two(hour)}:${two(minute)}`
        // By the texts of the bands alone.
        const holding = calendar.bands.filter(
          (b) =>
            b.days.includes(found.day) &&
            (!b.season || b.season === found.season) &&
            (b.from < b.to ? b.from <= m && m < b.to : m >= b.from || m < b.to),
        )
        expect(holding).toEqual([calendar.bands[found.band]])
        expect(found.class).toBe(holding[0].class)
      }),
      { numRuns: 500 },
    )
  })

  it('the parts of a span join, each of one class, and their energies are the whole', () => {
    fc.assert(
      fc.property(
        calendars,
        zones,
        instants,
        lengths,
        fc.double({ min: 0, max: 1e7, noNaN: true }),
        (calendar, zone, from, length, kwh) => {
          const open = openCalendar(calendar, zone)
          const spans = classSpans(open, from, from + length)
          expect(spans[0].from).toBe(from)
          expect(spans.at(-1)!.to).toBe(from + length)
          spans.forEach((s, i) => {
            expect(s.from).toBeLessThan(s.to)
            if (i > 0) expect(s.from).toBe(spans[i - 1].to)
            for (const t of [s.from, Math.floor((s.from + s.to) / 2), s.to - 1])
              expect(classAt(open, t)).toMatchObject({ class: s.class, band: s.band })
          })
          const sold = revenueOf({ calendar: open, tariff, energy: [{ from, to: from + length, kwh }] })
          expect(same(sold.kwh, exactOf(kwh))).toBe(true)
          expect(sold.classes.reduce((sum, c) => sum + c.time, 0)).toBe(length)
        },
      ),
    )
  })

  it('splitting an interval of power anywhere changes no class', () => {
    fc.assert(
      fc.property(
        calendars,
        zones,
        instants,
        lengths,
        fc.integer({ min: 0, max: 1000 }),
        fc.tuple(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: 200_000 })),
        (calendar, zone, from, length, cut, [first, last]) => {
          const open = openCalendar(calendar, zone)
          const to = from + length
          const middle = from + Math.floor((length * cut) / 1000)
          fc.pre(from < middle && middle < to)
          const whole = revenueOf({
            calendar: open,
            tariff,
            power: [{ from, to, kw: first / 8, kwEnd: last / 8 }],
          })
          // Power at the cut as a fraction: both parts are computed from the whole line.
          const parts = [
            { from, to: middle },
            { from: middle, to },
          ].map((p) => energyOf(open, { from, to, kw: first / 8, kwEnd: last / 8 }, p))
          for (const c of whole.classes)
            expect(same(c.kwh, plus(parts[0].get(c.class)!, parts[1].get(c.class)!))).toBe(true)
          // Constant power needs no fraction: cut and priced on its own.
          const even = (list: PowerInterval[]) => revenueOf({ calendar: open, tariff, power: list })
          const one = even([{ from, to, kw: first }])
          const two = even([
            { from: middle, to, kw: first },
            { from, to: middle, kw: first },
          ])
          expect(same(one.vnd, two.vnd)).toBe(true)
          one.classes.forEach((c, i) => {
            expect(same(c.kwh, two.classes[i].kwh) && same(c.vnd, two.classes[i].vnd)).toBe(true)
            expect(c.time).toBe(two.classes[i].time)
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('rounding comes at the end only: the total is that of the exact sum', () => {
    const rows = fc.array(fc.tuple(instants, fc.double({ min: 0, max: 1e6, noNaN: true })), { maxLength: 30 })
    fc.assert(
      fc.property(calendars, rows, (calendar, list) => {
        const open = openCalendar(calendar, ZONE)
        const energy = list.map(([from, kwh]): EnergyInterval => ({ from, to: from + 30 * MINUTE, kwh }))
        const all = revenueOf({ calendar: open, tariff, energy })
        const each = energy.map((e) => revenueOf({ calendar: open, tariff, energy: [e] }).vnd)
        const sum = each.reduce(plus, exactOf(0))
        expect(same(sum, all.vnd)).toBe(true)
        const parts = all.classes.map((c) => roundedOf(c.vnd))
        const off = Math.abs(parts.reduce((a, b) => a + b, 0) - roundedOf(all.vnd))
        expect(off).toBeLessThanOrEqual(parts.length)
      }),
      { numRuns: 50 },
    )
  })
})

/** kWh by class of a part of a straight line of power, by the mean of its power at the limits: not the code's formula. */
function energyOf(
  open: ReturnType<typeof openCalendar>,
  p: Required<PowerInterval>,
  part: { from: number; to: number },
) {
  const sums = new Map(open.calendar.classes.map((c) => [c.code, exactOf(0)]))
  const at = (t: number): Exact =>
    plus(
      exactOf(p.kw),
      times(minus(exactOf(p.kwEnd), exactOf(p.kw)), { n: BigInt(t - p.from), d: BigInt(p.to - p.from) }),
    )
  for (const s of classSpans(open, part.from, part.to)) {
    const mean = times(plus(at(s.from), at(s.to)), { n: 1n, d: 2n })
    const kwh = times(mean, { n: BigInt(s.to - s.from), d: BigInt(HOUR) })
    sums.set(s.class, plus(sums.get(s.class)!, kwh))
  }
  return sums
}

it('numbers are the decimals that they are written as', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e20, max: 1e20 }), (v) => {
      fc.pre(v === 0 || Math.abs(v) > 1e-3)
      expect(Math.abs(numberOf(exactOf(v)) - v)).toBeLessThanOrEqual(Math.abs(v) * 1e-15)
    }),
  )
  expect(exactOf(0.1)).toEqual({ n: 1n, d: 10n })
  expect(exactOf(1.5e-9)).toEqual({ n: 15n, d: 10n ** 10n })
  expect([0.5, 1.5, -0.5, 2.4999].map((v) => roundedOf(exactOf(v)))).toEqual([1, 2, -1, 2])
  expect(() => exactOf(Infinity)).toThrow(RangeError)
})

it('a sum of decimals is exact, whatever they are', () => {
  for (let k = 70n; k < 90n; k++) {
    const [a, b] = [
      { n: 1n, d: 10n ** k },
      { n: 1n, d: 10n ** (k + 20n) },
    ]
    expect(same(sumOf(a, b), plus(a, b))).toBe(true)
  }
})
