import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ArchiveError, backup, checkArchive, restoreBackup } from '#server/backup/index.ts'
import type { Database } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { migrate, MIGRATIONS, readMigrations } from '#server/lib/migrate.ts'
import { startPostgres } from '#server/lib/postgres/index.ts'
import { TABLES } from '#server/lib/tables.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '#tests/database.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'forebay-backup-'))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  return dir
}

async function fresh(): Promise<FreshDatabase> {
  const database = await freshDatabase()
  cleanups.push(database.drop)
  return database
}

async function empty(): Promise<string> {
  const { url, drop } = await emptyDatabase()
  cleanups.push(drop)
  return url
}

/**
 * Values that a text format can lose: the ends of each type, line ends, backslashes, nulls, quotes, other scripts.
 */
const VALUES: Record<string, string[]> = {
  text: [
    "'a'",
    String.raw`E'tab\t line\n back\\slash \\N \\. "q" ''s'' ước Đăk 水 😀'`,
    "''",
    "'2026-02-28'",
  ],
  bigint: ['1', '9223372036854775807', '-9223372036854775808'],
  integer: ['1', '2147483647', '-2147483648'],
  smallint: ['1', '32767', '-32768'],
  'double precision': ['0.1', "'NaN'", '5e-324', '-1.7976931348623157e308', "'-0'", "'Infinity'"],
  real: ['0.1', "'NaN'", '3.4028235e38'],
  numeric: ['0.10', '123456789012345678901234567890.123456789'],
  boolean: ['true', 'false'],
  bytea: [String.raw`'\x00ff5c0a5c2e'`, "''"],
  jsonb: [`'{"a": [1.50, null, "\\n\\\\ Đ"]}'`, "'{}'"],
  'timestamp with time zone': ["'2026-11-20 23:59:59.123456+07'", "'infinity'"],
  date: ["'2026-02-28'"],
  uuid: Array.from({ length: 6 }, (_, i) => `'0b5e9a52-6b1f-4c3e-9d1a-00000000000${i}'`),
  xid8: ["'4294967301'"],
  'text[]': [String.raw`ARRAY['a,b','"{}"',NULL,'\']`, 'ARRAY[]::text[]'],
  'bigint[]': ['ARRAY[1,-2]'],
  'double precision[]': ["ARRAY[0.1,'NaN']::float8[]"],
}

interface Column {
  table: string
  name: string
  type: string
  required: boolean
  /** Expressions over this column alone. */
  checks: string[]
}

/** Writes six rows into every table except that of migrations, whatever its columns. */
async function fillEverything({ db }: FreshDatabase): Promise<void> {
  const columns = await db.query<Column>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required,
            array(SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint
                  WHERE contype = 'c' AND conrelid = c.oid AND conkey = ARRAY[a.attnum]) AS checks
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migration'
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY c.relname, a.attnum`,
  )
  const values = new Map<Column, string[]>()
  for (const column of columns) values.set(column, await allowed(db, column))
  await db.tx(async (client) => {
    // Only here: rows without references, so that no table needs its own recipe.
    await client.query('SET LOCAL session_replication_role = replica')
    for (const table of new Set(columns.map((column) => column.table))) {
      const own = columns.filter((column) => column.table === table)
      for (let i = 0; i < 6; i++) {
        const row = own.map((c) =>
          i === 5 && !c.required ? 'NULL' : values.get(c)![i % values.get(c)!.length],
        )
        const names = own.map((c) => `"${c.name}"`).join(', ')
        await client.query(
          `INSERT INTO ${table} (${names}) VALUES (${row.join(', ')}) ON CONFLICT DO NOTHING`,
        )
      }
    }
  })
}

/** Values of the column's type that its checks accept; distinct texts where it looks like a key. */
async function allowed(db: Database, { name, type, checks }: Column): Promise<string[]> {
  if (!VALUES[type]) throw new Error(`this test has no values of type ${type}: add some`)
  const literals = checks.flatMap((text) => text.match(/'[^']*'(?=::text)/g) ?? [])
  if (type === 'text' && literals.length === 0 && /_id$|code|name|hash|email|series|noun/.test(name))
    return [0, 1, 2, 3, 4, 5].map((i) => `'${name}${i}'`)
  const candidates = [...literals, ...VALUES[type]].map((value) => `CAST(${value} AS ${type})`)
  if (checks.length === 0) return candidates
  const fits = await Promise.all(
    candidates.map((value) =>
      db.query<{ ok: boolean }>(
        `SELECT (${checks.join(') AND (')}) AS ok FROM (SELECT ${value} AS "${name}") x`,
      ),
    ),
  )
  return candidates.filter((_, i) => fits[i][0].ok)
}

/** Every table as the server itself exports it. */
async function contents(url: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SET extra_float_digits = 3')
    const all = new Map<string, string[]>()
    for (const table of Object.keys(TABLES)) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
      all.set(table, rows.map((row) => row.row).sort())
    }
    return all
  } finally {
    await client.end()
  }
}

/** A backup of a database with something in every table. */
async function archive(): Promise<{ file: string; source: FreshDatabase; dataDir: string }> {
  const source = await fresh()
  await fillEverything(source)
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secret.key'), 'the key\n')
  const file = join(dataDir, 'b', 'one.backup')
  await backup(source.url, file, { dataDir, version: '2.0.0' })
  return { file, source, dataDir }
}

test('a backup restored into a new cluster equals every table to the byte, and the key', async () => {
  const { file, source } = await archive()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const dataDir = join(folder(), 'elsewhere')
  const postgres = await startPostgres({ dataDir, log: silentLog })
  cleanups.push(() => postgres.stop())
  const report = await restoreBackup(postgres.url, file, { dataDir })

  const before = await contents(source.url)
  expect(await contents(postgres.url)).toEqual(before)
  for (const [table, rows] of before) expect(rows.length, table).toBeGreaterThan(0)
  expect(report.tables.map((t) => t.name).sort()).toEqual(Object.keys(TABLES).sort())
  expect(report.files).toEqual(['secret.key'])
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('the key\n')
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)

  // And a second round: the same bytes in the same order.
  const again = await backup(postgres.url, join(folder(), 'two.backup'), { dataDir, version: '2.0.0' })
  expect(again.tables).toEqual(report.tables)
})

test('a backup is of the instant at which it began', async () => {
  const source = await fresh()
  await fillEverything(source)
  const before = await contents(source.url)
  const file = join(folder(), 'one.backup')
  const making = await source.db.tx(async (client) => {
    await client.query('LOCK TABLE plant IN ACCESS EXCLUSIVE MODE')
    const backing = backup(source.url, file, { dataDir: folder(), version: '2.0.0' })
    const waiting = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'plant'::regclass`
    // The backup has begun, and waits for this table.
    while ((await source.db.query<{ n: number }>(waiting))[0].n === 0);
    await client.query("INSERT INTO plant (hydro_code, created_at) VALUES ('LATE', 1)")
    await client.query('DELETE FROM series')
    return { backing }
  })
  await making.backing
  const target = await empty()
  await restoreBackup(target, file, { dataDir: null })
  expect(await contents(target)).toEqual(before)
})

