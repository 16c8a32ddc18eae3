import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarSchema, deductionSchema, tariffSchema } from './seed/price.ts'

/**
 * Prices as files: holidays of a year, and all tariffs, calendars and deductions as a workbook. A file that is read
 * changes nothing: what it holds is previewed and saved by the calls of the items.
 */
const base = 'main' as const
const access = 'price' as const

const FILE_LIMIT = 5 * 1024 * 1024
const FILE_TYPES = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/octet-stream',
] as const
const file = {
  query: z.object({
    /** Of the file; its content decides what it is. */
    name: z.string().min(1).max(1000),
  }),
  bodyLimit: FILE_LIMIT,
  contentTypes: FILE_TYPES,
}

export const readHolidays = endpoint({
  base,
  method: 'POST',
  path: '/v1/price/holidays/read',
  access,
  changes: [],
  ...file,
  summary:
    'Reads the dates of a file (csv, xlsx, xls, ods as the raw body): yyyy-MM-dd, dd/MM/yyyy or date cells, the first of each row. Every row that has none is named. Changes nothing: the dates are saved with their calendar.',
  data: z.object({
    /** In order, each once. */
    holidays: z.array(z.object({ date: z.string(), name: z.string() })),
    years: z.array(z.number()),
  }),
})

export const getHolidayGaps = endpoint({
  base,
  method: 'GET',
  path: '/v1/price/holidays/missing',
  access,
  reads: ['description'],
  summary:
    'Calendars in force whose bands name holidays but that lack those of this year, or from 1 December on those of the next.',
  data: z.array(z.object({ calendar: z.string(), name: z.string(), year: z.number() })),
})

export const exportPrices = endpoint({
  base,
  method: 'GET',
  path: '/v1/price/workbook',
  access,
  answer: 'binary',
  large: true,
  reads: ['description'],
  summary:
    'Tariffs, calendars and deductions in force as a workbook: a sheet for each list, that readPrices reads again.',
  data: z.null(),
})

const item = <N extends string, B extends z.ZodType>(noun: N, body: B) =>
  z.object({
    noun: z.literal(noun),
    id: z.string(),
    /** The version in force that it would change; null: new. */
    version: z.string().nullable(),
    /** Whether it differs from that. */
    changed: z.boolean(),
    body,
  })

export const readPrices = endpoint({
  base,
  method: 'POST',
  path: '/v1/price/workbook/read',
  access,
  changes: [],
  ...file,
  summary:
    'Reads a workbook as exportPrices writes it (the raw body). Each fault is named by sheet, row and field. Changes nothing: items are previewed and saved by their own calls.',
  data: z.object({
    items: z.array(
      z.discriminatedUnion('noun', [
        item('calendar', calendarSchema),
        item('tariff', tariffSchema),
        item('deduction', deductionSchema),
      ]),
    ),
  }),
})
