import { z } from 'zod'
import { MODELS } from '#core/forecast/index.ts'
import { operation } from './calculation.ts'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { forecastHours } from './forecast.ts'
import { column, knownAt, localString, localTime, quality } from './fields.ts'

const base = 'main' as const
const access = 'dashboard.view' as const
/** As of this time, repeated as meta.known_at; absent: as of now. */
const query = z.object({ known_at: knownAt.optional() })

/** Last general reading. Numbers are -1 when absent, with quality MISSING. Storage in million m3. */
export const general = z.object({
  date_string: localString.nullable(),
  total_discharge_lake: z.number(),
  inflow_moving_average: z.number(),
  total_discharge_out: z.number(),
  total_discharge_dam: z.number(),
  total_discharge_turbine: z.number(),
  lake_level: z.number(),
  total_capacity: z.number(),
  upstream_water_level: z.number(),
  downstream_water_level: z.number(),
  quality: z.record(z.string(), quality),
})
export type General = z.infer<typeof general>
export const GENERAL_FIELDS = [
  'total_discharge_lake',
  'inflow_moving_average',
  'total_discharge_out',
  'total_discharge_dam',
  'total_discharge_turbine',
  'lake_level',
  'total_capacity',
  'upstream_water_level',
  'downstream_water_level',
] as const
export type GeneralField = (typeof GENERAL_FIELDS)[number]

export const getGeneralLast = endpoint({
  base,
  method: 'GET',
  path: '/v1/dashboard/general/last',
  access,
  query,
  summary: 'The last general record: level, storage (million m3), inflow, discharges (m3/s).',
  data: general,
})

/** mm over the step that ends at date_string; -1 when absent, with quality MISSING. */
const rain = z.object({
  date_string: localString,
  value: z.number(),
  rada_value: z.number(),
  quality: z.object({ value: quality, rada_value: quality }),
})
export type RainRecord = z.infer<typeof rain>
const rainForecast = z.object({
  date_string: localString,
  rain_value: z.number(),
  rain_forecast_points: z.number(),
  mikenam: z.number(),
})
/** Inflow forecast with its band, m3/s: never absent, an empty list where there is none. */
const flowForecast = z.object({
  date_string: localString,
  value: z.number(),
  lower: z.number(),
  upper: z.number(),
})
export type FlowForecast = z.infer<typeof flowForecast>

/** layout records: one object per instant. layout columns: each series separately, thinned to px. */
export const getDataFromTo = endpoint({
  base,
  method: 'POST',
  path: '/v1/dashboard/data/fromto',
  access,
  reads: STATE,
  kept: true,
  large: true,
  summary:
    'General and basin rain series over local times from..to. Every stored instant is a row, whatever the interval of the calculation was then; where that would be more than max_rows they are spaced, each the last of its step, and sums of rain are taken over the steps; layout "columns" answers thinned columns for charts.',
  body: z.object({
    from: localTime,
    to: localTime,
    layout: z.enum(['records', 'columns']).default('records'),
    px: z.number().int().min(50).max(10_000).default(1500),
    max_rows: z.number().int().min(1).max(20_000).default(5000),
    /** Forecast for flow_forecast_datas, from the present on; absent: none. */
    forecast: z.object({ model: z.enum(MODELS), hours: forecastHours }).optional(),
    known_at: knownAt
      .optional()
      .describe('As it was known then (answered as meta.known_at): 400 days at the most'),
  }),
  data: z.object({
    from: localString,
    to: localString,
    /** Seconds between the records: their spacing, else the shortest calculation interval in force; 0 for columns. */
    step_s: z.number(),
    general_datas: z.array(general),
    rain_datas: z.array(rain),
    rain_forecast_datas: z.array(rainForecast),
    flow_forecast_datas: z.array(flowForecast),
    columns: z.record(z.string(), column),
  }),
})

