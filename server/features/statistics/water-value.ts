import { energySteps, PLANT_ENERGY, STALE_INTERVALS } from '#core/calculation/index.ts'
import { inForce } from '#core/description/index.ts'
import {
  energyOfSteps,
  energyOver,
  noEnergy,
  reportedEnergy,
  waterUse,
  type EnergyOver,
} from '#core/energy/index.ts'
import { usable } from '#core/quality/index.ts'
import {
  classSpans,
  missingShare,
  numberOf,
  openCalendar,
  priceOf,
  pricesAt,
  ratioOf,
  roundedOf,
  revenueOverTime,
  sumOfParts,
  type PeriodRevenue,
} from '#core/price/index.ts'
import { emptySeries, foldSpans, type Bins, type Series } from '#core/series/index.ts'
import { DAY, HOUR, next, startOf } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { text, type Language } from '#contract/messages.ts'
import { getWaterValue, type RevenueSoFar, type WaterValue } from '#contract/water-value.ts'
import { createViews, volumeOf, type View } from '#server/features/dashboard/index.ts'
import { createClassNames, revenueOfSpans } from '#server/features/price/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { StatisticsDeps } from './index.ts'
import { vndOf } from './revenue.ts'

const TURBINE = 'general.total_discharge_turbine'
const DAM = 'general.total_discharge_dam'
const ENV = 'general.env_discharge'
const LEVEL = 'general.lake_level'

/** Days of which the classes and, where nothing was generated today, the water use are taken. */
const SOLD_DAYS = 30
/** Days ahead in which a class is searched for its price. */
const AHEAD_DAYS = 7

const maybe = (v: number | null, decimals = 6) => (v === null ? null : round(v, decimals))

/** What water is worth in money, for who may see it. */
export function serveWaterValue(serve: Serve, deps: StatisticsDeps): void {
  const viewOf = createViews(deps)
  serve(getWaterValue, async ({ caller }) => waterValue(deps, await viewOf(caller), caller.language))
}

