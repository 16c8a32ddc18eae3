import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getIndicators } from '#contract/dashboard.ts'
import { postReadings } from '#contract/readings.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { POSITION_ZERO } from '#plant/dam/gauges.ts'
import { copyCluster } from '../cluster.ts'
import { startServer } from '../process.ts'
import { accessOf, call } from './call.ts'

/** The level gauges of the lake: here the tests are their logger, the simulated plant sends everything else. */
const GAUGES = { 'level.reservoir.1': 0, 'level.reservoir.2': POSITION_ZERO }

export interface Plant {
  url: string
  username: string
  password: string
  /** From when on the simulated plant leaves the level gauges to the test; null where its faults were given. */
  silence: number | null
  /** Sends the lake's level, m above datum, as both of its gauges see it now. */
  sendLevel(z: number): Promise<void>
  /** Sends readings as a logger does; answers how many were taken. */
  send(readings: { series: string; t: number; v: number }[]): Promise<number>
  /** What the figures say, asked for as any other dashboard does. */
  figures(): Promise<Output<typeof getIndicators>>
  /** Calls an endpoint as the administrator, or by a token of a logger. */
  ask<E extends Endpoint>(endpoint: E, input: Input<E>, bearer?: string): Promise<Output<E>>
  /** Ends the server like a power cut. */
  kill(): Promise<void>
  /** The same server again: its data, its address. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Where the address is kept at which the run gives its settled demo out. */
export const DEMO_DOOR = 'FOREBAY_DEMO_DOOR'
const DAYS = 2

/** Makes the demo of which each file gets a copy: its past is sent and computed, and its program has ended. */
export async function buildDemo(dataDir: string): Promise<void> {
  // Its session is in every copy: of an account whose sessions no test counts.
  const plant = await bootPlant(dataDir, { password: randomPassword(), days: DAYS, reader: 'manager' })
  await settled(plant).finally(() => plant.stop())
  // Nothing of a copy outlives its file.
  const lines = ['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `${name} = off\n`)
  appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), lines.join(''))
}

/**
 * Lays a copy of the run's demo into dataDir; answers the password of its accounts. Null where the cluster lies
 * elsewhere, as it does for a root that may not make user namespaces.
 */
async function copyDemo(dataDir: string): Promise<string | null> {
  const answer = await fetch(process.env[DEMO_DOOR]!)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the demo of this run was not made: ${text}`)
  return (await copyCluster(text, dataDir)) ? readFileSync(join(dataDir, OWN_PASSWORD), 'utf8') : null
}

/** Where the tests keep the password that they chose: the program keeps none that somebody chose. */
const OWN_PASSWORD = 'password-of-tests'
const randomPassword = () => `Aa1${randomBytes(6).toString('hex')}`

interface PlantOptions {
  env?: Record<string, string>
  /** A past of its own, of so many days. */
  days?: number
  host?: string
}

/**
 * The real program with its simulated plant, in a process and a folder of its own: on a copy of the run's demo, or on
 * a past of its own where its days, or what its sensors suffered in it, are given.
 */
export async function startPlant(options: PlantOptions = {}): Promise<Plant> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-browser-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const own = options.days !== undefined || options.env?.PLANT_FAULTS !== undefined
    const copied = own ? null : await copyDemo(dataDir)
    const days = options.days ?? (copied === null ? 1 : DAYS)
    const { stop, ...plant } = await bootPlant(dataDir, {
      ...options,
      password: copied ?? randomPassword(),
      days,
    })
    return {
      ...plant,
      async close() {
        await stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

type Booted = Omit<Plant, 'close'> & { stop(): Promise<void> }

async function bootPlant(
  dataDir: string,
  options: PlantOptions & { password: string; days: number; reader?: string },
): Promise<Booted> {
  const token = randomBytes(12).toString('hex')
  const { password } = options
  // Long enough ago that a change of some centimetres is one that water can make.
  const silence = Date.now() - 2 * 60_000
  const env = {
    DEMO: '1',
    // Roles alone decide what is seen, unless a test names an expert.
    EXPERT_ACCOUNTS: 'nobody',
    PLANT_HISTORY_DAYS: String(options.days),
    PLANT_FAULTS: `silent:level.reservoir.*@${new Date(silence).toISOString()}/`,
    INGEST_TOKEN: token,
    ADMIN_PASSWORD: password,
    ...options.env,
  }
  let server = await startServer({ dataDir, env })
  writeFileSync(join(dataDir, OWN_PASSWORD), password)
  const url = options.host ? `http://${options.host}:${server.port}` : server.url

  const sessions = new Map<string, Promise<string>>()
  const accessBy = (username: string) => {
    const access = sessions.get(username) ?? accessOf(url, username, password)
    sessions.set(username, access)
    return access
  }

  return {
    url,
    username: 'operator',
    password,
    silence: options.env?.PLANT_FAULTS ? null : silence,
    async sendLevel(z) {
      const t = Date.now()
      const readings = Object.entries(GAUGES).map(([series, zero]) => ({ series, t, v: z - zero }))
      const { accepted, rejected } = await call(url, postReadings, { body: { readings } }, { bearer: token })
      if (accepted !== readings.length)
        throw new Error(`the level was not taken: ${JSON.stringify(rejected)}`)
    },
    async send(readings) {
      return (await call(url, postReadings, { body: { readings } }, { bearer: token })).accepted
    },
    async figures() {
      return call(url, getIndicators, {}, { bearer: await accessBy(options.reader ?? 'viewer') })
    },
    async ask(endpoint, input, bearer) {
      return call(url, endpoint, input, { bearer: bearer ?? (await accessBy('admin')) })
    },
    async kill() {
      await server.kill('SIGKILL')
    },
    async start() {
      server = await startServer({ dataDir, env, port: server.port })
    },
    async stop() {
      await server.stop()
    },
  }
}

/**
 * The past of the plant has come in and is computed: the figures and the chart of its days are there. A copy of a demo
 * that was made a while ago has the time since as well.
 */
export async function settled(plant: Pick<Plant, 'figures' | 'silence'>): Promise<void> {
  await expect
    .poll(
      async () => {
        const figures = await plant.figures()
        const { inflow, outflow, power, rain_24h: rain, lake_level: level, last_calculation: last } = figures
        const known = [inflow, outflow, power, rain].every((f) => f.value !== null)
        const now = plant.silence === null || (level.t !== null && level.t > plant.silence - 2 * 60_000)
        return known && now && last !== null && Date.now() - last < 10 * 60_000
      },
      { timeout: 60_000, message: 'the past of the demo plant is computed' },
    )
    .toBe(true)
}
