import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { backup } from '#server/backup/backup.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { editLayers } from '#server/features/edits/index.ts'
import { flagLayers } from '#server/features/quality/index.ts'
import { openDatabase } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { migrate, MigrationError, MIGRATIONS, readMigrations } from '#server/lib/migrate.ts'
import { emptyDatabase, freshDatabase } from '#tests/database.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function folder(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'forebay-migrate-'))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  return dir
}

async function empty(): Promise<{ url: string; client: pg.Client }> {
  const { url, drop } = await emptyDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  cleanups.push(() => client.end().then(drop))
  return { url, client }
}

const FILES = {
  '0001_one.sql': 'CREATE TABLE one (n int);',
  '0002_two.sql': 'CREATE TABLE two (n int); INSERT INTO one VALUES (2);',
}

test('applies missing migrations, in order, once', async () => {
  const { url, client } = await empty()
  const dir = folder(FILES)
  expect(await migrate(url, silentLog, { dir, now: 5 })).toEqual(['0001_one.sql', '0002_two.sql'])
  expect(await migrate(url, silentLog, { dir })).toEqual([])
  writeFileSync(join(dir, '0003_three.sql'), 'INSERT INTO two VALUES (3)')
  expect(await migrate(url, silentLog, { dir, now: 6 })).toEqual(['0003_three.sql'])
  expect((await client.query('SELECT n FROM one UNION ALL SELECT n FROM two')).rows).toEqual([
    { n: 2 },
    { n: 3 },
  ])
  expect((await client.query('SELECT name, applied_at FROM migration ORDER BY name')).rows).toEqual([
    { name: '0001_one.sql', applied_at: 5 },
    { name: '0002_two.sql', applied_at: 5 },
    { name: '0003_three.sql', applied_at: 6 },
  ])
})

