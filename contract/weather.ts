import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import { code, reason, requiredLine } from './validation.ts'

const base = 'main' as const

/** Quantities of a forecast, with their units: depth of the hour up to the instant, the others at the instant. */
export const WEATHER_UNITS = {
  precipitation: 'mm',
  temperature: '°C',
  wind_speed: 'm/s',
  wind_direction: '°',
} as const
export type WeatherVariable = keyof typeof WEATHER_UNITS
export const WEATHER_VARIABLES = Object.keys(WEATHER_UNITS) as WeatherVariable[]

/** What a value may be; anything else is a fault of the source. */
export const WEATHER_LIMITS: Readonly<Record<WeatherVariable, readonly [number, number]>> = {
  precipitation: [0, 500],
  temperature: [-90, 60],
  wind_speed: [0, 120],
  wind_direction: [0, 360],
}

/** Largest upload and ingest call, bytes. */
export const WEATHER_BODY_LIMIT = 8 * 1024 * 1024
/** Longest forecast, hours, and most places of one. */
const MOST_HOURS = 24 * 35
const MOST_PLACES = 200
const MOST_MEMBERS = 120

/** Name of a model, as its source writes it. */
const model = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/, code('weather_model_rule'))

const problem = z.object({ code: z.string(), message: z.string() })
const values = z.array(z.number().nullable())

const spread = z.object({
  min: z.number(),
  p10: z.number(),
  p50: z.number(),
  p90: z.number(),
  max: z.number(),
  members: z.number(),
})
export type WeatherSpread = z.infer<typeof spread>

/** Hours over which rain is summed. */
export const WEATHER_SUMS = [24, 72] as const

/** The latest issue of a model. */
const issue = z.object({
  id: z.string(),
  model: z.string(),
  /** open-meteo, upload or ingest. */
  source: z.string(),
  /** When the model began to compute, epoch ms; null: the source does not say. */
  run_at: z.number().nullable(),
  /** When we received it, and its last instant. */
  received_at: z.number(),
  until: z.number(),
  /** old: a newer one should be here. over: it does not reach the present hour. */
  state: z.enum(['fresh', 'old', 'over']),
  /** What its basin rain is made of, and the share of the basin (0-1) that this is over; null: it has none. */
  basin_by: z.enum(['issue', 'stations', 'grid', 'none']).optional(),
  basin_share: z.number().nullable().optional(),
})

const weatherModel = issue.extend({
  /** Beside `hours`; of the basin, and temperature and wind at the dam. */
  rain: values,
  temperature: values,
  wind_speed: values,
  wind_direction: values,
  /** Beside `days`: mm, °C, m/s; null where it does not cover the day. */
  days: z.array(
    z.object({
      rain: z.number().nullable(),
      temperature_min: z.number().nullable(),
      temperature_max: z.number().nullable(),
      wind_max: z.number().nullable(),
    }),
  ),
})
export type WeatherModel = z.infer<typeof weatherModel>

const weatherEnsemble = issue.extend({
  members: z.number(),
  /** Basin rain beside `hours`, mm/h; and its sum since the first of them, mm. */
  rain: z.object({ p10: values, p50: values, p90: values }),
  sum: z.object({ p10: values, p50: values, p90: values }),
})
export type WeatherEnsemble = z.infer<typeof weatherEnsemble>

/** Rain sums at a place by one issue, mm, as WEATHER_SUMS; null: it does not cover the span. */
const placeSums = z.object({
  issue: z.string(),
  sums: z.array(z.number().nullable()),
  /** Of an ensemble. */
  spreads: z.array(spread.nullable()).optional(),
})

