import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { knownAt, quality } from './fields.ts'
import { revenueRow } from './revenue.ts'
import { TARIFF_KINDS } from '#core/price/index.ts'
import { objectId } from './validation.ts'

/** A number of a line: its symbol, and the value that explains it in turn (`series` at `t`). */
const term = z.object({
  symbol: z.string(),
  value: z.number().nullable(),
  unit: z.string(),
  /** Name of the quantity in the caller's language, or of the outlet, gauge or position; null: the symbol suffices. */
  name: z.string().nullable(),
  series: z.string().nullable(),
  t: z.number().nullable(),
})
export type Term = z.infer<typeof term>

/** Who put a version of the description in force, and when. */
const version = z.object({
  noun: z.string(),
  id: z.string(),
  version: z.string(),
  name: z.string(),
  /** In force over [from, to), epoch ms; null: open. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  recorded_at: z.number().nullable(),
  recorded_by_name: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ExplainedVersion = z.infer<typeof version>

/** How a value was read from a table: the neighbouring rows and their weights. */
const cell = z.object({
  ...version.shape,
  group: z.string(),
  columns: z.array(z.object({ name: z.string(), unit: z.string() })),
  /** Inputs of the lookup, in SI and the order of its columns. */
  inputs: z.array(z.number().nullable()),
  /** 1-based data rows as uploaded. */
  rows: z.array(z.object({ row: z.number(), values: z.array(z.number().nullable()) })),
  /** Why the value is refused or flagged; null: inside the table. */
  code: z.string().nullable(),
})
export type Cell = z.infer<typeof cell>

const plainLine = z.object({
  /** Which line it is; the client has its text. */
  id: z.string(),
  symbol: z.string(),
  value: z.number().nullable(),
  unit: z.string(),
  /**
   * Formula of the symbols of its terms, numbers, + - * / ^ ( ), sqrt and min; empty: solved by iteration, without a
   * formula.
   */
  expression: z.string(),
  terms: z.array(term),
})
/** One line of the working; later lines use the values of earlier ones. The last one is the value. */
const line = plainLine.extend({
  table: cell.nullable(),
  /** The working within the table. */
  lines: z.array(plainLine),
})
export type Line = z.infer<typeof line>

const act = z.object({
  id: z.string(),
  /** act: of an operator; check: a quality check that fired. */
  source: z.enum(['act', 'check']),
  kind: z.string(),
  from: z.number(),
  to: z.number(),
  by: z.string().nullable(),
  at: z.number().nullable(),
  reason: z.string().nullable(),
})

/** One reading on which the value rests: as sent, its layers, and its effective value. */
const input = z.object({
  role: z.enum([
    'level',
    'opening',
    'power',
    'discharge',
    'inflow',
    'release',
    'rain',
    'radar',
    'meter',
    'reading',
    'station',
  ]),
  /** Name of what it measures. */
  name: z.string(),
  /** Whether a person entered it in place of the sensor, and saved the calculation. */
  given: z.boolean(),
  series: z.string(),
  series_name: z.string(),
  /** null: no reading. */
  t: z.number().nullable(),
  date_string: z.string().nullable(),
  /** Seconds from the reading to the instant that is explained. */
  age_s: z.number().nullable(),
  raw: z.number().nullable(),
  raw_unit: z.string(),
  raw_quality: quality.nullable(),
  /** null: used as sent. */
  calibration: version.extend({ gain: z.number(), offset: z.number() }).nullable(),
  acts: z.array(act),
  /** Checks that fired on it: range, rate, spike. */
  checks: z.array(z.string()),
  /** Newer readings that were not used, and why. */
  passed_over: z.array(
    z.object({ t: z.number(), raw: z.number().nullable(), quality, checks: z.array(z.string()) }),
  ),
  used: z.number().nullable(),
  /** Held as an estimate: the sensor is silent, and the reading too old to speak for the instant. */
  held: z.boolean(),
  unit: z.string(),
  quality,
})
export type ExplainedInput = z.infer<typeof input>

const run = z.object({
  run_id: z.string(),
  kind: z.string(),
  from: z.number(),
  to: z.number(),
  started_at: z.number(),
  finished_at: z.number().nullable(),
  by: z.string(),
  by_name: z.string().nullable(),
  code_version: z.string(),
})

/** Why the stored value differs from one computed now. */
export const DIFFERENCES = [
  /** The description or a reading changed since, and the instant waits to be computed. */
  'waiting',
  /** It is in an approved span: its changes wait to be accepted. */
  'pending',
  /** A person calculated and saved it with inputs of their own. */
  'saved',
  /** Edited by hand. */
  'edited',
  /** Another version of the program computed it. */
  'code',
  /** Nothing is stored: the plant is in manual operation there. */
  'manual',
  /** Nothing is stored yet. */
  'not_stored',
  /** None of these. */
  'unknown',
] as const

export const explanation = z.object({
  series: z.string(),
  name: z.string(),
  kind: z.enum(['computed', 'reading']),
  t: z.number(),
  date_string: z.string(),
  /** As shown; null: none, for the reason in the quality. */
  value: z.number().nullable(),
  unit: z.string(),
  quality,
  /** 1 table, 2 efficiency and head loss, 3 formula, 4 measured; null: none of these. */
  method: z.number().nullable(),
  /** Why there is no value, or why it is flagged: a code of the calculation and the field at fault. */
  reason: z.object({ code: z.string(), field: z.string().nullable() }).nullable(),
  lines: z.array(line),
  inputs: z.array(input),
  /** Parameters that the calculation read, with their version; null: none. */
  parameters: version
    .extend({
      values: z.array(
        z.object({
          name: z.string(),
          value: z.union([z.number(), z.string(), z.boolean()]).nullable(),
          unit: z.string(),
        }),
      ),
    })
    .nullable(),
  /** Versions of the description on which it rests, besides tables and parameters. */
  versions: z.array(version),
  /** The stored value, when it was written as far as known, and the last run that covered it. */
  stored: z
    .object({
      value: z.number().nullable(),
      quality,
      written_at: z.number().nullable(),
      run: run.nullable(),
    })
    .nullable(),
  /** The same instant computed now: whether it equals the stored value to the last digit, and if not, why. */
  recomputed: z
    .object({
      value: z.number().nullable(),
      quality,
      same: z.boolean(),
      why: z.enum(DIFFERENCES).nullable(),
    })
    .nullable(),
  /** The value by the sensors, where the one in force was saved by a person with entered values. */
  from_sensors: z.object({ value: z.number().nullable(), quality }).nullable(),
  code_version: z.string(),
})
export type Explanation = z.infer<typeof explanation>

export const explain = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/calculation/explain',
  access: 'dashboard.view',
  reads: [...STATE, 'tables'],
  worded: true,
  summary:
    'Explains a value: its readings, calibration, table cells, formulas with numbers, parameters, versions and run, and the same instant computed again. at: local time or epoch ms; default the last value.',
  query: z.object({
    series: z.string().min(1).max(200),
    at: z
      .string()
      .regex(/^(\d{10,15}|\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?)$/, 'yyyy-MM-dd HH:mm:ss')
      .optional(),
  }),
  data: explanation,
})