async function waterValue(deps: StatisticsDeps, view: View, language: Language): Promise<WaterValue> {
  const { hydro, at, description, plant } = view
  const { zone } = plant
  const today = startOf('day', at, zone)
  const month = startOf('month', at, zone)
  const since = startOf('day', today - (SOLD_DAYS - 0.5) * DAY, zone)
  const revenueIn = async (from: number, to: number) =>
    (await revenueOfSpans(deps.registry, view, null, [{ from, to }]))[0]
  const [own, last, bins, ofToday, ofMonth, sold] = await Promise.all([
    view.read(hydro, [TURBINE, DAM, ENV, PLANT_ENERGY], today, at, { carry: true }),
    view.last(hydro, [LEVEL]),
    view.bins(hydro, [TURBINE, PLANT_ENERGY], since, today),
    revenueIn(today, next('day', at, zone)),
    revenueIn(month, next('month', at, zone)),
    revenueIn(since, today),
  ])
  const maxGap = STALE_INTERVALS * (inForce(description.parameters, at)?.body.interval ?? 300) * 1000
  /** A discharge over a part of today, as m3/s times hours. */
  const flow = (code: string, from = today, to = at): EnergyOver =>
    energyOver(own.get(code) ?? emptySeries(), from, to, 'instant', { maxGap })
  const past = (code: string) => totalOf(bins.get(code), since, today)
  const now = energyOfSteps(own.get(PLANT_ENERGY), today, at)
  const use = useOf(
    waterUse(flow(TURBINE, today, today + now.expected), now).value,
    waterUse(past(TURBINE), past(PLANT_ENERGY)).value,
  )

  const level = last.get(LEVEL)
  // An old level says nothing of the water that is there now.
  const isFresh = level !== undefined && at - level.t <= maxGap
  const z = isFresh && usable(level.q) && !Number.isNaN(level.v) ? level.v : null
  const volume = z === null ? null : usableVolume(view, z)
  const prices = pricesAhead(view, sold)
  const generated = reportedEnergy(past(PLANT_ENERGY)).value
  // What the plant uses itself is not sold.
  const share = generated !== null && generated > 0 ? Math.min(1, numberOf(sold.kwh) / generated) : 1
  const kwh = volume === null || use === null ? null : (volume / use.value) * share
  const nameOf = createClassNames(view, language)

  /** Volume of discharges, the first less the others, over a part of today, m3; null: too little is known. */
  const volumeOver = (codes: readonly string[], from: number, to: number): number | null => {
    const parts = codes.map((code) => reportedEnergy(flow(code, from, to)).value)
    if (parts.includes(null)) return null
    const [first, ...less] = parts as number[]
    return Math.max(0, less.reduce((a, b) => a - b, first) * 3600)
  }
  const passed = (codes: readonly string[]) => {
    const m3 = volumeOver(codes, today, at)
    const energy = m3 === null || use === null ? null : m3 / use.value
    const vnd =
      energy === null
        ? null
        : energy === 0
          ? 0
          : earnedToday(view, (from, to) => (volumeOver(codes, from, to) ?? 0) / use!.value)
    return { volume: maybe(m3, 0), kwh: maybe(energy, 0), vnd }
  }
  return {
    at,
    zone,
    use: maybe(use?.value ?? null, 4),
    use_of: use?.of ?? null,
    usable: {
      level: maybe(z, 3),
      level_at: level?.t ?? null,
      volume: maybe(volume, 0),
      kwh: maybe(kwh, 0),
      price: maybe(prices.mean, 2),
      vnd: kwh === null || prices.mean === null ? null : Math.round(kwh * prices.mean),
      classes: prices.classes.map((c) => ({
        class: c.class,
        name: nameOf(c.class, c.tariff),
        share: round(c.share, 4),
        price: maybe(c.price, 4),
      })),
      assumed: text('water_assumed_usable', language, {
        use: use === null ? '-' : round(use.value, 2),
        of: text(use?.of === 'month' ? 'water_use_month' : 'water_use_today', language),
        days: SOLD_DAYS,
        level: plant.levels.dead,
      }),
    },
    lost: {
      spill: passed(hasMinimumFlow(view) ? [DAM, ENV] : [DAM]),
      minimum_flow: hasMinimumFlow(view) ? passed([ENV]) : { volume: 0, kwh: 0, vnd: 0 },
      assumed: text('water_assumed_lost', language),
    },
    revenue: {
      today: soFar(ofToday, nameOf),
      month: soFar(ofMonth, nameOf),
      assumed: text(ofMonth.estimate ? 'water_assumed_estimate' : 'water_assumed_revenue', language),
    },
  }
}

/** Whether water is released for the river besides, of which the calculation keeps a series. */
function hasMinimumFlow({ description, at }: View): boolean {
  const p = inForce(description.parameters, at)?.body
  return Boolean(p?.envSeries) || (p?.envFlow ?? 0) > 0 || description.gates.some((g) => g.body.environmental)
}

/** m3/kWh of today, else of the days before. */
function useOf(today: number | null, past: number | null): { value: number; of: 'today' | 'month' } | null {
  if (today !== null) return { value: today, of: 'today' }
  return past === null ? null : { value: past, of: 'month' }
}

/** A total or a discharge (as m3/s times hours) of whole hours. */
function totalOf(bins: Bins | undefined, from: number, to: number): EnergyOver {
  if (!bins || bins.start.length === 0) return noEnergy(from, to)
  const f = foldSpans(bins, [{ start: from, end: to }])
  const kwh = bins.kind === 'total' ? f.sum[0] : (f.integral[0] * 1000) / HOUR
  return { kwh, covered: f.covered[0], expected: f.expected[0], q: f.q[0] }
}

