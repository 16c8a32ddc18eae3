import {
  checkTariff,
  deduct,
  revenueOf,
  numberOf,
  openCalendar,
  partsOfDay,
  ratioOf,
  READY_CALENDARS,
  roundedOf,
  type PriceCalendar,
  type Tariff,
} from '#core/price/index.ts'
import { DAY, HOUR, MINUTE, toLocal } from '#core/time/index.ts'
import {
  classOfInstants,
  DUST,
  evaluateTariff,
  LONGEST_INTERVAL,
  MOST_DAYS,
  MOST_PARTS,
} from '#contract/price.ts'
import { priceFaults } from '#contract/price-faults.ts'
import { badFields, refuseField, worded } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import { momentOf, type Moment } from './moment.ts'
import { servePriceFiles } from './files.ts'
import { servePricePreview } from './preview.ts'
import { serveStoredPrices } from './stored.ts'
import type { PriceDeps } from './types.ts'
import { className, describeClass, meanOf } from './words.ts'

type Fault = Parameters<typeof worded>[0][number]
/** Prices of energy: from the body of a call alone, and by what a plant describes and has stored. */
export function servePrice(serve: Serve, deps: PriceDeps): void {
  serveStoredPrices(serve, deps)
  servePricePreview(serve, deps)
  servePriceFiles(serve, deps)
  const { plants } = deps

  serve(evaluateTariff, async ({ body, caller: { hydro, language } }) => {
    const zone = body.zone ?? (await plants.zone(hydro))
    if ((body.energy === undefined) === (body.power === undefined))
      throw refuseField(language, body.energy ? 'power' : 'energy', 'energy_or_power')
    const calendar = calendarOf(body.calendar)
    const tariff: Tariff = { ...body.tariff, name: '', calendar: '' }
    const faults: Fault[] = priceFaults('tariff', checkTariff(tariff, calendar), language)
    const most = Math.min(MOST_DAYS, Math.floor(MOST_PARTS / partsOfDay(calendar, tariff.region ?? null)))
    const spans = <T extends { from: Moment; to: Moment }>(path: string, list: readonly T[] = []) =>
      intervals(path, list, { zone, most }, faults)
    const energy = spans('energy', body.energy)
    const power = spans('power', body.power)
    const market = spans('market', body.market)
    const contracted = spans('contracted', body.contracted)
    const [span] = intervals('span', body.span ? [body.span] : [], { zone, most }, faults, () => 'span')
    const rule = tariff.surplus?.rule
    const step = calendar.energyStep
    energy.forEach((e, i) => {
      if (rule === 'above_power' && e.to - e.from > step * MINUTE)
        faults.push({ path: `energy.${i}`, code: 'interval_above_step', params: { step } })
      if (e.class && !calendar.classes.some((c) => c.code === e.class))
        faults.push({ path: `energy.${i}.class`, code: 'unknown_class', params: { class: e.class } })
      if (e.surplus_kwh && e.surplus_kwh > e.kwh)
        faults.push({ path: `energy.${i}.surplus_kwh`, code: 'surplus_above_energy', params: { kwh: e.kwh } })
      if (e.surplus_kwh && rule === 'above_power')
        faults.push({ path: `energy.${i}.surplus_kwh`, code: 'surplus_not_entered' })
    })
    overlaps('energy', energy, faults, (e) => e.class)
    overlaps('power', power, faults)
    overlaps('market', market, faults)
    overlaps('contracted', contracted, faults)
    if (faults.length > 0) throw badFields(worded(faults, language))

    const revenue = revenueOf({
      calendar: openCalendar(calendar, zone, tariff.region ?? null),
      tariff,
      energy: energy.map((e) => ({
        from: e.from,
        to: e.to,
        kwh: measured(e.kwh),
        surplusKwh: measured(e.surplus_kwh ?? 0),
        class: e.class ?? undefined,
      })),
      power: power.map((p) => ({
        from: p.from,
        to: p.to,
        kw: measured(p.kw),
        kwEnd: measured(p.kw_end ?? p.kw),
      })),
      market: inOrder(market.map((m) => ({ ...m, price: measured(m.price) }))),
      contracted: inOrder(contracted.map((c) => ({ ...c, kwh: measured(c.kwh) }))),
      span,
    })
    const path = body.energy ? 'energy' : 'power'
    const without = [
      ...revenue.unpriced.map((i): Fault => ({ path: `${path}.${i}`, code: 'no_price_at' })),
      ...revenue.unsettled.map(({ lacks, from, to }): Fault => ({
        path: lacks,
        code: lacks === 'market' ? 'no_market_price_between' : 'no_contracted_between',
        params: { from: toLocal(from, zone), to: toLocal(to, zone) },
      })),
    ]
    if (without.length > 0) throw badFields(worded(without, language))
    const { deductions, net } = deduct(revenue, body.deductions ?? [])
    return {
      classes: revenue.classes.map((c) => {
        const own = c.parts.filter((p) => p.kind === 'energy')
        return {
          class: c.class,
          name: className(calendar, c.class, language),
          hours: c.time / HOUR,
          kwh: numberOf(c.kwh),
          price: meanOf(own),
          vnd: roundedOf(c.vnd),
          parts: c.parts.flatMap(({ kind, season, kwh, vnd }) =>
            kind === 'unpriced'
              ? []
              : [{ kind, season, kwh: numberOf(kwh), price: ratioOf(vnd, kwh), vnd: roundedOf(vnd) }],
          ),
        }
      }),
      kwh: numberOf(revenue.kwh),
      vnd: roundedOf(revenue.vnd),
      mean_price: revenue.meanPrice,
      estimate: revenue.estimate,
      deductions: deductions.map(({ deduction, vnd }) => ({
        name: deduction.name,
        vnd: roundedOf(vnd),
        deducted: deduction.deducted,
      })),
      net_vnd: roundedOf(net),
    }
  })

  serve(classOfInstants, async ({ body, caller: { hydro, language } }) => {
    const zone = body.zone ?? (await plants.zone(hydro))
    const calendar = calendarOf(body.calendar)
    const region = body.region ?? null
    if (calendar.regions.length > 0 && region === null)
      throw refuseField(language, 'region', 'region_needed', { regions: calendar.regions.join(', ') })
    if (region !== null && !calendar.regions.includes(region))
      throw refuseField(language, 'region', 'unknown_region', { region })
    const open = openCalendar(calendar, zone, region)
    const times = Array.isArray(body.t)
      ? body.t.map((t, i) => momentOf(t, zone, `t.${i}`))
      : [momentOf(body.t, zone, 't')]
    return times.map((t) => describeClass(open, t, language))
  })
}