test('a target with rows is refused and unchanged; --replace replaces it', async () => {
  const { file, source } = await archive()
  const target = await fresh()
  await target.db.query("INSERT INTO plant (hydro_code, created_at) VALUES ('KEPT', 1)")
  await target.db.close()
  cleanups.pop()
  const before = await contents(target.url)
  await expect(restoreBackup(target.url, file, { dataDir: null })).rejects.toThrow('not empty: plant (1)')
  expect(await contents(target.url)).toEqual(before)
  await restoreBackup(target.url, file, { dataDir: null, replace: true })
  expect(await contents(target.url)).toEqual(await contents(source.url))
})

test('a target as migrations leave it is empty', async () => {
  const { file, source } = await archive()
  const target = await fresh()
  await target.db.close()
  cleanups.pop()
  await restoreBackup(target.url, file, { dataDir: null })
  expect(await contents(target.url)).toEqual(await contents(source.url))
})

test('a target in use by a Forebay, or with other data, is refused', async () => {
  const { file } = await archive()
  const used = await fresh()
  await used.db.query('SELECT 1')
  await expect(restoreBackup(used.url, file, { dataDir: null, replace: true })).rejects.toThrow(
    'is using the target',
  )

  const url = await empty()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE TABLE invoices (n int)')
  await client.end()
  await expect(restoreBackup(url, file, { dataDir: null, replace: true })).rejects.toThrow(
    'somebody else: invoices',
  )
})

test('another key in the target’s folder is not overwritten', async () => {
  const { file } = await archive()
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secret.key'), 'another\n')
  const target = await empty()
  await expect(restoreBackup(target, file, { dataDir })).rejects.toThrow('differs from what is in the backup')
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('another\n')
  await restoreBackup(target, file, { dataDir, replace: true })
  expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('the key\n')
})

test('an archive of an older release is migrated', async () => {
  const migrations = await readMigrations()
  const [last, ...earlier] = migrations.toReversed()
  const older = folder()
  for (const { name } of earlier) copyFileSync(join(MIGRATIONS, name), join(older, name))
  const source = await empty()
  await migrate(source, silentLog, { dir: older })
  const file = join(folder(), 'older.backup')
  await backup(source, file, { dataDir: folder(), version: '1.9.0' })
  const target = await empty()
  const report = await restoreBackup(target, file, { dataDir: null })
  expect(report.migrated).toEqual([last.name])
  const fresh = await freshDatabase()
  await fresh.db.query('UPDATE migration SET applied_at = 0')
  cleanups.push(fresh.drop)
  const client = new pg.Client({ connectionString: target })
  await client.connect()
  await client.query('UPDATE migration SET applied_at = 0')
  await client.end()
  expect(await contents(target)).toEqual(await contents(fresh.url))
})

