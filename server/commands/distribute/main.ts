/** npm run distribute [--apply]: spreads the tables of plants over the machines of a Citus cluster. */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ConfigError, loadConfig } from '#server/lib/config.ts'
import {
  planDistribution,
  readClusterState,
  runSteps,
  type DistributionPlan,
} from '#server/lib/distribution.ts'
import { createLog } from '#server/lib/log.ts'
import { lockMigrations, migrate, refuseUsed, type MigrationLock } from '#server/lib/migrate.ts'
import { readEnv } from '#server/lib/settings.ts'
import { TABLES } from '#server/lib/tables.ts'

const USAGE = `npm run distribute [-- --apply]

Spreads the tables of the database that DATABASE_URL names (DATABASE_DIRECT_URL where that is a pooler) over the
machines of its Citus cluster: those of reservoirs by hydro_code, the few that every machine needs as copies, the
others on the coordinator. Prints what it would run, and what is done already.

  --apply  brings the database up to date and runs it, with the program stopped; may be run again at any time`

class Usage extends Error {}

const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main(args: string[]): Promise<void> {
  const apply = readArgs(args)
  const config = loadConfig(readEnv('.env'))
  const url = config.databaseDirectUrl ?? config.databaseUrl
  if (url === null)
    throw new Error('the embedded database is one machine: give DATABASE_URL, the coordinator of a cluster')
  const client = new pg.Client({ connectionString: url, application_name: 'forebay distribute' })
  await client.connect()
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  let lock: MigrationLock | null = null
  try {
    // Before anything is changed: whoever meant another database learns it here.
    await planFor(client)
    if (apply) {
      // Statements of a running program would join tables that are spread with ones that are not yet.
      await refuseUsed(client)
      await migrate(url, log)
      lock = await lockMigrations(url, log)
    }
    const plan = await planFor(client)
    if (plan.done.length + plan.steps.length + plan.problems.length === 0)
      throw new Error('there is no Forebay in this database yet: --apply makes its tables first')
    show(plan)
    if (plan.problems.length > 0) throw new Error('nothing is run before that is decided')
    if (plan.steps.length === 0) return
    if (lock === null)
      return print(`\nnothing was changed; npm run distribute -- --apply runs these ${plan.steps.length}`)
    print('')
    await runSteps(client, plan, lock, ({ sql }) => print(`done  ${sql}`))
    print('\nevery table is where it belongs')
  } finally {
    await lock?.release()
    await client.end()
  }
}

function readArgs(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { apply: { type: 'boolean' } } }).values.apply ?? false
  } catch {
    throw new Usage()
  }
}

async function planFor(client: pg.Client): Promise<DistributionPlan> {
  const state = await readClusterState(client)
  if (state === null)
    throw new Error(
      'this database lacks the Citus extension. Install Citus on all machines, then on each CREATE EXTENSION citus, ' +
        'and on the coordinator citus_set_coordinator_host and citus_add_node; docs/scaling.md has the steps.',
    )
  return planDistribution(state)
}

function show({ done, steps, problems }: DistributionPlan): void {
  const where = {
    plant: 'by hydro_code',
    reference: 'on every machine',
    local: 'on the coordinator',
    system: 'on the coordinator',
  }
  if (done.length > 0) print('already where they belong')
  for (const name of done) print(`  ${name.padEnd(20)} ${where[TABLES[name]]}`)
  if (steps.length > 0) print(`${done.length > 0 ? '\n' : ''}to be run, in this order`)
  for (const { sql } of steps) print(`  ${sql};`)
  if (steps.length === 0 && problems.length === 0) print('\nnothing is left to do')
  for (const problem of problems) print(`\nto be decided: ${problem}`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof Usage) process.stderr.write(`${USAGE}\n`)
  else if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`distribute stopped: ${(error as Error).message}\n`)
  process.exitCode = error instanceof Usage ? 2 : 1
}
