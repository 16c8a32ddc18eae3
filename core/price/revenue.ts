import { HOUR, MINUTE } from '../time/units.ts'
import { classSpans, type ClassSpan, type OpenCalendar } from './calendar.ts'
import { priceOf } from './check.ts'
import { exactOf, minus, plus, quotient, ratioOf, shareOf, sumOf, times, ZERO, type Exact } from './exact.ts'
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
  /** ms over which `kwh` is even, where the interval is a part of that time: only its share counts. */
  over?: number
}

/** Power of an interval: from kw at its start in a straight line to kwEnd at its end; absent: kw throughout. */
export interface PowerInterval extends Interval {
  kw: number
  kwEnd?: number
}

/** A market price over [from, to), VND/kWh. */
interface MarketPrice extends Interval {
  price: number
  /** Quality byte; absent: GOOD. */
  q?: number
}

/** Contracted quantity over [from, to), kWh. */
interface ContractedQuantity extends Interval {
  kwh: number
  /** Quality byte; absent: GOOD. */
  q?: number
}

/** Energy and money of one class and season. */
export interface RevenuePart {
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

/** Time of a contract for difference without a market price, or without a contracted quantity. */
interface Unsettled extends Interval {
  lacks: 'market' | 'contracted'
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
  /** Time for which the difference of a contract is unknown, and what it lacks; none of it is in `vnd`. */
  unsettled: Unsettled[]
  /** Whether it is an estimate of what will be settled: priced by the market. */
  estimate: boolean
}

export interface Sold {
  calendar: OpenCalendar
  tariff: Tariff
  /** Either of the two; intervals in any order. */
  energy?: readonly EnergyInterval[]
  power?: readonly PowerInterval[]
  /** Of a tariff by series: its prices, and the quantities of its contract; each in order, without overlaps. */
  market?: readonly MarketPrice[]
  contracted?: readonly ContractedQuantity[]
  /** Time for which a contract for difference is settled; absent: from the first interval to the end of the last. */
  span?: Interval
}

/** kW over ms as kWh. */
const HOURS: Exact = { n: 1n, d: BigInt(HOUR) }

/** A sum of energy and money. Energy is kept until its price changes, and then multiplied once. */
interface Sum extends RevenuePart {
  price: Exact
  /** kWh at `price` that are not in `kwh` and `vnd` yet. */
  open: Exact
}

function settle(sum: Sum, price: Exact): void {
  if (sum.open.n !== 0n) {
    sum.kwh = sumOf(sum.kwh, sum.open)
    sum.vnd = sumOf(sum.vnd, times(sum.price, sum.open))
  }
  sum.open = ZERO
  sum.price = price
}

/**
 * Revenue of energy by time-of-use class. Energy is split by time where an interval crosses a limit of a band (TAR-03),
 * power by the exact trapezoid; sums are exact. The tariff is valid beside the calendar, from is before to in each
 * interval, and surplus is no more than its energy. What an interval of energy holds above a power depends on how long it
 * is, so it is no longer than the energy step of the calendar where the tariff asks for that. A contract for difference
 * goes on where nothing is generated. Throws RangeError for a class that the calendar lacks, and for such an interval.
 * Source: domain rules 9.7, cases TAR-01 to TAR-05.
 */
export function revenueOf({
  calendar,
  tariff,
  energy = [],
  power = [],
  market = [],
  contracted = [],
  span,
}: Sold): Revenue {
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
    sum.open = sumOf(sum.open, kwh)
  }
  const lacking = (i: number, at: ClassSpan, kwh: Exact) => {
    unpriced.add(i)
    add('unpriced', at, ZERO, kwh)
  }

