/** npm run backup [file]   npm run restore <file> [--into <data dir or postgres address>] [--replace] [--check] */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, loadConfig, type Config } from '#server/lib/config.ts'
import { createLog } from '#server/lib/log.ts'
import { runningUrl, startPostgres } from '#server/lib/postgres/index.ts'
import { readEnv } from '#server/lib/settings.ts'
import { VERSION } from '#server/version.ts'
import { backup } from './backup.ts'
import { checkArchive, restoreBackup } from './restore.ts'

const USAGE = `npm run backup [-- <file>]
npm run restore -- <file> [--into <data dir or postgres://...>] [--replace] [--check]

  --into     where to: an embedded database's folder, or a server; else as the settings say
  --replace  lose what is there
  --check    only read the file and compare its checksums`

async function main([what, ...args]: string[]): Promise<void> {
  const config = loadConfig(readEnv('.env'))
  if (what === 'backup') return runBackup(config, args)
  if (what === 'restore') return runRestore(config, args)
  throw new Usage()
}

class Usage extends Error {}

async function runBackup(config: Config, args: string[]): Promise<void> {
  const { positionals } = parse(args)
  if (positionals.length > 1) throw new Usage()
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = resolve(positionals[0] ?? join(config.dataDir, 'backups', `forebay-${stamp}Z.backup`))
  const given = config.databaseDirectUrl ?? config.databaseUrl
  if (given === null && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(`there is no database in ${config.dataDir}`)
  await withDatabase(given ?? config.dataDir, config, true, async (url) => {
    const report = await backup(url, file, { dataDir: config.dataDir, version: VERSION })
    table(report.tables)
    print(`${report.file}: ${size(report.bytes)}, readable by its owner only (0600)`)
    if (report.files.includes('secret.key'))
      print('It holds secret.key, which opens the stored secrets: keep it as you keep passwords.')
    else print('It holds no secret.key: restoring needs the SECRET_KEY that this installation runs with.')
  })
}

async function runRestore(config: Config, args: string[]): Promise<void> {
  const { positionals, values } = parse(args)
  if (positionals.length !== 1) throw new Usage()
  const file = resolve(positionals[0])
  if (!existsSync(file)) throw new Error(`${file}: no such file`)
  if (values.check) {
    const { head, tables } = await checkArchive(file)
    table(tables)
    print(`${file} is whole: made by ${head.product} at ${head.madeAt} on PostgreSQL ${head.postgres}`)
    return
  }
  const into = values.into ?? config.databaseDirectUrl ?? config.databaseUrl ?? config.dataDir
  const embedded = !isAddress(into)
  // A server named on the command line may belong to another installation, whose key must not be overwritten.
  const dataDir = embedded ? resolve(into) : values.into === undefined ? config.dataDir : null
  await withDatabase(into, config, false, async (url) => {
    const report = await restoreBackup(url, file, { replace: values.replace, dataDir })
    table(report.tables)
    print(`restored what ${report.head.product} held at ${report.head.madeAt}, all checksums right`)
    if (report.migrated.length > 0) print(`brought up to date: ${report.migrated.join(', ')}`)
    if (report.wasDistributed)
      print(
        'Its tables are on the coordinator again: npm run distribute -- --apply before the program starts.',
      )
    if (report.files.length > 0) print(`written to ${dataDir}: ${report.files.join(', ')}`)
    else if (report.head.files.includes('secret.key'))
      print(
        'secret.key was not written: it is needed where this database is used; restore with DATABASE_URL set to write it.',
      )
  })
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { into: { type: 'string' }, replace: { type: 'boolean' }, check: { type: 'boolean' } },
    })
  } catch {
    throw new Usage()
  }
}

/**
 * Runs work on a database. where: an address or a data folder. shared: a server that another process runs there may be
 * used.
 */
async function withDatabase(
  where: string,
  config: Config,
  shared: boolean,
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (isAddress(where)) return work(where)
  const dataDir = resolve(where)
  const running = shared ? runningUrl(dataDir) : null
  if (running !== null) return work(running)
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const postgres = await startPostgres({ dataDir, user: config.dataUser, log })
  try {
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

function isAddress(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text)
}

function table(tables: { name: string; sum: { rows?: number; bytes: number } }[]): void {
  const width = Math.max(...tables.map((t) => t.name.length))
  for (const { name, sum } of tables)
    print(
      `  ${name.padEnd(width)} ${(sum.rows ?? 0).toLocaleString('en').padStart(14)} rows ${size(sum.bytes).padStart(10)}`,
    )
}

function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof Usage) process.stderr.write(`${USAGE}\n`)
  else if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`${process.argv[2]} failed: ${(error as Error).message}\nNothing was changed.\n`)
  process.exitCode = error instanceof Usage ? 2 : 1
}
