import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/lib/database.ts'
import { planDistribution, readClusterState, runSteps } from '#server/lib/distribution.ts'
import { silentLog } from '#server/lib/log.ts'
import { lockMigrations, migrate, MIGRATIONS, readMigrations } from '#server/lib/migrate.ts'
import { tablesOf } from '#server/lib/tables.ts'
import { freshDatabase, type FreshDatabase } from '#tests/database.ts'
import { ROOT } from '#tests/process.ts'

/**
 * Run on plain PostgreSQL with a stand-in for the functions of Citus: it proves the order, that it can be repeated, and
 * that no row is lost on the way; not that Citus takes it. `npm run proof citus` runs on a cluster.
 */
const DOUBLE = readFileSync(join(import.meta.dirname, 'citus-double.sql'), 'utf8')

let made: FreshDatabase
/** Its connections are not those of a running program. */
let fresh: { url: string; db: Database }
beforeEach(async () => {
  made = await freshDatabase()
  fresh = { url: made.url, db: openDatabase(`${made.url}?application_name=test`, silentLog) }
})
afterEach(async () => {
  await fresh.db.close()
  await made.drop()
})

async function makeCluster(): Promise<void> {
  await fresh.db.query(DOUBLE)
  const [{ name }] = await fresh.db.query<{ name: string }>('SELECT current_database() AS name')
  await fresh.db.query(`ALTER DATABASE ${name} SET search_path = public, double`)
}

const run = promisify(execFile)

async function distribute(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: fresh.url }
  const done = run(process.execPath, ['server/commands/distribute/main.ts', ...args], { cwd: ROOT, env })
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      err: stderr,
    }),
  )
}

const calls = () =>
  fresh.db.query<{ name: string; of: string }>('SELECT name, of FROM double.call ORDER BY n')
const held = async () =>
  (await fresh.db.query<{ of: string }>('SELECT logicalrelid::text AS of FROM double.pg_dist_partition')).map(
    (r) => r.of,
  )

/** Rows of two reservoirs and of the house. */
const ROWS = `
  INSERT INTO plant (hydro_code, created_at) VALUES ('A', 1), ('B', 2);
  INSERT INTO reading (hydro_code, series, t, v, q) SELECT code, 'lake', t, t, 0
    FROM unnest(ARRAY['A', 'B']) AS code, generate_series(1, 500) AS t;
  INSERT INTO installation (name, value) VALUES ('demo', '0')`

