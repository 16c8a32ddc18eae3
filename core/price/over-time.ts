import { MISSING, PARTIAL, worst } from '../quality/index.ts'
import { isUsable, MISSING_ABOVE, PARTIAL_ABOVE, type Series } from '../series/index.ts'
import { DAY, HOUR, MINUTE } from '../time/units.ts'
import type { TimeSpan } from '../time/index.ts'
import type { Version } from '../description/index.ts'
import { openCalendar, type OpenCalendar } from './calendar.ts'
import { exactOf, minus, shareOf, sumOf, ZERO, type Exact } from './exact.ts'
import { priceSpans, type PriceItems } from './in-force.ts'
import { deduct, revenueOf, type EnergyInterval, type RevenuePart, type Sold } from './revenue.ts'
import type { Deduction, Tariff } from './types.ts'

/** Energy and money of one class and season by one version of a tariff. */
interface PricedPart extends Omit<RevenuePart, 'class'> {
  /** null: no tariff was in force. */
  tariff: Version<Tariff> | null
  /** null: no calendar was. */
  class: string | null
}

interface DeductedPart {
  id: string
  /** As described last. */
  body: Deduction
  vnd: Exact
}

/** Time of the hours of a class in which energy is known, ms. */
type HoursOf = Map<string, number>

/** Revenue of a period, [from, to), of what is known; exact but for 80 decimals (`sumOf`). */
export interface PeriodRevenue extends TimeSpan {
  parts: PricedPart[]
  hours: HoursOf
  kwh: Exact
  vnd: Exact
  /** Of `kwh`, what has no price: it earns nothing. */
  unpriced: Exact
  deductions: DeductedPart[]
  /** After the deductions that reduce it. */
  net: Exact
  /** Time for which a contract for difference lacks its market price or its quantity, ms; none of it is in `vnd`. */
  unsettled: number
  /** Whether some of it is an estimate of the settlement. */
  estimate: boolean
  /** Steps of energy that are over, and those of them that are not known. */
  steps: number
  missingSteps: number
  /** Time of which energy should be known by now, and is, ms. */
  expected: number
  covered: number
  /** The worst quality used, of energy and of market prices; PARTIAL above a tenth missing, MISSING above one half or without any energy. */
  q: number
}

/** What a tariff by series is priced by. */
export type MarketOf = (tariff: Version<Tariff>) => Pick<Sold, 'market' | 'contracted'>

interface EnergyOverTime {
  prices: PriceItems
  /** IANA zone of the plant. */
  zone: string
  /** kWh, each stamped at the end of its step. */
  energy: Series
  /** Steps of energy that are over by `until`, in order; at least those that share time with the periods. */
  steps: readonly TimeSpan[]
  /** In order, without overlaps; epoch ms. */
  periods: readonly TimeSpan[]
  /** Now, epoch ms. */
  until: number
  marketOf: MarketOf
  /** Whether it is energy of the plant or of one unit, see `unitTariff`. */
  seller: 'plant' | 'unit'
  /** Known share, 0-1, of steps (by their end) of which power or meter were silent for a time; absent: all of a step. */
  shares?: ReadonlyMap<number, number>
}

/** Time that is priced before others have their turn, ms. */
const TURN = 7 * DAY

/**
 * Revenue of stored energy by period: each step at the prices that are in force at each instant of it, split at limits
 * of bands, at changes of prices and at the ends of periods. A step that is missing has no energy, and counts as missing
 * once it is an hour late; one that is known in part counts as missing by the rest. Deductions by kWh are due on all
 * energy, also where it has no price. Source: domain rules 5.4 and 9.7, decisions 0091, 0098, 0102 and 0113.
 */
export function revenueOverTime(sold: EnergyOverTime): PeriodRevenue[] {
  const turns = revenueInTurns(sold)
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
  }
}