test('an archive of a newer release is refused', async () => {
  const { file } = await archive()
  const text = gunzipSync(readFileSync(file)).toString('latin1')
  const last = (await readMigrations()).at(-1)!
  const newer = text.replace(`"${last.name}"`, '"9999_later.sql"')
  expect(newer).not.toBe(text)
  const path = join(folder(), 'newer.backup')
  writeFileSync(path, gzipSync(Buffer.from(newer, 'latin1')))
  await expect(restoreBackup(await empty(), path, { dataDir: null })).rejects.toThrow(
    'does not know: 9999_later.sql',
  )
})

test('a damaged archive is refused and changes nothing', async () => {
  const { file } = await archive()
  const whole = readFileSync(file)
  const plain = gunzipSync(whole)
  const at = plain.indexOf('account_id0')
  expect(at).toBeGreaterThan(0)
  const flipped = Buffer.from(plain)
  flipped[at]++
  const lessRows = Buffer.from(plain.toString('latin1').replace(/"rows":6/, '"rows":5'), 'latin1')
  const end = plain.lastIndexOf('{"part":"end"')
  const damaged: Record<string, [Buffer, RegExp]> = {
    'one byte of a row, packed again': [gzipSync(flipped), /checksum/],
    'another number of rows': [gzipSync(lessRows), /has 6 rows where it says 5/],
    'without its end': [gzipSync(plain.subarray(0, end)), /cut off/],
    'packed file cut': [whole.subarray(0, whole.length - 200), /cut off/],
    'one byte of the packed file': [
      flip(whole, whole.length >> 1),
      /damaged|not a Forebay backup|cut off|checksum/,
    ],
    'something after its end': [gzipSync(Buffer.concat([plain, Buffer.from('x')])), /goes on/],
    'not an archive': [Buffer.from('hello'), /not a Forebay backup/],
    'another gzip': [gzipSync('hello\nworld'), /not a Forebay backup/],
    'nothing at all': [Buffer.alloc(0), /cut off/],
  }
  const target = await empty()
  const path = join(folder(), 'damaged.backup')
  for (const [what, [bytes, words]] of Object.entries(damaged)) {
    writeFileSync(path, bytes)
    const error = await restoreBackup(target, path, { dataDir: null }).catch((e: Error) => e)
    expect(error, what).toBeInstanceOf(ArchiveError)
    expect((error as Error).message, what).toMatch(words)
    if (what !== 'another number of rows') await expect(checkArchive(path), what).rejects.toThrow(words)
  }
  const client = new pg.Client({ connectionString: target })
  await client.connect()
  const { rows } = await client.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace",
  )
  await client.end()
  expect(rows).toEqual([])
})

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] ^= 0x55
  return copy
}

test('check reads a whole archive without a database', async () => {
  const { file } = await archive()
  const { head, tables } = await checkArchive(file)
  expect(head).toMatchObject({ part: 'head', product: 'forebay 2.0.0', files: ['secret.key'] })
  expect(tables.length).toBe(head.tables.length)
})

test('a backup overwrites nothing, leaves no partial file, and needs a Forebay database', async () => {
  const { file, source, dataDir } = await archive()
  await expect(backup(source.url, file, { dataDir, version: '2.0.0' })).rejects.toThrow('exists already')
  const other = join(folder(), 'other.backup')
  await expect(backup(await empty(), other, { dataDir, version: '2.0.0' })).rejects.toThrow('no Forebay')
  expect(existsSync(other)).toBe(false)
  expect(existsSync(`${other}.part`)).toBe(false)
})

test('remains of a killed backup, secrets included, are removed by the next one; those of a running one are not', async () => {
  const { db, url } = await fresh()
  const dir = folder()
  writeFileSync(join(dir, 'forebay-2026-01-01T00-00-00Z.backup.part'), 'of an older release')
  writeFileSync(join(dir, 'mine.part'), 'nothing of ours')
  const module = new URL('../../server/backup/index.ts', import.meta.url).href
  const script = `const { backup } = await import(${JSON.stringify(module)})
    const [url, file, dataDir] = process.argv.slice(1)
    await backup(url, file, { dataDir, version: 'test' })`
  const begin = (file: string) =>
    spawn(process.execPath, ['--input-type=module', '-e', script, url, join(dir, file), dir], {
      stdio: 'inherit',
    })
  /** Waits until a backup has begun to write and waits for the locked table. */
  const begun = async (file: string) => {
    while (!parts().some((name) => name.startsWith(file))) await new Promise((next) => setImmediate(next))
  }
  const parts = () => readdirSync(dir).filter((name) => name.endsWith('.forebay-part'))
  const locker = await db.pool.connect()
  await locker.query('BEGIN; LOCK TABLE series IN ACCESS EXCLUSIVE MODE')
  cleanups.push(() => locker.release(true))
  const killed = begin('first')
  await begun('first')
  const [left] = parts()
  expect(statSync(join(dir, left)).mode & 0o777).toBe(0o600)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const slow = begin('second')
  await begun('second')
  expect(parts()).toHaveLength(1)
  expect(parts()).not.toContain(left)
  const done = once(slow, 'exit')
  await locker.query('ROLLBACK')
  expect((await done)[0]).toBe(0)
  await backup(url, join(dir, 'third'), { dataDir: dir, version: 'test' })
  expect(readdirSync(dir).sort()).toEqual(['mine.part', 'second', 'third'])
})
