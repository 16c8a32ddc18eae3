import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { demoDescription } from '#plant/describe.ts'
import { TARIFFS } from '#plant/description/prices.ts'
import { isRecent, readPace, readStorms } from './features/setup/index.ts'
import { addToken } from './features/tokens/index.ts'
import { keepFact, readFact } from './lib/installation.ts'
import { createLease } from './lib/leases.ts'
import type { Services } from './lib/services.ts'
import { readEnv } from './lib/settings.ts'
import type { Deps } from './pipeline.ts'

const SYSTEM = { actor: 'system', address: null }
const DAYS = 400
/** Settings that are passed on to the plant. */
const GIVEN = ['PLANT_HISTORY_DAYS', 'PLANT_SPEED', 'PLANT_FAULTS', 'PLANT_SEED', 'PLANT_AGAIN']

/** Creates the demo reservoir where there is none: description, series, and the token of its logger. */
export async function seedDemo(
  app: Pick<Deps, 'plants' | 'readings'> & { services: Services },
): Promise<void> {
  const seed = demoDescription()
  const codes = await app.plants.codes()
  if (!codes.includes(seed.hydroCode))
    await app.plants.create(
      { ...SYSTEM, hydro: seed.hydroCode },
      { ...seed, tariffs: structuredClone(TARIFFS) },
    )
  await keepFact(app.services.db.pool, 'demo_plant', seed.hydroCode)
  for (const series of seed.series) await app.readings.registry.put(seed.hydroCode, series, SYSTEM)
}

/** The logger's token, created once and stored sealed. */
async function loggerToken(s: Services, hydro: string): Promise<string> {
  const kept = await readFact(s.db.pool, 'demo_token')
  if (kept !== null) {
    try {
      return s.secrets.open(kept)
    } catch {
      // Sealed with another key, as in a restored database: the old token is useless, a new one follows.
    }
  }
  const { secret } = await addToken(
    s,
    { ...SYSTEM, hydro },
    {
      name: 'demo plant',
      scopes: ['write', 'read', 'describe'],
      series: null,
    },
  )
  await keepFact(s.db.pool, 'demo_token', s.secrets.seal(secret))
  return secret
}

interface Plant {
  stop(): Promise<void>
  /** Restarts it after its weather changed. */
  restart(): void
}

/** Runs the simulated plant for as long as this replica is the one of all that does. url: where it sends to. */
export function runPlant(
  s: Services,
  url: string,
  log: (line: string) => void,
): Plant & { run(signal: AbortSignal): Promise<void> } {
  const lease = createLease(s, 'simulated plant')
  const ended = new AbortController()
  let plant: Plant | null = null
  /** Plants that were asked to stop. */
  let stopped = Promise.resolve()
  lease.onGain((signal) => {
    const started = (plant = startPlant(s, url, log))
    signal.addEventListener('abort', () => {
      if (plant === started) plant = null
      stopped = Promise.all([stopped, started.stop()]).then(() => {})
    })
  })
  let running: Promise<void> = Promise.resolve()
  return {
    async run(signal) {
      running = lease.run(AbortSignal.any([signal, ended.signal]))
      await running
      await stopped
    },
    async stop() {
      ended.abort()
      await running
      await stopped
    },
    restart: () => plant?.restart(),
  }
}

/** Starts the simulated plant, a program of its own that sends through the public endpoint, and again when it ends. */
function startPlant(s: Services, url: string, log: (line: string) => void): Plant {
  const hydro = demoDescription().hydroCode
  let stopping = false
  let child: ChildProcess | null = null
  let exited: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | null = null
  let restarting = false

  const start = async () => {
    const secret = await loggerToken(s, hydro)
    const { storms, before, again } = await readStorms(s)
    const { from, until, ahead, speed } = await readPace(s)
    if (stopping) return
    const env = readEnv('.env')
    const given = GIVEN.flatMap((name) => (env[name] ? [[name, env[name]]] : []))
    const iso = (t: number) => new Date(t).toISOString()
    const plant = spawn(
      process.execPath,
      [
        '--max-semi-space-size=4',
        '--max-old-space-size=128',
        join(import.meta.dirname, '..', 'plant', 'main.ts'),
      ],
      {
        env: {
          PATH: process.env.PATH,
          FOREBAY_URL: url,
          INGEST_TOKEN: secret,
          HYDRO_CODE: hydro,
          PLANT_PROTOCOL: s.config.plantProtocol,
          PLANT_HISTORY_DAYS: String(DAYS),
          ...Object.fromEntries(given),
          PLANT_STORMS: [...storms.map(iso), env.PLANT_STORMS ?? ''].filter((t) => t !== '').join(),
          ...(isRecent(again, s.clock.now())
            ? { PLANT_AGAIN: iso(again), PLANT_STORMS_BEFORE: before.map(iso).join() }
            : {}),
          PLANT_PACE: [from, until, ahead, speed].join(),
          ...trust(s),
        },
        // The channel breaks when this process is killed, which ends the plant too.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // Ctrl-C reaches the server, which stops its plant itself.
        detached: true,
      },
    )
    child = plant
    createInterface({ input: plant.stdout! }).on('line', (line) => {
      const text = progress(line)
      if (text) log(text)
    })
    createInterface({ input: plant.stderr! }).on('line', (line) => s.log.warn({ plant: line }, 'plant'))
    exited = new Promise((done) =>
      plant.once('exit', (code) => {
        child = null
        if (!stopping && !restarting) s.log.warn({ code }, 'the simulated plant ended, starting it again')
        if (!stopping) retry = setTimeout(startAgain, restarting ? 0 : 2000)
        restarting = false
        done()
      }),
    )
  }
  function startAgain(): void {
    start().catch((err: unknown) => {
      s.log.warn({ err }, 'the simulated plant did not start, trying again')
      if (!stopping) retry = setTimeout(startAgain, 2000)
    })
  }
  startAgain()
  return {
    restart() {
      if (child === null) return
      restarting = true
      child.kill('SIGTERM')
    },
    async stop() {
      stopping = true
      if (retry) clearTimeout(retry)
      child?.kill('SIGTERM')
      await exited
    },
  }
}

/**
 * TLS settings for the plant: it trusts our own authority. A user's certificate names no loopback address, so it is not
 * verified there.
 */
function trust(s: Services): Record<string, string> {
  if (s.config.tls === 'self') return { NODE_EXTRA_CA_CERTS: join(s.config.dataDir, 'tls', 'authority.crt') }
  return s.config.tlsCert ? { NODE_TLS_REJECT_UNAUTHORIZED: '0' } : {}
}

let lastTenth = -1
/** What the terminal prints for a progress line of the plant, or null. */
function progress(line: string): string | null {
  let event: { event?: string; done?: number; of?: number }
  try {
    event = JSON.parse(line)
  } catch {
    return null
  }
  if (event.event !== 'history' || !event.of) return null
  const tenth = Math.floor(((event.done ?? 0) / event.of) * 10)
  if (tenth === lastTenth) return null
  lastTenth = tenth
  return tenth >= 10 ? 'history of the demo plant is complete' : `history of the demo plant: ${tenth * 10} %`
}
