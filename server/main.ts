import { networkInterfaces } from 'node:os'
import { createApp, type App } from './app.ts'
import { ConfigError, demoRefusal, loadConfig, type Config } from './lib/config.ts'
import { DEMO_EXPERT } from './features/accounts/index.ts'
import { runPlant, seedDemo } from './demo.ts'
import { seedAccounts } from './features/accounts/index.ts'
import { LEFT, readDemoState } from './features/setup/index.ts'
import { loadTls } from './lib/certificate.ts'
import { systemClock } from './lib/clock.ts'
import { openDatabase } from './lib/database.ts'
import { createLog } from './lib/log.ts'
import { keepFact } from './lib/installation.ts'
import { releaseDead } from './lib/across.ts'
import { startInTurn } from './lib/leases.ts'
import { migrate } from './lib/migrate.ts'
import { freePort, startPostgres } from './lib/postgres/index.ts'
import { readEnv } from './lib/settings.ts'
import { loadSecrets, secretKeyFile } from './lib/secrets.ts'
import type { Services } from './lib/services.ts'
import { VERSION } from './version.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

// When a reader closes the pipe (| head), only the output ends, not the server.
process.stdout.on('error', () => {})

/** Steps of stopping, run in reverse order. */
const undo: { what: string; run: () => Promise<unknown> }[] = []
let stopping: Promise<void> | null = null

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    for (const step of undo.reverse()) {
      try {
        await step.run()
      } catch (e) {
        print(`while stopping ${step.what}: ${(e as Error).message}`)
        code = 1
      }
    }
    process.exit(code)
  })()
  return stopping
}

function readConfig(): Config {
  try {
    return loadConfig(readEnv('.env'))
  } catch (e) {
    if (!(e instanceof ConfigError)) throw e
    process.stderr.write(`${e.message}\n`)
    process.exit(1)
  }
}

/** Whether this is a demo: by the setting, else as stored in the database, else on for a new embedded database. */
async function isDemo(s: Services, fresh: boolean): Promise<boolean> {
  const kept = await readDemoState(s)
  if (kept === LEFT) {
    if (s.config.demo) print('DEMO=1 is not heard: this installation has left its demo for good')
    return false
  }
  const demo = s.config.demo ?? (kept === null ? fresh && s.config.databaseUrl === null : kept === '1')
  await keepFact(s.db.pool, 'demo', demo ? '1' : '0')
  return demo
}

async function main(): Promise<void> {
  const config = readConfig()
  // Cookie names contain the port, so it is chosen before anything is served.
  if (config.port === 0) config.port = await freePort()
  const log = createLog(config.logLevel)
  if (config.role !== 'all' && config.secretKey === null)
    log.warn(
      { file: secretKeyFile(config.dataDir) },
      'SECRET_KEY is not set: the key in DATA_DIR is used; a replica with another DATA_DIR needs its content as SECRET_KEY',
    )
  print(`Forebay ${VERSION}`)
  let url = config.databaseUrl
  let elsewhere: string | null = null
  if (url === null) {
    print(`database: starting PostgreSQL in ${config.dataDir}`)
    const postgres = await startPostgres({ dataDir: config.dataDir, user: config.dataUser, log })
    undo.push({ what: 'the database', run: () => postgres.stop() })
    url = postgres.url
    elsewhere = postgres.elsewhere
  }
  const db = openDatabase(url, log)
  undo.push({ what: 'the connections', run: () => db.close() })
  const applied = await migrate(config.databaseDirectUrl ?? url, log)
  print(applied.length > 0 ? `database: ready, ${applied.length} migrations applied` : 'database: ready')
  if (config.databaseUrl === null) await releaseDead(db, config.lease)

  const s: Services = {
    config,
    db,
    clock: systemClock,
    log,
    secrets: loadSecrets(config.secretKey, config.dataDir),
  }
  const demo = await isDemo(s, applied.includes('0001_house.sql'))
  const refusal = demo ? demoRefusal(config) : null
  if (refusal) throw new Error(refusal)
  // A demo also shows what only experts see.
  if (demo && config.expertAccounts.length === 0) config.expertAccounts.push(DEMO_EXPERT)
  const tls = await loadTls(config, Date.now())
  const app = await createApp(s, { demo, url: config.databaseDirectUrl ?? url, tls })
  undo.push({ what: 'the server', run: () => app.close() })
  if (demo) await startInTurn(db, log, () => seedDemo(app))
  await listen(app, config)
  // Only after listening: a failed start must not create an account whose password nobody saw.
  const note = await startInTurn(db, log, () => seedAccounts(s, demo))

  const scheme = tls ? 'https' : 'http'
  const own = `${scheme}://${loopbackOf(config.host)}:${config.port}`
  const address =
    config.publicUrl ??
    `${scheme}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  if (demo && config.role !== 'api') {
    // A worker takes no readings: its plant sends to where everybody else does.
    const target = config.role === 'all' ? own : config.publicUrl
    if (target === null) print('no plant is simulated: a worker needs PUBLIC_URL to send its readings to')
    else {
      const plant = runPlant(app.services, target, print)
      app.jobs.loop('simulated plant', plant.run)
      undo.push({ what: 'the simulated plant', run: plant.stop })
      app.demo.onLeft(plant.stop)
      app.demo.onWeather(plant.restart)
    }
  }
  app.jobs.start()
  print('')
  if (config.role === 'worker') {
    print(`  ROLE=worker: does the background work; answers /healthz, /readyz and /metrics at ${own}`)
    print('')
    return
  }
  if (config.role === 'api') print('  ROLE=api: answers calls; another replica has to do the background work')
  print(`  ready at ${address}`)
  if (note.password) print(`  sign in as ${note.usernames.join(', ')} with the password ${note.password}`)
  else if (demo)
    print(`  sign in as ${note.usernames.join(', ')} with the password that was chosen (ADMIN_PASSWORD)`)
  if (demo) print('  this is a demo: its plant is simulated; DEMO=0 starts without it')
  if (elsewhere) {
    print(`  the database is in ${elsewhere}, not in DATA_DIR: PostgreSQL does not run as root.`)
    print('  Keep that folder too. A new one stays in DATA_DIR with DATA_USER=forebay (README, Settings)')
  }
  if (tls?.authority) print(`  trust ${address}/forebay-ca.crt once on each machine`)
  if (config.host === '0.0.0.0' || config.host === '::')
    for (const a of addresses()) print(`  also http://${a}:${config.port}`)
  print('')
}

async function listen(app: App, config: Config): Promise<void> {
  try {
    await app.web.listen({ host: config.host, port: config.port })
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new Error(`port ${config.port} on ${config.host} is in use: stop what listens there, or set PORT`)
    throw e
  }
}

function loopbackOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function addresses(): string[] {
  return Object.values(networkInterfaces())
    .flat()
    .filter((a) => a && a.family === 'IPv4' && !a.internal)
    .map((a) => a!.address)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) return
    print('stopping ...')
    void stop(0)
  })
}
process.on('unhandledRejection', (e) => {
  process.stderr.write(`unhandled: ${(e as Error)?.stack ?? e}\n`)
  void stop(1)
})

main().catch((e: Error) => {
  process.stderr.write(`Forebay cannot start: ${e.message}\n`)
  void stop(1)
})
