import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SERIES_KINDS, seriesCode } from './readings.ts'

/** History from files: a file is uploaded, mapped, tried without writing, run, and can be undone. */
const base = 'main' as const

export const IMPORT_LIMIT = 50 * 1024 * 1024
/** Rows of a file that are shown before it is mapped, and times from which a format is guessed. */
export const IMPORT_SHOWN = 20

/**
 * uploaded: waits for its mapping. checking and running: in progress. checked: tried, may be run. refused: the mapping
 * does not fit. failed: ended by an error. unfinished: begun by a command and not ended.
 */
export const IMPORT_STATES = [
  'uploaded',
  'checking',
  'checked',
  'refused',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
  'unfinished',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]
/** States that change by themselves. */
export const BUSY: readonly ImportState[] = ['checking', 'running', 'undoing']

const place = z.number().int().min(1).max(500)

/** One column of the file, by its number from 1, and its series. */
export const importColumn = z.strictObject({
  column: place,
  series: seriesCode,
  /** Unit in the file. */
  unit: z.string().min(1).max(20),
  /** For a new series. */
  kind: z.enum(SERIES_KINDS).optional(),
  step: z.number().int().positive().nullable().optional(),
  name: z.string().trim().min(1).max(200).optional(),
  noData: z.array(z.string().max(40)).max(20).optional(),
  /** Means and totals are stamped at the end of their interval; `start`: the file stamps its beginning. */
  stamp: z.enum(['start', 'end']).optional(),
  /** In the unit of the file; values outside are stored as REJECTED, visible but never used. */
  min: z.number().optional(),
  max: z.number().optional(),
})
export type ImportColumn = z.infer<typeof importColumn>

export const importMapping = z.strictObject({
  /** Column of the time; or of the date and of the time of day. */
  time: z.array(place).min(1).max(2),
  /** auto, dmy or mdy (auto with the day or the month first), epoch_ms, epoch_s, excel, or such as dd/MM/yyyy HH:mm. */
  timeFormat: z.string().min(1).max(40).default('auto'),
  /** Zone of times without an offset; null: the reservoir's. */
  zone: z.string().max(60).nullable().default(null),
  noData: z.array(z.string().max(40)).max(20).default([]),
  /** Whether stored readings that differ are overwritten; otherwise they stay. */
  replace: z.boolean().default(false),
  columns: z.array(importColumn).min(1).max(200),
})
export type ImportMapping = z.infer<typeof importMapping>

