import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { reportBody } from './report.ts'
import { id } from './validation.ts'

const base = 'main' as const
const access = 'report' as const

/** A report that would take longer is made in the background, s. */
export const REPORT_WAIT = 10
/** How long the file of such a report is kept, days. */
export const REPORT_KEPT_DAYS = 7
/** Most unfinished ones of an account at a reservoir. */
export const MOST_REPORT_JOBS = 5

export const REPORT_JOB_STATES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const
export type ReportJobState = (typeof REPORT_JOB_STATES)[number]

const reportJob = z.object({
  job_id: z.string(),
  state: z.enum(REPORT_JOB_STATES),
  kind: reportBody.shape.kind,
  format: z.enum(['xlsx', 'csv']),
  /** As asked for: local times of the plant. */
  from: z.string(),
  to: z.string(),
  /** About how many the report has. */
  cells: z.number(),
  /** 0 to 1, while it is made. */
  share: z.number().nullable(),
  cancelling: z.boolean(),
  /** Epoch ms. */
  created_at: z.number(),
  finished_at: z.number().nullable(),
  /** When the file is deleted. */
  expires_at: z.number().nullable(),
  by: z.string().nullable(),
  /** Whether it is the caller's: only then may it be cancelled. */
  own: z.boolean(),
  file: z.object({ name: z.string(), size: z.number(), sha256: z.string() }).nullable(),
  /** Why it failed, in the caller's language. */
  error: z.string().nullable(),
})
export type ReportJob = z.infer<typeof reportJob>

export const addReportJob = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/lite/jobs/add',
  access,
  changes: ['reports'],
  large: true,
  fills: true,
  refusals: [404, 422],
  summary: `Has a report made in the background where get-report would take longer than ${REPORT_WAIT} s; the file is kept for ${REPORT_KEPT_DAYS} days. job null: it takes no longer, and get-report answers it. At most ${MOST_REPORT_JOBS} unfinished ones of an account.`,
  body: reportBody.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  data: z.object({ job: reportJob.nullable() }),
})

export const listReportJobs = endpoint({
  base,
  method: 'GET',
  path: '/v1/report/lite/jobs/getall',
  access,
  reads: ['reports'],
  worded: true,
  summary: 'Reports that were made in the background within the last days, newest first.',
  data: z.array(reportJob),
})

export const cancelReportJob = endpoint({
  base,
  method: 'POST',
  path: '/v1/report/lite/jobs/{id}/cancel',
  access,
  changes: ['reports'],
  summary: 'Cancels a report of one’s own that is not finished.',
  params: z.object({ id }),
  data: z.null(),
})

export const getReportJobFile = endpoint({
  base,
  method: 'GET',
  path: '/v1/report/lite/jobs/{id}/file',
  access,
  large: true,
  summary: 'The file of a finished report; its SHA-256 is in the header digest.',
  params: z.object({ id }),
  answer: 'binary',
  data: z.null(),
})
