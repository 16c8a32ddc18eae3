import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getIndicators } from '#contract/dashboard.ts'
import { login } from '#contract/auth.ts'
import { postReadings } from '#contract/readings.ts'
import { fullPath, type Endpoint, type Output } from '#contract/endpoint.ts'
import { POSITION_ZERO } from '#plant/dam/gauges.ts'
import { startServer, type ServerProcess } from '../process.ts'

/** The level gauges of the lake: here the tests are their logger, the simulated plant sends everything else. */
const GAUGES = { 'level.reservoir.1': 0, 'level.reservoir.2': POSITION_ZERO }

export interface Plant {
  url: string
  username: string
  password: string
  /** Sends the lake's level, m above datum, as both of its gauges see it now. */
  sendLevel(z: number): Promise<void>
  /** Sends readings as a logger does; answers how many were taken. */
  send(readings: { series: string; t: number; v: number }[]): Promise<number>
  /** What the figures say, asked for as any other dashboard does. */
  figures(): Promise<Output<typeof getIndicators>>
  /** Ends the server like a power cut. */
  kill(): Promise<void>
  /** The same server again: its data, its address. */
  start(): Promise<void>
  close(): Promise<void>
}

/** The real program with its simulated plant, in a process and a folder of its own. */
export async function startPlant(
  options: { env?: Record<string, string>; days?: number; host?: string } = {},
): Promise<Plant> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-browser-'))
  const token = randomBytes(12).toString('hex')
  const password = `Aa1${randomBytes(6).toString('hex')}`
  // Long enough ago that a change of some centimetres is one that water can make.
  const silence = new Date(Date.now() - 2 * 60_000).toISOString()
  const env = {
    DEMO: '1',
    PLANT_HISTORY_DAYS: String(options.days ?? 2),
    PLANT_FAULTS: `silent:level.reservoir.*@${silence}/`,
    INGEST_TOKEN: token,
    ADMIN_PASSWORD: password,
    ...options.env,
  }
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  let server: ServerProcess
  try {
    server = await startServer({ dataDir, env })
  } catch (error) {
    remove()
    throw error
  }
  const url = options.host ? `http://${options.host}:${server.port}` : server.url

  async function ask<E extends Endpoint>(endpoint: E, bearer: string | null, body?: object) {
    const answer = await fetch(`${url}${fullPath(endpoint)}`, {
      method: endpoint.method,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${endpoint.method} ${fullPath(endpoint)}: ${answer.status} ${text}`)
    return (JSON.parse(text) as { data: Output<E> }).data
  }

  let session: Promise<string> | null = null
  const signIn = () =>
    (session ??= ask(login, null, { username: 'viewer', password }).then((data) => data.token.access))

  return {
    url,
    username: 'operator',
    password,
    async sendLevel(z) {
      const t = Date.now()
      const readings = Object.entries(GAUGES).map(([series, zero]) => ({ series, t, v: z - zero }))
      const { accepted, rejected } = await ask(postReadings, token, { readings })
      if (accepted !== readings.length)
        throw new Error(`the level was not taken: ${JSON.stringify(rejected)}`)
    },
    async send(readings) {
      return (await ask(postReadings, token, { readings })).accepted
    },
    async figures() {
      return ask(getIndicators, await signIn())
    },
    async kill() {
      await server.kill('SIGKILL')
    },
    async start() {
      server = await startServer({ dataDir, env, port: server.port })
    },
    async close() {
      await server.stop()
      remove()
    },
  }
}