  /** Prices of the market by their number: energy of one price is multiplied once, whatever its steps are. */
  const exacts = new Map<number, Exact>()
  const exactPrice = (price: number) => {
    const found = exacts.get(price) ?? exactOf(price)
    exacts.set(price, found)
    return found
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

  const limit =
    tariff.kind === 'table' && tariff.surplus?.rule === 'above_power' ? exactOf(tariff.surplus.power!) : null

  /** Prices the energy of a part of an interval within one class. surplus: how much of it is that, if it has a price. */
  const sell = (i: number, at: ClassSpan, kwh: Exact, surplus: Exact) => {
    if (kwh.n === 0n) return
    if (tariff.kind === 'flat') return add('energy', at, flat, kwh)
    if (tariff.kind === 'series') {
      let known = 0
      for (const m of over(market, at)) {
        const length = Math.min(m.to, at.to) - Math.max(m.from, at.from)
        known += length
        add('energy', at, exactPrice(m.price), shareOf(kwh, length, at.to - at.from))
      }
      const gap = at.to - at.from - known
      if (gap > 0) lacking(i, at, shareOf(kwh, gap, at.to - at.from))
      return
    }
    const prices = rowsOf(at)
    if (limit && !prices.surplus) surplus = ZERO
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
    if (limit && e.to - e.from > calendar.calendar.energyStep * MINUTE)
      throw new RangeError(`Interval ${i} is longer than the energy step`)
    const all = classSpans(calendar, e.from, e.to)
    const own = e.class === undefined ? all : all.filter((s) => s.class === e.class)
    for (const s of own) hours.set(s.class, hours.get(s.class)! + s.to - s.from)
    // A meter may record a class that has no hours there: then the seasons of the interval hold.
    const spans = own.length > 0 ? own : all.map((s) => ({ ...s, class: e.class! }))
    const whole = spans.reduce((sum, s) => sum + s.to - s.from, 0)
    const kwh = shareOf(exactOf(e.kwh), e.to - e.from, e.over ?? e.to - e.from)
    const surplus = limit
      ? atLeastZero(minus(kwh, times(shareOf(limit, whole, 1), HOURS)))
      : exactOf(e.surplusKwh ?? 0)
    for (const s of spans) {
      const length = s.to - s.from
      sell(i, s, shareOf(kwh, length, whole), shareOf(surplus, length, whole))
    }
  })
  power.forEach((p, i) => {
    for (const s of classSpans(calendar, p.from, p.to)) {
      hours.set(s.class, hours.get(s.class)! + s.to - s.from)
      sell(i, s, trapezoid(p, s), limit ? above(p, s, limit) : ZERO)
    }
  })
  const unsettled: Unsettled[] = []
  const all = [...energy, ...power]
  if (tariff.kind === 'series' && tariff.contract && (span || all.length > 0)) {
    const settled = span ?? {
      from: all.reduce((t, x) => Math.min(t, x.from), Infinity),
      to: all.reduce((t, x) => Math.max(t, x.to), -Infinity),
    }
    const bySeries = tariff.contract.power === null || tariff.contract.power === undefined
    unsettled.push(...gaps(market, settled).map((x): Unsettled => ({ ...x, lacks: 'market' })))
    if (bySeries)
      unsettled.push(...gaps(contracted, settled).map((x): Unsettled => ({ ...x, lacks: 'contracted' })))
    const strike = exactOf(tariff.contract.price)
    const differences = new Map<number, Exact>()
    for (const m of over(market, settled)) {
      const price = differences.get(m.price) ?? minus(strike, exactPrice(m.price))
      differences.set(m.price, price)
      const [from, to] = [Math.max(m.from, settled.from), Math.min(m.to, settled.to)]
      for (const at of classSpans(calendar, from, to))
        for (const kwh of quantitiesOf(tariff.contract, at, contracted)) add('contract', at, price, kwh)
    }
  }

  const revenue: Revenue = {
    classes: [...hours].map(([code, time]) => ({ class: code, time, kwh: ZERO, vnd: ZERO, parts: [] })),
    kwh: ZERO,
    vnd: ZERO,
    meanPrice: null,
    unpriced: [...unpriced],
    unsettled,
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

const atLeastZero = (a: Exact): Exact => (a.n > 0n ? a : ZERO)

/** kWh of [from, to) of an interval of power above a limit, kW: cut exactly where the line crosses it. */
function above(p: PowerInterval, { from, to }: Interval, limit: Exact): Exact {
  const [first, last] = [exactOf(p.kw), exactOf(p.kwEnd ?? p.kw)]
  const beyond = (t: number) =>
    minus(plus(first, shareOf(minus(last, first), t - p.from, p.to - p.from)), limit)
  const [a, b] = [beyond(from), beyond(to)]
  const sum = plus(atLeastZero(a), atLeastZero(b))
  if (sum.n === 0n) return ZERO
  // A trapezoid; where the line crosses the limit a triangle of height c, over c / |a - b| of the time.
  const crosses = a.n < 0n !== b.n < 0n
  const height = a.n < 0n ? minus(b, a) : minus(a, b)
  const twice = crosses ? quotient(times(sum, sum), height) : sum
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

/** The parts of a span that a sorted list does not cover. */
function gaps(list: readonly Interval[], span: Interval): Interval[] {
  const out: Interval[] = []
  let at = span.from
  for (const { from, to } of over(list, span)) {
    if (from > at) out.push({ from: at, to: from })
    at = Math.max(at, to)
  }
  if (at < span.to) out.push({ from: at, to: span.to })
  return out
}

/** Quantities of a contract for difference within a span, kWh. */
function quantitiesOf(
  { power }: NonNullable<Tariff['contract']>,
  span: Interval,
  contracted: readonly ContractedQuantity[],
): Exact[] {
  if (power !== null && power !== undefined) return [trapezoid({ ...span, kw: power }, span)]
  return over(contracted, span).map((c) => {
    const length = Math.min(c.to, span.to) - Math.max(c.from, span.from)
    return shareOf(exactOf(c.kwh), length, c.to - c.from)
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
