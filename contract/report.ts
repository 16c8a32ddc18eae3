import { COUNTED_DAYS, MEASURES, REPORT_KINDS, REPORT_MODES } from '#core/report/types.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { knownAt, localTime, quality } from './fields.ts'
import { LANGUAGES } from './locale.ts'
import { STATE } from './subjects.ts'
import { objectId } from './validation.ts'

const base = 'main' as const
const access = 'report' as const

/** A report has at most so many cells, and its table on screen so many rows a page. */
export const MOST_REPORT_CELLS = 5_000_000
export const MOST_REPORT_ROWS = 5000
/** Most cells of a page: of many columns it has fewer rows than its limit, and `next` goes on. */
export const MOST_PAGE_CELLS = 200_000
/** Most objects of one report, of each list. */
const MOST_OBJECTS = 500
/** Longest span of a report as it was known at an earlier time, days. */
export const MOST_KNOWN_DAYS = 400

/** A quantity in the tree: what it is shown in, and the span in which it has data, epoch ms; null: none. */
const quantity = z.object({
  /** Id of the object to which it belongs, as get-report takes it. */
  id: z.string(),
  name: z.string(),
  unit: z.string(),
  decimals: z.number().int(),
  first: z.number().nullable(),
  last: z.number().nullable(),
})
export type ReportTreeItem = z.infer<typeof quantity>
const outlet = quantity.extend({ leaves: z.array(quantity) })

export const getReportOutlets = endpoint({
  base,
  method: 'GET',
  path: '/v1/report/lite/get-outlets',
  access,
  reads: STATE,
  large: true,
  worded: true,
  summary:
    'What a report can be made of, as a tree: measuring stations by type, exhausts with their gates, generating units, quantities of the plant, basin rain, energy, water use and output coefficient, revenue for who may see prices; each with its unit, decimals and the span in which it has data.',
  data: z.object({
    /** Zone of all local times, and minutes after midnight at which days and rain days begin. */
    zone: z.string(),
    day_start: z.number(),
    rain_day_start: z.number(),
    station_types: z.array(z.object({ type: z.number(), name: z.string(), stations: z.array(quantity) })),
    /** `stations` of get-report. */
    outlets: z.array(outlet).describe('Exhausts with their gates; ids go into `outlets` of get-report'),
    units: z.array(quantity).describe('Generating units; ids go into `outlets` of get-report'),
    quantities: z.array(quantity).describe('Of the whole plant; ids go into `quantities` of get-report'),
    basin_rain: z.array(quantity).describe('Ids go into `quantities` of get-report'),
    energy: z.array(quantity).describe('Of plant and units; ids go into `quantities` of get-report'),
    water_use: z
      .array(quantity)
      .optional()
      .describe(
        'Water use (m3/kWh) and output coefficient K of plant and units; ids go into `quantities` of get-report',
      ),
    revenue: z
      .array(quantity)
      .optional()
      .describe(
        'Of plant and units, VND; absent without the permission price; ids go into `quantities` of get-report',
      ),
  }),
})

export const REPORT_FORMATS = ['json', 'xlsx', 'csv'] as const
export const CSV_SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const

const minutes = z.number().int().min(0).max(1439)
const objects = z.array(objectId).max(MOST_OBJECTS).default([])

/** A report: what, of when, of which objects. */
export const reportBody = z.strictObject({
  kind: z.enum(REPORT_KINDS),
  from: localTime.describe('Local time of the plant'),
  to: localTime.describe('Local time of the plant; more than 24 hours after `from`'),
  stations: objects,
  outlets: objects.describe('Exhausts, their gates, and generating units'),
  quantities: objects.describe('Quantities of the plant, such as general.lake_level or basin.rain'),
  inflow_stations: objects.describe('Stations of discharge'),
  rain_stations: objects.describe('Stations of rain'),
  mode: z.enum(REPORT_MODES).default('synthetic'),
  /** Minutes after midnight; absent: as described for the plant. */
  day_start: minutes.optional(),
  rain_day_start: minutes.optional(),
  known_at: knownAt
    .optional()
    .describe(`As it was known then (answered as known_at): ${MOST_KNOWN_DAYS} days at the most`),
  /** Language of the report; absent: that of the caller. */
  language: z.enum(LANGUAGES).optional(),
  format: z.enum(REPORT_FORMATS).default('json'),
  /** raw: beside each reading the one that was sent. */
  raw_beside: z.boolean().default(false),
  /** json: rows of a page (fewer where they have many columns), and the `next` of the page before. */
  limit: z.number().int().min(1).max(MOST_REPORT_ROWS).default(1000),
  after: z.number().int().optional(),
  /** json: whether the first page has the foot, for which the whole report is read. */
  foot: z.boolean().default(true),
  /** csv: between its cells, the decimal sign, and whether the quality is beside each value. */
  separator: z.enum(['comma', 'semicolon', 'tab']).default('comma'),
  decimal: z.enum(['.', ',']).default('.'),
  with_quality: z.boolean().default(false),
})
export type ReportBody = z.input<typeof reportBody>

