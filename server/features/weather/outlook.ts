import { forecastSum, spreadOf, type Spread } from '#core/weather/index.ts'
import { plane, thinRing } from '#core/geo/index.ts'
import { DAY, HOUR, MINUTE, next, toLocalDate } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { WEATHER_SUMS, type Weather, type WeatherSpread, type WeatherVariable } from '#contract/weather.ts'
import { lastOf, type Issue } from './issue.ts'
import {
  basinRain,
  membersOf,
  forecastAt,
  withoutMoved,
  type Geography,
  type ForecastValues,
} from './places.ts'
import type { Provider } from './provider.ts'
import { confirmedKey, type ProviderRow, type StoredProblem } from './store.ts'

/** Days ahead that are answered. */
const DAYS = 10
/** A run this long ago is not of today, whoever sends it, ms. */
const OLD_RUN = 30 * HOUR

/** Between a try and one that a person asks for, ms: each spends calls of the plant's plan, and the page asks for it. */
const REFRESH_EVERY = 10 * MINUTE

/** From when the provider may be asked because a person wants it, epoch ms; it is asked anyway when it is due. */
export function refreshFrom({ tried_at: tried, due_at: due, not_before: before }: ProviderRow): number {
  return Math.max(before ?? 0, tried === null ? 0 : Math.min(tried + REFRESH_EVERY, due))
}

/** Weather ahead at `now` from the latest issues. */
export function outlookOf(
  issues: readonly Issue[],
  geography: Geography,
  o: { now: number; demo: boolean; source: ProviderRow | null; provider: Provider; language: Language },
): Omit<Weather, 'archive'> {
  const { now, source } = o
  const { plant, stations } = geography
  const from = Math.floor(now / HOUR) * HOUR
  const hours = Array.from({ length: DAYS * 24 }, (_, i) => from + (i + 1) * HOUR)
  const days = daysFrom(from, plant.zone)
  // Models of the provider first, in the order of its settings.
  const wanted = source ? [...source.settings.models, ...source.settings.ensemble_models] : []
  const rank = (i: Issue) => (i.source === o.provider.id ? wanted.indexOf(i.model) : wanted.length)
  const shown = issues
    .filter((i) => isWanted(i, source, o.provider))
    .map((i) => (i.source === o.provider.id ? withoutMoved(i, geography) : i))
    .sort((a, b) => rank(a) - rank(b) || a.model.localeCompare(b.model))
  const headOf = (i: Issue) => ({
    id: i.id,
    model: i.model,
    source: i.source,
    run_at: i.runAt,
    received_at: i.receivedAt,
    until: lastOf(i),
    state: stateOf(i, now, source, o.provider),
    ...basinOf(basinRain(i, geography, i.kind === 'ensemble' ? membersOf(i)[0] : -1)),
  })
  const sums = (values: ForecastValues | undefined) =>
    WEATHER_SUMS.map((h) =>
      rounded(values && forecastSum(values.t, values.v, values.step, from, from + h * HOUR)),
    )
  const spreads = (members: readonly (ForecastValues | undefined)[]) =>
    WEATHER_SUMS.map((h) => {
      const depths = members.map((m) => (m && forecastSum(m.t, m.v, m.step, from, from + h * HOUR)) ?? NaN)
      const spread = spreadOf(depths)
      return spread && roundedSpread(spread)
    })
  const forecasts = shown.filter((i) => i.kind === 'forecast')
  const ensembles = shown
    .filter((i) => i.kind === 'ensemble')
    .map((issue) => ({ issue, members: membersOf(issue) }))
  const by = (of: (issue: Issue, member: number) => ForecastValues | undefined) => [
    ...forecasts.map((issue) => ({ issue: issue.id, sums: sums(of(issue, -1)) })),
    ...ensembles.map(({ issue, members }) => {
      const found = spreads(members.map((m) => of(issue, m)))
      return { issue: issue.id, sums: found.map((s) => s?.p50 ?? null), spreads: found }
    }),
  ]
  const isOnGrid = forecasts.some((i) => i.columns.some((c) => i.places[c.place].id.startsWith('cell:')))
  const grid = isOnGrid ? geography.places.filter((p) => p.id.startsWith('cell:')) : []
  return {
    now,
    time_zone: plant.zone,
    demo: o.demo,
    from,
    hours,
    days: days.map((d) => ({ date: toLocalDate(d.from, plant.zone), ...d })),
    models: forecasts.map((issue) => {
      const rain = basinRain(issue, geography)
      const dam = (variable: WeatherVariable) =>
        forecastAt(issue, 'dam', variable) ??
        forecastAt(issue, 'basin', variable) ??
        anyStation(issue, variable)
      const temperature = dam('temperature')
      const wind = dam('wind_speed')
      return {
        ...headOf(issue),
        rain: hourlySums(rain, hours),
        temperature: atHours(temperature, hours),
        wind_speed: atHours(wind, hours),
        wind_direction: atHours(dam('wind_direction'), hours),
        days: days.map((d) => ({
          rain: rounded(rain && forecastSum(rain.t, rain.v, rain.step, d.from, d.to)),
          temperature_min: extreme(temperature, d, Math.min),
          temperature_max: extreme(temperature, d, Math.max),
          wind_max: extreme(wind, d, Math.max),
        })),
      }
    }),
    ensembles: ensembles.map(({ issue, members }) => {
      const hourly = members.map((m) => hourlySums(basinRain(issue, geography, m), hours))
      return {
        ...headOf(issue),
        members: members.length,
        rain: bandOf(hourly),
        sum: bandOf(hourly.map(accumulated)),
      }
    }),
    places: [
      {
        id: 'basin',
        kind: 'basin',
        name: plant.name,
        code: null,
        weight: null,
        longitude: null,
        latitude: null,
        by: by((issue, member) => basinRain(issue, geography, member)),
      },
      ...stations.map((s) => ({
        id: `station:${s.code}`,
        kind: 'station' as const,
        name: s.name,
        code: s.code,
        weight: round(s.weight, 4),
        longitude: s.longitude,
        latitude: s.latitude,
        by: by((issue, member) => forecastAt(issue, `station:${s.code}`, 'precipitation', member)),
      })),
    ],
    grid: grid.map(({ id, longitude, latitude }) => ({
      longitude: longitude!,
      latitude: latitude!,
      by: forecasts.map((issue) => ({ issue: issue.id, sums: sums(forecastAt(issue, id, 'precipitation')) })),
    })),
    dam: { longitude: plant.longitude, latitude: plant.latitude },
    basin: outlineOf(plant.basin),
    basin_by: stations.some((s) => s.weight > 0) ? 'stations' : plant.basin ? 'grid' : 'none',
    provider: providerOf(source, o.provider, now, o.language),
  }
}