/** The same, which pauses after each week of prices: years of them take a second. */
export function* revenueInTurns(sold: EnergyOverTime): Generator<void, PeriodRevenue[]> {
  const { prices, zone, energy, steps, periods, until, marketOf, seller, shares } = sold
  const known = knownSteps(energy, steps, shares)
  const last = known.at(-1)?.to ?? -Infinity
  const dueBy = steps.at(-1)?.to ?? -Infinity
  const out: PeriodRevenue[] = []
  let priced = 0
  for (const { from, to } of periods) {
    const own = over(known, from, to)
    const revenue = emptyRevenue(from, to)
    for (const k of own) {
      revenue.covered += (Math.min(k.to, to) - Math.max(k.from, from)) * k.share
      revenue.q = revenue.q === MISSING ? k.q : worst(revenue.q, k.q)
    }
    const due = to <= until ? to : Math.max(from, dueWith(Math.min(dueBy, to), Math.max(from, last)))
    revenue.expected = due - from
    for (const s of over(steps, from, due)) if (s.to > from && s.to <= due) revenue.steps++
    const there = own.filter((k) => k.to > from && k.to <= due).length
    revenue.missingSteps = Math.max(0, revenue.steps - there)
    revenue.q = qualityOf(revenue)
    for (const whole of priceSpans(prices, from, Math.min(to, Math.max(from, until))))
      for (const piece of piecesOf(whole, own)) {
        const span = { ...whole, ...piece }
        addSpan(
          revenue,
          span,
          over(own, span.from, span.to).map((k) => clipped(k, span)),
        )
        priced += span.to - span.from
        if (priced < TURN) continue
        priced = 0
        yield
      }
    out.push(settled(revenue))
  }
  return out

  function addSpan(revenue: PeriodRevenue, span: PriceSpan, part: EnergyInterval[]): void {
    const { tariff, calendar } = span
    const deductions = span.deductions.map((v) => v.body)
    const deducted = (of: Parameters<typeof deduct>[0]) =>
      deduct(of, deductions).deductions.forEach(({ deduction, vnd }, i) =>
        addDeducted(revenue, { id: span.deductions[i].id, body: deduction, vnd }),
      )
    if (!tariff || !calendar) {
      let kwh = ZERO
      for (const e of part) kwh = sumOf(kwh, partOf(e))
      if (part.length > 0)
        addPart(revenue, { tariff, kind: 'unpriced', class: null, season: null, kwh, vnd: ZERO })
      return deducted({ kwh, vnd: ZERO })
    }
    const sold = seller === 'unit' ? unitTariff(tariff.body) : tariff.body
    const { market, contracted } = marketOf(tariff)
    const found = revenueOf({
      calendar: forSteps(openCalendar(calendar.body, zone, tariff.body.region ?? null), part),
      tariff: sold,
      energy: part,
      market,
      contracted,
      span,
    })
    // Money is no better known than the prices and quantities that made it.
    const behind: (readonly (TimeSpan & { q?: number })[] | null | undefined)[] = [
      market,
      sold.contract && contracted,
    ]
    for (const used of behind)
      for (const { from, to, q } of over(used ?? [], span.from, span.to))
        if (q && over(part, from, to).length > 0) revenue.q = worst(revenue.q, q)
    for (const one of found.classes) {
      if (one.time > 0) revenue.hours.set(one.class, (revenue.hours.get(one.class) ?? 0) + one.time)
      for (const p of one.parts) addPart(revenue, { ...p, tariff })
    }
    revenue.unsettled += found.unsettled.reduce((sum, x) => sum + x.to - x.from, 0)
    revenue.estimate ||= found.estimate
    deducted(found)
  }
}

/**
 * A tariff as it prices the energy of one unit: a contract for difference is settled for the plant, and surplus is what
 * the plant sells above a power. Neither can be said of a unit alone, so each kWh has the price of its class or of the
 * market, and units may add up to another amount than the plant. Source: decision 0091.
 */
const unitTariff = (tariff: Tariff): Tariff =>
  tariff.surplus || tariff.contract ? { ...tariff, surplus: null, contract: null } : tariff

/** Parts of a span that take one turn each, cut at ends of steps where there are some. */
function piecesOf({ from, to }: TimeSpan, steps: readonly TimeSpan[]): TimeSpan[] {
  if (to - from <= TURN) return [{ from, to }]
  const out: TimeSpan[] = []
  for (let at = from; at < to; at = out.at(-1)!.to) {
    const end = steps[firstAfter(steps, (s) => s.to >= at + TURN)]?.to ?? at + TURN
    out.push({ from: at, to: Math.min(to, end < at + 2 * TURN ? end : at + TURN) })
  }
  return out
}

/** The sum of revenues of periods, of which the first begins first and the last ends last. */
export function sumOfRevenues(list: readonly PeriodRevenue[]): PeriodRevenue {
  const sum = emptyRevenue(list[0]?.from ?? 0, list.at(-1)?.to ?? 0)
  for (const one of list) {
    for (const p of one.parts) addPart(sum, p)
    for (const [code, time] of one.hours) sum.hours.set(code, (sum.hours.get(code) ?? 0) + time)
    for (const d of one.deductions) addDeducted(sum, d)
    sum.unsettled += one.unsettled
    sum.estimate ||= one.estimate
    sum.steps += one.steps
    sum.missingSteps += one.missingSteps
    sum.expected += one.expected
    if (one.covered > 0) sum.q = sum.covered > 0 ? worst(sum.q, gradeOfKnown(one)) : gradeOfKnown(one)
    sum.covered += one.covered
  }
  sum.q = qualityOf(sum)
  return settled(sum)
}

/** Share of the time of a period of which energy is missing, 0-1. */
export const missingShare = ({ expected, covered }: Pick<PeriodRevenue, 'expected' | 'covered'>): number =>
  expected > 0 ? Math.max(0, 1 - covered / expected) : 0

