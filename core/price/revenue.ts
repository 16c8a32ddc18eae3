import { HOUR } from '../time/units.ts'
import { classSpans, type ClassSpan, type OpenCalendar } from './calendar.ts'
import { priceOf } from './check.ts'
import { exactOf, minus, plus, ratioOf, shareOf, sumOf, times, ZERO, type Exact } from './exact.ts'
import type { Deduction, Tariff } from './types.ts'

/** [from, to), epoch ms. */
interface Interval {
  from: number
  to: number
}

/** Energy of an interval, even over its time. */
export interface EnergyInterval extends Interval {
  kwh: number
  /** Surplus energy within it. */
  surplusKwh?: number
  /** The class that a meter recorded it for, where that is known: the calendar is not asked then. */
  class?: string
}

/** Power of an interval: from kw at its start in a straight line to kwEnd at its end; absent: kw throughout. */
export interface PowerInterval extends Interval {
  kw: number
  kwEnd?: number
}

/** A market price over [from, to), VND/kWh. */
interface MarketPrice extends Interval {
  price: number
}

/** Contracted quantity over [from, to), kWh. */
interface ContractedQuantity extends Interval {
  kwh: number
}

/** Energy and money of one class and season. */
interface RevenuePart {
  /**
   * energy: at the price of its class. capacity: paid besides. surplus: at the surplus price instead. contract: for
   * difference, on the contracted quantity. unpriced: energy without a price, which earns nothing.
   */
  kind: 'energy' | 'capacity' | 'surplus' | 'contract' | 'unpriced'
  class: string
  season: string | null
  kwh: Exact
  vnd: Exact
}

/** A class of the calendar with what was sold in it; all of its parts. */
interface ClassRevenue {
  class: string
  /** Time of its hours within the intervals, ms. */
  time: number
  kwh: Exact
  vnd: Exact
  parts: RevenuePart[]
}

/** All of it as `sumOf` sums it, exact but for 80 decimals; rounded only where it is shown, by `roundedOf`. */
interface Revenue {
  /** Every class of the calendar in its order, also those without hours. */
  classes: ClassRevenue[]
  kwh: Exact
  vnd: Exact
  /** VND/kWh; null without energy. */
  meanPrice: number | null
  /** Intervals (by their place) with energy that has no price; it counts as energy and earns nothing. */
  unpriced: number[]
  /** Whether it is an estimate of what will be settled: priced by the market. */
  estimate: boolean
}

interface Sold {
  calendar: OpenCalendar
  tariff: Tariff
  /** Either of the two; intervals in any order. */
  energy?: readonly EnergyInterval[]
  power?: readonly PowerInterval[]
  /** Of a tariff by series: its prices, and the quantities of its contract; each in order, without overlaps. */
  market?: readonly MarketPrice[]
  contracted?: readonly ContractedQuantity[]
}

/** kW over ms as kWh. */
const HOURS: Exact = { n: 1n, d: BigInt(HOUR) }

/** A sum of energy and money. Energy is kept until its price changes, and then multiplied once. */
interface Sum extends RevenuePart {
  price: Exact
  /** kWh at `price` that are not in `vnd` yet. */
  open: Exact
}

function settle(sum: Sum, price: Exact): void {
  if (sum.open.n !== 0n) sum.vnd = sumOf(sum.vnd, times(sum.price, sum.open))
  sum.open = ZERO
  sum.price = price
}

/**
 * Revenue of energy by time-of-use class. Energy is split by time where an interval crosses a limit of a band (TAR-03),
 * power by the exact trapezoid; sums are exact. The tariff is valid beside the calendar, from is before to in each
 * interval, and surplus is no more than its energy. Throws RangeError for a class that the calendar lacks. Source:
 * domain rules 9.7, cases TAR-01 to TAR-05.
 */
