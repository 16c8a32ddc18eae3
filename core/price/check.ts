import { applies, DAY_MINUTES, dayKindsOf, minuteOf, rangesOf, timeOf } from './bands.ts'
import type {
  ClassPrice,
  PriceBand,
  PriceDay,
  PriceCalendar,
  PriceSeason,
  SurplusPrice,
  Tariff,
} from './types.ts'

/** Where and when a fault is. Empty lists: on all of them. */
interface Where {
  days?: readonly PriceDay[]
  seasons?: readonly string[]
  regions?: readonly string[]
}

/** A fault of a calendar or a tariff. path: from its body on. */
export interface PriceFault extends Where {
  code:
    | 'band_time'
    | 'band_empty'
    | 'band_off_step'
    | 'bands_overlap'
    | 'bands_hole'
    | 'listed_twice'
    | 'unknown_class'
    | 'unknown_season'
    | 'unknown_region'
    | 'seasons_overlap'
    | 'seasons_hole'
    | 'price_missing'
    | 'price_twice'
    | 'region_needed'
    | 'required'
  path: (string | number)[]
  params: Record<string, string | number>
}

/** Days of a leap year before each month. */
const BEFORE = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335]
const YEAR_DAYS = 366
const MAX_FAULTS = 100

/** Day of a leap year of MM-DD, from 0 on. */
const yearDay = (monthDay: string) => BEFORE[Number(monthDay.slice(0, 2)) - 1] + Number(monthDay.slice(3)) - 1

function monthDayOf(day: number): string {
  const month = BEFORE.findLastIndex((before) => before <= day)
  return `${String(month + 1).padStart(2, '0')}-${String(day - BEFORE[month] + 1).padStart(2, '0')}`
}

/** A list of faults, and what adds one. */
function collector() {
  const faults: PriceFault[] = []
  const add = (
    code: PriceFault['code'],
    path: PriceFault['path'],
    params: PriceFault['params'] = {},
    where: Where = {},
  ) => faults.push({ code, path, params, ...where })
  return { faults, add }
}

/**
 * Every fault of a calendar: bands that overlap, leave a minute, or do not lie on the energy step; names that are not
 * there or occur twice; seasons that overlap or leave a day. At most 100.
 */
export function checkCalendar(c: PriceCalendar): PriceFault[] {
  const { faults, add } = collector()
  const classes = c.classes.map((one) => one.code)
  const seasons = [...new Set(c.seasons.map((s) => s.code))]
  twice(classes).forEach((i) => add('listed_twice', ['classes', i, 'code'], { code: classes[i] }))
  twice(c.regions).forEach((i) => add('listed_twice', ['regions', i], { code: c.regions[i] }))
  twice(c.holidays).forEach((i) => add('listed_twice', ['holidays', i], { code: c.holidays[i] }))
  c.bands.forEach((b, i) => {
    if (!classes.includes(b.class)) add('unknown_class', ['bands', i, 'class'], { class: b.class })
    if (b.season && !seasons.includes(b.season))
      add('unknown_season', ['bands', i, 'season'], { season: b.season })
    if (b.region && !c.regions.includes(b.region))
      add('unknown_region', ['bands', i, 'region'], { region: b.region })
    for (const key of ['from', 'to'] as const) {
      const minute = key === 'from' && b.from === '24:00' ? NaN : minuteOf(b[key])
      if (Number.isNaN(minute)) add('band_time', ['bands', i, key], { value: b[key] })
    }
    if (b.from === b.to && b.from !== '00:00') add('band_empty', ['bands', i, 'to'], { value: b.to })
  })
  for (const { path, value } of limitsOffStep(c, c.energyStep))
    add('band_off_step', path, { value, step: c.energyStep })
  checkSeasons(c.seasons, add)
  // Times that cannot be read, and names that are not there, would only show as holes once more.
  if (faults.some((f) => f.code === 'band_time' || f.code.startsWith('unknown')))
    return faults.slice(0, MAX_FAULTS)
  for (const { found, ...where } of conflicts(c, seasons)) {
    const span = { from: timeOf(found.from), to: timeOf(found.to) }
    if (found.bands.length === 0) add('bands_hole', ['bands'], span, where)
    else {
      const [a, b] = found.bands
      add('bands_overlap', ['bands', b], { ...span, band: a + 1, other: b + 1 }, where)
    }
  }
  return faults.slice(0, MAX_FAULTS)
}