export const outlet = z.object({
  outlet_id: z.string(),
  name: z.string(),
  /** 1-5 exhaust, 6-7 unit */
  gate_type: z.number(),
  /** 1 units, 2 exhausts */
  category: z.number(),
  leaf_id: z.string().nullable(),
  /** Whether it is the whole outflow, through units and spillways together. */
  total: z.boolean(),
  /** Opening in m, or power in MW, 3 decimals; null when missing. */
  input_value: z.number().nullable(),
  input_unit: z.enum(['m', 'MW', '-']),
  /** Discharge in m3/s, 3 decimals; null when missing. */
  output_value: z.number().nullable(),
  quality,
  input_quality: quality,
  /** discharge_methods: 1 table, 2 QETA+QHL, 3 formula, 4 measured; null when not computed. */
  method: z.number().nullable(),
  date_string: localString.nullable(),
  series: z.object({ input: z.string().nullable(), output: z.string() }),
  /** Largest opening in m or rated power in MW, for the scale beside it. */
  input_max: z.number().nullable(),
  /**
   * The opening in m or power in MW entered for a save in force, in place of the one above, by which the discharge is
   * computed. Absent: none.
   */
  given: z.number().optional(),
  /**
   * Local time of the last reading of a sensor that is silent: the opening, power or measured discharge has been held as
   * an estimate since then. Absent: the sensor reports, or nothing is held.
   */
  held_since: localString.optional(),
})
export type Outlet = z.infer<typeof outlet>
export const getOutlets = endpoint({
  base,
  method: 'GET',
  path: '/v1/dashboard/outlet/getall',
  access,
  query,
  reads: STATE,
  kept: true,
  summary: 'Every gate and generating unit with its opening or power, discharge and method.',
  data: z.array(outlet),
})

export const waterdepth = z.object({
  waterdepth_id: z.string(),
  name: z.string(),
  /** 1 reservoir, 2 upstream, 3 downstream */
  type: z.number(),
  /** m, 3 decimals; null when missing. */
  current_data: z.number().nullable(),
  unit: z.literal('m'),
  quality,
  date_string: localString.nullable(),
  series: z.string(),
})
export type Waterdepth = z.infer<typeof waterdepth>
export const getWaterdepths = endpoint({
  base,
  method: 'GET',
  path: '/v1/dashboard/waterdepth/getall',
  access,
  query,
  reads: STATE,
  kept: true,
  summary: 'Every level position with its calibrated level.',
  data: z.array(waterdepth),
})

export const catchment = z.object({
  catchment_code: z.string(),
  catchment_name: z.string(),
  area: z.number(),
})
export const getCatchments = endpoint({
  base,
  method: 'GET',
  path: '/v1/dashboard/catchment/getall',
  access,
  query,
  reads: STATE,
  kept: true,
  summary: 'Catchments with their areas (km2).',
  data: z.array(catchment),
})

export const hydro = z.object({
  hydro_code: z.string(),
  hydro_name: z.string(),
  river: z.string(),
  province: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  time_zone: z.string(),
  min_possible_water_level: z.number(),
  max_possible_water_level: z.number(),
  dead_water_level: z.number(),
  normal_water_level: z.number(),
  designed_flood_water_level: z.number(),
  /** The seasonal limit in force today; null: none is. */
  season_water_level: z.number().nullable(),
  check_flood_water_level: z.number().nullable(),
  crest_level: z.number().nullable(),
  basin_area: z.number(),
  /** Million m3 by the storage table in force now; null without one, or where the level is outside it. */
  dead_capacity: z.number().nullable(),
  normal_capacity: z.number().nullable(),
  flood_capacity: z.number().nullable(),
  check_flood_capacity: z.number().nullable(),
  crest_capacity: z.number().nullable(),
  min_possible_capacity: z.number().nullable(),
  max_possible_capacity: z.number().nullable(),
  /** The range of levels of the table, m; null without one. */
  storage_table: z.object({ from: z.number(), to: z.number() }).nullable(),
  day_start: z.number(),
  /** Seconds between calculations. */
  interval: z.number(),
  moving_points: z.number(),
})
export type Hydro = z.infer<typeof hydro>
export const getHydros = endpoint({
  base,
  method: 'GET',
  path: '/v1/dashboard/hydro/getall',
  access,
  query,
  reads: ['description', 'tables'],
  kept: true,
  summary: 'The reservoirs that the caller may see, with their levels.',
  data: z.array(hydro),
})

const option = z.object({ id: z.number(), name: z.string() })
export const getOptions = endpoint({
  base,
  method: 'GET',
  path: '/v1/dashboard/option/getall',
  access: 'session',
  reads: ['description'],
  worded: true,
  kept: true,
  summary: 'Option lists, in the language of the caller.',
  data: z.object({
    outlet_types: z.array(option),
    gate_types: z.array(option.extend({ category: z.number() })),
    sensor_types: z.array(option),
    discharge_methods: z.array(option),
    turbine_types: z.array(option),
    waterway_types: z.array(option),
    catchments: z.array(catchment),
    measure_methods: z.array(option),
    measure_positions: z.array(option),
    station_types: z.array(option),
    provinces: z.array(z.object({ code: z.string(), name: z.string(), valid: z.boolean() })),
  }),
})

/** One figure. trend: change per hour of the value over the last hour; null when unknown. */
export const figure = z.object({
  value: z.number().nullable(),
  unit: z.string(),
  quality,
  date_string: localString.nullable(),
  t: z.number().nullable(),
  trend: z.number().nullable(),
})
export type Figure = z.infer<typeof figure>

