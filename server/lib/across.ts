import type { Database, Sql } from './database.ts'

/**
 * Every statement that looks at the tables of more than one reservoir. All others name one by hydro_code, so that a
 * cluster of machines asks only the one that holds it; these ask each machine. None of them recurses, and none locks a row
 * but the release of jobs, which only an embedded database runs.
 */

/** The reservoirs that are not retired, the oldest first. */
export async function activePlants(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ hydro_code: string }>(
    'SELECT hydro_code FROM plant WHERE retired_at IS NULL ORDER BY created_at, hydro_code',
  )
  return rows.map((r) => r.hydro_code)
}

/** Those of these reservoirs that are there and not retired. */
export async function activeAmong(db: Sql, codes: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ hydro_code: string }>(
    'SELECT hydro_code FROM plant WHERE hydro_code = ANY($1) AND retired_at IS NULL',
    [codes],
  )
  return rows.map((r) => r.hydro_code)
}

export async function isAnyOther(db: Sql, hydroCode: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM plant WHERE hydro_code <> $1 LIMIT 1', [hydroCode])).rows.length > 0
}

/** Reservoirs that an account may see: those granted, or all for '*'. */
export async function plantsGranted(db: Sql, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ hydro_code: string }>(
    `SELECT p.hydro_code FROM plant p
      WHERE p.retired_at IS NULL
        AND EXISTS (SELECT FROM account_role g
                     WHERE g.account_id = $1 AND (g.hydro_code = '*' OR g.hydro_code = p.hydro_code))
      ORDER BY p.created_at, p.hydro_code`,
    [accountId],
  )
  return rows.map((r) => r.hydro_code)
}

interface QueueTable {
  table: string
  /** SQL: whether a record is a job that has not ended. */
  waiting: string
  /** SQL: whether it is nobody's; may use the parameters. */
  free: string
  /** SQL: whoever comes first at a reservoir where one waits for the other; null: all are looked at. */
  order: string | null
}

/** For each reservoir with jobs of a queue: when the first free one is due, and when the first lease of a taken one ends. */
export async function dueJobs(
  db: Sql,
  { table, waiting, free, order }: QueueTable,
  values: unknown[],
): Promise<{ hydro: string; due: number | null; leased: number | null }[]> {
  const { rows } = await db.query<{ hydro: string; due: number | null; leased: number | null }>(
    `SELECT hydro_code AS hydro, min(due_at) FILTER (WHERE free) AS due,
            min(lease_until) FILTER (WHERE NOT free) AS leased
       FROM (SELECT ${order === null ? '' : 'DISTINCT ON (hydro_code)'} hydro_code, due_at, lease_until, ${free} AS free
               FROM ${table} WHERE ${waiting} ${order === null ? '' : `ORDER BY hydro_code, ${order}`}) w
      GROUP BY hydro_code ORDER BY due, hydro`,
    values,
  )
  return rows
}

/** Reservoirs at which a version of the settings, recorded since an instant, names a camera by its address. */
export async function plantsWithCameraAddress(db: Sql, since: number): Promise<string[]> {
  const { rows } = await db.query<{ hydro_code: string }>(
    `SELECT DISTINCT hydro_code FROM description
      WHERE noun = 'settings' AND recorded_at >= $1 AND body->>'cameraPath' ~* '^https?://'`,
    [since],
  )
  return rows.map((r) => r.hydro_code)
}

/** Reservoirs whose log holds records of settings since an instant that match a regular expression. */
export async function plantsWithRecordsLike(db: Sql, pattern: string, since: number): Promise<string[]> {
  const { rows } = await db.query<{ hydro_code: string }>(
    `SELECT DISTINCT hydro_code FROM audit WHERE noun = 'settings' AND at >= $2 AND concat(before, after) ~* $1`,
    [pattern, since],
  )
  return rows.map((r) => r.hydro_code)
}

/** Reservoirs with uploads that nobody saved in time. */
export async function plantsWithOldUploads(db: Sql, now: number): Promise<string[]> {
  const { rows } = await db.query<{ hydro_code: string }>(
    'SELECT DISTINCT hydro_code FROM table_upload WHERE NOT saved AND expires_at <= $1',
    [now],
  )
  return rows.map((r) => r.hydro_code)
}

/** Reservoirs with import tasks in some states that were last changed before an instant. */
export async function plantsWithOldTasks(
  db: Sql,
  before: number,
  states: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ hydro_code: string }>(
    'SELECT DISTINCT hydro_code FROM import_task WHERE changed_at < $1 AND state = ANY($2)',
    [before, states],
  )
  return rows.map((r) => r.hydro_code)
}

/** Reservoirs with reports made in the background that have expired. */
export async function plantsWithOldReports(db: Sql, now: number): Promise<string[]> {
  const { rows } = await db.query<{ hydro_code: string }>(
    'SELECT DISTINCT hydro_code FROM report_job WHERE expires_at <= $1',
    [now],
  )
  return rows.map((r) => r.hydro_code)
}

/**
 * Releases the jobs of processes that were killed. To be called when this process has just started the embedded server:
 * whoever claimed one before that server ran is dead, and need not be waited for. What a command has claimed since
 * stays its own. lease: ms
 */
export async function releaseDead(db: Database, lease: number): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'lease_until' ORDER BY 1`,
  )
  for (const { name } of tables)
    await db.query(
      `UPDATE ${name} SET worker = NULL, lease_until = NULL
        WHERE lease_until < (extract(epoch FROM pg_postmaster_start_time()) * 1000)::bigint + $1`,
      [lease],
    )
}
