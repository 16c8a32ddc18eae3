import { accountName, type Database, type Sql } from '#server/lib/database.ts'
import type { MessageCode } from '#contract/messages.ts'
import type { ReportBody } from '#contract/report.ts'
import type { ReportJobState } from '#contract/report-jobs.ts'

/** A report that is made in the background. */
export interface JobRow {
  hydro_code: string
  job_id: string
  state: ReportJobState
  request: ReportBody & { format: 'xlsx' | 'csv' }
  cells: number
  actor: string
  address: string | null
  created_at: number
  finished_at: number | null
  expires_at: number | null
  file_id: string | null
  file_name: string | null
  content_type: string | null
  size: number | null
  sha256: string | null
  error: { code: MessageCode; params: Record<string, string | number> } | null
  cancelling: boolean
  progress: { share: number } | null
}

const COLUMNS = `j.hydro_code, j.job_id, j.state, j.request, j.cells, j.actor, j.address, j.created_at, j.finished_at,
  j.expires_at, j.file_id, j.file_name, j.content_type, j.size, j.sha256, j.error, j.cancelling, j.progress`

export const REPORT_JOBS = {
  name: 'reports',
  table: 'report_job',
  id: 'job_id',
  waiting: "state IN ('queued', 'running')",
}

export async function insertJob(
  c: Sql,
  job: Pick<
    JobRow,
    'hydro_code' | 'job_id' | 'request' | 'cells' | 'actor' | 'address' | 'created_at' | 'expires_at'
  >,
): Promise<void> {
  await c.query(
    `INSERT INTO report_job (hydro_code, job_id, state, request, cells, actor, address, created_at, expires_at, due_at)
     VALUES ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $7)`,
    [
      job.hydro_code,
      job.job_id,
      JSON.stringify(job.request),
      job.cells,
      job.actor,
      job.address,
      job.created_at,
      job.expires_at,
    ],
  )
}

/** Lets the jobs of an account at a reservoir be added one after the other, until the transaction ends. */
export async function lockJobs(c: Sql, hydro: string, actor: string): Promise<void> {
  await c.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`report jobs ${hydro} ${actor}`])
}

/** Unfinished jobs of an account at a reservoir. */
export async function countOpen(c: Sql, hydro: string, actor: string): Promise<number> {
  const { rows } = await c.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM report_job WHERE hydro_code = $1 AND actor = $2 AND ${REPORT_JOBS.waiting}`,
    [hydro, actor],
  )
  return rows[0].n
}

export type NamedJob = JobRow & { by: string | null }

/** Jobs of a reservoir that have not expired, newest first. */
export function listJobRows(db: Database, hydro: string, now: number): Promise<NamedJob[]> {
  return db.query<NamedJob>(
    `SELECT ${COLUMNS}, ${accountName('j.actor')} AS by FROM report_job j
      WHERE j.hydro_code = $1 AND (j.expires_at > $2 OR ${REPORT_JOBS.waiting})
      ORDER BY j.created_at DESC, j.job_id DESC LIMIT 200`,
    [hydro, now],
  )
}

export async function findReportJob(db: Sql, hydro: string, id: string): Promise<JobRow | null> {
  const { rows } = await db.query<JobRow>(
    `SELECT ${COLUMNS} FROM report_job j WHERE j.hydro_code = $1 AND j.job_id = $2`,
    [hydro, id],
  )
  return rows[0] ?? null
}

/** Changes a job that is not finished. Returns whether it was not. */
export async function changeJob(c: Sql, hydro: string, id: string, set: Partial<JobRow>): Promise<boolean> {
  const names = Object.keys(set) as (keyof JobRow)[]
  const { rows } = await c.query(
    `UPDATE report_job SET ${names.map((n, i) => `${n} = $${i + 3}`).join(', ')}
      WHERE hydro_code = $1 AND job_id = $2 AND ${REPORT_JOBS.waiting} RETURNING job_id`,
    [hydro, id, ...names.map((n) => (n === 'error' ? JSON.stringify(set[n]) : set[n]))],
  )
  return rows.length > 0
}

/** Deletes the finished jobs of a reservoir that have expired, with their files. */
export async function deleteExpired(c: Sql, hydro: string, now: number): Promise<void> {
  const { rows } = await c.query<{ file_id: string | null }>(
    `DELETE FROM report_job WHERE hydro_code = $1 AND expires_at <= $2 AND NOT (${REPORT_JOBS.waiting})
     RETURNING file_id`,
    [hydro, now],
  )
  await c.query('DELETE FROM report_file_part WHERE hydro_code = $1 AND file_id = ANY($2)', [
    hydro,
    rows.map((r) => r.file_id).filter((id) => id !== null),
  ])
}
