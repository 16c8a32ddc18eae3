import { z } from 'zod'
import { PACE_LEVELS, REPORT_SPANS } from '#core/report/schedule.ts'
import { endpoint } from './endpoint.ts'
import { LANGUAGES } from './locale.ts'
import { reportBody } from './report.ts'
import { code, email, id, page, requiredLine } from './validation.ts'

const base = 'main' as const
const access = 'report' as const
/** Who makes and changes schedules; they need the permission for reports, too. */
const change = 'settings.update' as const

export const SCHEDULE_LIMITS = { schedules: 50, recipients: 20, paces: 8, times: 24, delay: 60 } as const
/** Most cells of a report that is sent. */
export const MOST_SENT_CELLS = 200_000
/** Slots that were missed longer ago are not made any more, h. */
export const MOST_LATE_HOURS = 48

const monthDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, code('wrong_format'))
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, code('wrong_format'))

export const EVERY = [5, 10, 15, 20, 30, 60] as const

/** How often, in a state of the reservoir. */
const pace = z.strictObject({
  name: requiredLine(60),
  /** All that is named must be so; null: whenever none before it is in force. */
  when: z
    .strictObject({
      season: z.strictObject({ from: monthDay, to: monthDay }).optional(),
      aboveLevel: z.enum(PACE_LEVELS).optional(),
      aboveSpill: z
        .number()
        .min(0)
        .max(1e6)
        .optional()
        .describe('Spill: release at the dam without the minimum flow, m3/s'),
    })
    .nullable(),
  times: z.union([
    z.strictObject({
      at: z
        .array(clockTime)
        .min(1, code('required'))
        .max(SCHEDULE_LIMITS.times)
        .describe('Local times of the plant'),
    }),
    z.strictObject({ every: z.union(EVERY.map((n) => z.literal(n))).describe('Minutes of the local clock') }),
  ]),
})

const recipient = z
  .string()
  .refine((v) => !/[\r\n]/.test(v.trim()), code('schedule_line_break'))
  .pipe(email)

const chosen = reportBody.pick({
  kind: true,
  stations: true,
  outlets: true,
  quantities: true,
  mode: true,
  day_start: true,
  separator: true,
  decimal: true,
  with_quality: true,
})
/** What is made: a report whose span depends on when it is due. */
const what = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('report'),
    span: z.enum(REPORT_SPANS),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    report: chosen,
  }),
  z.strictObject({
    of: z.literal('sheet'),
    sheet: z
      .string()
      .regex(/^[a-z0-9_-]{1,60}$/, code('wrong_format'))
      .describe('Id of a sheet, as getall of sheets has it'),
    period: z
      .enum(['previous', 'current'])
      .default('previous')
      .describe('The date, month or year that is over, or the one under way'),
  }),
])
export type ScheduleWhat = z.output<typeof what>

export const scheduleBody = z.strictObject({
  name: requiredLine(100),
  what,
  paces: z.array(pace).min(1, code('required')).max(SCHEDULE_LIMITS.paces),
  delay: z
    .number()
    .int()
    .min(0)
    .max(SCHEDULE_LIMITS.delay)
    .default(5)
    .describe('Minutes that readings of the instant have to arrive'),
  recipients: z
    .array(recipient)
    .max(SCHEDULE_LIMITS.recipients, code('schedule_recipients_many'))
    .default([]),
  language: z.enum(LANGUAGES).default('vi'),
})
export type ScheduleBody = z.input<typeof scheduleBody>
export type SchedulePace = z.output<typeof pace>

const schedule = scheduleBody.extend({
  schedule_id: z.string(),
  version: z.number().int(),
  maker: z.string().nullable(),
  own: z.boolean(),
  paused: z.boolean(),
  /** Why no report of it is made any more, in words; null: they are. */
  stopped: z.string().nullable(),
  /** The pace in force now; null: none, or it is paused or stopped. */
  pace: z.string().nullable(),
  /** When the next report is due by that pace, epoch ms. */
  next: z.number().nullable(),
  /** Reports of the last seven days that failed, or of which nobody knows whether they were sent. */
  faults: z.number().int(),
  updated_at: z.number(),
})
export type ReportSchedule = z.infer<typeof schedule>

export const ISSUE_STATES = [
  'due',
  'made',
  'sending',
  'sent',
  'recorded',
  'failed',
  'uncertain',
  'skipped',
] as const
export type IssueState = (typeof ISSUE_STATES)[number]

