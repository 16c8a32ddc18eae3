import { PLANT_ENERGY, unitEnergyCode } from '#core/calculation/index.ts'
import { allInForce, type GeneratingUnit, type Version } from '#core/description/index.ts'
import { plannedOf, type PlanScopes, type UnitRun } from '#core/output/index.ts'
import {
  missingShare,
  numberOf,
  ratioOf,
  roundedOf,
  sumOfParts,
  sumOfRevenues,
  type PeriodRevenue,
} from '#core/price/index.ts'
import { grade, MISSING } from '#core/quality/index.ts'
import { MISSING_ABOVE, PARTIAL_ABOVE } from '#core/series/index.ts'
import {
  DAY,
  fromLocal,
  HOUR,
  localParts,
  next,
  periods,
  startOf,
  toLocal,
  toLocalDate,
} from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import type { Language } from '#contract/messages.ts'
import { MOST_OUTPUT_DAYS, type OutputAnswer, type OutputRow } from '#contract/statistics.ts'
import type { View } from '#server/features/dashboard/index.ts'
import { spansOf as recordOf } from '#server/features/history/index.ts'
import { createClassNames, revenueOfSpans } from '#server/features/price/index.ts'
import { refuseField } from '#server/lib/errors.ts'
import { energyOfEach, energyOver, NO_ENERGY, type Span, type SpanEnergy } from './energy.ts'
import { enteredBetween } from './entered-store.ts'
import type { StatisticsDeps } from './index.ts'
import { plansBetween } from './plan-store.ts'
import { vndOf } from './revenue.ts'
import { runsOver } from './runs.ts'

interface OutputQuery {
  group: OutputAnswer['group']
  from: string
  to: string
  compare: OutputAnswer['compare']
  basis: OutputAnswer['basis']
  unit_revenue: '0' | '1'
}

interface Unit {
  id: string
  versions: readonly Version<GeneratingUnit>[]
}

const spansOf = (list: readonly Span[]) => list.map(({ start, end }) => ({ from: start, to: end }))
const maybe = (v: number | null, decimals = 6) => (v === null ? null : round(v, decimals))
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)