test('several processes at once: each file is applied by one of them', async () => {
  const { url, client } = await empty()
  const dir = folder(FILES)
  const all = await Promise.all([1, 2, 3, 4].map(() => migrate(url, silentLog, { dir })))
  expect(all.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql'])
  expect((await client.query('SELECT n FROM one')).rows).toEqual([{ n: 2 }])
})

test('the second process waits for the lock of the first', async () => {
  const { url, client } = await empty()
  const dir = folder({ '0001_wait.sql': 'SELECT pg_advisory_lock(1); CREATE TABLE done (n int)' })
  await client.query('SELECT pg_advisory_lock(1)')
  const first = migrate(url, silentLog, { dir })
  const second = migrate(url, silentLog, { dir })
  const waiting = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  // One waits for us inside its file, the other for the first.
  while ((await client.query<{ n: number }>(waiting)).rows[0].n < 2);
  await client.query('SELECT pg_advisory_unlock(1)')
  expect([await first, await second].flat()).toEqual(['0001_wait.sql'])
})

test('a failing file leaves nothing, names its line, and earlier files stay', async () => {
  const { url, client } = await empty()
  const dir = folder({
    ...FILES,
    '0002_two.sql': 'CREATE TABLE two (n int);\n\nINSERT INTO nowhere VALUES (1);',
  })
  const error = await migrate(url, silentLog, { dir }).catch((e: Error) => e)
  expect(error).toBeInstanceOf(MigrationError)
  expect((error as Error).message).toBe('migration 0002_two.sql (line 3): relation "nowhere" does not exist')
  const { rows } = await client.query("SELECT to_regclass('one') AS one, to_regclass('two') AS two")
  expect(rows).toEqual([{ one: 'one', two: null }])
  expect((await client.query('SELECT name FROM migration')).rows).toEqual([{ name: '0001_one.sql' }])
})

test('an applied file that was edited is refused before anything is applied', async () => {
  const { url, client } = await empty()
  const dir = folder(FILES)
  await migrate(url, silentLog, { dir })
  writeFileSync(join(dir, '0001_one.sql'), 'CREATE TABLE one (n bigint);')
  writeFileSync(join(dir, '0003_three.sql'), 'CREATE TABLE three (n int)')
  await expect(migrate(url, silentLog, { dir })).rejects.toThrow(
    'changed after they had been applied: 0001_one.sql.',
  )
  expect((await client.query("SELECT to_regclass('three') AS three")).rows).toEqual([{ three: null }])
})

test('a database newer than the program is refused', async () => {
  const { url } = await empty()
  await migrate(url, silentLog, { dir: folder(FILES) })
  const older = folder({ '0001_one.sql': FILES['0001_one.sql'] })
  await expect(migrate(url, silentLog, { dir: older })).rejects.toThrow('does not know: 0002_two.sql.')
})

test('a server of a release that is too old is refused by name, before anything is created', async () => {
  const { url, client } = await empty()
  // What the server says of itself, as one of 14 would say it.
  await client.query(`CREATE SCHEMA old; CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS
    $$ SELECT CASE $1 WHEN 'server_version_num' THEN '140011' WHEN 'server_version' THEN '14.11' END $$`)
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
  await client.query(`ALTER DATABASE ${rows[0].name} SET search_path = old, pg_catalog, public`)
  await expect(migrate(url, silentLog, { dir: folder(FILES) })).rejects.toThrow(
    'the database is PostgreSQL 14.11; this program needs 15 or newer',
  )
  expect((await client.query("SELECT to_regclass('public.migration') AS there")).rows).toEqual([
    { there: null },
  ])
})

test('names are NNNN_name.sql, with unique numbers', async () => {
  await expect(readMigrations(folder({ 'one.sql': '' }))).rejects.toThrow(
    'one.sql: a migration is called NNNN_name.sql',
  )
  await expect(readMigrations(folder({ '0001_a.sql': '', '0001_b.sql': '' }))).rejects.toThrow(
    'have the same number',
  )
})

test('the template matches the files', async () => {
  const { db, url, drop } = await freshDatabase()
  cleanups.push(drop)
  const files = await readMigrations()
  expect(await db.query('SELECT name, sha256 FROM migration ORDER BY name')).toEqual(
    files.map(({ name, sha256 }) => ({ name, sha256 })),
  )
  expect(await migrate(url, silentLog)).toEqual([])
})

/** Rows of a release before 0018. */
const FORMER = `
  INSERT INTO mark VALUES ('A', 'calc', 'lake', 3, 10, 20, 1, 5);
  INSERT INTO act VALUES ('A', 'at_1', 'lake', 'offset', 10, 20, '{"b": 0.5}', 'waves', 1, 30, 'ac_1');
  INSERT INTO act_count VALUES ('A', 'lake', 1);
  INSERT INTO pending VALUES ('A', 'pe_1', 10, 20, '{edit}', 30, 1);
  INSERT INTO fired VALUES ('A', 'fi_1', 'range/lake', 'range', 'lake', NULL, NULL, 10, 20, true, 2, 9, 8, 1, '{lake}', 30);
  INSERT INTO checked VALUES ('A', 3, '{}');`

const RENAMED = {
  mark: 'dirty_span',
  act: 'edit',
  act_count: 'edit_count',
  pending: 'pending_span',
  fired: 'check_span',
  checked: 'check_day',
}

test('a database and an archive with former table names keep all their rows', async () => {
  const older = folder({})
  for (const { name } of await readMigrations())
    if (name < '0018') copyFileSync(join(MIGRATIONS, name), join(older, name))
  const { url, client } = await empty()
  await migrate(url, silentLog, { dir: older })
  await client.query(FORMER)
  const rowsOf = async (on: pg.Client, tables: readonly string[]) => {
    const rows: string[] = []
    for (const table of tables)
      rows.push(
        ...(await on.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)).rows.map((r) => r.row),
      )
    return rows
  }
  const before = await rowsOf(client, Object.keys(RENAMED))
  expect(before).toHaveLength(6)
  const file = join(folder({}), 'older.backup')
  await backup(url, file, { dataDir: folder({}), version: '1.9.0' })

  // Another database of that time takes the archive in place of its content.
  const other = await empty()
  await migrate(other.url, silentLog, { dir: older })
  await other.client.query(FORMER)
  const report = await restoreBackup(other.url, file, { dataDir: null, replace: true })
  expect(report.migrated).toContain('0018_names.sql')
  expect(await migrate(url, silentLog)).toContain('0018_names.sql')

  const names = `SELECT conname AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION SELECT indexname FROM pg_indexes WHERE schemaname = 'public'
    UNION SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1`
  for (const one of [client, other.client]) {
    expect(await rowsOf(one, Object.values(RENAMED))).toEqual(before)
    const all = (await one.query<{ name: string }>(names)).rows.map((r) => r.name)
    expect(
      all.filter((name) => /^(mark|act|pending(?!_span)|fired|checked)[_.]|fired_id|act_id/.test(name)),
    ).toEqual([])
    expect(all).toEqual(
      expect.arrayContaining(['dirty_span_pkey', 'edit_series', 'edit_made', 'check_span_active']),
    )
  }
  for (const at of [url, other.url]) {
    const db = openDatabase(at, silentLog)
    try {
      for (const layers of [editLayers(db), flagLayers(db)])
        expect([...(await layers.over('A', ['lake'], 0, 100, {})).keys()]).toEqual(['lake'])
    } finally {
      await db.close()
    }
  }
})