const issue = z.object({
  issue_id: z.string(),
  schedule_id: z.string(),
  name: z.string(),
  number: z.number().int(),
  /** 0, or which corrected one of the same number. */
  correction: z.number().int(),
  /** When it was due, epoch ms. */
  slot: z.number(),
  pace: z.string().nullable(),
  state: z.enum(ISSUE_STATES),
  late: z.boolean(),
  made_at: z.number().nullable(),
  sent_at: z.number().nullable(),
  recipients: z.array(z.string()),
  /** Of them, those that the mail server refused. */
  rejected: z.array(z.string()),
  file: z.object({ name: z.string(), size: z.number(), sha256: z.string() }).nullable(),
  /** What went wrong, in words. */
  error: z.string().nullable(),
  /** Whether a corrected one of it exists. */
  corrected: z.boolean(),
})
export type ReportIssue = z.infer<typeof issue>

export const listReportSchedules = endpoint({
  base,
  method: 'GET',
  path: '/v1/report/schedules/getall',
  access,
  reads: ['reports', 'description', 'results'],
  worded: true,
  summary: 'Schedules of reports, by name, with whether this installation sends e-mail.',
  data: z.object({
    /** on; off: no mail server is set; demo: reports are recorded and not sent. */
    mail: z.enum(['on', 'off', 'demo']),
    zone: z.string(),
    /** The flood season by the seasonal limits as described; null: none are. */
    season: z.object({ from: z.string(), to: z.string() }).nullable(),
    schedules: z.array(schedule),
  }),
})

export const addReportSchedule = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/schedules/add',
  access: change,
  changes: ['reports'],
  status: 201,
  refusals: [422],
  summary: `Has a report made at set times, by state of the reservoir, and sent to at most ${SCHEDULE_LIMITS.recipients} addresses. Needs the permission for reports, too; it is made with the rights of who saved it last.`,
  body: scheduleBody,
  data: z.object({ schedule_id: z.string() }),
})

const held = { schedule_id: id, version: z.number().int() }

export const updateReportSchedule = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/schedules/update',
  access: change,
  changes: ['reports'],
  refusals: [422],
  summary:
    'Replaces a schedule, which is made with the rights of the caller from then on, and goes on where it was stopped. 409 conflict when it was changed since `version` was read.',
  body: scheduleBody.extend(held),
  data: z.null(),
})

export const pauseReportSchedule = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/schedules/pause',
  access: change,
  changes: ['reports'],
  summary: 'Pauses a schedule, or lets it go on from now; what was due meanwhile is not made.',
  body: z.strictObject({ ...held, paused: z.boolean() }),
  data: z.null(),
})

export const removeReportSchedule = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/schedules/remove',
  access: change,
  changes: ['reports'],
  summary: 'Removes a schedule. Its reports stay.',
  body: z.strictObject(held),
  data: z.null(),
})

export const listReportIssues = endpoint({
  base,
  method: 'GET',
  path: '/v1/report/schedules/issues',
  access,
  reads: ['reports'],
  worded: true,
  summary: 'Reports of schedules, the last due first.',
  query: z.object({
    schedule: id.optional(),
    state: z.enum(ISSUE_STATES).optional(),
    page: page.default(1),
  }),
  data: z.object({
    issues: z.array(issue),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
  }),
})

export const checkReportIssues = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/schedules/issues/check',
  access,
  reads: ['reports', 'description', 'readings', 'results'],
  large: true,
  summary: 'How many values of these reports are different by now.',
  body: z.strictObject({ ids: z.array(id).max(25) }),
  data: z.array(z.object({ issue_id: z.string(), changed: z.number().int() })),
})

export const getReportIssueDifference = endpoint({
  base,
  method: 'GET',
  path: '/v1/report/schedules/issues/{id}/difference',
  access,
  reads: ['reports', 'description', 'readings', 'results'],
  large: true,
  worded: true,
  summary: 'What is different by now from what a report said: the first 500 values.',
  params: z.object({ id }),
  data: z.object({
    total: z.number().int(),
    values: z.array(
      z.object({
        name: z.string(),
        unit: z.string(),
        decimals: z.number().int(),
        t: z.number(),
        before: z.union([z.number(), z.string()]).nullable(),
        after: z.union([z.number(), z.string()]).nullable(),
      }),
    ),
  }),
})

export const repeatReportIssue = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/schedules/issues/{id}/again',
  access: change,
  changes: ['reports'],
  summary:
    'Makes a report again that failed, or sends one again that failed or of which nobody knows whether it was sent.',
  params: z.object({ id }),
  data: z.null(),
})

export const correctReportIssue = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/schedules/issues/{id}/correct',
  access: change,
  changes: ['reports'],
  summary:
    'Makes a report anew from the present data and sends it under the same number, marked as corrected.',
  params: z.object({ id }),
  data: z.object({ issue_id: z.string() }),
})

export const getReportIssueFile = endpoint({
  base,
  method: 'GET',
  path: '/v1/report/schedules/issues/{id}/file',
  access,
  large: true,
  summary: 'The file of a report of a schedule; its SHA-256 is in the header digest.',
  params: z.object({ id }),
  answer: 'binary',
  data: z.null(),
})