export const weather = z.object({
  now: z.number(),
  time_zone: z.string(),
  /** In a demo, forecasts of the simulated plant are of invented weather. */
  demo: z.boolean(),
  /** Beginning of the sums: the beginning of the present hour, epoch ms. */
  from: z.number(),
  /** Ends of hours from there, and local days: [from, to) of each, the first from now on. */
  hours: z.array(z.number()),
  days: z.array(z.object({ date: z.string(), from: z.number(), to: z.number() })),
  models: z.array(weatherModel),
  ensembles: z.array(weatherEnsemble),
  /** The basin first, then rain stations. */
  places: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['basin', 'station']),
      name: z.string(),
      code: z.string().nullable(),
      /** Share of the basin, 0-1. */
      weight: z.number().nullable(),
      longitude: z.number().nullable(),
      latitude: z.number().nullable(),
      by: z.array(placeSums),
    }),
  ),
  /** Cells of the analytic grid. */
  grid: z.array(z.object({ longitude: z.number(), latitude: z.number(), by: z.array(placeSums) })),
  dam: z.object({ longitude: z.number(), latitude: z.number() }),
  /** Outline of the basin, thinned for a map; null: there is none. */
  basin: z.array(z.tuple([z.number(), z.number()])).nullable(),
  /** What basin means are made of: stations by their weights, else cells of the grid by their area. */
  basin_by: z.enum(['stations', 'grid', 'none']),
  provider: z.object({
    /** off: none is asked. waiting: not asked yet. */
    state: z.enum(['off', 'waiting', 'answering', 'failing']),
    problem: problem.nullable(),
    /** A further part (members, earlier runs) that could not be fetched, though the forecast could. */
    also: problem.nullable(),
    failing_since: z.number().nullable(),
    tried_at: z.number().nullable(),
    succeeded_at: z.number().nullable(),
    next_at: z.number().nullable(),
    /** From when it may be asked again by hand. */
    refresh_at: z.number().nullable(),
    attribution: z.string(),
    link: z.string(),
  }),
  archive: z.object({ issues: z.number(), bytes: z.number(), since: z.number().nullable() }),
})
export type Weather = z.infer<typeof weather>

export const getWeather = endpoint({
  base,
  method: 'GET',
  path: '/v1/weather',
  access: 'weather',
  reads: ['weather', 'description'],
  worded: true,
  kept: true,
  large: true,
  summary:
    'Weather ahead by the latest issue of each model: rain of the basin (mm per hour), temperature (°C) and wind (m/s) at the dam, sums of 24 and 72 h by place, the spread of members; with source, run and age of each, and why the provider does not answer.',
  data: weather,
})

export const refreshWeather = endpoint({
  base,
  method: 'POST',
  path: '/v1/weather/refresh',
  access: 'weather',
  changes: ['weather'],
  summary:
    'Asks the provider again as soon as it may be asked. 404 where none is set, 409 where it was asked less than ten minutes ago, or said when it will answer again.',
  data: z.object({ next_at: z.number() }),
})

const address = z
  .string()
  .trim()
  .max(300, code('too_long'))
  .regex(/^(https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?)?$/i, code('weather_address_rule'))

const models = (most: number) =>
  z
    .array(model)
    .max(most)
    .refine((list) => new Set(list).size === list.length, code('weather_model_twice'))

/** How the provider is asked. */
const sourceFields = {
  enabled: z.boolean(),
  address: address.refine((text) => text !== '', code('required')),
  /** Empty: members are not fetched. */
  ensemble_address: address,
  /** Empty: the archive begins with the first issue. */
  previous_address: address,
  models: models(6).min(1, code('required')),
  ensemble_models: models(2),
  every_hours: z.number().int().min(1).max(24),
}

export const weatherSource = z.object({
  version: z.number().int(),
  ...sourceFields,
  /** The last characters of the key; null: there is none. */
  key: z.string().nullable(),
  attribution: z.string(),
  link: z.string(),
  /** Places for which it is asked, and rain stations beyond the most that are asked for. */
  places: z.object({ grid: z.number(), stations: z.number(), left_out: z.number() }),
})
export type WeatherSource = z.infer<typeof weatherSource>

export const getWeatherSource = endpoint({
  base,
  method: 'GET',
  path: '/v1/weather/source',
  access: 'settings.view',
  reads: ['weather'],
  summary:
    'The weather provider that is asked, its models and how often; of its key only the last characters.',
  data: weatherSource,
})