describe('npm run distribute', () => {
  test('a database without Citus is refused with advice, and an unknown option with the usage', async () => {
    const refused = await distribute('--apply')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('lacks the Citus extension')
    expect((await distribute('--aply')).code).toBe(2)
  })

  test('without options it prints what it would run, and changes nothing', async () => {
    await makeCluster()
    const { code, out } = await distribute()
    expect(code).toBe(0)
    const statements = [...out.matchAll(/^ {2}(SELECT create.*);$/gm)].map((m) => m[1])
    expect(statements).toHaveLength(tablesOf('plant').length + tablesOf('reference').length)
    expect(out).toContain('nothing was changed')
    expect(await calls()).toEqual([])
  })

  test('with --apply each table is placed with its rows, once', async () => {
    await makeCluster()
    await fresh.db.query(ROWS)
    expect(await distribute('--apply')).toMatchObject({ code: 0, err: '' })
    const first = await calls()
    const of = (name: string) => first.filter((c) => c.name === name).map((c) => c.of)
    expect(of('create_reference_table').toSorted()).toEqual(tablesOf('reference').toSorted())
    expect(of('create_distributed_table')[0]).toBe('plant')
    expect(of('create_distributed_table').toSorted()).toEqual(tablesOf('plant').toSorted())
    expect(of('truncate').toSorted()).toEqual(['plant', 'reading'])
    const local = [...tablesOf('local'), ...tablesOf('system')]
    const placed = await fresh.db.query(
      `SELECT FROM double.pg_dist_partition WHERE logicalrelid::text = ANY ($1) AND (partmethod <> 'n' OR repmodel = 't')`,
      [local],
    )
    expect(placed).toEqual([])
    expect(
      await fresh.db.query(
        'SELECT hydro_code, count(*)::int AS n FROM double.shard_reading GROUP BY 1 ORDER BY 1',
      ),
    ).toEqual([
      { hydro_code: 'A', n: 500 },
      { hydro_code: 'B', n: 500 },
    ])
    // The coordinator keeps no second copy of them, and all of its own.
    expect(await fresh.db.query('SELECT FROM reading')).toEqual([])
    expect(await fresh.db.query('SELECT value FROM installation')).toEqual([{ value: '0' }])

    expect(await distribute('--apply')).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing is left to do'),
    })
    expect(await calls()).toEqual(first)
  })

  test('an unreachable machine stops it with the statement; the next run continues there', async () => {
    await makeCluster()
    await fresh.db.query(ROWS)
    await fresh.db.query("INSERT INTO double.failing VALUES ('reading')")
    const { code, err } = await distribute('--apply')
    expect(code).toBe(1)
    expect(err).toMatch(/create_distributed_table\('public\.reading'.*connection to a worker failed/)
    expect(await held()).not.toContain('reading')
    const before = await calls()
    await fresh.db.query('DELETE FROM double.failing')
    expect((await distribute('--apply')).code).toBe(0)
    const after = await calls()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(new Set(after.map((c) => `${c.name} ${c.of}`)).size).toBe(after.length)
    expect((await fresh.db.query('SELECT FROM double.shard_reading')).length).toBe(1000)
  })

  test('--apply is refused while the program runs, and changes nothing', async () => {
    await makeCluster()
    await made.db.query('SELECT 1')
    const { code, err } = await distribute('--apply')
    expect(code).toBe(1)
    expect(err).toContain('a Forebay is using the target database: stop it first')
    expect(await calls()).toEqual([])
    expect((await distribute()).code).toBe(0)
  })

  test('nothing more is run when the lock of the tables is lost', async () => {
    await makeCluster()
    const lock = await lockMigrations(fresh.url, silentLog)
    await fresh.db.tx(async (c) => {
      await c.query('SET LOCAL search_path = public, double')
      const plan = planDistribution((await readClusterState(c))!)
      await fresh.db.query(
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'forebay migrate'`,
      )
      await expect(runSteps(c, plan, lock, () => {})).rejects.toThrow('was lost')
    })
    expect(await calls()).toEqual([])
    await lock.release()
  })

  test('decisions left to a person stop it before anything is run', async () => {
    await makeCluster()
    await fresh.db.query('INSERT INTO double.pg_dist_node VALUES (1, 1), (2, 2)')
    const { code, out, err } = await distribute('--apply')
    expect(code).toBe(1)
    expect(out).toContain('citus_set_coordinator_host')
    expect(err).toContain('nothing is run before that is decided')
    expect(await calls()).toEqual([])
  })
})

describe('a later migration', () => {
  /** Our migrations and a later one, which makes a table of plants. The database is as before that table was thought of. */
  async function later(): Promise<string> {
    const dir = mkdtempSync(join(tmpdir(), 'forebay-distribute-'))
    for (const { name } of await readMigrations()) copyFileSync(join(MIGRATIONS, name), join(dir, name))
    writeFileSync(
      join(dir, '9999_chart_view.sql'),
      'CREATE TABLE chart_view (hydro_code text NOT NULL, view_id text NOT NULL, PRIMARY KEY (hydro_code, view_id))',
    )
    return dir
  }

  test('its tables are distributed in a distributed database, by the first process to start', async () => {
    await fresh.db.query('DROP TABLE chart_view')
    await makeCluster()
    expect((await distribute('--apply')).code).toBe(0)
    expect(await held()).not.toContain('chart_view')
    const dir = await later()
    try {
      expect(await migrate(fresh.url, silentLog, { dir })).toEqual(['9999_chart_view.sql'])
      expect((await calls()).at(-1)).toEqual({ name: 'create_distributed_table', of: 'chart_view' })
      const n = (await calls()).length
      expect(await migrate(fresh.url, silentLog, { dir })).toEqual([])
      expect((await calls()).length).toBe(n)
    } finally {
      rmSync(dir, { recursive: true })
    }
  })

  test('a cluster that was not distributed is left unchanged', async () => {
    await fresh.db.query('DROP TABLE chart_view')
    await makeCluster()
    const dir = await later()
    try {
      await migrate(fresh.url, silentLog, { dir })
      expect(await calls()).toEqual([])
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})