/** Output and revenue of a plant by period, with the whole as one more row. */
export async function outputByPeriod(
  deps: StatisticsDeps,
  view: View,
  q: OutputQuery,
  language: Language,
): Promise<OutputAnswer> {
  const { zone } = view.plant
  const { group } = q
  const [from, to] = [fromLocal(q.from, zone)!, next('day', fromLocal(q.to, zone)!, zone)]
  if (q.from > q.to) throw refuseField(language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
  const most = MOST_OUTPUT_DAYS[group]
  if (to - from > (most + 1) * DAY)
    throw refuseField(language, 'to', 'span_too_long', { days: most }, { as: 'invalid_range' })
  if (from > view.at) throw refuseField(language, 'from', 'report_in_future', {}, { as: 'invalid_range' })
  const rows: Span[] = periods(group, from, to, zone)
  const whole: Span = { start: rows[0].start, end: rows.at(-1)!.end }
  const units = unitsOf(view, whole)
  const codes = [...new Set([PLANT_ENERGY, ...units.flatMap((u) => unitEnergyCode(u.id) ?? [])])]
  const [[energy, energyOfAll], runs, revenue, ofUnits, entered, scopes, then] = await Promise.all([
    energyOfEach(view, codes, [rows, [whole]]),
    runsOver(view, new Map(units.map((u) => [u.id, u.versions])), rows),
    revenueOfSpans(deps.registry, view, null, spansOf(rows)),
    q.unit_revenue === '0'
      ? null
      : Promise.all(units.map((u) => revenueOfSpans(deps.registry, view, u.id, spansOf(rows)))),
    enteredBetween(deps.db, view.hydro, toLocalDate(whole.start, zone), toLocalDate(whole.end - 1, zone)),
    q.compare === 'plan'
      ? plansBetween(
          deps.db.pool,
          view.hydro,
          toLocalDate(whole.start, zone).slice(0, 4),
          toLocalDate(whole.end, zone),
          ['year', 'month', 'day', 'half_hour'],
        )
      : null,
    q.compare === 'plan' ? null : earlierOf(deps, view, rows, q.compare),
  ])
  const total = sumOfRevenues(revenue)
  const classes = classesOf(total)
  const days = daysOf([...entered.values()], rows, view)
  const row = (i: number | null): OutputRow => {
    const span = i === null ? whole : rows[i]
    const of = (code: string | null): SpanEnergy =>
      code === null ? NO_ENERGY : i === null ? energyOfAll.get(code)![0] : energy.get(code)![i]
    const ran = (id: string): UnitRun => (i === null ? sumOfRuns(runs.get(id)!) : runs.get(id)![i])
    const priced = i === null ? total : revenue[i]
    const until = Math.min(span.end, view.at)
    const own = units.map((u, k): OutputRow['units'][number] => {
      const e = of(unitEnergyCode(u.id))
      const run = ran(u.id)
      const sold = ofUnits && (i === null ? sumOfRevenues(ofUnits[k]) : ofUnits[k][i])
      const length = Math.max(0, until - span.start)
      const unknown = length > 0 ? Math.max(0, 1 - run.covered / length) : 0
      const isKnown = run.covered > 0 && unknown <= MISSING_ABOVE
      return {
        ...shownEnergy(e),
        vnd: sold && vndOf(sold),
        hours: isKnown ? round(run.running / HOUR, 2) : null,
        hours_missing: round(unknown, 4),
        starts: isKnown ? run.starts : null,
        capacity_factor: factorOf(e, ratedOf([u], span), length),
      }
    })
    const e = of(PLANT_ENERGY)
    const vnd = vndOf(priced)
    const given = i === null ? sumOfDays(days) : days[i]
    const used =
      q.basis === 'computed'
        ? { kwh: e.kwh, vnd, mean_price: priceOf(priced, vnd), complete: e.missing < 1e-9 }
        : {
            kwh: given.kwh,
            vnd: given.vnd,
            mean_price: given.kwh && given.vnd !== null ? given.vnd / given.kwh : null,
            complete: given.kwh_days === given.days && given.vnd_days === given.days,
          }
    const known = own.filter((u) => u.hours !== null)
    const all = known.length === own.length && own.length > 0
    return {
      from: span.start,
      to: span.end,
      over: span.end <= view.at,
      computed: {
        ...shownEnergy(e),
        vnd,
        sold_kwh: round(numberOf(priced.kwh)),
        unpriced_kwh: round(numberOf(priced.unpriced)),
        mean_price: maybe(priceOf(priced, vnd), 4),
        estimate: priced.estimate,
      },
      entered: given,
      used: { ...used, kwh: maybe(used.kwh), mean_price: maybe(used.mean_price, 4) },
      against:
        i === null
          ? { kwh: null, vnd: null, kwh_of: null, vnd_of: null }
          : scopes
            ? plannedFor(scopes, group, span.start, zone)
            : then!(i),
      classes: classes.map((code) => {
        const parts = priced.parts.filter((p) => p.class === code)
        if (grade(priced.q) === MISSING) return { kwh: null, vnd: null }
        const sums = sumOfParts(parts)
        const hasPrice = parts.length === 0 || parts.some((p) => p.kind !== 'unpriced')
        return {
          kwh: round(numberOf(sums.kwh)),
          vnd: hasPrice ? roundedOf(sums.vnd) : null,
        }
      }),
      units: own,
      hours: all ? round(sum(own.map((u) => u.hours!)), 2) : null,
      hours_missing: Math.max(0, ...own.map((u) => u.hours_missing)),
      starts: all ? sum(own.map((u) => u.starts!)) : null,
      capacity_factor: factorOf(e, ratedOf(units, span), Math.max(0, until - span.start)),
    }
  }
  const shown = rows.map((_, i) => row(i))
  const nameOf = createClassNames(view, language)
  return {
    group,
    compare: q.compare,
    basis: q.basis,
    zone,
    at: view.at,
    units: units.map(({ id, versions }) => ({
      id,
      name: versions.at(-1)!.body.name,
      rated_kw: versions.at(-1)!.body.ratedPower,
    })),
    classes: classes.map((code) => ({
      class: code,
      name: nameOf(code, total.parts.find((p) => p.class === code)?.tariff ?? null),
    })),
    own_use: hasOwnUse(view),
    rows: shown,
    total: row(null),
    compared: { kwh: comparedOf(shown, 'kwh'), vnd: comparedOf(shown, 'vnd') },
  }
}

const hasOwnUse = ({ description }: View): boolean =>
  description.parameters.some(
    ({ body }) => body.ownUseSeries || typeof body.ownUse === 'number' || body.netSeries,
  )

/** The units that were there at any time of a span, in the order of their description. */
function unitsOf({ description }: View, { start, end }: Span): Unit[] {
  const there = description.units.filter((v) => v.from < end && (v.to ?? Infinity) > start)
  return [...Map.groupBy(there, (v) => v.id)].map(([id, versions]) => ({
    id,
    versions: [...versions].sort((a, b) => a.from - b.from),
  }))
}

/** kW of the units, of those versions that are in force in a span the last. */
const ratedOf = (units: readonly Unit[], { start, end }: Span): number =>
  sum(
    units.map(({ versions }) => {
      const inSpan = allInForce(versions, Math.max(start, Math.min(end - 1, versions.at(-1)!.from)))
      return (inSpan[0] ?? versions.at(-1)!).body.ratedPower
    }),
  )

/** Energy beside what units of this power would have generated in the time for which it is known. */
function factorOf(e: SpanEnergy, ratedKw: number, length: number): number | null {
  const hours = (length / HOUR) * (1 - e.missing)
  return e.kwh === null || ratedKw <= 0 || hours <= 0 ? null : round(e.known / (ratedKw * hours), 4)
}

const shownEnergy = ({ kwh, q, missing }: SpanEnergy) => ({
  kwh: maybe(kwh),
  quality: q,
  missing: round(missing, 4),
})

const priceOf = (r: PeriodRevenue, vnd: number | null) => (vnd === null ? null : ratioOf(r.vnd, r.kwh))

/** The classes of all parts, those that sold most first; what has none last. */
function classesOf(total: PeriodRevenue): (string | null)[] {
  const codes = [...new Set(total.parts.map((p) => p.class))]
  return codes.sort((a, b) => Number(a === null) - Number(b === null))
}

function sumOfRuns(list: readonly UnitRun[]): UnitRun {
  return {
    running: sum(list.map((r) => r.running)),
    covered: sum(list.map((r) => r.covered)),
    starts: sum(list.map((r) => r.starts)),
  }
}

type Entered = OutputRow['entered']

/** What was entered within each span. */
function daysOf(
  entries: readonly { day: string; energy: number | null; revenue: number | null }[],
  rows: readonly Span[],
  { at, plant: { zone } }: View,
): Entered[] {
  const out = rows.map(({ start, end }): Entered => ({
    kwh: null,
    vnd: null,
    kwh_days: 0,
    vnd_days: 0,
    days: periods('day', start, Math.min(end, at), zone).length,
  }))
  for (const { day, energy, revenue } of entries) {
    const t = fromLocal(day, zone)!
    const one = out[rows.findIndex((r) => t >= r.start && t < r.end)]
    if (!one) continue
    if (energy !== null) one.kwh = round((one.kwh ?? 0) + energy)
    if (energy !== null) one.kwh_days++
    if (revenue !== null) one.vnd = round((one.vnd ?? 0) + revenue)
    if (revenue !== null) one.vnd_days++
  }
  return out
}

function sumOfDays(list: readonly Entered[]): Entered {
  const of = (name: 'kwh' | 'vnd') => {
    const known = list.flatMap((d) => d[name] ?? [])
    return known.length === 0 ? null : round(sum(known))
  }
  return {
    kwh: of('kwh'),
    vnd: of('vnd'),
    kwh_days: sum(list.map((d) => d.kwh_days)),
    vnd_days: sum(list.map((d) => d.vnd_days)),
    days: sum(list.map((d) => d.days)),
  }
}

function plannedFor(
  scopes: PlanScopes,
  group: OutputAnswer['group'],
  t: number,
  zone: string,
): OutputRow['against'] {
  const [kwh, vnd] = (['kwh', 'vnd'] as const).map((of) => plannedOf(scopes, of, group, t, zone))
  return {
    kwh: maybe(kwh?.value ?? null),
    vnd: maybe(vnd?.value ?? null),
    kwh_of: kwh?.grain ?? null,
    vnd_of: vnd?.grain ?? null,
  }
}

/** The same local time n years earlier; null: there was none (29 February). */
function yearsBefore(t: number, n: number, zone: string): number | null {
  const local = toLocal(t, zone)
  return fromLocal(`${String(Number(local.slice(0, 4)) - n).padStart(4, '0')}${local.slice(4)}`, zone)
}

/**
 * The same periods in the year before, or their mean over all years before that have them. Of a period that runs only as
 * much as has passed by now.
 */
async function earlierOf(
  deps: StatisticsDeps,
  view: View,
  rows: readonly Span[],
  compare: 'last_year' | 'mean',
): Promise<(i: number) => OutputRow['against']> {
  const { zone } = view.plant
  const first = await firstOf(deps, view)
  const present = localParts(view.at, zone).year
  const oldest = first === null ? present : localParts(first, zone).year
  const most = compare === 'last_year' ? 1 : Math.max(0, localParts(rows.at(-1)!.start, zone).year - oldest)
  const found: { kwh: number[]; vnd: number[] }[] = rows.map(() => ({ kwh: [], vnd: [] }))
  for (let n = 1; n <= most; n++) {
    const spans: Span[] = []
    const places: number[] = []
    rows.forEach(({ start, end }, i) => {
      const from = yearsBefore(start, n, zone)
      const until = yearsBefore(Math.min(end, startOf('hour', view.at, zone)), n, zone)
      if (first === null || from === null || until === null || until <= from || from < first - DAY) return
      if (spans.length > 0 && from < spans.at(-1)!.end) return
      spans.push({ start: from, end: until })
      places.push(i)
    })
    if (spans.length === 0) continue
    const [energy, revenue] = await Promise.all([
      energyOver(view, [PLANT_ENERGY], spans),
      revenueOfSpans(deps.registry, view, null, spansOf(spans)),
    ])
    places.forEach((i, k) => {
      // A year of which much is missing would make the comparison look better than it is.
      const { kwh, missing } = energy.get(PLANT_ENERGY)![k]
      const vnd = vndOf(revenue[k])
      if (kwh !== null && missing <= PARTIAL_ABOVE) found[i].kwh.push(kwh)
      if (vnd !== null && missingShare(revenue[k]) <= PARTIAL_ABOVE) found[i].vnd.push(vnd)
    })
  }
  return (i) => {
    const mean = (list: readonly number[]) => (list.length === 0 ? null : round(sum(list) / list.length))
    const years = (list: readonly number[]) =>
      list.length === 0 || compare !== 'mean' ? null : String(list.length)
    const { kwh, vnd } = found[i]
    return { kwh: mean(kwh), vnd: mean(vnd), kwh_of: years(kwh), vnd_of: years(vnd) }
  }
}

/** The first instant of which energy is stored. */
async function firstOf({ db }: StatisticsDeps, { hydro }: View): Promise<number | null> {
  const spans = await recordOf(db.pool, hydro, [PLANT_ENERGY])
  return spans.get(PLANT_ENERGY)?.from ?? null
}

/** Sums over the rows that have both sides. */
function comparedOf(rows: readonly OutputRow[], of: 'kwh' | 'vnd') {
  const both = rows.filter((r) => r.used[of] !== null && r.against[of] !== null)
  return {
    rows: both.length,
    used: round(sum(both.map((r) => r.used[of]!))),
    against: round(sum(both.map((r) => r.against[of]!))),
  }
}