const form = z.object({
  kind: z.enum(['csv', 'sheet']),
  delimiter: z.string().nullable(),
  decimal: z.enum(['.', ',']).nullable(),
  encoding: z.string().nullable(),
  header: z.enum(['names', 'toa5', 'none']),
  /** Line of the names; 0: none. */
  header_line: z.number(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Sheets that are read, where there are several: all with the same names over their columns. */
  alike: z.array(z.string()).optional(),
  /** An ambiguous number such as 410,335, where no number of the file decides which is the decimal sign. */
  doubt: z.string().nullable().optional(),
})

/** What is known of a file before it is mapped. */
export const importLayout = z.object({
  form,
  columns: z.array(
    z.object({
      place,
      /** As in the header; empty for a column without a name. */
      name: z.string(),
      unit: z.string(),
      /** The unit that the file's unit means; null where there is none, or one that cannot be converted. */
      unit_read: z.string().nullable().optional(),
      /** In the first rows: cells that are not empty, and numbers among them. */
      filled: z.number(),
      numeric: z.number(),
      /** What it probably is; null: unknown. known: whether the series exists. */
      guess: z
        .object({
          series: z.string(),
          known: z.boolean(),
          unit: z.string(),
          kind: z.enum(SERIES_KINDS),
          step: z.number().nullable(),
          name: z.string(),
        })
        .nullable(),
    }),
  ),
  time: z.array(place),
  /** A time whose day and month cannot be distinguished: a format has to be chosen. */
  ambiguous: z.string().nullable(),
  /** Whether the day is usually written first at the reservoir. */
  day_first: z.boolean().optional(),
  /** The decimal sign decided by the possible lake levels. */
  decided: z.enum(['.', ',']).nullable().optional(),
  /** Usual seconds between rows; null when irregular. */
  step: z.number().nullable(),
  /** Codes that probably mean "no data". */
  no_data: z.array(z.string()),
  /** The first rows as written, with their line. */
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** Rows read. */
  seen: z.number(),
})
export type ImportLayout = z.infer<typeof importLayout>

const rowOfFile = z.object({ row: z.number(), sheet: z.string().optional() })

/** Cells that are refused or doubted for one reason: their number, the first rows, and their texts. */
const complaint = z.object({
  code: z.string(),
  reason: z.string(),
  count: z.number(),
  rows: z.array(rowOfFile),
  values: z.array(z.string()),
})

/** Values beyond 20 times the upper decile of their column, in the unit of the file. */
const extremes = z.object({
  limit: z.number(),
  decile: z.number(),
  count: z.number(),
  /** The largest of them. */
  largest: z.array(rowOfFile.extend({ time: z.string(), value: z.number() })),
})

/** The record as minimum and maximum of equal spans; null: a span without a reading. */
const picture = z.object({
  /** Local time of the beginning of the first span, and seconds of each. */
  from: z.string(),
  span: z.number(),
  low: z.array(z.number().nullable()),
  high: z.array(z.number().nullable()),
})

/** Items described with another period than the file has, s. */
const period = z.object({
  described: z.number(),
  items: z.array(
    z.object({ noun: z.enum(['position', 'gate', 'unit', 'station']), id: z.string(), name: z.string() }),
  ),
})

const reject = z.object({
  row: z.number(),
  sheet: z.string().optional(),
  column: z.string(),
  value: z.string(),
  code: z.string(),
  reason: z.string(),
})

export const importReport = z.object({
  rows: z.number(),
  /** Local times of the reservoir. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The earliest and latest time as the file writes them; null without any. */
  stamps: z.object({ first: z.string(), last: z.string() }).nullable().optional(),
  bad_times: z.number(),
  disorder: z.number(),
  repeats: z.number(),
  /** Rows without a readable time; the first of them. */
  rejects: z.array(reject),
  complaints: z.array(complaint).optional(),
  resumed_at: z.number().nullable(),
  columns: z.array(
    z.object({
      column: z.string(),
      series: z.string(),
      unit: z.string(),
      series_unit: z.string(),
      created: z.boolean(),
      readings: z.number(),
      no_data: z.number(),
      flagged: z.number(),
      empty: z.number(),
      rejected: z.number(),
      repeated: z.number(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      step: z.number().nullable(),
      gaps: z.object({
        count: z.number(),
        missing: z.number(),
        longest: z.array(z.object({ from: z.string(), to: z.string(), seconds: z.number() })),
      }),
      fresh: z.number(),
      unchanged: z.number(),
      differing: z.number(),
      differences: z.array(
        z.object({ time: z.string(), stored: z.number().nullable(), file: z.number().nullable() }),
      ),
      rejects: z.array(reject),
      complaints: z.array(complaint).optional(),
      extremes: extremes.nullable().optional(),
      picture: picture.nullable().optional(),
      period: period.nullable().optional(),
    }),
  ),
})
export type ImportReport = z.infer<typeof importReport>

export const importItem = z.object({
  id: z.string(),
  file_name: z.string(),
  /** Bytes; null for an import by the command. */
  size: z.number().nullable(),
  state: z.enum(IMPORT_STATES),
  actor: z.string(),
  actor_name: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  undone_at: z.string().nullable(),
  /** Of the stored readings. */
  rows: z.number().nullable(),
  readings: z.number().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Readings removed or restored by undoing it. */
  taken_back: z.number().nullable(),
})
export type ImportItem = z.infer<typeof importItem>

export const importTask = importItem.extend({
  /** Changes with every change: a call that names an old one gets 409. */
  version: z.number(),
  layout: importLayout.nullable(),
  mapping: importMapping.nullable(),
  /** share 0-1, null where the end is unknown. */
  progress: z.object({ share: z.number().nullable(), rows: z.number(), readings: z.number() }).nullable(),
  report: importReport.nullable(),
  /** Why it was refused or failed. */
  problems: z.array(z.string()),
})
export type ImportTask = z.infer<typeof importTask>

const params = z.object({ id: z.string().min(1).max(60) })
const version = z.number().int()

export const listImports = endpoint({
  base,
  method: 'GET',
  path: '/v1/import/getall',
  access: 'settings.view',
  reads: ['imports'],
  summary: 'Imports of past readings, newest first: those of the pages and of the command.',
  data: z.array(importItem),
})

export const getImport = endpoint({
  base,
  method: 'GET',
  path: '/v1/import/task/{id}',
  access: 'settings.view',
  reads: ['imports', 'description'],
  summary: 'One import with its layout, mapping, progress and report.',
  params,
  data: importTask,
})

export const uploadImport = endpoint({
  base,
  method: 'POST',
  path: '/v1/import/upload',
  fills: true,
  access: 'settings.update',
  changes: ['imports'],
  status: 201,
  summary:
    'Takes a file of history (CSV, TSV, TOA5, XLSX, XLS, ODS; at most 50 MiB) as the body, and answers what it appears to contain. No readings are stored.',
  query: z.object({ name: z.string().min(1).max(300) }),
  bodyLimit: IMPORT_LIMIT,
  contentTypes: ['application/octet-stream'],
  data: importTask,
})

export const layImport = endpoint({
  base,
  method: 'POST',
  path: '/v1/import/task/{id}/layout',
  access: 'settings.update',
  changes: ['imports'],
  summary: 'Reads the uploaded file again with another sheet, header line, delimiter or decimal sign.',
  params,
  body: z.strictObject({
    version,
    sheet: z.string().max(100).optional(),
    /** 1-based line of the names; 0: none. */
    header: z.number().int().min(0).max(1000).optional(),
    delimiter: z.enum([',', ';', '\t', '|']).optional(),
    decimal: z.enum(['.', ',']).optional(),
  }),
  data: importTask,
})

export const checkImport = endpoint({
  base,
  method: 'POST',
  path: '/v1/import/task/{id}/check',
  access: 'settings.update',
  changes: ['imports'],
  summary: 'Checks the whole file with a mapping and stores nothing; the report follows in the task.',
  params,
  body: z.strictObject({ version, mapping: importMapping }),
  data: importTask,
})

export const runImport = endpoint({
  base,
  method: 'POST',
  path: '/v1/import/task/{id}/run',
  fills: true,
  access: 'settings.update',
  changes: ['imports'],
  summary:
    'Stores what was checked. It resumes by itself after a restart. Where the report names extremes, `extremes` says whether they are kept or stored as REJECTED.',
  params,
  body: z.strictObject({ version, extremes: z.enum(['keep', 'reject']).optional() }),
  data: importTask,
})

export const undoImport = endpoint({
  base,
  method: 'POST',
  path: '/v1/import/task/{id}/undo',
  access: 'settings.update',
  changes: ['imports'],
  summary: 'Undoes an import; what was changed since is left as it is.',
  params,
  body: z.strictObject({}).optional(),
  data: importTask,
})

export const discardImport = endpoint({
  base,
  method: 'POST',
  path: '/v1/import/task/{id}/discard',
  access: 'settings.update',
  changes: ['imports'],
  summary: 'Discards an uploaded file that was not imported.',
  params,
  body: z.strictObject({}).optional(),
  data: z.null(),
})
