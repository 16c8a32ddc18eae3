import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { silentLog } from '#server/lib/log.ts'
import { migrate } from '#server/lib/migrate.ts'
import { STATEMENTS } from './statements/sent.ts'
import { startPostgres, type Postgres } from '#server/lib/postgres/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Provides the address of the migrated template database; the cluster starts on first request. */
    databaseDoor: string
  }
}

/** An empty database to try the tests on instead: of another release of PostgreSQL, by a role that may make databases. */
const elsewhere = process.env.TEST_DATABASE_URL

/** One cluster for the whole run, or none if no test needs a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Statements of an earlier run do not count.
  if (project.name === 'database') rmSync(STATEMENTS, { recursive: true, force: true })
  const dir = mkdtempSync(join(tmpdir(), 'forebay-test-'))
  let postgres: Postgres | null = null
  let template: Promise<string> | null = null

  async function start(): Promise<string> {
    if (elsewhere !== undefined) {
      await migrate(elsewhere, silentLog)
      return elsewhere
    }
    // Nothing here outlives the run: durability has tests of its own, on clusters of their own.
    const settings = {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
    }
    postgres = await startPostgres({ dataDir: dir, log: silentLog, settings })
    await migrate(postgres.url, silentLog)
    return postgres.url
  }

  const listener = createServer((_request, response) => {
    template ??= start()
    template.then(
      (url) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.stack),
    )
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const { port } = listener.address() as { port: number }
  project.provide('databaseDoor', `http://127.0.0.1:${port}/`)

  return async () => {
    listener.closeAllConnections()
    await new Promise((done) => listener.close(done))
    await template?.catch(() => {})
    await postgres?.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