/** key: absent keeps the present one, null removes it. A key belongs to the hosts for which it was entered. */
export const weatherSourceBody = z.strictObject({
  ...sourceFields,
  key: requiredLine(200).nullable().optional(),
})

export const setWeatherSource = endpoint({
  base,
  method: 'POST',
  path: '/v1/weather/source',
  access: 'settings.update',
  changes: ['weather'],
  summary:
    'Changes which weather provider is asked. version: of what was changed (0: nothing was set yet); 409 when somebody else changed it meanwhile. It is asked at once.',
  body: weatherSourceBody.extend({ version: z.number().int().min(0), reason: reason.optional() }),
  data: weatherSource,
})

export const testWeatherSource = endpoint({
  base,
  method: 'POST',
  path: '/v1/weather/source/test',
  access: 'settings.update',
  changes: [],
  summary: 'Asks the provider for one day at the dam with these settings; nothing is stored.',
  body: weatherSourceBody,
  data: z.object({
    parts: z.array(
      z.object({
        part: z.enum(['forecast', 'ensemble', 'previous']),
        problem: problem.nullable(),
        ms: z.number(),
        /** Models that answered, with what each holds; members only of ensembles. */
        models: z.array(z.object({ model: z.string(), hours: z.number(), members: z.number() })),
      }),
    ),
  }),
})
export type WeatherTest = z.infer<(typeof testWeatherSource)['data']>

const stored = z.object({
  /** null: only checked. */
  issue_id: z.string().nullable(),
  /** The latest issue of this model has the same content: nothing was added. */
  unchanged: z.boolean(),
  places: z.number(),
  instants: z.number(),
  from: z.number(),
  until: z.number(),
})
export type StoredForecast = z.infer<typeof stored>

export const uploadForecast = endpoint({
  base,
  method: 'POST',
  path: '/v1/weather/upload',
  access: 'settings.update',
  changes: ['weather'],
  fills: true,
  summary:
    'A forecast from a file (csv, xlsx, xls, ods): a column of times and one for each place, headed by the code of a rain station or "basin", with rain of the step up to the time (mm); "code temperature" (°C), "code wind_speed" (m/s) and "code wind_direction" (°) besides. A fault names row and column, and nothing is stored.',
  query: z.object({
    name: z.string().min(1).max(300),
    model,
    run_at: localTime.optional().describe('Local time of the plant at which the model began'),
    check: z.enum(['true', 'false']).default('false').describe('Only checks the file'),
  }),
  bodyLimit: WEATHER_BODY_LIMIT,
  contentTypes: ['application/octet-stream'],
  data: stored,
})

const instant = z.union([z.string(), z.number()]).describe('ISO 8601 with offset, or epoch ms')
const series = z.array(z.number().nullable()).max(MOST_HOURS)

export const postForecasts = endpoint({
  base: 'ingest',
  method: 'POST',
  path: '/forecasts',
  access: 'token:write',
  fills: true,
  summary:
    'Stores one issue of a point forecast: for each place its values beside `t`. precipitation is the depth of the step up to each instant (mm); members are those of an ensemble. Sent again unchanged, nothing is added.',
  bodyLimit: WEATHER_BODY_LIMIT,
  body: z.strictObject({
    hydro_code: z.string().optional(),
    model,
    run_at: instant.optional().describe('When the model began; ISO 8601 with offset, or epoch ms'),
    t: z.array(instant).min(2).max(MOST_HOURS),
    places: z
      .array(
        z.strictObject({
          station: z.string().max(60).optional().describe('Code of a rain station; or "basin", or "dam"'),
          longitude: z.number().min(-180).max(180).optional(),
          latitude: z.number().min(-90).max(90).optional(),
          precipitation: series.optional(),
          temperature: series.optional(),
          wind_speed: series.optional(),
          wind_direction: series.optional(),
          members: z.array(series).max(MOST_MEMBERS).optional().describe('Precipitation of each member'),
        }),
      )
      .min(1)
      .max(MOST_PLACES),
  }),
  data: stored,
})
