/** Runs the embedded server in a given folder, prints its address and stays, for tests that kill it. */
import { createLog } from '#server/lib/log.ts'
import { startPostgres } from '#server/lib/postgres/index.ts'

const log = createLog('warn')
try {
  const postgres = await startPostgres({ dataDir: process.argv[2], log })
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
  process.stdout.write(`ready ${postgres.url} ${postgres.pid}\n`)
  setInterval(() => {}, 1000)
} catch (error) {
  process.stdout.write(`failed ${(error as Error).message}\n`)
  process.exitCode = 1
}
