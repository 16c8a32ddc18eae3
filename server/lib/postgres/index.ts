import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { prepareDataDir } from '../data-dir.ts'
import type { Log } from '../log.ts'
import { findBinaries } from './binaries.ts'
import {
  DATABASE,
  ensureCluster,
  freePort,
  isFree,
  readAccess,
  urlOf,
  writeAccess,
  type Access,
} from './cluster.ts'
import { holderOf, takeLock } from './lock.ts'
import { clearOrphans } from './orphan.ts'
import { startPostmaster, type Postmaster, type ServerSettings } from './postmaster.ts'
import { chooseRunner, type RunAs } from './runner.ts'
import { supervise } from './supervisor.ts'

export { InUseError } from './lock.ts'
export { freePort } from './cluster.ts'

/** The embedded server, restarted by itself when it dies. */
export interface Postgres {
  readonly url: string
  /** null while it is down. */
  readonly pid: number | null
  readonly ready: boolean
  /** The folder of its files when that is not dataDir. */
  readonly elsewhere: string | null
  stop(): Promise<void>
}

export interface PostgresOptions {
  dataDir: string
  log: Log
  /** Overrides of the usual settings. */
  settings?: ServerSettings
  /** Uses only this way of running as root. */
  runAs?: RunAs
  /** DATA_USER: the account that it runs as when this program is root. */
  user?: string | null
}

/**
 * Starts the server in dataDir, creating it on first use, and locks dataDir for this process. @throws InUseError where
 * another process has it, and Error with the reason where it cannot start
 */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
  runAs,
  user,
}: PostgresOptions): Promise<Postgres> {
  prepareDataDir(dataDir)
  const dir = realpathSync(dataDir)
  const unlocks = [takeLock(dir)]
  const unlock = () => unlocks.forEach((give) => give())
  try {
    const runner = chooseRunner(dir, findBinaries(join(dir, 'postgres-lib')), { only: runAs, user })
    // A copied DATA_DIR has a link to the same cluster as the original.
    if (dirname(runner.cluster) !== dir) unlocks.push(takeLock(dirname(runner.cluster)))
    await clearOrphans(runner.cluster, runner.binaries, log)
    const access = await ensureCluster(dir, runner, log)
    const start = () => startPostmaster(runner, access.port, settings, log)
    const first = await startFirst(dir, access, start)
    try {
      await ensureDatabase(access)
    } catch (error) {
      await first.stop()
      throw error
    }
    log.info(
      { version: runner.binaries.version, port: access.port, pid: first.pid, how: runner.how },
      'database started',
    )
    const elsewhere = dirname(runner.cluster) === dir ? null : runner.cluster
    return running(first, start, { url: urlOf(access), elsewhere }, unlock, log)
  } catch (error) {
    unlock()
    throw error
  }
}

function running(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  where: Pick<Postgres, 'url' | 'elsewhere'>,
  unlock: () => void,
  log: Log,
): Postgres {
  const supervisor = supervise(first, start, log)
  return {
    ...where,
    get pid() {
      return supervisor.pid
    },
    get ready() {
      return supervisor.pid !== null
    },
    async stop() {
      await supervisor.stop()
      unlock()
    },
  }
}

/** Starts on the port of last time, or on another where that is in use. */
async function startFirst(
  dir: string,
  access: Access,
  start: () => Promise<Postmaster>,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    if (!(await isFree(access.port))) {
      access.port = await freePort()
      writeAccess(dir, access)
    }
    try {
      return await start()
    } catch (error) {
      const taken = /could not (bind|create any TCP)/.test((error as Error).message)
      if (!taken || attempt === 5) throw error
      access.port = await freePort()
      writeAccess(dir, access)
    }
  }
}

async function ensureDatabase(access: Access): Promise<void> {
  const url = new URL(urlOf(access))
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** The address of the server that another live process runs in dataDir, or null. */
export function runningUrl(dataDir: string): string | null {
  if (holderOf(dataDir) === null) return null
  const access = readAccess(dataDir)
  return access === null ? null : urlOf(access)
}
