import { z } from 'zod'
import { SHEET_PERIODS, type SheetPeriod } from '#core/report/figures.ts'
import { SHEET_FEET } from '#core/report/sheet.ts'
import { endpoint } from './endpoint.ts'
import { knownAt, quality } from './fields.ts'
import { LANGUAGES } from './locale.ts'
import { STATE } from './subjects.ts'
import { code, line, reason } from './validation.ts'

/**
 * Sheets of a date, a month or a year: ready ones and copies of them, which are descriptions of what is where, and
 * templates, which are workbooks of the plant's own with named cells. Every change makes a version.
 */
const base = 'main' as const
const view = { base, access: 'report' } as const
const update = { base, access: 'settings.update' } as const

/** Most bytes of a template, and most sheets of a reservoir besides the ready ones. */
export const MOST_TEMPLATE_BYTES = 10 * 1024 * 1024
export const MOST_SHEETS = 100
/** Versions of a sheet that are listed. */
const MOST_VERSIONS = 200

const period = z.enum(SHEET_PERIODS)
const words = (max: number) => z.strictObject({ vi: line(max), en: line(max) })
/** Words that are there in both languages. */
const bothWords = (max: number) =>
  words(max).refine((w) => w.vi !== '' && w.en !== '', { ...code('sheet_words'), path: ['vi'] })
const figureName = z
  .string()
  .max(200, code('too_long'))
  .regex(/^[a-z][a-z0-9._]*$/, code('bad_characters'))
const labelled = z.strictObject({ label: words(200), figure: figureName })

export const composedSheet = z.strictObject({
  kind: z.literal('composed'),
  name: bothWords(100),
  period,
  orientation: z.enum(['portrait', 'landscape']),
  left: z.array(words(200)).max(8),
  right: z.array(words(200)).max(8),
  title: bothWords(200),
  subtitle: words(200),
  facts: z.array(labelled).max(60),
  columns: z.array(z.strictObject({ over: words(100), head: words(100), figure: figureName })).max(40),
  foot: z.array(z.enum(SHEET_FEET)).max(SHEET_FEET.length),
  summary: z.array(labelled).max(80),
  events: z.boolean(),
  notes: z.array(words(500)).max(10),
  signatures: z.array(words(100)).max(4),
})
export type ComposedBody = z.output<typeof composedSheet>

const sheetId = z.string().regex(/^[a-z0-9_-]{1,60}$/)

const head = z.object({
  sheet_id: z.string(),
  name: z.object({ vi: z.string(), en: z.string() }),
  period,
  kind: z.enum(['composed', 'template']),
  /** Whether it comes with the program. */
  ready: z.boolean(),
  /** 0: as the program brought it. */
  version: z.number().int(),
  made_by: z.string().nullable(),
  made_at: z.number().nullable(),
  /** Of a template: the file as it was uploaded. */
  file: z.object({ name: z.string(), size: z.number().int() }).nullable(),
})
export type ReportSheet = z.infer<typeof head>

const version = z.object({
  version: z.number().int(),
  made_by: z.string().nullable(),
  made_at: z.number(),
  reason: z.string().nullable(),
  file: z.object({ name: z.string(), size: z.number().int() }).nullable(),
})

export const listSheets = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/report/sheets',
  reads: ['report-sheets', 'accounts'],
  summary: 'Sheets of a date, a month or a year: the ready ones, copies of them, and templates.',
  data: z.array(head),
})

const sheetDetail = head.extend({
  /** Of a sheet that is no template. */
  body: composedSheet.nullable(),
  /** Of a template: the names in it, with sheet and cells. */
  names: z.array(z.object({ name: z.string(), sheet: z.string(), cells: z.string() })).nullable(),
  versions: z.array(version).max(MOST_VERSIONS),
})
export type SheetDetail = z.infer<typeof sheetDetail>

export const readSheet = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/report/sheets/item/{id}',
  reads: ['report-sheets', 'accounts'],
  summary: 'A sheet as it is, or one of its versions (0: as the program brought it), with its history.',
  params: z.object({ id: sheetId }),
  query: z.object({ version: z.coerce.number().int().min(0).optional() }),
  data: sheetDetail,
})

export const listFigures = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/report/sheets/figures',
  reads: STATE,
  worded: true,
  large: true,
  summary:
    'What sheets and templates of a period can show: the name of each figure, what it means, its unit, for how many cells it has values, and an example of the last period that is over.',
  query: z.object({ period }),
  data: z.array(
    z.object({
      name: z.string(),
      meaning: z.string(),
      unit: z.string(),
      format: z.enum(['number', 'time', 'date', 'text']),
      /** 1, or how many cells a range of it needs at least. */
      cells: z.number().int(),
      /** The first value; null: none is known. */
      example: z.union([z.number(), z.string()]).nullable(),
      decimals: z.number().int(),
    }),
  ),
})
export type SheetFigure = z.infer<(typeof listFigures)['data']>[number]

export const saveSheet = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/report/sheets/save',
  changes: ['report-sheets', 'audit'],
  refusals: [404, 409, 422],
  summary:
    'Saves a sheet: a new one (a copy) without sheet_id, else a version of an existing one; 409 where it is no longer at `version`.',
  body: z.strictObject({
    sheet_id: sheetId.optional(),
    version: z.number().int().min(0).default(0),
    body: composedSheet,
    reason: reason.default(null),
  }),
  data: head,
})