const basinOf = (rain: ReturnType<typeof basinRain>) => ({
  basin_by: rain?.by ?? ('none' as const),
  basin_share: rain ? round(rain.share, 4) : null,
})

/** Most points of an outline on the page's map. */
const OUTLINE = 400

function outlineOf(basin: readonly (readonly [number, number])[] | undefined): [number, number][] | null {
  if (!basin || basin.length < 3) return null
  const { to } = plane(basin)
  return thinRing(basin.map(to), OUTLINE).map((i) => [round(basin[i][0]), round(basin[i][1])])
}

/** Models of the provider that are no longer asked for are left out; what others send stays. */
function isWanted(issue: Issue, source: ProviderRow | null, provider: Provider): boolean {
  if (issue.source !== provider.id) return true
  if (!source) return false
  const { models, ensemble_models: ensembles, ensemble_address: ensembleAddress } = source.settings
  return issue.kind === 'ensemble'
    ? ensembleAddress !== '' && ensembles.includes(issue.model)
    : models.includes(issue.model)
}

/** What the provider gave again lately is fresh even if it has not changed. */
function stateOf(
  issue: Issue,
  now: number,
  source: ProviderRow | null,
  provider: Provider,
): 'fresh' | 'old' | 'over' {
  if (lastOf(issue) <= now) return 'over'
  if (issue.runAt !== null && now - issue.runAt > OLD_RUN) return 'old'
  if (issue.source !== provider.id) return now - (issue.runAt ?? issue.receivedAt) > OLD_RUN ? 'old' : 'fresh'
  const confirmed = source?.confirmed[confirmedKey(issue.kind, issue.model)] ?? 0
  const late = (2 * (source?.settings.every_hours ?? 3) + 1) * HOUR
  return now - Math.max(issue.receivedAt, confirmed) > late ? 'old' : 'fresh'
}

