import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { isDistributed, planDistribution, readClusterState, runSteps } from './distribution.ts'
import { keepTurn, waitForTurn } from './leases.ts'
import type { Log } from './log.ts'

export const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url))

export const MIGRATION_TABLE =
  'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at bigint NOT NULL, sha256 text NOT NULL)'

/** The oldest release of PostgreSQL that the program is tested with. */
const OLDEST = 15

/** Key of the lock under which migrations run; other processes wait. */
export const MIGRATION_LOCK = 4_607_182_418

/** Keeps other processes from changing the tables. */
export interface MigrationLock {
  /** @throws MigrationError when it was lost: others may change the tables too */
  check(): Promise<void>
  release(): Promise<void>
}

/**
 * Waits until no other process changes the tables, and keeps them waiting. By a transaction of its own, for statements
 * that are transactions each by themselves; a pooler keeps no session.
 */
export async function lockMigrations(url: string, log: Log): Promise<MigrationLock> {
  const client = new pg.Client({ connectionString: url, application_name: 'forebay migrate' })
  // A lost connection is found by the next check.
  client.on('error', (err) => log.warn({ err: err.message }, 'the lock of the tables was lost'))
  await client.connect()
  try {
    await client.query('BEGIN')
    await waitForTurn(client, MIGRATION_LOCK)
  } catch (error) {
    await client.end()
    throw error
  }
  const end = keepTurn(client, log)
  return {
    async check() {
      try {
        await client.query('SELECT 1')
      } catch (cause) {
        const { message } = cause as Error
        throw new MigrationError(
          `the lock that keeps other processes from changing the tables was lost (${message}): nothing more is run`,
          { cause },
        )
      }
    },
    async release() {
      await end()
      await client.end()
    },
  }
}

/** Refuses to change tables that a process of this program uses, which goes on with how they were. */
export async function refuseUsed(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'forebay%'`,
  )
  if (rows[0].n > 0) throw new Error('a Forebay is using the target database: stop it first')
}

interface Migration {
  /** Name of its file. */
  name: string
  sha256: string
  sql: string
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

export async function readMigrations(dir = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  const all = await Promise.all(
    names.map(async (file) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file))
        throw new MigrationError(`${file}: a migration is called NNNN_name.sql`)
      const sql = await readFile(`${dir}/${file}`, 'utf8')
      return { name: file, sha256: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
  for (let i = 1; i < all.length; i++)
    if (all[i].name.slice(0, 4) === all[i - 1].name.slice(0, 4))
      throw new MigrationError(`${all[i - 1].name} and ${all[i].name} have the same number`)
  return all
}

/**
 * Brings the database up to date. Returns the names of the migrations that it applied. Several processes may call it at
 * once, through a transaction pooler too: each migration is a transaction that waits for those of others. In a cluster
 * whose tables are distributed, new ones are distributed too. Throws MigrationError when an applied file was changed,
 * the database is newer than this program, or PostgreSQL too old.
 */
export async function migrate(
  url: string,
  log: Log,
  options: { dir?: string; now?: number } = {},
): Promise<string[]> {
  const files = await readMigrations(options.dir)
  const client = new pg.Client({ connectionString: url, application_name: 'forebay migrate' })
  await client.connect()
  try {
    await refuseOldServer(client)
    const applied: string[] = []
    for (;;) {
      await client.query('BEGIN')
      try {
        await waitForTurn(client, MIGRATION_LOCK)
        await client.query(MIGRATION_TABLE)
        const { rows } = await client.query<{ name: string; sha256: string }>(
          'SELECT name, sha256 FROM migration',
        )
        const [next] = pendingOf(files, rows)
        if (next) await applyMigration(client, next, options.now ?? Date.now())
        await client.query('COMMIT')
        if (!next) break
        applied.push(next.name)
        log.info({ migration: next.name }, 'migrated')
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      }
    }
    await distributeNewTables(url, client, log)
    return applied
  } finally {
    await client.end()
  }
}

async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
  )
  const [{ number, version }] = rows
  if (number < OLDEST * 10_000)
    throw new MigrationError(
      `the database is PostgreSQL ${version}; this program needs ${OLDEST} or newer. ` +
        'Bring the server up to date, or move with npm run backup and npm run restore.',
    )
}

/** What a migration adds, and what an interrupted distribution left over. A database on one machine stays as it is. */
async function distributeNewTables(url: string, client: pg.ClientBase, log: Log): Promise<void> {
  if (!isDistributed(await readClusterState(client))) return
  const lock = await lockMigrations(url, log)
  try {
    const plan = planDistribution((await readClusterState(client))!)
    if (plan.problems.length > 0)
      log.warn({ problems: plan.problems }, 'tables of the cluster are not where they belong')
    else await runSteps(client, plan, lock, ({ table }) => log.info({ table }, 'distributed'))
  } finally {
    await lock.release()
  }
}

/** The migrations still to apply. Throws when applied ones differ from the files. */
export function pendingOf(
  files: Migration[],
  applied: readonly { name: string; sha256: string }[],
): Migration[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const unknown = applied.filter((row) => !byName.has(row.name)).map((row) => row.name)
  if (unknown.length > 0)
    throw new MigrationError(
      `the database holds migrations that this program does not know: ${unknown.sort().join(', ')}. ` +
        'A newer release has used it; start that release, or restore a backup made before.',
    )
  const changed = applied.filter((row) => byName.get(row.name)?.sha256 !== row.sha256).map((row) => row.name)
  if (changed.length > 0)
    throw new MigrationError(
      `migrations were changed after they had been applied: ${changed.sort().join(', ')}. ` +
        'An applied migration is never edited; put its text back and write a new one.',
    )
  const done = new Set(applied.map((row) => row.name))
  return files.filter((file) => !done.has(file.name))
}

/** Applies one within the caller's transaction. now null: the caller fills the table of applied ones. */
export async function applyMigration(
  client: pg.ClientBase,
  file: Migration,
  now: number | null,
): Promise<void> {
  try {
    await client.query(file.sql)
    if (now === null) return
    const values = [file.name, now, file.sha256]
    await client.query('INSERT INTO migration (name, applied_at, sha256) VALUES ($1, $2, $3)', values)
  } catch (error) {
    const { message, detail, position } = error as pg.DatabaseError
    const line = position ? ` (line ${file.sql.slice(0, Number(position)).split('\n').length})` : ''
    throw new MigrationError(`migration ${file.name}${line}: ${message}${detail ? `; ${detail}` : ''}`, {
      cause: error,
    })
  }
}
