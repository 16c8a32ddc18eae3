import { HOUR } from '#core/time/units.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { column, localString, localTime, quality } from './fields.ts'
import { station } from './stations.ts'
import { objectId } from './validation.ts'

/**
 * Readings of the measuring stations on the map: now, as of the end of a span, and over time. Calls of the
 * specification have -1 where a value is absent; `quality` beside it decides (7 MISSING), never the number: an inflow
 * or a level may really be -1.
 */
const base = 'main' as const
const access = 'map' as const
/** Accounts that manage stations may see their readings too. */
const also = 'stations.view' as const

/** Numbers of the specification for the data of stations: 0 and 1 are rain; others are refused. */
export const DATA_TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
/**
 * Longest span of all stations of a type, ms: a day, an hour by which clocks may be set back, and the second at its
 * end.
 */
export const MAX_TYPE_SPAN = 25 * HOUR + 1000
/** Most days of a status, or of readings of all stations or one. */
export const MAX_STATUS_DAYS = 31
export const MAX_STATION_DAYS = 3660

/** A station as the map shows it, with its last two effective readings. */
export const observed = station.omit({
  sensor_port: true,
  from: true,
  effective_start: true,
  version: true,
})
export type Observed = z.infer<typeof observed>

const optional = z.number().nullable()
/**
 * Readings over a span. Amounts of rain are sums of the readings present; share: of the expected readings, those
 * missing.
 */
export const period = z.object({
  from: localString,
  to: localString,
  /** Valid readings. */
  count: z.number(),
  /** Share of the expected readings that is missing, 0-1. */
  share: z.number().min(0).max(1),
  min: optional,
  max: optional,
  mean: optional,
  /** mm; of rain only, null where more than half is missing. */
  total: optional,
  quality,
})
export type ObservedPeriod = z.infer<typeof period>

export const getStationStatus = endpoint({
  base,
  method: 'GET',
  path: '/v1/observe/station/status',
  access,
  also,
  reads: STATE,
  kept: true,
  summary:
    'Every station in force with its last two readings, whether it is late and which alarm level it has reached. last_data and prev_data are -1 when absent; quality says so.',
  data: z.array(observed),
})

export const getStationStatusOf = endpoint({
  base,
  method: 'POST',
  path: '/v1/observe/station/status',
  access,
  also,
  large: true,
  summary: `The state of the stations at the end of a span of local times [from, to) with their readings over it (31 days at the most); of rain, whose readings are stamped at the end of their interval, (from, to]. last_data and prev_data are -1 when absent; quality says so.`,
  body: z.strictObject({ from: localTime, to: localTime }),
  data: z.array(observed.extend({ period })),
})

/** One reading of a station, -1 where absent. velocity (m/s) and water_depth (m) are of stations that send them. */
export const stationReading = z.object({
  date_string: localString,
  value: z.number(),
  velocity: z.number(),
  water_depth: z.number(),
  quality: z.object({ value: quality, velocity: quality, water_depth: quality }),
})
export type StationReading = z.infer<typeof stationReading>

const layout = z.enum(['records', 'columns']).default('records')
const columns = z.object({
  value: column,
  velocity: column.nullable(),
  water_depth: column.nullable(),
})
const stationData = z.object({
  station_id: z.string(),
  station_code: z.string(),
  name: z.string(),
  station_type_id: z.number(),
  unit: z.string(),
  kind: z.enum(['instant', 'mean', 'total', 'step']),
  /** Layout records; empty for columns. */
  data: z.array(stationReading),
  /** Layout columns; null for records. */
  columns: columns.nullable(),
})
export type ObservedData = z.infer<typeof stationData>

export const getStationsFromTo = endpoint({
  base,
  method: 'POST',
  path: '/v1/observe/station/fromto',
  access,
  also,
  large: true,
  summary:
    'Readings of one station (its id or code; ten years at the most), or of all (31 days), over local times [from, to), of rain (from, to], as they are used, thinned to px so that every extreme stays. value, velocity and water_depth are -1 when absent; quality says so. Of states (openings) the one that stood at the start comes first. layout "columns" answers columns with null instead.',
  body: z.strictObject({
    station: objectId.optional(),
    from: localTime,
    to: localTime,
    layout,
    px: z.number().int().min(50).max(10_000).default(1000),
  }),
  data: z.object({ from: localString, to: localString, stations: z.array(stationData) }),
})

export const getStationDataByType = endpoint({
  base,
  method: 'POST',
  path: '/v1/observe/station/alldata-by-type',
  access,
  also,
  reads: STATE,
  kept: true,
  large: true,
  summary:
    'Readings of all stations of a type over local times [start_time, end_time), of rain (start_time, end_time] since a depth is stamped at the end of its interval, a day at the most: the client asks for each day of its range, the last one up to now plus one second. type: 0, 1 rain (mm), 2 water level (m), 3 discharge, 4 discharge from water level (water_depth: that level), 5 discharge Sommer (m3/s, with velocity and water_depth), 6 gate opening, 7 capacity, 8 battery voltage; another is 400 measuringStationNotInSettings. Absent times mean today 00:00:00 to now plus one second. value, velocity and water_depth are -1 when absent; quality says so. layout "columns" answers columns with null instead.',
  body: z.strictObject({
    type: z.number().int({ error: 'whole_number' }),
    start_time: localTime.optional(),
    end_time: localTime.optional(),
    layout,
  }),
  data: z.object({
    type: z.number(),
    start_time: localString,
    end_time: localString,
    stations: z.array(stationData),
  }),
})