/** Limits of bands that do not lie on steps of so many minutes: energy of such a step would lie in two bands. */
export function limitsOffStep(
  { bands }: Pick<PriceCalendar, 'bands'>,
  step: number,
): { path: (string | number)[]; value: string }[] {
  return bands.flatMap((b, i) =>
    (['from', 'to'] as const).flatMap((key) =>
      minuteOf(b[key]) % step > 0 ? [{ path: ['bands', i, key], value: b[key] }] : [],
    ),
  )
}

/** Places at which something occurs a second time. */
const twice = (list: readonly string[]): number[] =>
  list.flatMap((one, i) => (list.indexOf(one) < i ? [i] : []))

function checkSeasons(
  seasons: readonly PriceSeason[],
  add: (code: PriceFault['code'], path: PriceFault['path'], params: PriceFault['params']) => void,
): void {
  if (seasons.length === 0) return
  const holders: number[][] = Array.from({ length: YEAR_DAYS }, () => [])
  seasons.forEach((s, i) => {
    const [from, to] = [yearDay(s.from), yearDay(s.to)]
    const length = ((to - from + YEAR_DAYS) % YEAR_DAYS) + 1
    for (let k = 0; k < length; k++) holders[(from + k) % YEAR_DAYS].push(i)
  })
  for (const run of runsOf(holders)) {
    const params = { from: monthDayOf(run.from), to: monthDayOf(run.to - 1) }
    if (run.bands.length === 0) add('seasons_hole', ['seasons'], params)
    else if (run.bands.length > 1)
      add('seasons_overlap', ['seasons', run.bands[1]], {
        ...params,
        season: seasons[run.bands[0]].name,
        other: seasons[run.bands[1]].name,
      })
  }
}

/** Steps [from, to) with the same holders. */
interface Run {
  from: number
  to: number
  bands: number[]
}

function runsOf(holders: readonly number[][]): Run[] {
  const runs: Run[] = []
  holders.forEach((bands, i) => {
    const before = runs.at(-1)
    if (before && String(before.bands) === String(bands)) before.to = i + 1
    else runs.push({ from: i, to: i + 1, bands })
  })
  return runs
}

/**
 * Minutes in no band or in several, with the days, seasons and regions where this is so. Days on which the same bands
 * apply are looked at once.
 */
function conflicts(c: PriceCalendar, seasons: readonly string[]) {
  const kinds = dayKindsOf(c.bands)
  const perSeason = seasons.length > 0 ? seasons : [null]
  const perRegion = c.regions.length > 0 ? c.regions : [null]
  const changes = changesOf(c.bands)
  const known = new Map<string, Run[]>()
  const runsAt = (day: PriceDay, season: string | null, region: string | null) => {
    const bands = c.bands.flatMap((b, i) => (applies(b, day, season, region) ? [i] : []))
    const key = bands.join()
    let runs = known.get(key)
    if (!runs) known.set(key, (runs = dayRuns(changes, bands)))
    return runs
  }
  const found = new Map<string, { found: Run; days: PriceDay[]; seasons: string[]; regions: string[] }>()
  for (const region of perRegion)
    for (const season of perSeason) {
      const here = new Map<string, { found: Run; days: PriceDay[] }>()
      for (const day of kinds)
        for (const run of runsAt(day, season, region)) {
          const key = `${run.from} ${run.to} ${run.bands.join()}`
          const had = here.get(key)
          if (had) had.days.push(day)
          else here.set(key, { found: run, days: [day] })
        }
      for (const [key, one] of here) {
        const whole = `${key} ${one.days.join()}`
        const had = found.get(whole) ?? { ...one, seasons: [], regions: [] }
        if (season !== null && !had.seasons.includes(season)) had.seasons.push(season)
        if (region !== null && !had.regions.includes(region)) had.regions.push(region)
        if (found.size < MAX_FAULTS) found.set(whole, had)
      }
    }
  return [...found.values()].map((one) => ({
    found: one.found,
    days: one.days.length === kinds.length ? [] : one.days,
    seasons: one.seasons.length === seasons.length ? [] : one.seasons,
    regions: one.regions.length === c.regions.length ? [] : one.regions,
  }))
}

/** A minute at which bands begin and end. */
interface Change {
  minute: number
  begin: number[]
  end: number[]
}