const calendarOf = (named: string | PriceCalendar): PriceCalendar =>
  typeof named === 'string' ? READY_CALENDARS[named] : named

/** A number, 0 where it is below what is measured. */
const measured = (v: number): number => (Math.abs(v) < DUST ? 0 : v)

/** Intervals with their instants; their faults are added to `faults`. most: days of all together. */
function intervals<T extends { from: Moment; to: Moment }>(
  path: string,
  list: readonly T[],
  { zone, most }: { zone: string; most: number },
  faults: Fault[],
  pathOf = (i: number) => `${path}.${i}`,
): (Omit<T, 'from' | 'to'> & { from: number; to: number })[] {
  let all = 0
  return list.map((one, i) => {
    const from = momentOf(one.from, zone, `${pathOf(i)}.from`)
    const to = momentOf(one.to, zone, `${pathOf(i)}.to`)
    all += Math.max(0, to - from)
    if (from >= to) faults.push({ path: `${pathOf(i)}.from`, code: 'from_after_to' })
    else if (to - from > LONGEST_INTERVAL * DAY || all > most * DAY)
      faults.push({
        path: pathOf(i),
        code: 'price_span_long',
        params: { days: Math.min(LONGEST_INTERVAL, most), most },
      })
    return { ...one, from, to }
  })
}

/**
 * Adds a fault at each interval that overlaps another. Those of different classes may: a meter counts each class over
 * the same days. One without a class holds all classes, so it overlaps any other.
 */
function overlaps<T extends { from: number; to: number }>(
  path: string,
  list: readonly T[],
  faults: Fault[],
  classOf: (one: T) => string | null | undefined = () => null,
): void {
  const order = list.map((one, i) => ({ one, i })).sort((a, b) => a.one.from - b.one.from || a.i - b.i)
  /** The interval that ends last: of each class, of those without one (null), and of all (undefined). */
  const last = new Map<string | null | undefined, { to: number; i: number }>()
  for (const { one, i } of order) {
    const own = classOf(one) ?? null
    const before = (own === null ? [undefined] : [own, null]).map((key) => last.get(key))
    const other = before.find((x) => x && one.from < x.to)
    if (other) {
      const [row, later] = [Math.min(other.i, i), Math.max(other.i, i)]
      faults.push({ path: `${path}.${later}`, code: 'intervals_overlap', params: { row: row + 1 } })
    }
    for (const key of [own, undefined])
      if (one.to > (last.get(key)?.to ?? -Infinity)) last.set(key, { to: one.to, i })
  }
}

const inOrder = <T extends { from: number }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => a.from - b.from)
