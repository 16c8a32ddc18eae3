import { HOUR, SECOND } from '#core/time/units.ts'
import { WEATHER_LIMITS, WEATHER_UNITS, type WeatherVariable } from '#contract/weather.ts'
import { fetchJson } from './fetch-json.ts'
import type { ForecastColumn, IssueContent, Place } from './issue.ts'
import { WeatherProblem } from './problem.ts'
import type { Ask, Fetched, Provider } from './provider.ts'

/** Names of the quantities in calls and answers. */
const NAMES: Readonly<Record<WeatherVariable, string>> = {
  precipitation: 'precipitation',
  temperature: 'temperature_2m',
  wind_speed: 'wind_speed_10m',
  wind_direction: 'wind_direction_10m',
}
const VARIABLES = Object.keys(NAMES) as WeatherVariable[]

/** Days before of which it tells what was said then. */
const LEADS = [1, 2, 3, 4, 5, 6, 7]

/** Degrees by which the place of an answer may be off: the centre of the nearest cell of a coarse model. */
const OFF = 1.5
/** Most instants of an answer. */
const MOST_INSTANTS = 24 * 130

/**
 * Where the times of the runs of a model are told, by the name of the model in calls. Others are composed of several
 * models or change by place, so their runs have no one time.
 */
const RUNS: Readonly<Record<string, string>> = {
  ecmwf_ifs025: 'ecmwf_ifs025',
  ecmwf_aifs025_single: 'ecmwf_aifs025_single',
  gfs_global: 'ncep_gfs013',
  icon_global: 'dwd_icon',
  gem_global: 'cmc_gem_gdps',
  jma_gsm: 'jma_gsm',
  cma_grapes_global: 'cma_grapes_global',
  meteofrance_arpege_world: 'meteofrance_arpege_world025',
}
const ENSEMBLE_RUNS: Readonly<Record<string, string>> = {
  ecmwf_ifs025: 'ecmwf_ifs025_ensemble',
  gfs025: 'ncep_gefs025',
  gfs05: 'ncep_gefs05',
  icon_global: 'dwd_icon_eps',
  gem_global: 'cmc_gem_geps',
}

/** Open-Meteo by its public HTTP API: one call for all places and models. */
export const openMeteo: Provider = {
  id: 'open-meteo',
  attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)',
  link: 'https://open-meteo.com/',

  async forecast(ask, models, days) {
    const hourly = VARIABLES.map((v) => NAMES[v])
    const { value, digest } = await call(ask, 'v1/forecast', { hourly, models, forecast_days: days })
    const answers = placesIn(value, ask.places)
    const runs = await runsOf(ask, models, RUNS)
    return models.flatMap((model) => {
      const content = contentOf(answers, ask.places, (key) => plainKey(key, model, models))
      return content
        ? [{ ...content, model, kind: 'forecast', leadDays: 0, runAt: runs.get(model) ?? null, digest }]
        : []
    })
  },

  async ensemble(ask, models, days) {
    const { value, digest } = await call(ask, 'v1/ensemble', {
      hourly: [NAMES.precipitation],
      models,
      forecast_days: days,
    })
    const answers = placesIn(value, ask.places)
    const runs = await runsOf(ask, models, ENSEMBLE_RUNS)
    return models.flatMap((model) => {
      const content = contentOf(answers, ask.places, (key) => memberKey(key, model, models))
      return content
        ? [{ ...content, model, kind: 'ensemble', leadDays: 0, runAt: runs.get(model) ?? null, digest }]
        : []
    })
  },

  async previous(ask, model, days) {
    const hourly = LEADS.map((lead) => `${NAMES.precipitation}_previous_day${lead}`)
    const { value, digest } = await call(ask, 'v1/forecast', {
      hourly,
      models: [model],
      past_days: days,
      forecast_days: 1,
    })
    const answers = placesIn(value, ask.places)
    return LEADS.flatMap((lead): Fetched[] => {
      const content = contentOf(answers, ask.places, (key) => {
        const name = withoutModel(key, model, [model])
        return name === `${NAMES.precipitation}_previous_day${lead}`
          ? { variable: 'precipitation', member: -1 }
          : null
      })
      return content ? [{ ...content, model, kind: 'previous', leadDays: lead, runAt: null, digest }] : []
    })
  },
}

async function call(
  ask: Ask,
  path: string,
  query: Record<string, number | readonly string[]>,
): Promise<{ value: unknown; digest: string }> {
  const url = new URL(path, ask.address.endsWith('/') ? ask.address : `${ask.address}/`)
  const of = (pick: (p: Place) => number | null) => ask.places.map((p) => pick(p)!.toFixed(4)).join(',')
  const all = {
    latitude: of((p) => p.latitude),
    longitude: of((p) => p.longitude),
    ...Object.fromEntries(
      Object.entries(query).map(([name, v]) => [name, Array.isArray(v) ? v.join(',') : String(v)]),
    ),
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    timezone: 'GMT',
    ...(ask.key === null ? {} : { apikey: ask.key }),
  }
  // Commas stay as they are: of hundreds of coordinates they would make a third of the address.
  url.search = Object.entries(all)
    .map(([name, v]) => `${name}=${encodeURIComponent(v).replaceAll('%2C', ',')}`)
    .join('&')
  return fetchJson(url, ask)
}

