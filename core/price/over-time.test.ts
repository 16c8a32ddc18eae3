import { describe, expect, it } from 'vitest'
import type { Version } from '../description/index.ts'
import { MISSING, PARTIAL, SUSPECT } from '../quality/index.ts'
import { fromEntries } from '../series/index.ts'
import { fromLocal, periods, type TimeSpan } from '../time/index.ts'
import { DAY, HOUR, MINUTE } from '../time/units.ts'
import {
  classAt,
  missingShare,
  numberOf,
  openCalendar,
  READY_CALENDARS,
  revenueInTurns,
  revenueOverTime,
  roundedOf,
  sumOfRevenues,
  type Deduction,
  type PriceItems,
  type Tariff,
} from './index.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const EVN = READY_CALENDARS['EVN-2014']
const at = (text: string) => fromLocal(text, ZONE)!
const STEP = 30 * MINUTE
const version = <T>(id: string, body: T, from: number, to: number | null = null): Version<T> => ({
  id,
  version: `${id}@${from}`,
  from,
  to,
  body,
})
const table = (peak: number, normal: number, off: number): Tariff => ({
  name: 'T',
  kind: 'table',
  calendar: 'EVN-2014',
  currency: 'VND',
  prices: Object.entries({ peak, normal, off }).map(([code, price]) => ({ class: code, price })),
})
const flatOf = (price: number): Tariff => ({ ...table(1, 1, 1), kind: 'flat', prices: undefined, price })
const prices = (tariffs: Version<Tariff>[], deductions: Version<Deduction>[] = []): PriceItems => ({
  calendars: [],
  tariffs,
  deductions,
})
const stepsOf = (from: number, to: number): TimeSpan[] =>
  Array.from({ length: (to - from) / STEP }, (_, i) => ({
    from: from + i * STEP,
    to: from + (i + 1) * STEP,
  }))
/** kWh with three decimals that depend only on the step. */
const kwhAt = (t: number) => ((t / STEP) % 977) * 3 + ((t / STEP) % 1000) / 1000
const FROM = at('2026-03-01 00:00')
const TO = at('2026-06-01 00:00')
const steps = stepsOf(FROM, TO)
const energy = fromEntries(steps.map((s) => [s.to, kwhAt(s.to), 0]))
const spans = (kind: 'day' | 'month' | 'year', from = FROM, to = TO) =>
  periods(kind, from, to, ZONE).map((p) => ({ from: p.start, to: p.end }))
const base = { zone: ZONE, energy, steps, until: TO, marketOf: () => ({}), seller: 'plant' as const }

/** VND of steps in thousandths, by a tariff of whole VND: no fraction and no floating point. */
function thousandths(list: readonly TimeSpan[], priceOf: (code: string, t: number) => number): bigint {
  const open = openCalendar(EVN, ZONE)
  return list.reduce((sum, s) => {
    const price = priceOf(classAt(open, s.from).class, s.from)
    return sum + BigInt(Math.round(kwhAt(s.to) * 1000)) * BigInt(price)
  }, 0n)
}
const within = (list: readonly TimeSpan[], from: number, to: number) =>
  list.filter((s) => s.from >= from && s.to <= to)
const vndOf = (x: bigint) => Number((2n * x + 1000n) / 2000n)