export const restoreSheet = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/report/sheets/restore',
  changes: ['report-sheets', 'audit'],
  refusals: [404, 409],
  summary: 'Makes an earlier version of a sheet or a template its newest; of: 0, as the program brought it.',
  body: z.strictObject({
    sheet_id: sheetId,
    version: z.number().int().min(0),
    of: z.number().int().min(0),
    reason: reason.default(null),
  }),
  data: head,
})

export const removeSheet = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/report/sheets/remove',
  changes: ['report-sheets', 'audit'],
  refusals: [404, 409, 422],
  summary: 'Takes a copy or a template off the list; its versions stay.',
  body: z.strictObject({
    sheet_id: sheetId,
    version: z.number().int().min(0),
    reason: reason.default(null),
  }),
  data: z.null(),
})

/** Content types of an uploaded template; what it is is known by its content. */
export const TEMPLATE_TYPES = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const

export const uploadTemplate = endpoint({
  ...update,
  method: 'POST',
  path: '/v1/report/sheets/template',
  changes: ['report-sheets', 'audit'],
  refusals: [404, 409, 413, 422],
  fills: true,
  large: true,
  worded: true,
  summary:
    'Uploads a workbook (.xlsx) whose named cells and ranges are filled in place: a new template, or with sheet_id and version a version of one. It is tried on the last period that is over before it is kept. 422 names each fault with sheet and cell: unknown names, ranges that are too short, formulas, macros, external links, a password.',
  contentTypes: TEMPLATE_TYPES,
  bodyLimit: MOST_TEMPLATE_BYTES,
  query: z.object({
    name: line(200).describe('File name'),
    title: line(100).optional().describe('Name of the template; absent: as before, or the file name'),
    period,
    sheet_id: sheetId.optional(),
    version: z.coerce.number().int().min(0).default(0),
    reason: reason.optional(),
  }),
  data: z.object({
    sheet: head,
    names: z.array(z.object({ name: z.string(), sheet: z.string(), cells: z.string() })),
    /** The period it was tried on, and how many of its cells got a value or lack one. */
    tried: z.object({ date: z.string(), filled: z.number().int(), gaps: z.number().int() }),
  }),
})

export const readTemplate = endpoint({
  ...view,
  method: 'GET',
  path: '/v1/report/sheets/item/{id}/file',
  reads: [],
  summary: 'The workbook of a template as it was uploaded.',
  params: z.object({ id: sheetId }),
  query: z.object({ version: z.coerce.number().int().min(1).optional() }),
  answer: 'binary',
  large: true,
  data: z.null(),
})

const value = z.object({
  v: z.union([z.number(), z.string()]).nullable(),
  /** null: nothing was due. */
  q: quality.nullable(),
  format: z.enum(['number', 'time', 'date', 'text']),
  unit: z.string(),
  decimals: z.number().int(),
})

export const makeSheet = endpoint({
  ...view,
  method: 'POST',
  path: '/v1/report/sheets/make',
  reads: ['report-sheets', 'shift-log', ...STATE],
  refusals: [404, 422],
  worded: true,
  large: true,
  summary:
    'A sheet of one date, month or year with its values. format json answers what is on it, for screen and paper; xlsx the workbook. Templates are made as xlsx only.',
  body: z.strictObject({
    sheet_id: sheetId,
    date: z
      .string()
      .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, code('date_rule'))
      .describe('yyyy-MM-dd, yyyy-MM or yyyy, by the period of the sheet'),
    known_at: knownAt.optional().describe('As it was known then'),
    language: z.enum(LANGUAGES).optional(),
    format: z.enum(['json', 'xlsx']).default('json'),
  }),
  data: z.object({
    sheet_id: z.string(),
    name: z.string(),
    period,
    date: z.string(),
    /** The period, epoch ms. */
    from: z.number(),
    to: z.number(),
    zone: z.string(),
    known_at: z.number().nullable(),
    review: z.enum(['working', 'in_review', 'approved']),
    demo: z.boolean(),
    orientation: z.enum(['portrait', 'landscape']),
    left: z.array(z.string()),
    right: z.array(z.string()),
    title: z.string(),
    subtitle: z.string(),
    facts: z.array(z.object({ label: z.string(), value })),
    columns: z.array(z.object({ over: z.string(), head: z.string(), unit: z.string() })),
    rows: z.array(z.array(value)),
    foot: z.array(z.object({ kind: z.enum(SHEET_FEET), cells: z.array(value.nullable()) })),
    summary: z.array(z.object({ label: z.string(), value })),
    events: z.array(z.object({ t: z.number(), text: z.string() })).nullable(),
    notes: z.array(z.string()),
    signatures: z.array(z.string()),
  }),
})
export type MadeSheetAnswer = z.infer<(typeof makeSheet)['data']>

/** The form of the date of a sheet. */
export const DATE_LENGTH: Readonly<Record<SheetPeriod, number>> = { day: 10, month: 7, year: 4 }
