import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { localTime } from '../fields.ts'
import { objectId as id, reason } from '../validation.ts'
import { bound, namedTable, tableName } from './table.ts'
import { TABLE_LIMIT, TABLE_TYPES } from './uploads.ts'

/** Ratings of measuring stations (ZQ) and sensor travel of outlets (XA), by separate calls. */
const base = 'main' as const
const view = { base, access: 'interpolate.view' } as const
const update = { base, access: 'interpolate.update' } as const

/**
 * Headers that name the station of a rating (ZQ: z -> q) or the outlet of a travel table (XA: x -> a), percent-encoded
 * where not ASCII.
 */
const stationHeader = (required: boolean) => [{ name: 'station', required, description: 'Id of the station' }]
const outletHeader = (required: boolean) => [
  { name: 'outlet', required, description: 'Id of the gate or of one of its leaves' },
]
const directUpload = {
  ...update,
  method: 'POST',
  bodyLimit: TABLE_LIMIT,
  contentTypes: TABLE_TYPES,
  status: 201,
  query: z.object({
    name: z.string().min(1).max(1000),
    from: localTime.optional(),
    to: localTime.optional(),
    loop_by_year: z.stringbool().default(false),
    accept_warnings: z.stringbool().default(false),
    /** Versions that it replaces, separated by commas. */
    replaces: z.string().max(4000).default(''),
  }),
  data: namedTable,
} as const

export const uploadStationZq = endpoint({
  ...directUpload,
  path: '/v1/table/upload-stationzq',
  headers: stationHeader(true),
  summary:
    'Uploads and saves the rating of a station (header `station`): the first table z, q of a file, from the raw body.',
})

export const getStationZq = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/get-stationzq',
  worded: true,
  headers: stationHeader(false),
  summary: 'Ratings of a station (header `station`; all stations without it), the newest first.',
  data: z.array(namedTable),
})

export const uploadOutletXa = endpoint({
  ...directUpload,
  path: '/v1/table/upload-outletxa',
  headers: outletHeader(true),
  summary:
    'Uploads and saves the sensor travel of a gate or leaf (header `outlet`): the first table x, a of a file, from the raw body.',
})

export const getOutletXa = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/get-outletxa',
  worded: true,
  headers: outletHeader(false),
  summary: 'Tables x -> a of a gate or leaf (header `outlet`; all without it), the newest first.',
  data: z.array(namedTable),
})

export const deleteOutletXa = endpoint({
  ...update,
  method: 'DELETE',
  path: '/v1/table/outlet-xa/{id}',
  summary: 'Retires a table x -> a over all its periods; its versions stay readable.',
  params: z.object({ id }),
  data: z.null(),
})

export const getMasterZq = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/mst-interpolate-zq/{id}',
  worded: true,
  summary: 'A station rating without its rows: period, station, file.',
  params: z.object({ id }),
  data: namedTable,
})

const zq = z.object({ z: z.number(), q: z.number() })

export const saveStationZq = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/table/station-zq',
  status: 201,
  summary: 'Saves a station rating from rows of numbers instead of a file, by the same rules as saveTable.',
  body: z.object({
    station: id,
    name: tableName,
    from: bound,
    to: bound.default(null),
    loop_by_year: z.boolean().default(false),
    active: z.boolean().default(true),
    rows: z.array(zq).min(1).max(20_000),
    accept_warnings: z.boolean().default(false),
    replaces: z.array(id).max(100).default([]),
    reason: reason.optional(),
  }),
  data: namedTable,
})

export const getStationZqRows = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/table/station-zq/{id}',
  worded: true,
  large: true,
  summary: 'The rows of a station rating.',
  params: z.object({ id }),
  data: z.object({ item: namedTable, rows: z.array(zq) }),
})