function providerOf(
  source: ProviderRow | null,
  provider: Provider,
  now: number,
  language: Language,
): Weather['provider'] {
  const about = { attribution: provider.attribution, link: provider.link }
  if (!source?.enabled)
    return {
      state: 'off',
      problem: null,
      also: null,
      failing_since: null,
      tried_at: null,
      succeeded_at: source?.succeeded_at ?? null,
      next_at: null,
      refresh_at: null,
      ...about,
    }
  return {
    state: source.tried_at === null ? 'waiting' : source.problem ? 'failing' : 'answering',
    problem: problemWords(source.problem, language),
    also: problemWords(source.also_problem, language),
    failing_since: source.failing_since,
    tried_at: source.tried_at,
    succeeded_at: source.succeeded_at,
    next_at: Math.max(source.due_at, now),
    refresh_at: Math.max(refreshFrom(source), now),
    ...about,
  }
}

export const problemWords = (problem: StoredProblem | null, language: Language) =>
  problem && { code: problem.code, message: text(problem.code as MessageCode, language, problem.params) }

/** Local days, the first from now on. */
function daysFrom(from: number, zone: string): { from: number; to: number }[] {
  const days = [{ from, to: next('day', from, zone) }]
  while (days.length < DAYS) {
    const begin = days.at(-1)!.to
    days.push({ from: begin, to: next('day', begin, zone) })
  }
  return days.filter((d) => d.to <= from + (DAYS + 1) * DAY)
}

/** ForecastValues at the dam may be missing where a forecast was made for stations only. */
function anyStation(issue: Issue, variable: WeatherVariable): ForecastValues | undefined {
  const column = issue.columns.find((c) => c.variable === variable && c.member === -1)
  return column && forecastAt(issue, issue.places[column.place].id, variable)
}

const rounded = (v: number | null | undefined) =>
  v === null || v === undefined || Number.isNaN(v) ? null : round(v, 2)

const roundedSpread = ({ members, ...s }: Spread): WeatherSpread => ({
  min: round(s.min, 2),
  p10: round(s.p10, 2),
  p50: round(s.p50, 2),
  p90: round(s.p90, 2),
  max: round(s.max, 2),
  members,
})

/** mm of each hour. */
function hourlySums(values: ForecastValues | undefined, hours: readonly number[]): (number | null)[] {
  if (!values) return hours.map(() => null)
  const { t, v, step } = values
  // Hours stamped between the full ones are shared out as longer steps are.
  if (step !== HOUR || t[0] % HOUR !== 0)
    return hours.map((h) => rounded(forecastSum(t, v, step, h - HOUR, h)))
  return atHours(values, hours)
}

function atHours(values: ForecastValues | undefined, hours: readonly number[]): (number | null)[] {
  if (!values) return hours.map(() => null)
  const { t, v, step } = values
  return hours.map((h) => {
    const i = (h - t[0]) / step
    return Number.isInteger(i) && i >= 0 && i < t.length ? rounded(v[i]) : null
  })
}

/** The least or greatest value of a day; null unless the whole day has values, from its first step on. */
function extreme(
  values: ForecastValues | undefined,
  day: { from: number; to: number },
  pick: (a: number, b: number) => number,
): number | null {
  if (!values || values.t[0] > day.from + values.step || values.t[values.t.length - 1] < day.to) return null
  let found: number | null = null
  for (let i = 0; i < values.t.length; i++) {
    if (values.t[i] <= day.from || values.t[i] > day.to) continue
    if (Number.isNaN(values.v[i])) return null
    found = found === null ? values.v[i] : pick(found, values.v[i])
  }
  return rounded(found)
}

function accumulated(hourly: readonly (number | null)[]): (number | null)[] {
  let sum: number | null = 0
  return hourly.map((v) => (sum = sum === null || v === null ? null : sum + v))
}

function bandOf(members: readonly (readonly (number | null)[])[]) {
  const spreads = (members[0] ?? []).map((_, i) => spreadOf(members.map((m) => m[i] ?? NaN)))
  const of = (pick: (s: Spread) => number) => spreads.map((s) => (s ? round(pick(s), 2) : null))
  return { p10: of((s) => s.p10), p50: of((s) => s.p50), p90: of((s) => s.p90) }
}