/** m3 between the lake level and the dead level, by the storage table; null: outside of it. */
function usableVolume({ description, at, plant }: View, level: number): number | null {
  const volume = volumeOf(description, at, plant.zone)
  const [full, dead] = [volume(level), volume(plant.levels.dead)]
  return full === null || dead === null ? null : Math.max(0, full.v - dead.v)
}

/**
 * The price of each class that was sold within the last days, at its next hours by the tariff in force; by a market,
 * what it earned in the mean. mean: weighted by the energy sold; null where a class has no price.
 */
function pricesAhead({ description, at, plant }: View, sold: PeriodRevenue) {
  const { tariff, calendar } = pricesAt(description, at)
  const all = numberOf(sold.kwh)
  const region = tariff?.body.region ?? null
  const spans = calendar
    ? classSpans(openCalendar(calendar.body, plant.zone, region), at, at + AHEAD_DAYS * DAY)
    : []
  const codes = [...new Set(sold.parts.map((p) => p.class))]
  const classes = codes.map((code) => {
    const parts = sold.parts.filter((p) => p.class === code)
    const energy = parts.filter((p) => p.kind !== 'capacity' && p.kind !== 'contract')
    const sums = sumOfParts(energy)
    const ahead = spans.find((s) => s.class === code)
    const body = tariff?.body
    const price =
      body?.kind === 'flat'
        ? (body.price ?? null)
        : body?.kind === 'table'
          ? ahead && code !== null
            ? (priceOf(body.prices ?? [], code, ahead.season, region)?.price ?? null)
            : null
          : body?.kind === 'series'
            ? ratioOf(sums.vnd, sums.kwh)
            : null
    return { class: code, tariff, share: all > 0 ? numberOf(sums.kwh) / all : 0, price }
  })
  const known = classes.length > 0 && classes.every((c) => c.price !== null || c.share === 0)
  return {
    classes,
    mean: known && all > 0 ? classes.reduce((sum, c) => sum + c.share * (c.price ?? 0), 0) : null,
  }
}

/** VND that energy of today would have earned at the prices of its steps; null where some of it has no price. */
function earnedToday(view: View, energyIn: (from: number, to: number) => number): number | null {
  const { description, at, plant } = view
  const today = startOf('day', at, plant.zone)
  const steps = energySteps(description, today, at, plant.zone).map(({ from, to }) => ({
    from: Math.max(from, today),
    to,
  }))
  if (steps.length === 0) return 0
  // The step that runs is as much of one.
  const until = steps.at(-1)!.to
  if (until < at) steps.push({ from: until, to: at })
  const energy: Series = {
    t: Float64Array.from(steps, (s) => s.to),
    v: Float64Array.from(steps, (s) => energyIn(s.from, s.to)),
    q: new Uint8Array(steps.length),
  }
  const [earned] = revenueOverTime({
    prices: description,
    zone: plant.zone,
    energy,
    steps,
    periods: [{ from: today, to: at }],
    until: at,
    marketOf: () => ({}),
    seller: 'plant',
  })
  return numberOf(earned.unpriced) > 0 || earned.estimate ? null : vndOf(earned)
}

function soFar(r: PeriodRevenue, nameOf: ReturnType<typeof createClassNames>): RevenueSoFar {
  const codes = [...new Set(r.parts.map((p) => p.class))]
  return {
    from: r.from,
    to: r.to,
    kwh: round(numberOf(r.kwh)),
    vnd: vndOf(r),
    quality: r.q,
    missing: round(missingShare(r), 4),
    unpriced_kwh: round(numberOf(r.unpriced)),
    estimate: r.estimate,
    classes: codes.map((code) => {
      const parts = r.parts.filter((p) => p.class === code)
      const sums = sumOfParts(parts)
      return {
        class: code,
        name: nameOf(code, parts[0].tariff),
        kwh: round(numberOf(sums.kwh)),
        vnd: roundedOf(sums.vnd),
      }
    }),
  }
}
