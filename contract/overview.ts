import { z } from 'zod'
import { RESERVOIR_STATES, STATE_REASONS } from '#core/outlook/state.ts'
import { endpoint } from './endpoint.ts'
import { localTime, quality } from './fields.ts'
import { MOST_TRAVEL } from './seed/plant.ts'
import { STATE } from './subjects.ts'

/**
 * All reservoirs of a caller at a glance (edition SERVER). A reservoir is in these answers where the account may see its
 * dashboard; of any other nothing is said, not even that it exists.
 */
const common = { base: 'main', access: 'dashboard.view', notIn: ['LITE', 'ADVANCE'] } as const
const ofEach = { ...common, method: 'GET', anyReservoir: true, atEach: true } as const
/** Of answers that are computed from the state of the reservoirs. */
const computed = { reads: STATE, kept: true, large: true } as const

/** A value as of its instant (epoch ms); null without one. Late values keep their instant and are STALE. */
const reading = z.object({ value: z.number().nullable(), quality, t: z.number().nullable() })
export type OverviewReading = z.infer<typeof reading>

const meters = z.number()

export const overviewRow = z.object({
  hydro_code: z.string(),
  hydro_name: z.string(),
  /** River, and the basin that it belongs to. */
  river: z.string(),
  basin: z.string(),
  province: z.string(),
  /** Who owns or operates it; null: not described. */
  company: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  time_zone: z.string(),
  /** Distance of the dam from the mouth of its river, and of the last river below that is described, km. */
  river_km: z.number().nullable(),
  to_mouth: z.number().nullable(),
  /** The next reservoir downstream where the account may see it, and the travel time of water to it, min. */
  downstream: z.string().nullable(),
  travel_time: z.number().nullable(),
  levels: z.object({
    dead: meters,
    normal: meters,
    flood: meters,
    /** The seasonal limit in force today. */
    season: meters.nullable(),
    check_flood: meters.nullable(),
    crest: meters.nullable(),
    min_possible: meters,
    max_possible: meters,
  }),
  /** m, and its change over the last hour, m/h. */
  level: reading,
  /** The last level that is known, however old, of which a late state speaks; null: none in the last ten days. */
  level_known: z.object({ value: z.number(), t: z.number() }).nullable(),
  /** Up to when the level is known: no later than the newest reading, unless a person entered it; epoch ms. */
  level_since: z.number().nullable(),
  level_trend: z.number().nullable(),
  /** Stored, and room up to the normal level (negative above it), 10^6 m3; stored as % of that at the normal level. */
  capacity: reading,
  fill_percent: reading,
  free_capacity: reading,
  /** Storage at the normal level, 10^6 m3; null: no table says it. */
  normal_volume: z.number().nullable(),
  /** m3/s */
  inflow: reading,
  outflow: reading,
  /** MW */
  power: reading,
  /** The outflow over the window of the inflow, which ends at the instant of the inflow; the window, s. */
  outflow_mean: reading,
  inflow_window: z.number().nullable(),
  /** Basin rain of the last 24 h, mm. */
  rain_24h: reading,
  /** Newest reading of any sensor, and last instant of the calculation, epoch ms. */
  last_reading: z.number().nullable(),
  last_calculation: z.number().nullable(),
  /** Seconds between calculations: values older than three of them are late. */
  interval: z.number(),
  state: z.enum(RESERVOIR_STATES),
  reason: z.enum(STATE_REASONS).nullable(),
  /**
   * The level over the last 24 h: the mean of each step, the first of which ends at `from` + `step`; ms, m. A step is no
   * shorter than the time between calculations.
   */
  spark: z.object({ from: z.number(), step: z.number(), values: z.array(z.number().nullable()) }),
})
export type OverviewRow = z.infer<typeof overviewRow>

export const getOverview = endpoint({
  ...ofEach,
  ...computed,
  path: '/v1/overview',
  summary:
    'The reservoirs that the caller may see, along their rivers: level against its limits, fill, inflow, outflow, power, rain, state with its reason, level of the last 24 h. Values are those of the last calculation.',
  data: z.object({ now: z.number(), rows: z.array(overviewRow) }),
})

