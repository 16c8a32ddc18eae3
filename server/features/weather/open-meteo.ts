import { SECOND } from '#core/time/units.ts'
import { readAnswerApart } from './answer.ts'
import { fetchBody } from './fetch.ts'
import { isRunPossible } from './incoming.ts'
import { sha256, type Place } from './issue.ts'
import { jsonIn, LEADS, NAMES, VARIABLES, type AnswerRequest } from './open-meteo-answer.ts'
import { WeatherProblem } from './problem.ts'
import type { Ask, Fetched, Provider } from './provider.ts'

/** Largest answer that is read, bytes, whatever is requested. */
const LARGEST = 24 * 1024 * 1024
/** Most bytes of a value with its comma, of the names and units of a column, and of a place; and of all the rest. */
const VALUE_BYTES = 16
const COLUMN_BYTES = 256
const PLACE_BYTES = 2048
const REST_BYTES = 64 * 1024
/** Most members of a model. */
const MOST_MEMBERS = 64
/** Largest answer that tells of a run, bytes; and ms in which all of them must be there. */
const RUN_BYTES = 64 * 1024
const RUNS_WITHIN = 5 * SECOND

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

  forecast: (ask, models, days) =>
    call(ask, {
      path: 'v1/forecast',
      kind: 'forecast',
      hourly: VARIABLES.map((v) => NAMES[v]),
      models,
      days,
      runs: RUNS,
    }),

  ensemble: (ask, models, days) =>
    call(ask, {
      path: 'v1/ensemble',
      kind: 'ensemble',
      hourly: [NAMES.precipitation],
      models,
      days,
      runs: ENSEMBLE_RUNS,
    }),

  previous: (ask, model, days) =>
    call(ask, {
      path: 'v1/forecast',
      kind: 'previous',
      hourly: LEADS.map((lead) => `${NAMES.precipitation}_previous_day${lead}`),
      models: [model],
      days: 1,
      past: days,
      runs: {},
    }),
}

interface Wanted {
  path: string
  kind: AnswerRequest['kind']
  /** Names of the quantities. */
  hourly: readonly string[]
  models: readonly string[]
  days: number
  /** Days before today. */
  past?: number
  /** Where the run of each model is told. */
  runs: Readonly<Record<string, string>>
}

/**
 * Calls the service. The runs are requested before and after the values: where a run is published meanwhile, it is not
 * known of which one the values are, and none is told.
 */
async function call(ask: Ask, wanted: Wanted): Promise<Fetched[]> {
  const { kind, models, runs } = wanted
  const before = await runsOf(ask, models, runs)
  const bytes = await fetchBody(addressOf(ask, wanted), ask, mostBytes(ask, wanted))
  const after = await runsOf(ask, [...before.keys()], runs)
  const parts = await readAnswerApart(bytes, { kind, models, places: ask.places, key: ask.key }, ask)
  const digest = sha256(bytes)
  return parts.map((part) => {
    const runAt = before.get(part.model) ?? null
    return { ...part, kind, runAt: runAt === after.get(part.model) ? runAt : null, digest }
  })
}

/** Generous bound of the answer to what is requested, bytes. */
function mostBytes({ places }: Ask, { kind, hourly, models, days, past = 0 }: Wanted): number {
  // A day more: days of the service need not begin at midnight.
  const values = VALUE_BYTES * 24 * (days + past + 1)
  const columns = hourly.length * models.length * (kind === 'ensemble' ? MOST_MEMBERS : 1)
  const place = PLACE_BYTES + values + columns * (COLUMN_BYTES + values)
  return Math.min(LARGEST, REST_BYTES + places.length * place)
}

function addressOf(ask: Ask, { path, hourly, models, days, past }: Wanted): URL {
  const url = new URL(path, ask.address.endsWith('/') ? ask.address : `${ask.address}/`)
  const of = (pick: (p: Place) => number | null) => ask.places.map((p) => pick(p)!.toFixed(4)).join(',')
  const all = {
    latitude: of((p) => p.latitude),
    longitude: of((p) => p.longitude),
    hourly: hourly.join(','),
    models: models.join(','),
    ...(past === undefined ? {} : { past_days: String(past) }),
    forecast_days: String(days),
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    timezone: 'GMT',
    ...(ask.key === null ? {} : { apikey: ask.key }),
  }
  // Commas stay as they are: of hundreds of coordinates they would make a third of the address.
  url.search = Object.entries(all)
    .map(([name, v]) => `${name}=${encodeURIComponent(v).replaceAll('%2C', ',')}`)
    .join('&')
  return url
}

/** When the present run of each model began, where it is told; a failure to tell is no failure of the forecast. */
async function runsOf(
  ask: Ask,
  models: readonly string[],
  names: Readonly<Record<string, string>>,
): Promise<Map<string, number>> {
  const runs = new Map<string, number>()
  const one = async (model: string) => {
    const base = ask.address.endsWith('/') ? ask.address : `${ask.address}/`
    const url = new URL(`data/${names[model]}/static/meta.json`, base)
    if (ask.key !== null) url.searchParams.set('apikey', ask.key)
    try {
      const timeout = Math.min(ask.timeout, RUNS_WITHIN)
      const value = jsonIn(await fetchBody(url, { ...ask, timeout }, RUN_BYTES))
      const at = (value as { last_run_initialisation_time?: unknown } | null)?.last_run_initialisation_time
      if (!Number.isInteger(at) || !((at as number) > 0)) return
      const runAt = (at as number) * SECOND
      if (isRunPossible(runAt, ask.now)) runs.set(model, runAt)
    } catch (error) {
      if (!(error instanceof WeatherProblem)) throw error
    }
  }
  await Promise.all(models.filter((model) => Object.hasOwn(names, model)).map(one))
  return runs
}