export function revenueOf({ calendar, tariff, energy = [], power = [], market, contracted }: Sold): Revenue {
  const hours = new Map(calendar.calendar.classes.map(({ code }) => [code, 0]))
  const sums = new Map<string, Sum>()
  const unpriced = new Set<number>()
  const region = tariff.region ?? null

  const add = (kind: RevenuePart['kind'], at: ClassSpan, price: Exact, kwh: Exact) => {
    const key = `${kind} ${at.class} ${at.season}`
    let sum = sums.get(key)
    if (!sum) {
      sum = { kind, class: at.class, season: at.season, price, kwh: ZERO, vnd: ZERO, open: ZERO }
      sums.set(key, sum)
    }
    if (sum.price !== price) settle(sum, price)
    sum.kwh = sumOf(sum.kwh, kwh)
    sum.open = sumOf(sum.open, kwh)
  }
  const lacking = (i: number, at: ClassSpan, kwh: Exact) => {
    unpriced.add(i)
    add('unpriced', at, ZERO, kwh)
  }

  const flat = exactOf(tariff.price ?? 0)
  /** Prices of the table that hold for a class in a season. */
  const rows = new Map<string, { own?: Exact; capacity?: Exact; surplus?: Exact }>()
  const rowsOf = (at: ClassSpan) => {
    const key = `${at.class} ${at.season}`
    let found = rows.get(key)
    if (!found) {
      const of = (prices: Parameters<typeof priceOf>[0] = []) => {
        const row = priceOf(prices, at.class, at.season, region)
        return row && exactOf(row.price)
      }
      found = { own: of(tariff.prices), capacity: of(tariff.capacity), surplus: of(tariff.surplus?.prices) }
      rows.set(key, found)
    }
    return found
  }

  /** Prices the energy of a part of an interval within one class. entered: how much of it is surplus, as entered. */
  const sell = (i: number, at: ClassSpan, kwh: Exact, entered: Exact) => {
    if (kwh.n === 0n) return
    if (tariff.kind === 'flat') return add('energy', at, flat, kwh)
    if (tariff.kind === 'series') {
      let known = 0
      for (const m of over(market ?? [], at)) {
        const length = Math.min(m.to, at.to) - Math.max(m.from, at.from)
        known += length
        add('energy', at, exactOf(m.price), shareOf(kwh, length, at.to - at.from))
      }
      const gap = at.to - at.from - known
      if (gap > 0) lacking(i, at, shareOf(kwh, gap, at.to - at.from))
      return
    }
    const prices = rowsOf(at)
    let surplus = entered
    if (tariff.surplus?.rule === 'above_power') {
      const above = minus(kwh, times(shareOf(exactOf(tariff.surplus.power!), at.to - at.from, 1), HOURS))
      surplus = prices.surplus && above.n > 0n ? above : ZERO
    }
    if (surplus.n > 0n) {
      if (prices.surplus) add('surplus', at, prices.surplus, surplus)
      else lacking(i, at, surplus)
    }
    const rest = minus(kwh, surplus)
    if (rest.n === 0n) return
    if (prices.own) add('energy', at, prices.own, rest)
    else lacking(i, at, rest)
    if (prices.capacity) add('capacity', at, prices.capacity, rest)
  }

  energy.forEach((e, i) => {
    if (e.class !== undefined && !hours.has(e.class)) throw new RangeError(`No class ${e.class}`)
    const all = classSpans(calendar, e.from, e.to)
    const own = e.class === undefined ? all : all.filter((s) => s.class === e.class)
    for (const s of own) hours.set(s.class, hours.get(s.class)! + s.to - s.from)
    // A meter may record a class that has no hours there: then the seasons of the interval hold.
    const spans = own.length > 0 ? own : all.map((s) => ({ ...s, class: e.class! }))
    const whole = spans.reduce((sum, s) => sum + s.to - s.from, 0)
    const [kwh, surplus] = [exactOf(e.kwh), exactOf(e.surplusKwh ?? 0)]
    for (const s of spans) {
      const length = s.to - s.from
      sell(i, s, shareOf(kwh, length, whole), shareOf(surplus, length, whole))
    }
  })
  power.forEach((p, i) => {
    for (const s of classSpans(calendar, p.from, p.to)) {
      hours.set(s.class, hours.get(s.class)! + s.to - s.from)
      sell(i, s, trapezoid(p, s), ZERO)
    }
  })
  if (tariff.kind === 'series' && tariff.contract)
    for (const { from, to } of united([...energy, ...power]))
      for (const at of classSpans(calendar, from, to))
        for (const { price, kwh } of differences(tariff.contract, at, market ?? [], contracted ?? []))
          add('contract', at, price, kwh)

  const revenue: Revenue = {
    classes: [...hours].map(([code, time]) => ({ class: code, time, kwh: ZERO, vnd: ZERO, parts: [] })),
    kwh: ZERO,
    vnd: ZERO,
    meanPrice: null,
    unpriced: [...unpriced],
    estimate: tariff.kind === 'series',
  }
  const byClass = new Map(revenue.classes.map((one) => [one.class, one]))
  for (const sum of sums.values()) {
    settle(sum, sum.price)
    const { kind, season, kwh, vnd } = sum
    const one = byClass.get(sum.class)!
    one.parts.push({ kind, class: sum.class, season, kwh, vnd })
    const own = kind === 'capacity' || kind === 'contract' ? ZERO : kwh
    for (const total of [one, revenue]) {
      total.vnd = sumOf(total.vnd, vnd)
      total.kwh = sumOf(total.kwh, own)
    }
  }
  revenue.meanPrice = ratioOf(revenue.vnd, revenue.kwh)
  return revenue
}

