import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { column, localString, localTime, quality } from './fields.ts'
import { versionId } from './items.ts'
import { stationSchema } from './seed/measuring.ts'
import { objectId as id } from './validation.ts'

const base = 'main' as const
const view = 'stations.view' as const
const update = 'stations.update' as const

const rule = stationSchema.shape
const reason = z.string().trim().max(500).nullish()

/** A series with its metadata: a possible source for a station or a sensor. -1 means absent. */
export const source = z.object({
  series: z.string(),
  name: z.string(),
  unit: z.string(),
  kind: z.enum(['instant', 'mean', 'total', 'step']),
  /** Seconds between readings; null when irregular. */
  step_s: z.number().nullable(),
  source: z.enum(['ingest', 'computed']),
  last_data: z.number(),
  prev_data: z.number(),
  date_string: localString.nullable(),
  prev_date_string: localString.nullable(),
  quality: z.object({ last_data: quality, prev_data: quality }),
  /** Station types that readings of this unit can belong to. */
  station_types: z.array(z.number()),
  stations: z.array(z.object({ station_id: z.string(), name: z.string() })),
  sensors: z.array(z.object({ sensor_id: z.string(), name: z.string() })),
})
export type Source = z.infer<typeof source>

/**
 * A station with its last effective readings. last_data and prev_data are -1 when absent, by quality. state: late when
 * nothing arrived for two reporting intervals. alarm: the highest level passed, 0 none.
 */
export const station = z.object({
  hydro_code: z.string(),
  station_id: z.string(),
  station_code: z.string(),
  name: z.string(),
  province: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  address: z.string(),
  station_type_id: z.number(),
  sensor_port: z.string(),
  basin: z.string(),
  thiessen_coefficient: z.number().nullable(),
  series: z.string(),
  radar_series: z.string().nullable(),
  /** Seconds between its reports. */
  every: z.number(),
  /** Alarm levels I, II, III, m; null: not set. */
  alarms: z.array(z.number().nullable()).length(3).nullable(),
  unit: z.string(),
  kind: z.enum(['instant', 'mean', 'total', 'step']),
  last_data: z.number(),
  prev_data: z.number(),
  date_string: localString.nullable(),
  prev_date_string: localString.nullable(),
  quality: z.object({ last_data: quality, prev_data: quality }),
  state: z.enum(['good', 'late', 'none']),
  alarm: z.number().int().min(0).max(3),
  /** Of a station of type 4: discharge of its level by the rating in force, m3/s; null value where unknown. */
  discharge: z
    .object({
      series: z.string(),
      value: z.number().nullable(),
      quality,
      date_string: localString.nullable(),
    })
    .nullable(),
  /** Start of the version in force, epoch ms, and as a local time; null: always. */
  from: z.number().nullable(),
  effective_start: localString.nullable(),
  version: z.string(),
})
export type StationRow = z.infer<typeof station>

export const listStations = endpoint({
  base,
  method: 'GET',
  path: '/v1/setting/station/getall',
  access: view,
  reads: STATE,
  summary: 'Every station in force with its last two readings; -1 where absent, quality says so.',
  data: z.array(station),
})

export const getSources = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/station/infomation-from-source',
  access: view,
  reads: ['description'],
  summary:
    'The series of the reservoir with unit, step, last readings and what they belong to. source: only that one; station_type_id: those that fit it, unlinked ones first.',
  body: z.strictObject({
    source: z.string().max(120).optional(),
    station_type_id: z.number().int().min(1).max(8).optional(),
  }),
  data: z.array(source),
})

const fields = z.strictObject({
  station_code: rule.code,
  name: rule.name,
  station_type_id: rule.type,
  province: rule.province,
  address: rule.address.default(''),
  latitude: rule.latitude,
  longitude: rule.longitude,
  basin: rule.basin.default(''),
  thiessen_coefficient: rule.thiessen.default(null),
  series: rule.series,
  radar_series: rule.series.nullish(),
  sensor_port: rule.sensorPort.default(''),
  every: rule.every,
  alarms: rule.alarms.nullable().default(null),
})
/** Fields of a station that calls write; limits are those of the description. */
export const stationFields = fields
export type StationFields = z.input<typeof fields>

