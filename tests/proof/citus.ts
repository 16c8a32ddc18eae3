import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/lib/database.ts'
import { planDistribution, readClusterState, runSteps } from '#server/lib/distribution.ts'
import { silentLog } from '#server/lib/log.ts'
import { lockMigrations, migrate } from '#server/lib/migrate.ts'
import { startPostgres } from '#server/lib/postgres/index.ts'
import { TABLES } from '#server/lib/tables.ts'
import { JOURNEYS, openGround } from '../cluster/journeys.ts'

/** There is no cluster to run on. */
export const NOT_RUN = null

export interface Walked {
  version: string
  /** null: PostgreSQL without Citus. */
  citus: string | null
  machines: number | null
  /** Statements that brought the tables to their machines. */
  distributed: number
  journeys: { name: string; problem: string | null }[]
}

/**
 * Walks the journeys on the database of an address, which has to be empty and is empty again afterwards. plain: on
 * PostgreSQL without Citus, one of its own where no address is given. @throws Error where the database cannot be used
 */
export async function walkOn(
  url: string | null,
  plain: boolean,
  log: (line: string) => void,
): Promise<Walked | typeof NOT_RUN> {
  if (url === null && !plain) {
    log(
      'not run: CITUS_URL names no cluster. Give the coordinator of one with an empty database, or --plain to try the proof itself on PostgreSQL.',
    )
    return NOT_RUN
  }
  if (url !== null) return walk(url, plain, log)
  const dir = mkdtempSync(join(tmpdir(), 'forebay-citus-'))
  const postgres = await startPostgres({ dataDir: dir, log: silentLog })
  try {
    return await walk(postgres.url, plain, log)
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function walk(url: string, plain: boolean, log: (line: string) => void): Promise<Walked> {
  const client = new pg.Client({ connectionString: url, application_name: 'forebay proof' })
  await client.connect()
  try {
    const one = async (sql: string) => (await client.query<{ x: string }>(sql)).rows[0].x
    const version = await one("SELECT current_setting('server_version') AS x")
    const cluster = (await readClusterState(client)) !== null
    if (!cluster && !plain)
      throw new Error(
        `CITUS_URL is PostgreSQL ${version} without the Citus extension: nothing would be proven. CREATE EXTENSION citus there, or add --plain to try the proof itself.`,
      )
    const tables = await one(
      "SELECT string_agg(relname, ', ' ORDER BY relname) AS x FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
    )
    if (tables !== null)
      throw new Error(`the database is not empty (${tables.slice(0, 100)}): the proof needs one of its own`)
    const walked: Walked = { version, citus: null, machines: null, distributed: 0, journeys: [] }
    try {
      await migrate(url, silentLog)
      if (cluster) {
        walked.citus = await one("SELECT extversion AS x FROM pg_extension WHERE extname = 'citus'")
        walked.machines = Number(await one('SELECT greatest(count(*), 1) AS x FROM pg_dist_node'))
        walked.distributed = await distribute(url, client, log)
      }
      await walkAll(url, walked, log)
    } finally {
      await client.query(`DROP TABLE IF EXISTS ${Object.keys(TABLES).join(', ')} CASCADE`)
    }
    return walked
  } finally {
    await client.end()
  }
}

/** Brings all tables to their machines. @throws Error where something is left over, or a person would have to decide */
async function distribute(url: string, client: pg.Client, log: (line: string) => void): Promise<number> {
  const plan = planDistribution((await readClusterState(client))!)
  if (plan.problems.length > 0) throw new Error(plan.problems.join('; '))
  const lock = await lockMigrations(url, silentLog)
  try {
    await runSteps(client, plan, lock, ({ sql }) => log(sql))
  } finally {
    await lock.release()
  }
  const { steps } = planDistribution((await readClusterState(client))!)
  if (steps.length > 0)
    throw new Error(`distributed, and still to be done: ${steps.map((s) => s.sql).join('; ')}`)
  return plan.steps.length
}

async function walkAll(url: string, walked: Walked, log: (line: string) => void): Promise<void> {
  const db = openDatabase(url, silentLog)
  const ground = await openGround({ db, url, drop: () => db.close() })
  try {
    for (const { name, walk } of JOURNEYS) {
      const problem = await walk(ground).then(
        () => null,
        (error: Error) => error.message.split('\n').slice(0, 5).join(' '),
      )
      log(`${problem === null ? 'yes' : 'NO '}  ${name}${problem === null ? '' : `: ${problem}`}`)
      walked.journeys.push({ name, problem })
    }
  } finally {
    await ground.close()
  }
}
