import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { column } from './fields.ts'

export const INGEST_BODY_LIMIT = 32 * 1024 * 1024
export const INGEST_MAX_READINGS = 50_000
export const SERIES_KINDS = ['instant', 'mean', 'total', 'step'] as const
export const seriesCode = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.:-]*$/)

export const seriesInfo = z.object({
  hydro_code: z.string(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  kind: z.enum(SERIES_KINDS),
  step_s: z.number().nullable(),
  source: z.enum(['ingest', 'computed']),
})

export const ingestResult = z.object({
  accepted: z.number().int(),
  unchanged: z.number().int(),
  rejected: z.array(z.object({ index: z.number().int(), code: z.string(), message: z.string() })),
})
export type IngestResult = z.infer<typeof ingestResult>

export const postReadings = endpoint({
  base: 'ingest',
  method: 'POST',
  path: '/readings',
  access: 'token:write',
  summary:
    'Store readings: JSON { hydro_code?, readings: [{ series, t, v, q? }] }, application/x-ndjson (one reading a line), or text/csv with header series,t,v,q. Answers when the data is durable.',
  bodyLimit: INGEST_BODY_LIMIT,
  fills: true,
  contentTypes: ['application/json', 'application/x-ndjson', 'text/csv'],
  // For OpenAPI; readings are checked one by one, so that a faulty one rejects only itself.
  body: z.object({
    hydro_code: z.string().optional(),
    readings: z.array(
      z.object({
        series: seriesCode,
        t: z.union([z.string(), z.number()]).describe('ISO 8601 with offset, or epoch ms'),
        v: z.number().nullable(),
        q: z.union([z.number(), z.string()]).optional().describe('grade 0-7 or its name: GOOD ... MISSING'),
      }),
    ),
  }),
  data: ingestResult,
})

/** Readings of one answer. */
const READINGS_PAGE = 100_000

export const getReadings = endpoint({
  base: 'ingest',
  method: 'GET',
  path: '/readings',
  access: 'token:read',
  large: true,
  summary:
    'Raw readings of one series, both ends included, in order: a page of at most 100,000. Where there may be more, next is the from of the page that follows. Two calls of a token run at once, others wait.',
  query: z.object({
    series: seriesCode,
    from: z.string(),
    to: z.string(),
    limit: z.coerce.number().int().min(1).max(READINGS_PAGE).default(READINGS_PAGE),
    hydro_code: z.string().optional(),
  }),
  data: z.object({
    readings: z.array(z.tuple([z.number(), z.number().nullable(), z.number()])),
    /** null on the last page. */
    next: z.string().nullable(),
  }),
})

export const listSeries = endpoint({
  base: 'ingest',
  method: 'GET',
  path: '/series',
  access: 'token:read',
  summary: 'The series of the reservoir.',
  query: z.object({ hydro_code: z.string().optional() }),
  data: z.array(seriesInfo),
})

export const putSeries = endpoint({
  base: 'ingest',
  method: 'PUT',
  path: '/series/{code}',
  access: 'token:describe',
  summary: 'Create or change a series. Unit, kind and step are fixed once it holds readings (409).',
  params: z.object({ code: seriesCode }),
  body: z.object({
    name: z.string().trim().min(1).max(200),
    unit: z.string().max(20),
    kind: z.enum(SERIES_KINDS),
    step_s: z.number().int().positive().max(31_622_400).nullable().optional(),
    hydro_code: z.string().optional(),
  }),
  data: seriesInfo,
})

/** Series for choices in forms: names only, no readings. */
export const nameSeries = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/series/names',
  access: 'session',
  reads: ['description'],
  worded: true,
  summary: 'The series of the reservoir by code, name, unit and kind.',
  data: z.array(seriesInfo),
})

/** Any series over a span for charts, thinned to a width in pixels. */
export const getHistory = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/history/read',
  access: 'dashboard.view',
  reads: STATE,
  large: true,
  summary:
    'Series in columns over [from, to] (epoch ms), thinned to px buckets that keep minima, maxima and gaps. With rows: one value for every hour, day or month of the plant instead, stamped at its beginning: the mean (the sum for totals) with min and max.',
  body: z.object({
    series: z.array(seriesCode).min(1).max(60),
    from: z.number(),
    to: z.number(),
    px: z.number().int().min(50).max(10_000).default(1500),
    rows: z.number().int().min(50).max(5000).optional().describe('At most about so many steps come'),
  }),
  data: z.object({
    from: z.number(),
    to: z.number(),
    /** The step of the values; absent: readings, thinned. */
    step: z.enum(['hour', 'day', 'month']).optional(),
    series: z.record(z.string(), column),
  }),
})
