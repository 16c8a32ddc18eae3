import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { can } from '#core/access/index.ts'
import { DAY } from '#core/time/units.ts'
import { text, type Language } from '#contract/messages.ts'
import { reportBody } from '#contract/report.ts'
import * as contract from '#contract/report-jobs.ts'
import type { ReportJob } from '#contract/report-jobs.ts'
import { rightsOf } from '#server/features/accounts/index.ts'
import { record } from '#server/features/audit/index.ts'
import type { DemoState } from '#server/features/setup/index.ts'
import { plantsWithOldReports } from '#server/lib/across.ts'
import { conflict, forbidden, notFound, Problem } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Notices } from '#server/lib/notices.ts'
import { createQueue, type Job, type JobContext, type Queue } from '#server/lib/queue.ts'
import type { Serve } from '#server/lib/serve.ts'
import { reportFile } from './file.ts'
import {
  changeJob,
  countOpen,
  deleteExpired,
  findReportJob,
  insertJob,
  lockJobs,
  listJobRows,
  REPORT_JOBS,
  type JobRow,
  type NamedJob,
} from './job-store.ts'
import { dropParts, insertPart, readParts } from './part-store.ts'
import { inParts } from './parts.ts'
import { mayOpen, openReport, type OpenReport, type ReportDeps } from './report.ts'
import { sendFile } from './send-file.ts'

export type JobDeps = ReportDeps & { demo: DemoState; notices?: Notices }

export interface ReportJobs extends Queue {
  /** Deletes what has expired. */
  prune(): Promise<void>
}

/** Attempts, with those of killed processes, after which a report has failed. */
const MOST_ATTEMPTS = 3

class Cancelled extends Error {}