const column = z.object({
  /** Stable: the quantity and what is taken of it. */
  id: z.string(),
  /** The whole name in one line. */
  name: z.string(),
  /** Lines of its head: object, quantity, what is taken of it, and where the table holds several, how its days begin. */
  head: z.array(z.string()),
  /** Columns of one object are beside each other and share this. */
  group: z.string(),
  measure: z.enum(MEASURES),
  /** number: in `unit` with `decimals`. time: epoch ms. method: number of a discharge method. quality: quality byte. */
  format: z.enum(['number', 'time', 'text', 'method', 'quality']),
  unit: z.string(),
  decimals: z.number().int(),
  /** The series behind it, oldest first, for explanations. */
  series: z.array(z.string()),
  /** Of revenue, by which it is explained: that of the plant (unit null) or of a unit. */
  money: z.object({ unit: z.string().nullable() }).optional(),
  /** Minutes after midnight at which its days begin; null for rows that are no days. */
  day_start: z.number().nullable(),
  /** By which days it is counted: its rows end as `ends` says of these. */
  days: z.enum(COUNTED_DAYS).optional(),
})
export type ReportColumnHead = z.infer<typeof column>

const value = z.number().nullable()
/** Of a column over the whole report; null where it says nothing. Times are epoch ms. */
const total = z.object({
  total: value,
  mean: value,
  min: value,
  t_min: value,
  max: value,
  t_max: value,
  quality,
})
export type ReportTotal = z.infer<typeof total>

const cell = z.union([z.number(), z.string()]).nullable()

export const getReport = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/lite/get-report',
  access,
  reads: STATE,
  large: true,
  worded: true,
  refusals: [404, 422],
  summary:
    'A report over local times from..to, which are more than 24 hours apart. raw: every reading as used. hourly: a row an hour, by its end: level and storage at that end, mean flow, sum of rain and energy. daily, monthly, yearly: whole dates; level and storage at the end beside mean and extremes with their times; flow with its volume (10^6 m3); rain, energy and revenue summed (energy and revenue from midnight). Revenue needs the permission price besides (403). format json answers a page of rows, xlsx and csv the whole report as a file. 5,000,000 cells at the most.',
  body: reportBody,
  data: z.object({
    kind: z.enum(REPORT_KINDS),
    mode: z.enum(REPORT_MODES),
    /** The span that the rows cover, epoch ms. */
    from: z.number(),
    to: z.number(),
    zone: z.string(),
    day_start: z.number(),
    rain_day_start: z.number(),
    /** Epoch ms; null: as it is known now. */
    known_at: z.number().nullable(),
    /** Least state of review in the span. */
    review: z.enum(['working', 'in_review', 'approved']),
    columns: z.array(column),
    /** Of each row: the reading's instant, the end of its hour, or the beginning of its date, month or year; epoch ms. */
    t: z.array(z.number()),
    /** The end of each of these rows by how days are counted, epoch ms; absent for raw. */
    ends: z
      .object({ day: z.array(z.number()), rain: z.array(z.number()), calendar: z.array(z.number()) })
      .optional(),
    /** Positions of those of these rows that are not over in all of their columns; absent: all are. */
    open: z.array(z.number().int()).optional(),
    /** Column by column: the values of these rows; null where there is none. */
    v: z.array(z.array(cell)),
    /** Column by column: quality bytes; null where nothing was sent. */
    q: z.array(z.array(quality.nullable())),
    /** Column by column, of the whole report; null on further pages, without `foot`, and where that would take long. */
    totals: z.array(total).nullable(),
    /** Rows of the whole report; null where they are not counted (raw). */
    rows: z.number().nullable(),
    /** `after` of the page that follows; null: this is the last. */
    next: z.number().nullable(),
  }),
})
export type ReportAnswer = z.infer<(typeof getReport)['data']>