const emptyRevenue = (from: number, to: number): PeriodRevenue => ({
  from,
  to,
  parts: [],
  hours: new Map(),
  kwh: ZERO,
  vnd: ZERO,
  unpriced: ZERO,
  deductions: [],
  net: ZERO,
  unsettled: 0,
  estimate: false,
  steps: 0,
  missingSteps: 0,
  expected: 0,
  covered: 0,
  q: MISSING,
})

/** What is known of a period that lacks much is as good as it is; its sum is judged by the whole time again. */
const gradeOfKnown = ({ q }: PeriodRevenue): number => ((q & 7) === MISSING ? PARTIAL | (q & ~7) : q)

function qualityOf(r: PeriodRevenue): number {
  const missing = missingShare(r)
  if (r.expected === 0) return r.covered > 0 ? r.q : 0
  if (r.covered === 0 || missing > MISSING_ABOVE + 1e-9) return worst(r.q, MISSING)
  return missing > PARTIAL_ABOVE + 1e-9 ? worst(r.q, PARTIAL) : r.q
}

function addPart(r: PeriodRevenue, part: PricedPart): void {
  const same = r.parts.find(
    (p) =>
      p.kind === part.kind &&
      p.class === part.class &&
      p.season === part.season &&
      p.tariff?.version === part.tariff?.version,
  )
  if (!same) return void r.parts.push({ ...part })
  same.kwh = sumOf(same.kwh, part.kwh)
  same.vnd = sumOf(same.vnd, part.vnd)
}

function addDeducted(r: PeriodRevenue, one: DeductedPart): void {
  const key = ({ id, body }: DeductedPart) => `${id} ${body.deducted}`
  const same = r.deductions.find((d) => key(d) === key(one))
  if (!same) return void r.deductions.push({ ...one })
  same.vnd = sumOf(same.vnd, one.vnd)
  same.body = one.body
}

/** Energy and money of parts. Capacity and contracts are paid besides, for energy that is counted already. */
export function sumOfParts(parts: readonly PricedPart[]): { kwh: Exact; vnd: Exact } {
  let [kwh, vnd] = [ZERO, ZERO]
  for (const p of parts) {
    if (p.kind !== 'capacity' && p.kind !== 'contract') kwh = sumOf(kwh, p.kwh)
    vnd = sumOf(vnd, p.vnd)
  }
  return { kwh, vnd }
}

function settled(r: PeriodRevenue): PeriodRevenue {
  Object.assign(r, sumOfParts(r.parts))
  r.unpriced = sumOfParts(r.parts.filter((p) => p.kind === 'unpriced')).kwh
  r.net = r.vnd
  for (const { body, vnd } of r.deductions) if (body.deducted) r.net = minus(r.net, vnd)
  return r
}

interface KnownStep extends TimeSpan {
  kwh: number
  q: number
  /** Of its time, what is known, 0-1. */
  share: number
}

type PriceSpan = ReturnType<typeof priceSpans>[number]

function knownSteps(
  { t, v, q }: Series,
  steps: readonly TimeSpan[],
  shares?: ReadonlyMap<number, number>,
): KnownStep[] {
  const out: KnownStep[] = []
  let i = 0
  for (const { from, to } of steps) {
    while (i < t.length && t[i] < to) i++
    if (i < t.length && t[i] === to && isUsable({ t, v, q }, i))
      out.push({ from, to, kwh: v[i], q: q[i], share: shares?.get(to) ?? 1 })
  }
  return out
}

/** Until when energy is expected where the last known step ends at `known`: one that is less than an hour late is not. */
const dueWith = (due: number, known: number): number => (due > known && due - known < HOUR ? known : due)

/** What of a sorted list shares time with [from, to). */
function over<T extends TimeSpan>(list: readonly T[], from: number, to: number): readonly T[] {
  const first = firstAfter(list, (x) => x.to > from)
  return list.slice(
    first,
    firstAfter(list, (x) => x.from >= to),
  )
}

function firstAfter<T>(list: readonly T[], isAfter: (one: T) => boolean): number {
  let low = 0
  for (let high = list.length; low < high;) {
    const middle = (low + high) >> 1
    if (isAfter(list[middle])) high = middle
    else low = middle + 1
  }
  return low
}

/** The part of a step within a span. */
function clipped({ from, to, kwh }: KnownStep, span: TimeSpan): EnergyInterval {
  if (from >= span.from && to <= span.to) return { from, to, kwh }
  return { from: Math.max(from, span.from), to: Math.min(to, span.to), kwh, over: to - from }
}

const partOf = ({ from, to, kwh, over: whole }: EnergyInterval): Exact =>
  shareOf(exactOf(kwh), to - from, whole ?? to - from)

/** A calendar for steps that are longer than its own: they are all that is stored. */
function forSteps(open: OpenCalendar, energy: readonly TimeSpan[]): OpenCalendar {
  const longest = energy.reduce((most, e) => Math.max(most, e.to - e.from), 0) / MINUTE
  return longest > open.calendar.energyStep
    ? { ...open, calendar: { ...open.calendar, energyStep: longest } }
    : open
}