/** Reports that take longer than a caller waits: the calls, and the queue that makes them. */
export function serveReportJobs(serve: Serve, deps: JobDeps): ReportJobs {
  const { db, clock } = deps

  const jobs = createQueue(deps, { ...REPORT_JOBS, backoff: [1000, 5000], work, failed }, deps.notices)

  serve(contract.addReportJob, async ({ body, caller }) => {
    const { hydro, actor, address, language } = caller
    const report = await openReport(deps, body, caller)
    if (report.seconds <= contract.REPORT_WAIT || caller.accountId === null) return { job: null }
    const now = clock.now()
    const id = makeId('rj', now)
    const job = await db.tx(async (c) => {
      await lockJobs(c, hydro, actor)
      if ((await countOpen(c, hydro, actor)) >= contract.MOST_REPORT_JOBS)
        throw new Problem(422, 'report_jobs_many', { most: contract.MOST_REPORT_JOBS })
      // Whoever makes it has no language of their own.
      const request = { ...body, language: body.language ?? language }
      await insertJob(c, {
        hydro_code: hydro,
        job_id: id,
        request,
        cells: Math.round(report.cells),
        actor,
        address,
        created_at: now,
        expires_at: now + contract.REPORT_KEPT_DAYS * DAY,
      })
      const { kind, from, to, format } = body
      await record(c, now, caller, {
        act: 'make',
        noun: 'report',
        item: id,
        after: { kind, from, to, format },
      })
      return (await findReportJob(c, hydro, id))!
    })
    jobs.wake(hydro)
    return { job: shown({ ...job, by: null }, actor, language) }
  })

  serve(contract.listReportJobs, async ({ caller }) => {
    const rows = await listJobRows(db, caller.hydro, clock.now())
    const may = await Promise.all(rows.map((row) => mayOpen(deps, reportBody.parse(row.request), caller)))
    return rows.filter((_, i) => may[i]).map((row) => shown(row, caller.actor, caller.language))
  })

  serve(contract.cancelReportJob, async ({ params, caller }) => {
    const { hydro } = caller
    const now = clock.now()
    await db.tx(async (c) => {
      const job = await findReportJob(c, hydro, params.id)
      if (!job) throw notFound(params.id)
      if (job.actor !== caller.actor) throw forbidden('report_job_not_own')
      const set =
        job.state === 'queued' ? { state: 'cancelled' as const, finished_at: now } : { cancelling: true }
      if (!(await changeJob(c, hydro, params.id, set))) throw conflict('report_job_ended')
      await record(c, now, caller, { act: 'cancel', noun: 'report', item: params.id })
    })
    jobs.wake(hydro)
    return null
  })

  serve(contract.getReportJobFile, async ({ params, caller, reply }) => {
    const job = await findReportJob(db.pool, caller.hydro, params.id)
    if (!job || !(await mayOpen(deps, reportBody.parse(job.request), caller))) throw notFound(params.id)
    const gone = job.expires_at !== null && job.expires_at <= clock.now()
    if (job.state !== 'done' || job.file_id === null || gone) throw new Problem(404, 'report_job_no_file')
    void reply.header('digest', `sha-256=${Buffer.from(job.sha256!, 'hex').toString('base64')}`)
    await sendFile(reply, {
      name: job.file_name!,
      type: job.content_type!,
      content: Readable.from(readParts(db.pool, caller.hydro, job.file_id), { objectMode: false }),
    })
    return null
  })

  async function work(at: Job, ctx: JobContext): Promise<void> {
    const { hydro, id } = at
    const job = await findReportJob(db.pool, hydro, id)
    if (!job) return
    try {
      if (ctx.cancelled()) throw new Cancelled()
      // A report that ends the process each time must not do so for ever.
      if (at.attempt > MOST_ATTEMPTS) throw new Problem(500, 'report_job_killed')
      await make(job, ctx)
    } catch (error) {
      if (ctx.signal.aborted) throw error
      if (error instanceof Cancelled) return end(job, ctx, { state: 'cancelled' })
      if (error instanceof Problem) return end(job, ctx, { state: 'failed', error: faultOf(error) })
      throw error
    }
  }

  async function failed({ hydro, id }: Job, error: unknown, ctx: JobContext): Promise<void> {
    const incident = randomUUID()
    deps.log.error({ err: error, incident, job: id }, 'a report failed')
    const job = await findReportJob(db.pool, hydro, id)
    if (job)
      await end(job, ctx, { state: 'failed', error: { code: 'report_job_stopped', params: { incident } } })
  }

  /** Ends a job without a file. */
  async function end(job: JobRow, ctx: JobContext, set: Partial<JobRow>): Promise<void> {
    await db.tx(async (c) => {
      await ctx.hold(c)
      const { hydro_code: hydro, job_id: id } = job
      const now = (await findReportJob(c, hydro, id))!
      if (now.file_id !== null) await dropParts(c, hydro, now.file_id)
      await changeJob(c, hydro, id, { ...set, file_id: null, finished_at: clock.now(), progress: null })
    })
  }

  async function make(job: JobRow, ctx: JobContext): Promise<void> {
    const { hydro_code: hydro, job_id: id, actor } = job
    const rights = await rightsOf(db, actor, hydro)
    if (!rights) throw new Problem(403, 'report_maker_closed')
    if (!can(rights.permissions, 'report')) throw new Problem(403, 'report_maker_rights')
    const body = reportBody.parse(job.request)
    const caller = { hydro, language: body.language!, permissions: rights.permissions }
    const report = await openReport(deps, body, caller)
    const now = clock.now()
    const file = reportFile(watched(report, ctx), { by: rights.name, at: now, demo: deps.demo.on() })
    const fileId = makeId('rf', now)
    await db.tx(async (c) => {
      await ctx.hold(c)
      // Of an attempt that a process did not survive.
      if (job.file_id !== null) await dropParts(c, hydro, job.file_id)
      // It was cancelled after a worker had taken it.
      if (!(await changeJob(c, hydro, id, { state: 'running', file_id: fileId }))) throw new Cancelled()
    })
    const { size, sha256 } = await inParts(file.content, (part, bytes) =>
      db.tx(async (c) => {
        await ctx.hold(c)
        await insertPart(c, hydro, fileId, part, bytes)
      }),
    )
    await db.tx(async (c) => {
      await ctx.hold(c)
      const finished = clock.now()
      const done = await changeJob(c, hydro, id, {
        state: 'done',
        file_name: file.name,
        content_type: file.type,
        size,
        sha256,
        finished_at: finished,
        expires_at: finished + contract.REPORT_KEPT_DAYS * DAY,
        progress: null,
      })
      // It was cancelled meanwhile: nobody can open the file.
      if (!done) await dropParts(c, hydro, fileId)
    })
  }

  return {
    ...jobs,
    async prune() {
      const now = clock.now()
      for (const hydro of await plantsWithOldReports(db.pool, now))
        await db.tx((c) => deleteExpired(c, hydro, now))
    },
  }
}

/** The same report, which says how far it has been read and stops when it is cancelled. */
function watched(report: OpenReport, ctx: JobContext): OpenReport {
  let cells = 0
  return {
    ...report,
    async *tables(columns, after, totals) {
      for await (const table of report.tables(columns, after, totals)) {
        ctx.signal.throwIfAborted()
        if (ctx.cancelled()) throw new Cancelled()
        yield table
        cells += table.t.length * columns.length
        ctx.progress({ share: Math.min(0.99, cells / Math.max(1, report.cells)) })
      }
    },
  }
}

const faultOf = ({ code, params }: Problem): JobRow['error'] => ({ code, params })

function shown(job: NamedJob, actor: string, language: Language): ReportJob {
  const { request, file_name: name, error } = job
  return {
    job_id: job.job_id,
    state: job.state,
    kind: request.kind,
    format: request.format,
    from: request.from,
    to: request.to,
    cells: job.cells,
    share: job.state === 'running' ? (job.progress?.share ?? 0) : null,
    cancelling: job.cancelling && job.state === 'running',
    created_at: job.created_at,
    finished_at: job.finished_at,
    expires_at: job.expires_at,
    by: job.by,
    own: job.actor === actor,
    file: job.state === 'done' && name !== null ? { name, size: job.size!, sha256: job.sha256! } : null,
    error: error && text(error.code, language, error.params),
  }
}
