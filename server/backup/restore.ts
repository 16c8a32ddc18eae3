import { createReadStream, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isDistributed, readClusterState } from '#server/lib/distribution.ts'
import {
  applyMigration,
  MIGRATION_LOCK,
  MIGRATION_TABLE,
  pendingOf,
  readMigrations,
  refuseUsed,
} from '#server/lib/migrate.ts'
import { FORMER_TABLES, TABLES } from '#server/lib/tables.ts'
import { ArchiveError, ArchiveReader, type ArchiveHead, type Sum, type TablePart } from './archive.ts'
import { FILES, quote, SESSION } from './backup.ts'

interface RestoreOptions {
  /** Replaces the present content; otherwise the database must be as after a first start, or emptier. */
  replace?: boolean
  /** Folder for the archive's files; null: they are not written. */
  dataDir: string | null
  now?: number
}

interface RestoreReport {
  head: ArchiveHead
  tables: { name: string; sum: Sum }[]
  /** Files written to dataDir. */
  files: string[]
  /** Migrations newer than the archive, applied after it. */
  migrated: string[]
  /** The tables were distributed over machines before, and are on the coordinator now. */
  wasDistributed: boolean
}

/**
 * Restores all of an archive, or nothing: one transaction creates the tables as they were, fills them, verifies rows
 * and checksums, and applies newer migrations. Throws ArchiveError for a damaged archive, Error with the reason where
 * the target is not empty.
 */
export async function restoreBackup(
  url: string,
  file: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const client = new pg.Client({ connectionString: url, application_name: 'forebay restore' })
  await client.connect()
  client.on('error', () => {})
  try {
    await client.query(`BEGIN; ${SESSION}`)
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await refuseOthers(client)
    const wasDistributed = isDistributed(await readClusterState(client))
    const report = await open(file, (reader) => fill(client, reader, options))
    const files = layFiles(report.kept, options)
    try {
      await client.query('COMMIT')
    } catch (error) {
      files.drop()
      throw error
    }
    files.place()
    await client.query('ANALYZE')
    return { ...report, files: options.dataDir === null ? [] : Object.keys(report.kept), wasDistributed }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

/** Reads the whole archive and verifies all checksums, without a database. */
export async function checkArchive(file: string): Promise<Pick<RestoreReport, 'head' | 'tables'>> {
  return open(file, async (reader) => {
    const head = await reader.begin()
    const tables: RestoreReport['tables'] = []
    for (;;) {
      const part = await reader.next()
      const sum = await reader.close()
      if (part.part === 'table') tables.push({ name: part.name, sum })
      if (part.part === 'end') break
    }
    await reader.finish()
    return { head, tables }
  })
}

async function open<T>(file: string, read: (reader: ArchiveReader) => Promise<T>): Promise<T> {
  const source = createReadStream(file)
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  const flow = pipeline(source, gunzip)
  flow.catch(() => {})
  try {
    return await read(new ArchiveReader(gunzip))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw new ArchiveError('the backup is cut off')
    if (code === 'Z_DATA_ERROR') throw new ArchiveError('this is not a Forebay backup, or a damaged one')
    throw error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

interface Filled extends Omit<RestoreReport, 'files' | 'wasDistributed'> {
  kept: Record<string, Buffer>
}

async function fill(client: pg.Client, reader: ArchiveReader, options: RestoreOptions): Promise<Filled> {
  const head = await reader.begin()
  const migrations = await readMigrations()
  const pending = pendingOf(migrations, head.migrations)
  const before = await countRows(client)
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await client.query(MIGRATION_TABLE)
  const known = new Set(head.migrations.map((m) => m.name))
  for (const migration of migrations)
    if (known.has(migration.name)) await applyMigration(client, migration, null)
  const fresh = await countRows(client)
  if (!options.replace) refuseFull(before, fresh)
  await client.query(`TRUNCATE ${head.tables.map(quote).join(', ')}`)

  const tables: Filled['tables'] = []
  const kept: Record<string, Buffer> = {}
  for (;;) {
    const part = await reader.next()
    if (part.part === 'table') tables.push({ name: part.name, sum: await load(client, reader, part) })
    else if (part.part === 'file') {
      if (!(FILES as readonly string[]).includes(part.name))
        throw new ArchiveError(`${part.name} is no file of a backup`)
      kept[part.name] = await buffer(reader.chunks())
      await reader.close(true)
    } else {
      await reader.close()
      if (part.part === 'end') break
    }
  }
  await reader.finish()
  const missing = head.tables.filter((name) => !tables.some((table) => table.name === name))
  if (missing.length > 0)
    throw new ArchiveError(`the backup lacks tables that its head names: ${missing.join(', ')}`)
  for (const migration of pending) await applyMigration(client, migration, options.now ?? Date.now())
  return { head, tables, kept, migrated: pending.map((m) => m.name) }
}

async function load(client: pg.Client, reader: ArchiveReader, part: TablePart): Promise<Sum> {
  const copy = client.query(
    copyFrom(`COPY ${quote(part.name)} (${part.columns.map(quote).join(', ')}) FROM STDIN`),
  )
  await pipeline(Readable.from(reader.chunks(), { objectMode: false }), copy)
  const sum = await reader.close(true)
  if (sum.rows !== copy.rowCount)
    throw new ArchiveError(
      `the backup is damaged: ${part.name} has ${copy.rowCount} rows where it says ${sum.rows}`,
    )
  return sum
}

async function countRows(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  )
  const counts = new Map<string, number>()
  for (const { name } of rows) {
    const [row] = (await client.query<{ n: number }>(`SELECT count(*)::float8 AS n FROM ${quote(name)}`)).rows
    counts.set(name, row.n)
  }
  return counts
}

/** Refuses a target with other tables, or with rows of ours that migrations did not insert. */
function refuseFull(before: Map<string, number>, fresh: Map<string, number>): void {
  const full = [...before].filter(([name, n]) => name !== 'migration' && n > 0 && n !== fresh.get(name))
  if (full.length === 0) return
  const words = full.map(([name, n]) => `${name} (${n})`).join(', ')
  throw new Error(
    `the target is not empty: ${words}. Choose an empty one, or --replace to lose what is there.`,
  )
}

async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL($1)`,
    [[...Object.keys(TABLES), ...FORMER_TABLES]],
  )
  if (rows.length > 0)
    throw new Error(`the target holds tables of somebody else: ${rows.map((row) => row.name).join(', ')}`)
  await refuseUsed(client)
}

/** Writes files beside the existing ones; place() renames them once the database has committed. */
function layFiles(
  kept: Record<string, Buffer>,
  { dataDir, replace }: RestoreOptions,
): { place(): void; drop(): void } {
  if (dataDir === null) return { place() {}, drop() {} }
  const changed = Object.entries(kept).filter(([name, bytes]) => {
    const path = join(dataDir, name)
    return !existsSync(path) || !readFileSync(path).equals(bytes)
  })
  const paths = changed.map(([name]) => join(dataDir, name))
  const taken = paths.filter((path) => existsSync(path))
  if (!replace && taken.length > 0)
    throw new Error(
      `${taken.join(', ')} differs from what is in the backup: choose an empty DATA_DIR, or --replace`,
    )
  for (const [name, bytes] of changed)
    writeFileSync(join(dataDir, `${name}.restored`), bytes, { mode: 0o600, flush: true })
  return {
    place: () => paths.forEach((path) => renameSync(`${path}.restored`, path)),
    drop: () => paths.forEach((path) => rmSync(`${path}.restored`)),
  }
}