const sum = z.object({
  /** Name of the basin or company; null: those without one. */
  name: z.string().nullable(),
  reservoirs: z.number(),
  /** 10^6 m3, 10^6 m3, MW; null where none of them knows it. */
  stored: z.number().nullable(),
  free: z.number().nullable(),
  power: z.number().nullable(),
  /** How many reservoirs each is of: silent ones are not added, nor a late value of a reservoir that is not. */
  known: z.object({ stored: z.number(), free: z.number(), power: z.number() }),
  /** The worst quality of what each is the sum of; MISSING where it is of none. */
  quality: z.object({ stored: quality, free: quality, power: quality }),
})
export type OverviewSum = z.infer<typeof sum>

export const getOverviewSums = endpoint({
  ...ofEach,
  ...computed,
  path: '/v1/overview/sums',
  summary:
    'Stored volume, room up to the normal level and power of the reservoirs that the caller may see: in all, by basin, by company and by province.',
  data: z.object({
    now: z.number(),
    all: sum,
    basins: z.array(sum),
    companies: z.array(sum),
    provinces: z.array(sum),
  }),
})

/**
 * Events of the overview's stream (server-sent events: id, event, data as JSON). snapshot: all rows, sent first and
 * whenever the sent id is not known. change: rows that changed, and reservoirs that are no longer to be seen. beat:
 * every 15 s. end: the session, or its last reservoir, is over.
 */
export type OverviewEvent =
  | { event: 'snapshot'; data: { now: number; rows: OverviewRow[] } }
  | { event: 'change'; data: { now: number; rows: OverviewRow[]; gone: string[] } }
  | { event: 'beat'; data: { now: number } }
  | { event: 'end'; data: { code: string } }

export const getOverviewFeed = endpoint({
  ...ofEach,
  path: '/v1/overview/feed',
  summary:
    'The overview as server-sent events: all rows, then those that changed, each reservoir at most once a second; Last-Event-ID continues where a stream broke.',
  query: z.object({ last_event_id: z.string().max(200).optional() }),
  answer: 'stream',
  data: z.null(),
})

/** A longer span of lateral inflow is refused, days. */
export const MOST_LATERAL_DAYS = 31

export const getLateralInflow = endpoint({
  ...common,
  ...computed,
  method: 'POST',
  path: '/v1/overview/lateral',
  summary: `The inflow between the reservoir of the call and those directly upstream of it, over local times from..to (${MOST_LATERAL_DAYS} days at the most): lateral(t) = inflow(t) - outflows of the upper ones, each at t - its travel time, as means over the window of the inflow. Negative where more was let go above than came in below.`,
  body: z.strictObject({
    /** One of the reservoirs whose next one downstream is that of the call; absent: the nearest. All are subtracted. */
    upstream: z.string().min(1).max(100).optional(),
    /** Travel time from that one, min; absent: as described at the upper reservoir for the span. */
    travel_time: z.number().min(0).max(MOST_TRAVEL).optional(),
    from: localTime,
    to: localTime,
  }),
  data: z.object({
    upstream: z.string(),
    downstream: z.string(),
    /** min */
    travel_time: z.number(),
    /** All reservoirs whose releases are subtracted, each with its travel time, min: `upstream` is the first. */
    upstreams: z.array(z.object({ hydro_code: z.string(), hydro_name: z.string(), travel_time: z.number() })),
    /** Releases of a reservoir that the caller may not see are still in it: it is PARTIAL throughout. */
    hidden_upstream: z.boolean(),
    unit: z.literal('m3/s'),
    /** Epoch ms, at each instant of the inflow. */
    t: z.array(z.number()),
    /** Over how long inflow and outflows are means at each instant, s. */
    window: z.array(z.number()).optional(),
    lateral: z.array(z.number().nullable()),
    quality: z.array(quality),
    /** What it is made of: the inflow, and the outflow above as it arrives; each with its own quality. */
    inflow: z.array(z.number().nullable()),
    inflow_quality: z.array(quality),
    arriving: z.array(z.number().nullable()),
    arriving_quality: z.array(quality),
  }),
})