export const explainRevenue = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/price/explain',
  access: 'price',
  reads: STATE,
  changes: [],
  large: true,
  worded: true,
  summary:
    'Explains revenue over [from, to), at most a year (that of a unit has neither contract for difference nor surplus, which are of the plant): its classes with energy, price and version of the tariff, its deductions, and its parts: steps of energy up to a day, each of which is a value of `series` at its end that can be explained in turn; days up to a month, else months.',
  body: z.strictObject({
    from: z.number().int().min(0).describe('epoch ms'),
    to: z.number().int().min(0).describe('epoch ms'),
    unit: objectId.nullish(),
    known_at: knownAt.optional(),
  }),
  data: z.object({
    unit: z.string().nullable(),
    /** The series of energy that is priced; null: a unit whose id leaves it none. */
    series: z.string().nullable(),
    from: z.number(),
    to: z.number(),
    from_string: z.string(),
    to_string: z.string(),
    revenue: revenueRow,
    /** Versions of tariffs that priced it, with who put them in force. */
    tariffs: z.array(version.extend({ kind: z.enum(TARIFF_KINDS), calendar: z.string() })),
    by: z.enum(['step', 'day', 'month']),
    parts: z.array(revenueRow),
    code_version: z.string(),
  }),
})
export type RevenueExplanation = z.infer<(typeof explainRevenue)['data']>
