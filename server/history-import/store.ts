import type { Database, Sql } from '#server/lib/database.ts'
import { databaseNow } from '#server/lib/leases.ts'

/** An import: its request, progress and result. */
export interface ImportJob {
  hydro_code: string
  run_id: string
  key: string
  file_name: string
  file_sha256: string
  mapping: unknown
  /** Series that it created. */
  created: string[]
  actor: string
  started_at: number
  finished_at: number | null
  undone_at: number | null
  report: unknown
}

/** The progress of a part of a job's series, committed with what it wrote. */
export interface ImportPart {
  part: number
  /** Rows of the file that are done. */
  rows_done: number
  /** Counts per column since the beginning. */
  counts: Record<string, Counts>
}

export interface Counts {
  fresh: number
  unchanged: number
  differing: number
  differences: { t: number; stored: number | null; file: number | null }[]
}

/** Which process writes an import: a lease by the clock of the database. */
interface Claim {
  worker: string
  /** ms */
  lease: number
}

const COLUMNS =
  'hydro_code, run_id, key, file_name, file_sha256, mapping, actor, started_at, finished_at, undone_at, report'

const UNFINISHED = 'finished_at IS NULL AND undone_at IS NULL'

/** Request and created series are stored in one column. */
interface Row extends Omit<ImportJob, 'mapping' | 'created'> {
  mapping: { mapping: unknown; created: string[] }
}

const toJob = ({ mapping: request, ...row }: Row): ImportJob => ({ ...row, ...request })

/**
 * Claims the unfinished job of this file and mapping, or a new one. Where another process writes it, answers until when
 * that holds it instead.
 */
export function claimJob(
  db: Database,
  job: Omit<ImportJob, 'finished_at' | 'undone_at' | 'report' | 'created'> & { created: readonly string[] },
  { worker, lease }: Claim,
): Promise<{ job: ImportJob; parts: ImportPart[] } | { heldUntil: number }> {
  return db.tx(async (c) => {
    await lockKey(c, job.hydro_code, job.key)
    const now = await databaseNow(c)
    const open = await c.query<Held & { run_id: string }>(
      `SELECT run_id, worker, lease_until FROM import_job
        WHERE hydro_code = $1 AND key = $2 AND ${UNFINISHED} ORDER BY started_at LIMIT 1`,
      [job.hydro_code, job.key],
    )
    const until = open.rows.length > 0 ? heldUntil(open.rows[0], now) : null
    if (until !== null) return { heldUntil: until }
    const found = open.rows.length > 0 ? await takeOver(c, job.hydro_code, open.rows[0].run_id, now) : null
    if (found !== null && 'heldUntil' in found) return found
    if (found !== null) {
      await c.query(
        `UPDATE import_job SET worker = $3, lease_until = $4 WHERE hydro_code = $1 AND run_id = $2`,
        [job.hydro_code, found.run_id, worker, (await databaseNow(c)) + lease],
      )
      const parts = await c.query<ImportPart>(
        'SELECT part, rows_done, counts FROM import_part WHERE hydro_code = $1 AND run_id = $2',
        [job.hydro_code, found.run_id],
      )
      return { job: toJob(found), parts: parts.rows }
    }
    await c.query(
      `INSERT INTO import_job (${COLUMNS}, worker, lease_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, NULL, NULL, $9, $10)`,
      [
        job.hydro_code,
        job.run_id,
        job.key,
        job.file_name,
        job.file_sha256,
        JSON.stringify({ mapping: job.mapping, created: job.created }),
        job.actor,
        job.started_at,
        worker,
        now + lease,
      ],
    )
    return {
      job: { ...job, created: [...job.created], finished_at: null, undone_at: null, report: null },
      parts: [],
    }
  })
}

interface Held {
  worker: string | null
  lease_until: number | null
}

/** Until when another process holds a job; null: it is free. */
const heldUntil = ({ worker, lease_until: until }: Held, now: number): number | null =>
  worker !== null && until !== null && until > now ? until : null

