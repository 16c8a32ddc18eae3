import { PLANT_ENERGY, unitEnergyCode } from '#core/calculation/index.ts'
import type { GeneratingUnit, Version } from '#core/description/index.ts'
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
import {
  energyOver,
  joinedEnergy,
  readEnergy,
  type EnergyOfSpans,
  type Span,
  type SpanEnergy,
} from './energy.ts'
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
  const [energyOf, runs, revenue, ofUnits, entered, scopes] = await Promise.all([
    readEnergy(view, codes, whole.start, whole.end),
    runsOver(view, new Map(units.map((u) => [u.id, u.versions])), rows),
    revenueOfSpans(deps.registry, view, null, spansOf(rows)),
    q.unit_revenue === '0' ? null : Promise.all(units.map((u) => revenueOfUnit(deps, view, u, rows))),
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
  ])
  const energy = energyOf(PLANT_ENERGY, rows)
  const parts = rows.map((row) => comparedPart(row, q, view))
  const then = q.compare === 'plan' ? null : await earlierOf(deps, view, q, rows, parts, { energy, revenue })
  const total = sumOfRevenues(revenue)
  const classes = classesOf(total)
  const days = daysOf([...entered.values()], rows, view)
  /** What of a row is compared: of the period that runs, as much as is taken of the other side. */
  const comparables = await Promise.all(
    parts.map(async (part, i): Promise<OutputRow['comparable']> => {
      if (!part) return { kwh: null, vnd: null }
      const isWhole = part.end === rows[i].end
      if (q.basis === 'entered') {
        const [own] = isWhole ? [days[i]] : daysOf([...entered.values()], [part], view)
        return {
          kwh: own.shown.kwh_days === own.shown.days ? own.shown.kwh : null,
          vnd: own.shown.vnd_days === own.shown.days ? own.shown.vnd : null,
        }
      }
      const [e] = isWhole ? [energy[i]] : energyOf(PLANT_ENERGY, [part])
      const [priced] = isWhole
        ? [revenue[i]]
        : await revenueOfSpans(deps.registry, view, null, spansOf([part]))
      return knownOf(e, priced)
    }),
  )
  const energies = units.map((u) => {
    const code = unitEnergyCode(u.id)
    return code === null
      ? null
      : {
          rows: energyInForce(energyOf, code, u, rows, view),
          whole: energyInForce(energyOf, code, u, [whole], view),
        }
  })
  const row = (i: number | null): OutputRow => {
    const span = i === null ? whole : rows[i]
    const ran = (id: string): UnitRun => (i === null ? sumOfRuns(runs.get(id)!) : runs.get(id)![i])
    const priced = i === null ? total : revenue[i]
    const until = Math.max(span.start, Math.min(span.end, view.at))
    const own = units.map((u, k) => {
      const e = energies[k]?.[i === null ? 'whole' : 'rows'][i ?? 0] ?? joinedEnergy([])
      const run = ran(u.id)
      const list = ofUnits && (i === null ? ofUnits[k].flat() : ofUnits[k][i])
      const sold = list && list.length > 0 ? sumOfRevenues(list) : null
      const length = sum(inForceWithin(u, { start: span.start, end: until }).map((p) => p.end - p.start))
      const unknown = length > 0 ? Math.max(0, 1 - run.covered / length) : 0
      const isKnown = run.covered > 0 && unknown <= MISSING_ABOVE
      const shown: OutputRow['units'][number] = {
        ...shownEnergy(e),
        missing: length > 0 ? round(e.missing, 4) : 0,
        ...(sold ? shownRevenue(sold) : { vnd: null, vnd_quality: null, vnd_missing: null }),
        hours: isKnown ? round(run.running / HOUR, 2) : null,
        hours_missing: round(unknown, 4),
        starts: isKnown ? run.starts : null,
        capacity_factor: factorOf(e, ratedOf([u], span.start, until)),
      }
      return { length, shown }
    })
    const e = i === null ? energyOf(PLANT_ENERGY, [whole])[0] : energy[i]
    const vnd = vndOf(priced)
    const { shown: given, both } = i === null ? sumOfDays(days) : days[i]
    const used =
      q.basis === 'computed'
        ? {
            kwh: e.kwh,
            vnd,
            mean_price: priceOf(priced, vnd),
            complete: e.missing < 1e-9 && unknownOf(priced) < 1e-9,
          }
        : {
            kwh: given.kwh,
            vnd: given.vnd,
            mean_price: both.kwh > 0 ? both.vnd / both.kwh : null,
            complete: given.kwh_days === given.days && given.vnd_days === given.days,
          }
    // A unit that was not in force in the span is no part of it.
    const there = own.filter((u) => u.length > 0).map((u) => u.shown)
    const all = there.length > 0 && there.every((u) => u.hours !== null)
    return {
      from: span.start,
      to: span.end,
      over: span.end <= view.at,
      computed: {
        ...shownEnergy(e),
        ...shownRevenue(priced),
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
      comparable: i === null ? { kwh: null, vnd: null } : comparables[i],
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
      units: own.map((u) => u.shown),
      hours: all ? round(sum(there.map((u) => u.hours!)), 2) : null,
      hours_missing: Math.max(0, ...there.map((u) => u.hours_missing)),
      starts: all ? sum(there.map((u) => u.starts!)) : null,
      capacity_factor: factorOf(e, ratedOf(units, span.start, until)),
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

/** The time of a span in which a unit is in force, in order; versions that follow each other are one. */
function inForceWithin({ versions }: Unit, { start, end }: Span): Span[] {
  const out: Span[] = []
  for (const v of versions) {
    const part = { start: Math.max(start, v.from), end: Math.min(end, v.to ?? Infinity) }
    if (part.start >= part.end) continue
    const last = out.at(-1)
    if (last && part.start <= last.end) last.end = Math.max(last.end, part.end)
    else out.push(part)
  }
  return out
}

/** Energy of a unit over each span, of the hours in which it is in force. */
function energyInForce(
  energyOf: EnergyOfSpans,
  code: string,
  unit: Unit,
  spans: readonly Span[],
  { at, plant: { zone } }: View,
): SpanEnergy[] {
  const parts: (Span & { span: number })[] = []
  spans.forEach((span, i) => {
    for (const { start, end } of inForceWithin(unit, { start: span.start, end: Math.min(span.end, at) })) {
      const part = {
        start: Math.max(span.start, startOf('hour', start, zone), parts.at(-1)?.end ?? -Infinity),
        end: Math.min(span.end, next('hour', end - 1, zone)),
        span: i,
      }
      if (part.start < part.end) parts.push(part)
    }
  })
  const found = energyOf(code, parts).map((e, k) => ({
    ...e,
    span: parts[k].span,
    length: Math.min(parts[k].end, at) - parts[k].start,
  }))
  const bySpan = Map.groupBy(found, (e) => e.span)
  return spans.map((_, i) => joinedEnergy(bySpan.get(i) ?? []))
}

/** Revenue of a unit in the parts of each span in which it is in force. */
async function revenueOfUnit(
  deps: StatisticsDeps,
  view: View,
  unit: Unit,
  spans: readonly Span[],
): Promise<PeriodRevenue[][]> {
  const parts = spans.flatMap((span, i) => inForceWithin(unit, span).map((part) => ({ ...part, span: i })))
  const found = await revenueOfSpans(deps.registry, view, unit.id, spansOf(parts))
  return spans.map((_, i) => found.filter((_r, k) => parts[k].span === i))
}

/** kWh that units would have generated at their rated power in the time of [start, end) in which each is in force. */
const ratedOf = (units: readonly Unit[], start: number, end: number): number =>
  sum(
    units.flatMap(({ versions }) =>
      versions.map((v) => {
        const time = Math.min(end, v.to ?? Infinity) - Math.max(start, v.from)
        return time > 0 ? (v.body.ratedPower * time) / HOUR : 0
      }),
    ),
  )

/** Energy beside what the units would have generated (kWh) in the time for which it is known. */
function factorOf(e: SpanEnergy, rated: number): number | null {
  const most = rated * (1 - e.missing)
  return e.kwh === null || most <= 0 ? null : round(e.known / most, 4)
}

const shownEnergy = ({ kwh, q, missing }: SpanEnergy) => ({
  kwh: maybe(kwh),
  quality: q,
  missing: round(missing, 4),
})

const shownRevenue = (r: PeriodRevenue) => ({
  vnd: vndOf(r),
  vnd_quality: r.q,
  vnd_missing: round(missingShare(r), 4),
})

/** VND/kWh of the energy that has a price. */
const priceOf = (r: PeriodRevenue, vnd: number | null) =>
  vnd === null ? null : ratioOf(r.vnd, sumOfParts(r.parts.filter((p) => p.kind !== 'unpriced')).kwh)

/** Share of the revenue of a period that is not known, 0-1: energy is missing, has no price, or is not settled. */
function unknownOf(r: PeriodRevenue): number {
  const kwh = numberOf(r.kwh)
  const unpriced = kwh > 0 ? numberOf(r.unpriced) / kwh : 0
  const unsettled = r.expected > 0 ? Math.min(1, r.unsettled / r.expected) : 0
  return 1 - (1 - missingShare(r)) * (1 - unpriced) * (1 - unsettled)
}

/** Energy and revenue that may be compared: of a period of which much is missing, none. */
const knownOf = ({ kwh, missing }: SpanEnergy, r: PeriodRevenue): OutputRow['comparable'] => ({
  kwh: missing <= PARTIAL_ABOVE ? maybe(kwh) : null,
  vnd: unknownOf(r) <= PARTIAL_ABOVE ? vndOf(r) : null,
})

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

interface Entered {
  shown: OutputRow['entered']
  /** Of the days that have both figures. */
  both: { kwh: number; vnd: number }
}

/** What was entered within each span. */
function daysOf(
  entries: readonly { day: string; energy: number | null; revenue: number | null }[],
  rows: readonly Span[],
  { at, plant: { zone } }: View,
): Entered[] {
  const out = rows.map(({ start, end }): Entered => ({
    shown: {
      kwh: null,
      vnd: null,
      kwh_days: 0,
      vnd_days: 0,
      days: periods('day', start, Math.min(end, at), zone).length,
    },
    both: { kwh: 0, vnd: 0 },
  }))
  for (const { day, energy, revenue } of entries) {
    const t = fromLocal(day, zone)!
    const one = out[rows.findIndex((r) => t >= r.start && t < r.end)]
    if (!one) continue
    const { shown, both } = one
    if (energy !== null) shown.kwh = round((shown.kwh ?? 0) + energy)
    if (energy !== null) shown.kwh_days++
    if (revenue !== null) shown.vnd = round((shown.vnd ?? 0) + revenue)
    if (revenue !== null) shown.vnd_days++
    if (energy === null || revenue === null) continue
    both.kwh += energy
    both.vnd += revenue
  }
  return out
}

function sumOfDays(list: readonly Entered[]): Entered {
  const of = (name: 'kwh' | 'vnd') => {
    const known = list.flatMap((d) => d.shown[name] ?? [])
    return known.length === 0 ? null : round(sum(known))
  }
  return {
    shown: {
      kwh: of('kwh'),
      vnd: of('vnd'),
      kwh_days: sum(list.map((d) => d.shown.kwh_days)),
      vnd_days: sum(list.map((d) => d.shown.vnd_days)),
      days: sum(list.map((d) => d.shown.days)),
    },
    both: { kwh: sum(list.map((d) => d.both.kwh)), vnd: sum(list.map((d) => d.both.vnd)) },
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

/**
 * The part of a period that is compared: all of it once it is over. Of one that runs, with the plan nothing; with years
 * before it, what has passed by the full hour, of entered values by midnight. 29 February is in no part that runs, since
 * most years lack it. null: nothing.
 */
function comparedPart(
  row: Span,
  { basis, compare }: OutputQuery,
  { at, plant: { zone } }: View,
): Span | null {
  if (row.end <= at) return row
  if (compare === 'plan') return null
  let end = startOf(basis === 'entered' ? 'day' : 'hour', at, zone)
  if (toLocalDate(end, zone).endsWith('-02-29')) end = startOf('day', end, zone)
  return end > row.start ? { start: row.start, end } : null
}

/** A local time n years earlier; null: there was none (29 February). */
function yearsBefore(local: string, n: number, zone: string): number | null {
  return fromLocal(`${String(Number(local.slice(0, 4)) - n).padStart(4, '0')}${local.slice(4)}`, zone)
}

/** The same part of a period n years earlier: of a whole period the whole; null: there was none (29 February). */
function earlierPart(
  part: Span,
  n: number,
  { isWhole, group, zone }: { isWhole: boolean; group: OutputQuery['group']; zone: string },
): Span | null {
  const start = yearsBefore(toLocalDate(part.start, zone), n, zone)
  if (start === null) return null
  if (isWhole) return { start, end: next(group, start, zone) }
  const end = yearsBefore(toLocal(part.end, zone), n, zone)
  if (end !== null) return { start, end }
  // Midnight of 29 February is the end of the 28th.
  const last = yearsBefore(toLocalDate(part.end - 1, zone), n, zone)!
  return { start, end: next('day', last, zone) }
}

/**
 * The same parts of the periods in the year before, or their mean over all years before that have them. Each period of
 * the calendar is read and priced once, however many periods it is compared with.
 */
async function earlierOf(
  deps: StatisticsDeps,
  view: View,
  { compare, group }: OutputQuery,
  rows: readonly Span[],
  parts: readonly (Span | null)[],
  known: { energy: readonly SpanEnergy[]; revenue: readonly PeriodRevenue[] },
): Promise<(i: number) => OutputRow['against']> {
  const { zone } = view.plant
  const first = await firstOf(deps, view)
  const present = localParts(view.at, zone).year
  const oldest = first === null ? present : localParts(first, zone).year
  const most = compare === 'last_year' ? 1 : Math.max(0, localParts(rows.at(-1)!.start, zone).year - oldest)
  const keyOf = ({ start, end }: Span) => `${start}-${end}`
  // A year of which much is missing would make the comparison look better than it is.
  const found = new Map(
    rows.flatMap((row, i) =>
      row.end <= view.at ? [[keyOf(row), knownOf(known.energy[i], known.revenue[i])] as const] : [],
    ),
  )
  const lists = { whole: new Map<string, Span>(), running: new Map<string, Span>() }
  const places = parts.map((part, i) => {
    const keys: string[] = []
    for (let n = 1; part && first !== null && n <= most; n++) {
      const isWhole = part.end === rows[i].end
      const earlier = earlierPart(part, n, { isWhole, group, zone })
      if (!earlier || earlier.end <= earlier.start || earlier.start < first - DAY) continue
      const key = keyOf(earlier)
      keys.push(key)
      if (!found.has(key)) lists[isWhole ? 'whole' : 'running'].set(key, earlier)
    }
    return keys
  })
  for (const list of [lists.whole, lists.running]) {
    const spans = [...list.values()].sort((a, b) => a.start - b.start)
    const [energy, revenue] = await Promise.all([
      energyOver(view, PLANT_ENERGY, spans),
      revenueOfSpans(deps.registry, view, null, spansOf(spans)),
    ])
    spans.forEach((span, k) => found.set(keyOf(span), knownOf(energy[k], revenue[k])))
  }
  return (i) => {
    const years = { kwh: [] as number[], vnd: [] as number[] }
    for (const key of places[i])
      for (const kind of ['kwh', 'vnd'] as const) years[kind].push(...[found.get(key)![kind] ?? []].flat())
    const mean = (list: readonly number[]) => (list.length === 0 ? null : round(sum(list) / list.length))
    const count = (list: readonly number[]) =>
      list.length === 0 || compare !== 'mean' ? null : String(list.length)
    const { kwh, vnd } = years
    return { kwh: mean(kwh), vnd: mean(vnd), kwh_of: count(kwh), vnd_of: count(vnd) }
  }
}

/** The first instant of which energy is stored. */
async function firstOf({ db }: StatisticsDeps, { hydro }: View): Promise<number | null> {
  const spans = await recordOf(db.pool, hydro, [PLANT_ENERGY])
  return spans.get(PLANT_ENERGY)?.from ?? null
}

/** Sums over the rows that are compared. */
function comparedOf(rows: readonly OutputRow[], of: 'kwh' | 'vnd') {
  const both = rows.filter((r) => r.comparable[of] !== null && r.against[of] !== null)
  return {
    rows: both.length,
    used: round(sum(both.map((r) => r.comparable[of]!))),
    against: round(sum(both.map((r) => r.against[of]!))),
  }
}