/** Sum of the weights of the rain stations in force afterwards, null without any; sums_up: 1 within 0.01. */
const weights = z.object({ sum: z.number().nullable(), sums_up: z.boolean() })
const written = versionId.extend({ thiessen: weights })

export const addStation = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/station/add',
  access: update,
  status: 201,
  changes: ['description'],
  summary: 'Adds a station, from a local time on (absent or null: always).',
  body: fields.extend({ from: localTime.nullish(), reason }),
  data: written,
})

export const updateStation = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/station/update',
  access: update,
  changes: ['description'],
  summary:
    'Changes the fields that are sent: without from over the whole period of the named version, with it from then on. 409 when that version is no longer in force.',
  body: fields.partial().extend({ station_id: id, version: z.string(), from: localTime.nullish(), reason }),
  data: written,
})

export const getAvailableSensorPort = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/station/getAvailableSensorPort',
  access: view,
  reads: ['description'],
  summary: 'Sensor ports of the reservoir: which are free, and which sensors have the others.',
  body: z.strictObject({}),
  data: z.array(
    z.object({
      sensor_port: z.string(),
      available: z.boolean(),
      /** Whether it was never used: the next number of its row. */
      is_new: z.boolean(),
      sensor_id: z.string().nullable(),
      sensor_name: z.string().nullable(),
    }),
  ),
})
export type Port = z.infer<(typeof getAvailableSensorPort)['data']>[number]

export const replaceStation = endpoint({
  base,
  method: 'POST',
  path: '/v1/setting/station/replace',
  access: update,
  changes: ['description'],
  summary:
    'Replaces the device of a station from an instant (the seam) on: its series continues the record of the station for everything that reads it. A new station that is in the list already is retired there.',
  body: z.strictObject({
    station_id: id,
    version: z.string(),
    /** The port of the old sensor, to confirm that the right one is meant. */
    old_port: z.string().max(60),
    /** The seam: the new device counts from this local time on. */
    from: localTime,
    new_station: z.strictObject({
      /** A listed station ... */
      station_id: id.optional(),
      /** ... or a series without a station. */
      series: rule.series.optional(),
      sensor_port: rule.sensorPort.optional(),
      sensor_name: z.string().trim().min(1).max(200).optional(),
    }),
    /** Of the new readings; gain 1 and offset 0 when absent. */
    gain: z
      .number()
      .refine((g) => g !== 0)
      .default(1),
    offset: z.number().default(0),
    reason: z.string().trim().min(1).max(500),
  }),
  data: versionId,
})

const seam = z.object({
  /** Epoch ms of the first instant at which the new series counts. */
  t: z.number(),
  date_string: localString,
  from_series: z.string(),
  to_series: z.string(),
  from_port: z.string(),
  to_port: z.string(),
  reason: z.string().nullable(),
  recorded_at: z.number(),
  recorded_by_name: z.string().nullable(),
})
export type Seam = z.infer<typeof seam>

export const getStationData = endpoint({
  base,
  method: 'POST',
  path: '/v1/station/data',
  access: view,
  reads: STATE,
  large: true,
  summary:
    'Readings of one station (its id or code) over local times from..to as they are used, across replacements, with the seams.',
  body: z.strictObject({
    station: id,
    from: localTime,
    to: localTime,
    px: z.number().int().min(50).max(10_000).default(1000),
  }),
  data: z.object({
    station_id: z.string(),
    from: localString,
    to: localString,
    column,
    /** Of a station of type 4: its discharge by the rating in force at each instant, m3/s. */
    discharge: column.nullable(),
    /** Oldest first. */
    seams: z.array(seam),
  }),
})
export type StationData = z.infer<(typeof getStationData)['data']>

export const listProvinces = endpoint({
  base,
  method: 'GET',
  path: '/v1/province',
  access: 'session',
  reads: [],
  summary: 'The present provinces (valid) and the former ones; search ignores diacritics.',
  query: z.object({ search: z.string().max(100).optional() }),
  data: z.array(z.object({ code: z.string(), name: z.string(), valid: z.boolean() })),
})