/**
 * Locks a job whose lease is over, for the caller to claim it. Waits for a part that its process is about to commit,
 * and looks again behind that: the process may have renewed its lease, or ended the job (null).
 */
async function takeOver(
  c: Sql,
  hydroCode: string,
  run: string,
  now: number,
): Promise<Row | { heldUntil: number } | null> {
  const { rows } = await c.query<Row & Held>(
    `SELECT ${COLUMNS}, worker, lease_until FROM import_job
      WHERE hydro_code = $1 AND run_id = $2 AND ${UNFINISHED} FOR UPDATE`,
    [hydroCode, run],
  )
  if (rows.length === 0) return null
  const { worker, lease_until, ...row } = rows[0]
  const until = heldUntil({ worker, lease_until }, now)
  return until === null ? row : { heldUntil: until }
}

/** Makes processes that claim the same file and mapping do it one after the other. */
async function lockKey(c: Sql, hydroCode: string, key: string): Promise<void> {
  await c.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import ${hydroCode} ${key}`])
}

const MINE = 'hydro_code = $1 AND run_id = $2 AND worker = $3'

/** Says that a process still writes a job; without effect where another has taken it over. */
export async function renewJob(
  db: Database,
  hydroCode: string,
  run: string,
  { worker, lease }: Claim,
): Promise<void> {
  const until = (await databaseNow(db.pool)) + lease
  await db.query(`UPDATE import_job SET lease_until = $4 WHERE ${MINE}`, [hydroCode, run, worker, until])
}

/**
 * Locks a job that this process writes until the end of the transaction. Renewals pass by the lock, which keeps out
 * only who takes the job over. @throws where another has taken it over
 */
export async function holdJob(c: Sql, hydroCode: string, run: string, worker: string): Promise<void> {
  const { rows } = await c.query(`SELECT 1 FROM import_job WHERE ${MINE} FOR KEY SHARE`, [
    hydroCode,
    run,
    worker,
  ])
  if (rows.length === 0) throw new Error('another process has taken over this import')
}

export async function releaseJob(
  db: Database,
  hydroCode: string,
  run: string,
  worker: string,
): Promise<void> {
  const text = `UPDATE import_job SET worker = NULL, lease_until = NULL WHERE ${MINE}`
  await db.query(text, [hydroCode, run, worker])
}

export async function savePart(c: Sql, hydroCode: string, run: string, part: ImportPart): Promise<void> {
  await c.query(
    `INSERT INTO import_part (hydro_code, run_id, part, rows_done, counts) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (hydro_code, run_id, part) DO UPDATE SET rows_done = excluded.rows_done, counts = excluded.counts`,
    [hydroCode, run, part.part, part.rows_done, JSON.stringify(part.counts)],
  )
}

export async function endJob(db: Database, hydroCode: string, run: string, now: number, report: unknown) {
  await db.query(
    'UPDATE import_job SET finished_at = $3, report = $4 WHERE hydro_code = $1 AND run_id = $2',
    [hydroCode, run, now, JSON.stringify(report)],
  )
}

export async function findJob(db: Database, hydroCode: string, run: string): Promise<ImportJob | null> {
  const [job] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM import_job WHERE hydro_code = $1 AND run_id = $2`,
    [hydroCode, run],
  )
  return job ? toJob(job) : null
}

/** The imports of a reservoir, newest first. */
export async function listJobs(db: Database, hydroCode: string): Promise<ImportJob[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM import_job WHERE hydro_code = $1 ORDER BY started_at DESC, run_id DESC`,
    [hydroCode],
  )
  return rows.map(toJob)
}

export async function markUndone(c: Sql, hydroCode: string, run: string, now: number): Promise<void> {
  await c.query('UPDATE import_job SET undone_at = $3 WHERE hydro_code = $1 AND run_id = $2', [
    hydroCode,
    run,
    now,
  ])
}