describe('revenue over time', () => {
  const change = at('2026-04-15 09:30')
  const first = version('avoided', table(2000, 1200, 700), -Infinity, change)
  const second = version('avoided', table(2100, 1300, 750), change)
  const priceOf = (code: string, t: number) =>
    ({ peak: [2000, 2100], normal: [1200, 1300], off: [700, 750] })[code]![t < change ? 0 : 1]

  it('prices each step by the tariff in force then; days, months and the whole are sums of the same', () => {
    const items = prices([first, second])
    const days = revenueOverTime({ ...base, prices: items, periods: spans('day') })
    const months = revenueOverTime({ ...base, prices: items, periods: spans('month') })
    expect(days).toHaveLength(92)
    for (const d of [...days, ...months])
      expect(roundedOf(d.vnd), new Date(d.from).toISOString()).toBe(
        vndOf(thousandths(within(steps, d.from, d.to), priceOf)),
      )
    const whole = sumOfRevenues(days)
    expect(whole.vnd.n * sumOfRevenues(months).vnd.d).toBe(sumOfRevenues(months).vnd.n * whole.vnd.d)
    expect(numberOf(whole.kwh)).toBeCloseTo(
      steps.reduce((a, s) => a + kwhAt(s.to), 0),
      3,
    )
    expect(whole).toMatchObject({ steps: steps.length, missingSteps: 0, q: 0, estimate: false })
    // April has both versions, each with its own energy.
    const april = new Set(months[1].parts.map((p) => p.tariff!.version))
    expect([...april]).toEqual([first.version, second.version])
  })

  it('splits a step at a change of tariff, at midnight and at a limit of a band', () => {
    const hour = { from: at('2026-03-02 23:30'), to: at('2026-03-03 00:30') }
    const odd = version('odd', flatOf(100), -Infinity, at('2026-03-02 23:45'))
    const then = version('then', flatOf(200), odd.to!)
    const [a, b] = revenueOverTime({
      ...base,
      prices: prices([odd, then]),
      energy: fromEntries([[hour.to, 1, 0]]),
      steps: [hour],
      periods: spans('day', hour.from, hour.to),
    })
    expect([a.vnd, b.vnd].map(numberOf)).toEqual([25 + 50, 100])
    expect([a.kwh, b.kwh].map(numberOf)).toEqual([0.5, 0.5])
  })

  it('counts what is missing, never as 0, and says how much', () => {
    const day = spans('day')[0]
    const bad = (n: number, q: number) =>
      fromEntries(
        within(steps, day.from, day.to).map((s, i) => [s.to, i < n ? NaN : kwhAt(s.to), i < n ? q : 0]),
      )
    const of = (n: number, q = MISSING) =>
      revenueOverTime({ ...base, energy: bad(n, q), prices: prices([first]), periods: [day] })[0]
    expect(of(4)).toMatchObject({ steps: 48, missingSteps: 4, q: 0 })
    expect(of(6)).toMatchObject({ missingSteps: 6, q: PARTIAL })
    expect(missingShare(of(6))).toBe(0.125)
    expect(of(30)).toMatchObject({ q: MISSING })
    expect(roundedOf(of(30).vnd)).toBe(
      vndOf(thousandths(within(steps, day.from + 30 * STEP, day.to), (c) => priceOf(c, 0))),
    )
    expect(of(48)).toMatchObject({ missingSteps: 48, q: MISSING, parts: [] })
    // A whole month in which one day is missing: the day is missing, the month is not.
    const month = spans('month')[0]
    const without = fromEntries(steps.filter((s) => s.from >= day.to).map((s) => [s.to, kwhAt(s.to), 0]))
    const all = revenueOverTime({
      ...base,
      energy: without,
      prices: prices([first]),
      periods: spans('day').slice(0, 31),
    })
    const [whole] = revenueOverTime({ ...base, energy: without, prices: prices([first]), periods: [month] })
    expect(all[0].q).toBe(MISSING)
    expect(whole).toMatchObject({ q: 0, missingSteps: 48, steps: 31 * 48 })
    expect(sumOfRevenues(all)).toMatchObject({ q: 0, missingSteps: 48, steps: 31 * 48 })
    const suspect = fromEntries(within(steps, day.from, day.to).map((s) => [s.to, 1, SUSPECT]))
    expect(
      revenueOverTime({ ...base, energy: suspect, prices: prices([first]), periods: [day] })[0].missingSteps,
    ).toBe(48)
  })

  it('waits an hour for the last steps of a period that is not over', () => {
    const day = spans('day')[0]
    const until = day.from + 6 * HOUR + 10 * MINUTE
    const due = steps.filter((s) => s.to <= until)
    const of = (known: number) =>
      revenueOverTime({
        ...base,
        until,
        steps: due,
        energy: fromEntries(due.slice(0, known).map((s) => [s.to, kwhAt(s.to), 0])),
        prices: prices([first]),
        periods: spans('day', day.from, day.from + 3 * DAY),
      })
    expect(of(12)[0]).toMatchObject({ steps: 12, missingSteps: 0, expected: 6 * HOUR })
    expect(of(11)[0]).toMatchObject({ steps: 11, missingSteps: 0, q: 0 })
    expect(of(10)[0]).toMatchObject({ steps: 12, missingSteps: 2, q: PARTIAL })
    expect(of(12)[1]).toMatchObject({ steps: 0, missingSteps: 0, expected: 0, covered: 0 })
  })

  it('says what has no price: before the first tariff, and beside a calendar that is not in force', () => {
    const [day] = spans('day')
    const late = version('late', table(1, 1, 1), day.from + 12 * HOUR)
    const [one] = revenueOverTime({ ...base, prices: prices([late]), periods: [day] })
    const own = within(steps, day.from, day.from + 12 * HOUR).reduce((a, s) => a + kwhAt(s.to), 0)
    expect(numberOf(one.unpriced)).toBeCloseTo(own, 6)
    expect(one.parts.find((p) => p.kind === 'unpriced')).toMatchObject({ class: null, tariff: null })
    const other = version('x', { ...table(1, 1, 1), calendar: 'gone' }, -Infinity)
    const [none] = revenueOverTime({ ...base, prices: prices([other]), periods: [day] })
    expect(numberOf(none.unpriced)).toBeCloseTo(numberOf(none.kwh), 6)
    expect(numberOf(none.vnd)).toBe(0)
  })

  it('deducts what is in force at each instant', () => {
    const [day] = spans('day')
    const noon = day.from + 12 * HOUR
    const fee = (amount: number): Deduction => ({ name: 'DVMTR', kind: 'per_kwh', amount, deducted: true })
    const vat = version<Deduction>(
      'vat',
      { name: 'VAT', kind: 'rate', rate: 0.1, deducted: false },
      -Infinity,
    )
    const [one] = revenueOverTime({
      ...base,
      energy: fromEntries(within(steps, day.from, day.to).map((s) => [s.to, 10, 0])),
      prices: prices(
        [version('t', flatOf(1000), -Infinity)],
        [version('f', fee(36), -Infinity, noon), version('f', fee(40), noon), vat],
      ),
      periods: [day],
    })
    expect(one.deductions.map((d) => [d.body.name, roundedOf(d.vnd)])).toEqual([
      ['DVMTR', 240 * 36 + 240 * 40],
      ['VAT', 48_000],
    ])
    expect(roundedOf(one.net)).toBe(480_000 - 240 * 76)
  })

  it('deducts by kWh also where there is no price, and rates of the revenue alone', () => {
    const [day] = spans('day')
    const noon = day.from + 12 * HOUR
    const fees = [
      version<Deduction>('fee', { name: 'DVMTR', kind: 'per_kwh', amount: 36, deducted: true }, -Infinity),
      version<Deduction>('tax', { name: 'Tax', kind: 'rate', rate: 0.1, deducted: true }, -Infinity),
    ]
    const of = (tariffs: Version<Tariff>[], market: { from: number; to: number; price: number }[] = []) =>
      revenueOverTime({
        ...base,
        energy: fromEntries(within(steps, day.from, day.to).map((s) => [s.to, 10, 0])),
        prices: prices(tariffs, fees),
        periods: [day],
        marketOf: () => ({ market }),
      })[0].deductions.map((d) => roundedOf(d.vnd))
    // From noon on: no tariff, a calendar that is not there, a market without a price.
    expect(of([version('t', flatOf(1000), -Infinity, noon)])).toEqual([480 * 36, 24_000])
    expect(
      of([
        version('t', flatOf(1000), -Infinity, noon),
        version('t', { ...flatOf(1000), calendar: 'gone' }, noon),
      ]),
    ).toEqual([480 * 36, 24_000])
    const market: Tariff = { ...flatOf(0), kind: 'series', price: undefined, series: 'market' }
    expect(of([version('m', market, -Infinity)], [{ from: day.from, to: noon, price: 1000 }])).toEqual([
      480 * 36,
      24_000,
    ])
  })

  it('counts the rest of a step that is known in part as missing', () => {
    const [day] = spans('day')
    const own = within(steps, day.from, day.to)
    const [one] = revenueOverTime({
      ...base,
      energy: fromEntries(own.map((s) => [s.to, 10, PARTIAL])),
      prices: prices([first]),
      periods: [day],
      shares: new Map(own.slice(0, 24).map((s) => [s.to, 0.75])),
    })
    expect(missingShare(one)).toBeCloseTo(0.125, 12)
    expect(one).toMatchObject({ missingSteps: 0, q: PARTIAL })
  })

  it('prices a long period in turns, to the same digits as its days', () => {
    const items = prices([first, second])
    const periods = [{ from: FROM, to: TO }]
    const turns = revenueInTurns({ ...base, prices: items, periods })
    let n = 0
    let found = turns.next()
    for (; !found.done; found = turns.next()) n++
    expect(n).toBeGreaterThan(10)
    const [whole] = found.value
    const days = sumOfRevenues(revenueOverTime({ ...base, prices: items, periods: spans('day') }))
    expect(whole.vnd.n * days.vnd.d).toBe(days.vnd.n * whole.vnd.d)
    expect(whole).toMatchObject({ steps: days.steps, covered: days.covered, expected: days.expected, q: 0 })
  })

  it('leaves contract and surplus to the plant: a unit has the price of its class or of the market', () => {
    const [day] = spans('day')
    const of = (body: Tariff, seller: 'plant' | 'unit') =>
      roundedOf(
        revenueOverTime({
          ...base,
          energy: fromEntries(within(steps, day.from, day.to).map((s) => [s.to, 700, 0])),
          prices: prices([version('t', body, -Infinity)]),
          periods: [day],
          marketOf: () => ({ market: [{ ...day, price: 1000 }] }),
          seller,
        })[0].vnd,
      )
    const capped: Tariff = {
      ...table(100, 100, 100),
      surplus: { rule: 'above_power', power: 1000, prices: [{ price: 40 }] },
    }
    expect(of(capped, 'plant')).toBe(48 * (500 * 100 + 200 * 40))
    expect(of(capped, 'unit')).toBe(48 * 700 * 100)
    const market: Tariff = {
      ...flatOf(0),
      kind: 'series',
      price: undefined,
      series: 'market',
      contract: { price: 1500, power: 1000 },
    }
    expect(of(market, 'plant')).toBe(48 * 700 * 1000 + 24 * 1000 * 500)
    expect(of(market, 'unit')).toBe(48 * 700 * 1000)
  })

  it('takes the price of a market and settles a contract for difference also at standstill', () => {
    const [day] = spans('day')
    const body: Tariff = {
      name: 'VCGM',
      kind: 'series',
      calendar: 'EVN-2014',
      currency: 'VND',
      series: 'market',
      contract: { price: 1500, power: 1000 },
    }
    const hours = Array.from({ length: 23 }, (_, i) => ({
      from: day.from + i * HOUR,
      to: day.from + (i + 1) * HOUR,
      price: 1000 + i,
    }))
    const [one] = revenueOverTime({
      ...base,
      energy: fromEntries(within(steps, day.from, day.to).map((s, i) => [s.to, i < 24 ? 0 : 500, 0])),
      prices: prices([version('m', body, -Infinity)]),
      periods: [day],
      marketOf: () => ({ market: hours }),
    })
    const sold = hours.slice(12).reduce((sum, h) => sum + 1000 * h.price, 0)
    const settled = hours.reduce((sum, h) => sum + 1000 * (1500 - h.price), 0)
    expect(roundedOf(one.vnd)).toBe(sold + settled)
    expect(one).toMatchObject({ estimate: true, unsettled: HOUR })
    expect(numberOf(one.unpriced)).toBe(1000)
    expect(numberOf(one.kwh)).toBe(12_000)
  })

  it('has surplus energy above a power also where the steps of the plant are longer than those of the calendar', () => {
    const [day] = spans('day')
    const body: Tariff = {
      ...table(100, 100, 100),
      calendar: 'short',
      surplus: { rule: 'above_power', power: 1000, prices: [{ price: 40 }] },
    }
    const [one] = revenueOverTime({
      ...base,
      energy: fromEntries(within(steps, day.from, day.to).map((s, i) => [s.to, i === 0 ? 800 : 500, 0])),
      prices: {
        ...prices([version('s', body, -Infinity)]),
        calendars: [version('short', { ...EVN, energyStep: 15 }, -Infinity)],
      },
      periods: [day],
    })
    expect(roundedOf(one.vnd)).toBe(48 * 500 * 100 + 300 * 40)
  })
})