/** Minutes of the day at which bands begin or end, in order, with both ends of the day. */
function changesOf(bands: readonly PriceBand[]): Change[] {
  const found = new Map<number, Change>()
  const at = (minute: number) => {
    const change = found.get(minute) ?? { minute, begin: [], end: [] }
    found.set(minute, change)
    return change
  }
  at(0)
  at(DAY_MINUTES)
  bands.forEach((b, band) => {
    for (const [from, to] of rangesOf(b)) {
      at(from).begin.push(band)
      at(to).end.push(band)
    }
  })
  return [...found.values()].sort((a, b) => a.minute - b.minute)
}

/** Minutes of a day that are in none of these bands, or in two or more: with the first two. At most 100. */
function dayRuns(changes: readonly Change[], bands: readonly number[]): Run[] {
  const own = new Set(bands)
  const open = new Set<number>()
  const runs: Run[] = []
  for (let i = 0; i + 1 < changes.length && runs.length < MAX_FAULTS; i++) {
    const { minute: from, begin, end } = changes[i]
    for (const band of end) open.delete(band)
    for (const band of begin) if (own.has(band)) open.add(band)
    if (open.size === 1) continue
    const first = open.size === 0 ? [] : bands.filter((band) => open.has(band)).slice(0, 2)
    const before = runs.at(-1)
    const to = changes[i + 1].minute
    if (before && before.to === from && String(before.bands) === String(first)) before.to = to
    else runs.push({ from, to, bands: first })
  }
  return runs
}

/**
 * Every fault of a tariff beside its calendar, which is valid: classes, seasons and regions that the calendar lacks, two
 * prices for one class, and classes that occur without a price. At most 100.
 */
export function checkTariff(t: Tariff, c: PriceCalendar): PriceFault[] {
  const { faults, add } = collector()
  const region = t.region ?? null
  if (c.regions.length > 0 && region === null)
    add('region_needed', ['region'], { regions: c.regions.join(', ') })
  else if (region !== null && !c.regions.includes(region)) add('unknown_region', ['region'], { region })
  if (t.kind !== 'table') return faults
  const classes = new Set(c.classes.map((one) => one.code))
  const seasons = [...new Set(c.seasons.map((s) => s.code))]
  const lists: [path: string[], prices: readonly SurplusPrice[]][] = [
    [['prices'], t.prices ?? []],
    [['capacity'], t.capacity ?? []],
    [['surplus', 'prices'], t.surplus?.prices ?? []],
  ]
  for (const [path, prices] of lists)
    prices.forEach((p, i) => {
      if (p.class && !classes.has(p.class)) add('unknown_class', [...path, i, 'class'], { class: p.class })
      if (p.season && !seasons.includes(p.season))
        add('unknown_season', [...path, i, 'season'], { season: p.season })
      if (p.region && !c.regions.includes(p.region))
        add('unknown_region', [...path, i, 'region'], { region: p.region })
      const other = prices.findIndex((o, k) => k < i && meet(o, p))
      if (other >= 0) add('price_twice', [...path, i], { row: other + 1 })
    })
  if (faults.length > 0) return faults.slice(0, MAX_FAULTS)
  for (const { code } of c.classes) {
    const without = (seasons.length > 0 ? seasons : [null]).filter(
      (season) =>
        c.bands.some(
          (b) => b.class === code && (!b.season || b.season === season) && (!b.region || b.region === region),
        ) && !priceOf(t.prices ?? [], code, season, region),
    )
    if (without.length === 0) continue
    const named = without.filter((s) => s !== null)
    add(
      'price_missing',
      ['prices'],
      { class: code },
      { seasons: named.length === seasons.length ? [] : named },
    )
  }
  return faults.slice(0, MAX_FAULTS)
}

/** Whether two prices apply to one class in one season of one region. */
const meet = (a: SurplusPrice, b: SurplusPrice): boolean =>
  (['class', 'season', 'region'] as const).every((key) => !a[key] || !b[key] || a[key] === b[key])

/** The price of a class in a season and a region. */
export function priceOf<P extends SurplusPrice | ClassPrice>(
  prices: readonly P[],
  code: string,
  season: string | null,
  region: string | null,
): P | undefined {
  return prices.find(
    (p) =>
      (!p.class || p.class === code) &&
      (!p.season || p.season === season) &&
      (!p.region || p.region === region),
  )
}
