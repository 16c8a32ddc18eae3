import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDay } from './erlogs.ts'
import { quality } from './fields.ts'
import { LANGUAGES } from './locale.ts'
import { CSV_SEPARATORS } from './report.ts'

/** Output and revenue of a plant by days, months and years of its calendar, from midnight. */
const common = {
  base: 'main',
  method: 'GET',
  access: 'statistical.view',
  notIn: ['ADVANCE', 'SERVER'],
  large: true,
  worded: true,
} as const
const reads = ['output', 'results', 'readings', 'description'] as const

export const OUTPUT_GROUPS = ['day', 'month', 'year'] as const
/** What a figure is compared with: the plan, the same time a year before, the mean of the years on record before. */
export const COMPARISONS = ['plan', 'last_year', 'mean'] as const
/** Of what a total is made: of computed values, or of those that people entered. */
export const BASES = ['computed', 'entered'] as const
/** Longest span of days, and of months and years, days. */
export const MOST_OUTPUT_DAYS = { day: 740, month: 18_300, year: 18_300 } as const

const value = z.number().nullable()

const query = z.object({
  group: z.enum(OUTPUT_GROUPS),
  from: calendarDay,
  to: calendarDay,
  compare: z.enum(COMPARISONS).default('plan'),
  basis: z.enum(BASES).default('computed'),
  /** Whether the revenue of each generating unit is answered, too. */
  unit_revenue: z.enum(['0', '1']).default('0'),
})

/** Energy and revenue, and how much of it is not known. */
const sold = {
  /** Generated, kWh; null: more than half is not known. */
  kwh: value,
  quality,
  /** Share of the time until now for which energy is not known, 0-1. */
  missing: z.number(),
  /** VND before deductions; null: not known, or nothing has a price. */
  vnd: value,
  /** Of the revenue, which is of the energy sold: that may be missing where the energy generated is known. null: not part of the answer. */
  vnd_quality: quality.nullable(),
  vnd_missing: value,
}

const row = z.object({
  /** [from, to), epoch ms; whether it is over. */
  from: z.number(),
  to: z.number(),
  over: z.boolean(),
  computed: z.object({
    ...sold,
    /** Sold (less own use), kWh, of what is known; what of it has no price. */
    sold_kwh: z.number(),
    unpriced_kwh: z.number(),
    /** VND/kWh of what has a price. */
    mean_price: value,
    /** Whether some of it is an estimate of the settlement. */
    estimate: z.boolean(),
  }),
  /** As people entered it: the sum of the days that have it, and how many these are of the days that have begun. */
  entered: z.object({ kwh: value, vnd: value, kwh_days: z.number(), vnd_days: z.number(), days: z.number() }),
  /**
   * What the totals of the page are made of, by `basis`: complete where nothing is missing in energy, revenue and prices.
   * The mean price is of computed energy that has a price, or of the days with both figures entered.
   */
  used: z.object({ kwh: value, vnd: value, mean_price: value, complete: z.boolean() }),
  /** What it is compared with, by `compare`. */
  against: z.object({
    kwh: value,
    vnd: value,
    /** plan: the plan of which it is made. mean: years in it. */
    kwh_of: z.string().nullable(),
    vnd_of: z.string().nullable(),
  }),
  /**
   * What of `used` is over the same part of the period as `against`; null: they are not compared. Not compared are
   * periods of which more than a tenth, or a day of what is entered, is missing, and with the plan those that run.
   */
  comparable: z.object({ kwh: value, vnd: value }),
  /** By class, in the order of `classes`; null where more than half is not known, and VND of what has no price. */
  classes: z.array(z.object({ kwh: value, vnd: value })),
  /** By generating unit, in the order of `units`, of the time in which each is in force; null where it is not. */
  units: z.array(
    z.object({
      ...sold,
      /** Hours in which it ran, of what is known of its power; null: more than half is not. */
      hours: value,
      hours_missing: z.number(),
      starts: value,
      capacity_factor: value,
    }),
  ),
  /** Sums over the units, and the share of what they could have generated. */
  hours: value,
  /** The greatest share of the time for which it is not known of a unit whether it ran. */
  hours_missing: z.number(),
  starts: value,
  capacity_factor: value,
})
export type OutputRow = z.infer<typeof row>

export const getOutput = endpoint({
  ...common,
  path: '/v1/statistical/output',
  reads,
  summary:
    'Output and revenue by day, month or year for the days from..to (both included; whole months and years that they touch): energy, revenue, mean price, hours run, starts, capacity factor, by unit and class, beside what was entered, and against the plan, the same time last year, or the mean of the years on record. Missing is null, never 0; a period that runs counts until now; a year before is compared with as much of it, to the full hour, and the plan of all of it with none.',
  query,
  data: z.object({
    group: z.enum(OUTPUT_GROUPS),
    compare: z.enum(COMPARISONS),
    basis: z.enum(BASES),
    zone: z.string(),
    /** The instant until which periods that run are counted, epoch ms. */
    at: z.number(),
    units: z.array(z.object({ id: z.string(), name: z.string(), rated_kw: z.number() })),
    classes: z.array(z.object({ class: z.string().nullable(), name: z.string() })),
    /** Whether own use is described, so that less is sold than generated. */
    own_use: z.boolean(),
    rows: z.array(row),
    total: row,
    /** Sums over the rows that are compared: of `comparable` and `against`, and how many they are. */
    compared: z.object({
      kwh: z.object({ rows: z.number(), used: z.number(), against: z.number() }),
      vnd: z.object({ rows: z.number(), used: z.number(), against: z.number() }),
    }),
  }),
})
export type OutputAnswer = z.infer<(typeof getOutput)['data']>

const separators = Object.keys(CSV_SEPARATORS) as (keyof typeof CSV_SEPARATORS)[]

export const exportOutput = endpoint({
  ...common,
  path: '/v1/statistical/output/file',
  answer: 'binary',
  summary: 'The same as a workbook or as CSV, with a cover that says what its totals are made of.',
  query: query.extend({
    format: z.enum(['xlsx', 'csv']),
    separator: z.enum(separators).default('comma'),
    decimal: z.enum(['.', ',']).default('.'),
    language: z.enum(LANGUAGES).optional(),
  }),
  data: z.null(),
})
