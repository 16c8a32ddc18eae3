import { z } from 'zod'
import { PLAN_GRAINS } from '#core/output/plan.ts'
import { endpoint } from './endpoint.ts'
import { calendarDay } from './erlogs.ts'
import { quality } from './fields.ts'
import { reason } from './validation.ts'

/**
 * The plan of output: kWh and VND by years, months and days, or a dispatch schedule by half-hours, from files. Every
 * change of it is kept and can be taken back.
 */
const base = 'main' as const
const notIn = ['ADVANCE', 'SERVER'] as const

export const PLAN_LIMIT = 5 * 1024 * 1024
/** Periods of a file: the half-hours of a leap year and some. */
export const MOST_PLAN_ROWS = 20_000
/** Most days of half-hours, and of days, of one call. */
export const MOST_PLAN_DAYS = { half_hour: 31, day: 400, month: 18_300, year: 18_300 } as const
/** Periods and errors of a preview. */
export const MOST_SHOWN = 400

const grain = z.enum(PLAN_GRAINS)
const value = z.number().nullable()

const change = z.object({
  seq: z.number().int(),
  grain,
  act: z.enum(['upload', 'restore']),
  /** The change of which the state was put in force again. */
  restored: z.number().int().nullable(),
  state: z.enum(['before', 'after']).nullable(),
  first_day: z.string(),
  last_day: z.string(),
  periods: z.number().int(),
  file_name: z.string().nullable(),
  reason: z.string().nullable(),
  made_by: z.string(),
  made_by_name: z.string().nullable(),
  made_at: z.number(),
})
export type PlanChange = z.infer<typeof change>

export const listPlanChanges = endpoint({
  base,
  method: 'GET',
  path: '/v1/statistical/plan/changes',
  access: 'statistical.view',
  notIn,
  reads: ['output'],
  summary: 'The changes of the plan, the newest first, 200 at the most.',
  data: z.array(change),
})

const period = z.object({
  /** [from, to), epoch ms. */
  from: z.number(),
  to: z.number(),
  kwh: value,
  vnd: value,
})

export const getPlan = endpoint({
  base,
  method: 'GET',
  path: '/v1/statistical/plan',
  access: 'statistical.view',
  notIn,
  reads: ['output', 'results', 'readings', 'description'],
  large: true,
  summary:
    'The plan of a grain for the days from..to (both included), what was generated in each of its periods, and by how much that is more than planned. half_hour: 31 days at the most, day: 400.',
  query: z.object({ grain, from: calendarDay, to: calendarDay }),
  data: z.object({
    grain,
    zone: z.string(),
    periods: z.array(
      period.extend({
        /** Generated, kWh; null: not known. */
        actual: value,
        quality,
        /** Share of the period, until now, that is not known. */
        missing: z.number(),
        over: z.boolean(),
        /** actual - kwh, and as a share of kwh; null where either is missing, or the period is not over. */
        deviation: value,
        deviation_share: value,
      }),
    ),
    /** Of the periods that are over and have both: planned, generated, the sum of deviations and of their sizes. */
    total: z.object({
      periods: z.number().int(),
      kwh: z.number(),
      actual: z.number(),
      deviation: z.number(),
      absolute: z.number(),
    }),
  }),
})
export type PlanAnswer = z.infer<(typeof getPlan)['data']>

const file = {
  name: z.string().min(1).max(300),
  /** Absent: recognized by the times of the file. */
  grain: grain.optional(),
  /** Of half-hours: whether the time of a row is the beginning or the end of its half-hour. */
  stamp: z.enum(['start', 'end']).default('start'),
}
const upload = {
  base,
  method: 'POST',
  access: 'statistical.update',
  notIn,
  bodyLimit: PLAN_LIMIT,
  contentTypes: ['application/octet-stream'],
} as const

export const previewPlan = endpoint({
  ...upload,
  path: '/v1/statistical/plan/preview',
  changes: [],
  worded: true,
  summary:
    'Reads a plan from a file (csv, xlsx, xls, ods as the raw body, 5 MiB at most): heads, below them a column of periods, one of energy (kWh, MWh, GWh; of half-hours also kW, MW) and one of revenue (VND), either of them may lack. Heads state the unit, with a multiplier where there is one (nghìn, triệu, 10^6). Answers what would change; nothing is stored.',
  query: z.object(file),
  data: z.object({
    file_name: z.string(),
    grain,
    /** Heads of the columns that are read. */
    columns: z.object({ period: z.string(), kwh: z.string().nullable(), vnd: z.string().nullable() }),
    /** Of energy and of revenue, as the file states them. */
    unit: z.string().nullable(),
    vnd_unit: z.string().nullable(),
    /** Rows above the heads that are not read, such as titles. */
    skipped: z.array(z.object({ row: z.number().int(), text: z.string() })),
    zone: z.string(),
    periods: z.array(
      period.extend({
        /** Row of the file. */
        row: z.number().int(),
        /** What is in force. */
        before: z.object({ kwh: value, vnd: value }),
      }),
    ),
    /** Periods of the file, and those that are new, differ, or are as they were. */
    count: z.number().int(),
    added: z.number().int(),
    changed: z.number().int(),
    same: z.number().int(),
    kwh: value,
    vnd: value,
    errors: z.array(
      z.object({ row: z.number().int(), column: z.string(), code: z.string(), message: z.string() }),
    ),
    error_count: z.number().int(),
    /** To be sent when it is saved: 409 where the plan has changed since. */
    base: z.number().int(),
  }),
})
export type PlanPreview = z.infer<(typeof previewPlan)['data']>

export const savePlan = endpoint({
  ...upload,
  path: '/v1/statistical/plan/upload',
  changes: ['output', 'audit'],
  fills: true,
  worded: true,
  status: 201,
  summary:
    'Puts the plan of a file in force, as it was previewed: its periods take the place of what was planned for them, others stay. base: of the preview.',
  query: z.object({
    ...file,
    base: z.coerce.number().int().min(0),
    reason: reason.optional(),
  }),
  data: change,
})

export const restorePlan = endpoint({
  base,
  method: 'POST',
  path: '/v1/statistical/plan/restore',
  access: 'statistical.update',
  notIn,
  changes: ['output', 'audit'],
  summary:
    'Puts in force again what a change left (state after), or what was before it (before), for the periods that it planned; others stay. Answers the change that this is, with the periods it put back. base: seq of the newest change, 409 where there is a newer one.',
  body: z.strictObject({
    seq: z.number().int().min(1),
    state: z.enum(['before', 'after']),
    base: z.number().int().min(0),
    reason: reason.optional(),
  }),
  data: change,
})

export const getPlanFile = endpoint({
  base,
  method: 'GET',
  path: '/v1/statistical/plan/changes/{seq}/file',
  access: 'statistical.view',
  notIn,
  answer: 'binary',
  large: true,
  summary: 'The file of a change, as it was uploaded.',
  params: z.object({ seq: z.coerce.number().int().min(1) }),
  data: z.null(),
})