/** kWh of [from, to) of an interval of power. */
function trapezoid(p: PowerInterval, { from, to }: Interval): Exact {
  const [first, last] = [exactOf(p.kw), exactOf(p.kwEnd ?? p.kw)]
  const rise = minus(last, first)
  // Twice the mean: its share of the rise at both ends.
  const twice = plus(plus(first, first), shareOf(rise, from + to - 2 * p.from, p.to - p.from))
  return times(shareOf(twice, to - from, 2), HOURS)
}

/** What of a sorted list shares time with a span. */
function over<T extends Interval>(list: readonly T[], { from, to }: Interval): T[] {
  let low = 0
  for (let high = list.length; low < high;) {
    const middle = (low + high) >> 1
    if (list[middle].to <= from) low = middle + 1
    else high = middle
  }
  const out: T[] = []
  for (; low < list.length && list[low].from < to; low++) out.push(list[low])
  return out
}

/** Intervals in any order as few that do not overlap. */
function united(list: readonly Interval[]): Interval[] {
  const out: Interval[] = []
  for (const { from, to } of [...list].sort((a, b) => a.from - b.from)) {
    const before = out.at(-1)
    if (before && from <= before.to) before.to = Math.max(before.to, to)
    else out.push({ from, to })
  }
  return out
}

/** Quantities of a contract for difference within a span, each with contract less market price. */
function differences(
  contract: NonNullable<Tariff['contract']>,
  span: Interval,
  market: readonly MarketPrice[],
  contracted: readonly ContractedQuantity[],
): { price: Exact; kwh: Exact }[] {
  return over(market, span).flatMap((m) => {
    const within = { from: Math.max(m.from, span.from), to: Math.min(m.to, span.to) }
    const price = minus(exactOf(contract.price), exactOf(m.price))
    if (contract.power !== null && contract.power !== undefined)
      return [{ price, kwh: trapezoid({ ...within, kw: contract.power }, within) }]
    return over(contracted, within).map((c) => {
      const length = Math.min(c.to, within.to) - Math.max(c.from, within.from)
      return { price, kwh: shareOf(exactOf(c.kwh), length, c.to - c.from) }
    })
  })
}

/** Deductions of a revenue, each exact; those that are only shown do not reduce `net`. */
export function deduct(
  revenue: Pick<Revenue, 'kwh' | 'vnd'>,
  deductions: readonly Deduction[],
): { deductions: { deduction: Deduction; vnd: Exact }[]; net: Exact } {
  let net = revenue.vnd
  const list = deductions.map((deduction) => {
    const { kind, amount, rate, basePrice } = deduction
    const base =
      basePrice === null || basePrice === undefined ? revenue.vnd : times(exactOf(basePrice), revenue.kwh)
    const vnd =
      kind === 'per_kwh' ? times(exactOf(amount ?? 0), revenue.kwh) : times(exactOf(rate ?? 0), base)
    if (deduction.deducted) net = minus(net, vnd)
    return { deduction, vnd }
  })
  return { deductions: list, net }
}