/** When the present run of each model began, where it is told; a failure to tell is no failure of the forecast. */
async function runsOf(
  ask: Ask,
  models: readonly string[],
  names: Readonly<Record<string, string>>,
): Promise<Map<string, number>> {
  const runs = new Map<string, number>()
  for (const model of models) {
    if (!(model in names)) continue
    const base = ask.address.endsWith('/') ? ask.address : `${ask.address}/`
    const url = new URL(`data/${names[model]}/static/meta.json`, base)
    if (ask.key !== null) url.searchParams.set('apikey', ask.key)
    try {
      const { value } = await fetchJson(url, ask)
      const at = (value as { last_run_initialisation_time?: unknown } | null)?.last_run_initialisation_time
      if (Number.isInteger(at) && (at as number) > 0) runs.set(model, (at as number) * SECOND)
    } catch (error) {
      if (!(error instanceof WeatherProblem)) throw error
    }
  }
  return runs
}

interface PlaceAnswer {
  times: number[]
  hourly: Record<string, unknown>
  units: Record<string, unknown>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shape = (field: string) => new WeatherProblem('weather_shape', { field })

/** The answer of each place, in their order; a single one is no list. */
function placesIn(value: unknown, places: readonly Place[]): PlaceAnswer[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length === 0 || (isObject(value) && Object.keys(value).length === 0))
    throw new WeatherProblem('weather_empty')
  if (list.length !== places.length) throw shape(`places: ${list.length} / ${places.length}`)
  return list.map((entry, i) => placeIn(entry, i, places[i]))
}

function placeIn(entry: unknown, i: number, place: Place): PlaceAnswer {
  if (!isObject(entry)) throw shape(`[${i}]`)
  const { latitude, longitude, utc_offset_seconds: offset, hourly, hourly_units: units } = entry
  if (offset !== 0)
    throw offset === undefined ? shape(`[${i}].utc_offset_seconds`) : new WeatherProblem('weather_zone')
  if (!isObject(hourly) || !isObject(units)) throw shape(`[${i}].hourly`)
  if (!near(latitude, place.latitude!) || !near(longitude, place.longitude!)) throw shape(`[${i}].latitude`)
  if (units.time !== 'unixtime') throw new WeatherProblem('weather_zone')
  const { time } = hourly
  if (!Array.isArray(time)) throw shape(`[${i}].hourly.time`)
  if (time.length === 0) throw new WeatherProblem('weather_empty')
  if (time.length < 2 || time.length > MOST_INSTANTS) throw shape(`[${i}].hourly.time`)
  const times = time.map((t) => {
    if (!Number.isInteger(t)) throw shape(`[${i}].hourly.time`)
    return (t as number) * SECOND
  })
  for (let k = 1; k < times.length; k++)
    if (times[k] - times[k - 1] !== HOUR) throw shape(`[${i}].hourly.time[${k}]`)
  return { times, hourly, units }
}

const near = (found: unknown, wanted: number) =>
  typeof found === 'number' && Math.min(Math.abs(found - wanted), 360 - Math.abs(found - wanted)) <= OFF

interface ColumnKey {
  variable: WeatherVariable
  member: number
}

/** The name of a column without that of its model, which it has where several were requested; null: of another one. */
function withoutModel(key: string, model: string, models: readonly string[]): string | null {
  if (key.endsWith(`_${model}`)) return key.slice(0, -model.length - 1)
  return models.length === 1 ? key : null
}

function plainKey(key: string, model: string, models: readonly string[]): ColumnKey | null {
  const name = withoutModel(key, model, models)
  const variable = VARIABLES.find((v) => NAMES[v] === name)
  return variable ? { variable, member: -1 } : null
}

function memberKey(key: string, model: string, models: readonly string[]): ColumnKey | null {
  const name = withoutModel(key, model, models)
  const found = name && /^precipitation(?:_member(\d{2,3}))?$/.exec(name)
  return found ? { variable: 'precipitation', member: Number(found[1] ?? 0) } : null
}

/** The columns of one model over all places; null where it has no value at all. */
function contentOf(
  answers: readonly PlaceAnswer[],
  places: readonly Place[],
  keyOf: (key: string) => ColumnKey | null,
): IssueContent | null {
  const { times } = answers[0]
  const columns: ForecastColumn[] = []
  answers.forEach((answer, place) => {
    if (answer.times.length !== times.length || answer.times[0] !== times[0])
      throw shape(`[${place}].hourly.time`)
    for (const [key, list] of Object.entries(answer.hourly)) {
      const found = keyOf(key)
      if (!found) continue
      const field = `[${place}].hourly.${key}`
      const unit = answer.units[key]
      // Members are listed without units by some releases of the service.
      if (unit !== undefined && unit !== WEATHER_UNITS[found.variable])
        throw new WeatherProblem('weather_units', { field: key, unit: String(unit).slice(0, 20) })
      if (unit === undefined && found.member < 1) throw shape(`[${place}].hourly_units.${key}`)
      if (!Array.isArray(list) || list.length !== times.length) throw shape(field)
      columns.push({ place, ...found, values: valuesOf(list, found.variable, field) })
    }
  })
  if (columns.every(({ values }) => values.every(Number.isNaN))) return null
  return { places: [...places], first: times[0], step: HOUR, n: times.length, columns }
}

function valuesOf(list: readonly unknown[], variable: WeatherVariable, field: string): Float64Array {
  const [least, most] = WEATHER_LIMITS[variable]
  return Float64Array.from(list, (v, i) => {
    if (v === null) return NaN
    if (typeof v !== 'number') throw new WeatherProblem('weather_nan', { field: `${field}[${i}]` })
    if (v < least || v > most)
      throw new WeatherProblem('weather_outside', { field: `${field}[${i}]`, value: v })
    return v
  })
}