/**
 * A quantity extrapolated from the present, or why there is none. unknown: its inputs are unknown. steady: the rate is
 * about zero. rising, falling: it goes the other way. passed: it is reached already. idle: nothing is generated.
 */
export const outlook = figure.extend({
  reason: z.enum(['unknown', 'steady', 'rising', 'falling', 'passed', 'idle']).nullable(),
})
export type Outlook = z.infer<typeof outlook>

/**
 * When a limit is reached, by the earlier of two estimates: by the level's rate of the last hour, and by the forecast
 * inflow (trend, 72 h) with the present outflow. from and to are the span shown, in hours; it moves to a later one only
 * once the time is well past its end. to null: no upper end.
 */
const ahead = z.object({
  from: z.number(),
  to: z.number().nullable(),
  basis: z.enum(['rate', 'forecast']),
  by_rate: z.number().nullable(),
  by_forecast: z.number().nullable(),
})
const limitName = z.enum(['dead', 'normal', 'flood'])
/** Hours until a level. value: the earlier of both estimates. */
const levelOutlook = outlook.extend({ ahead: ahead.nullable() })
export type LevelOutlook = z.infer<typeof levelOutlook>
const nextLimit = ahead.extend({ limit: limitName })
export type NextLimit = z.infer<typeof nextLimit>

export const getIndicators = endpoint({
  base,
  method: 'GET',
  path: '/v1/dashboard/data/indicator',
  access,
  query,
  reads: STATE,
  kept: true,
  summary: 'The key figures at the top of the dashboard, each with unit, time, quality and trend per hour.',
  data: z.object({
    lake_level: figure,
    total_capacity: figure,
    capacity_percent: figure,
    free_capacity: figure,
    inflow: figure,
    inflow_moving_average: figure,
    outflow: figure,
    /** Mean outflow over the window of `inflow`, so that both are of one span of time. */
    outflow_mean: figure,
    /** `inflow` less `outflow_mean`. */
    net: figure,
    /** Seconds of that window. */
    net_window: z.number(),
    turbine: figure,
    spill: figure,
    environmental: figure,
    power: figure,
    energy_today: figure,
    rain_1h: figure,
    rain_24h: figure,
    radar_1h: figure,
    radar_24h: figure,
    /** Last time of any live reading, and of the last calculation, epoch ms. */
    last_reading: z.number().nullable(),
    last_calculation: z.number().nullable(),
    /** Hours until the first limit is reached, by rate or forecast, and which limit it is. */
    hours_to_limit: z.number().nullable(),
    limit: limitName.nullable(),
    /** The same as shown: a span, and its basis. */
    next_limit: nextLimit.nullable(),
    /** Hours until the normal and the design flood level. */
    to_normal: levelOutlook,
    to_flood: levelOutlook,
    /** Whether the inflow rises: by its trend over the last hour, or by the forecast. */
    inflow_rises: z.boolean(),
    /** Storage above the dead level (10^6 m3), and the days that it lasts at the level's rate of the last hour. */
    usable_capacity: figure,
    water_left: outlook,
    /** m3/kWh of today. */
    water_use: outlook,
    /**
     * Automatic, or manual since when (epoch ms) and by whom; null as of the past. overdue: see calculation/operation.
     */
    operation: operation.pick({ method: true, since: true, by_name: true, overdue: true }).nullable(),
  }),
})

/**
 * kWh of the present calendar day, month or year. value: null where more than half is missing; known: the known part in
 * any case. missing: share of the time without data.
 */
export const energy = z.object({
  value: z.number().nullable(),
  unit: z.literal('kWh'),
  quality,
  known: z.number(),
  missing: z.number(),
  from: z.number(),
  to: z.number(),
  date_string: localString,
})
export type Energy = z.infer<typeof energy>
const generated = z.object({
  /** MW now. */
  power: figure,
  today: energy,
  month: energy,
  year: energy,
  /** m3/kWh of today. */
  water_use: outlook,
})
export const getElectricalEnergy = endpoint({
  base,
  method: 'GET',
  path: '/v1/dashboard/data/electrical-energy',
  access,
  query,
  reads: STATE,
  kept: true,
  large: true,
  summary:
    'Electrical energy (kWh) of the current calendar day, month and year, for the plant and each of its units, with present power and water use.',
  data: generated.extend({
    /** As of when, epoch ms. */
    t: z.number(),
    units: z.array(generated.extend({ unit_id: z.string(), name: z.string() })),
  }),
})
export type ElectricalEnergy = z.infer<(typeof getElectricalEnergy)['data']>
export type Indicators = z.infer<(typeof getIndicators)['data']>
