import { createHash } from 'node:crypto'
import {
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { makeFolder } from '#server/lib/data-dir.ts'
import { birthOf } from '#server/lib/postgres/processes.ts'
import { ArchiveWriter, type Sum } from './archive.ts'

/** Files of DATA_DIR that a database needs: its key, and the password of a demo. */
export const FILES = ['secret.key', 'demo-password'] as const

interface BackupReport {
  file: string
  /** Size of the archive. */
  bytes: number
  tables: { name: string; sum: Sum }[]
  files: string[]
}

/** Settings under which every PostgreSQL reads text values back unchanged. */
export const SESSION = `SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD';
  SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC'; SET LOCAL extra_float_digits = 3;
  SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0; SET LOCAL search_path = public`

/**
 * Writes everything in the database except its job queue, as of one instant, to a new file (0600). dataDir: folder of
 * FILES. The database may be in use. Throws where the file exists or the database is not ours.
 */
export async function backup(
  url: string,
  file: string,
  options: { dataDir: string; version: string },
): Promise<BackupReport> {
  if (existsSync(file)) throw new Error(`${file} exists already: a backup never overwrites one`)
  makeFolder(dirname(file))
  removeLeftParts(dirname(file))
  const part = `${file}.${tagOf(process.pid)}${PART}`
  rmSync(`${file}.part`, { force: true })
  try {
    const gzip = createGzip({ level: 4 })
    const writing = pipeline(gzip, createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }))
    // Reports the error of whichever side fails first.
    const [report] = await Promise.all([archive(url, gzip, options).catch((e) => abandon(gzip, e)), writing])
    renameSync(part, file)
    return { file, bytes: statSync(file).size, ...report }
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Ending of an incomplete backup, which holds the same secrets. Its name contains its process. */
const PART = '.forebay-part'
/** Incomplete backups of earlier releases, without the process in their name. */
const FORMER = /^forebay-[\dTZ-]+\.backup\.part$/

/** Distinguishes a process from a later one with the same number; null: there is none. */
function tagOf(pid: number): string | null {
  const birth = birthOf(pid)
  return birth && `${pid}-${createHash('sha256').update(birth).digest('hex').slice(0, 12)}`
}

/** Removes incomplete backups of processes that are gone. */
function removeLeftParts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const tag = /\.((\d+)-[0-9a-f]{12})\.forebay-part$/.exec(name)
    if (FORMER.test(name) || (tag && tagOf(Number(tag[2])) !== tag[1]))
      rmSync(join(dir, name), { force: true })
  }
}

function abandon(gzip: ReturnType<typeof createGzip>, error: Error): never {
  gzip.destroy(error)
  throw error
}

async function archive(
  url: string,
  out: Writable,
  { dataDir, version }: { dataDir: string; version: string },
): Promise<Pick<BackupReport, 'tables' | 'files'>> {
  const client = new pg.Client({ connectionString: url, application_name: 'forebay backup' })
  await client.connect()
  // Without a listener, a connection lost between statements would end the process.
  client.on('error', (error) => out.destroy(error))
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // Synchronized scans would return the rows in another order each time.
    await client.query(`${SESSION}; SET LOCAL synchronize_seqscans = off`)
    // On a cluster one connection to each machine: one snapshot of it, so that each reservoir is as of one instant.
    await client.query('SET LOCAL citus.max_adaptive_executor_pool_size = 1')
    const tables = await tablesInOrder(client)
    if (!tables.some((table) => table.name === 'migration'))
      throw new Error('there is no Forebay in this database')
    const migrations = await client.query<{ name: string; sha256: string }>(
      'SELECT name, sha256 FROM migration ORDER BY name',
    )
    const { rows } = await client.query<{ v: string }>("SELECT current_setting('server_version') AS v")
    const files = FILES.filter((name) => existsSync(join(dataDir, name)))

    const writer = new ArchiveWriter(out)
    await writer.begin({
      part: 'head',
      product: `forebay ${version}`,
      madeAt: new Date().toISOString(),
      postgres: rows[0].v,
      migrations: migrations.rows,
      tables: tables.map((table) => table.name),
      files,
    })
    const sums: BackupReport['tables'] = []
    for (const table of tables) {
      const stream = client.query(
        copyTo(`COPY ${quote(table.name)} (${table.columns.map(quote).join(', ')}) TO STDOUT`),
      )
      const sum = await writer.part({ part: 'table', ...table }, stream, () => stream.rowCount)
      sums.push({ name: table.name, sum })
    }
    for (const name of files) await writer.part({ part: 'file', name }, [readFileSync(join(dataDir, name))])
    await writer.end()
    out.end()
    return { tables: sums, files }
  } finally {
    await client.end().catch(() => {})
  }
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

interface Table {
  name: string
  columns: string[]
}

/** Tables with their own columns, referenced ones first. */
async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { parents: string[] }>(
    `SELECT c.relname AS name,
            array(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                  ORDER BY attnum) AS columns,
            array(SELECT p.relname::text FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
                  WHERE f.contype = 'f' AND f.conrelid = c.oid AND p.oid <> c.oid) AS parents
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY c.relname`,
  )
  const ordered: Table[] = []
  const done = new Set<string>()
  while (ordered.length < rows.length) {
    const free = rows.filter((row) => !done.has(row.name) && row.parents.every((parent) => done.has(parent)))
    if (free.length === 0)
      throw new Error('tables refer to each other in a circle: they cannot be restored one by one')
    for (const { name, columns } of free) {
      ordered.push({ name, columns })
      done.add(name)
    }
  }
  return ordered
}
