import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { silentLog } from '#server/lib/log.ts'
import { migrate } from '#server/lib/migrate.ts'
import { startPostgres } from '#server/lib/postgres/index.ts'
import type { BenchDatabase } from './row.ts'

interface Cluster {
  /** Creates a migrated database for one row. */
  database(): Promise<BenchDatabase>
  version: string
  stop(): Promise<void>
}

/** The product's own PostgreSQL with its own settings (fsync on), in a temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const dir = mkdtempSync(join(tmpdir(), 'forebay-bench-'))
  const postgres = await startPostgres({ dataDir: dir, log: silentLog }).catch((error: Error) => {
    rmSync(dir, { recursive: true, force: true })
    throw error
  })
  const at = (name: string) => {
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return url.href
  }
  const [{ server_version: version, fsync }] = await run(
    at('postgres'),
    "SELECT * FROM current_setting('server_version') server_version, current_setting('fsync') fsync",
  )
  if (fsync !== 'on') throw new Error('fsync is off: nothing measured here would be durable')
  return {
    version,
    async database() {
      const name = `bench_${randomBytes(4).toString('hex')}`
      await run(at('postgres'), `CREATE DATABASE ${name}`)
      await migrate(at(name), silentLog)
      return {
        url: at(name),
        drop: async () => void (await run(at('postgres'), `DROP DATABASE ${name} WITH (FORCE)`)),
      }
    },
    async stop() {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function run(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
