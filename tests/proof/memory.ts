/**
 * Holds bodies back: memory of the server's process while many connections have sent all of a body but its last byte,
 * without a token and with one, and whether it still answers.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { startServer, type ServerProcess } from '../process.ts'

const MiB = 2 ** 20

/** One kind of held-back body, over so many connections. */
interface Load {
  what: string
  connections: number
  bytes: number
  headers(token: string): Record<string, string>
  path: string
}

const json = { 'content-type': 'application/json' }
const LOADS: readonly Load[] = [
  {
    what: 'without a token, 1 MiB each',
    connections: 1500,
    bytes: MiB,
    path: fullPath(login),
    headers: () => json,
  },
  {
    what: 'without a token, 8 kB each',
    connections: 1500,
    bytes: 8192,
    path: fullPath(login),
    headers: () => json,
  },
  {
    what: 'with a token, 33 MB each',
    connections: 100,
    bytes: 33_000_000,
    path: fullPath(postReadings),
    headers: (token) => ({ ...json, authorization: `Bearer ${token}` }),
  },
]

/** How much the process may grow, bytes, and how long /healthz may take meanwhile, ms. */
export const MOST_GROWTH = 100 * MiB
export const SLOWEST = 1000

/** Duration of each load, and pause before the next one, ms. */
const LOAD_MS = 12_000
const BETWEEN = 500

export interface Grown {
  what: string
  connections: number
  /** Number still open at the end. */
  open: number
  /** Resident size of the process before and its maximum during the load, bytes. */
  before: number
  most: number
  /** Slowest answer of /healthz, and of a sign-in by an account, ms. */
  health: number
  signIn: number
}

const PASSWORD = 'Forebay2026'

/** Runs the loads in turn on a server of its own. */
export async function holdBodiesBack(log: (line: string) => void = () => {}): Promise<Grown[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-memory-'))
  const token = randomBytes(12).toString('hex')
  const env = {
    DEMO: '0',
    INGEST_TOKEN: token,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
    // As npm start sets them (bin/handOver.js).
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_ARENA_MAX: '2',
  }
  // A reservoir is set up like the demo's; then the plant stops.
  let server = await startServer({ dataDir, env: { ...env, DEMO: '1', PLANT_HISTORY_DAYS: '0' } })
  const all: Grown[] = []
  try {
    for (const load of LOADS) {
      await server.stop()
      server = await startServer({ dataDir, env, port: server.port })
      all.push(await put(server, load, token))
      const { what, before, most, health } = all.at(-1)!
      log(`${what}: ${mb(before)} -> ${mb(most)}, health ${Math.round(health)} ms`)
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return all
}

export const mb = (bytes: number) => `${Math.round(bytes / MiB)} MB`

async function put(server: ServerProcess, load: Load, token: string): Promise<Grown> {
  const pid = server.child.pid!
  // One-time allocations of the first sign-in (threads, code) are not counted.
  for (let i = 0; i < 5; i++) await signIn(server)
  const before = residentOf(pid)
  const grown: Grown = {
    what: load.what,
    connections: load.connections,
    open: 0,
    before,
    most: before,
    health: 0,
    signIn: 0,
  }
  const head = Buffer.from(
    [
      `POST ${load.path} HTTP/1.1`,
      'host: x',
      `content-length: ${load.bytes}`,
      ...Object.entries(load.headers(token)).map(([k, v]) => `${k}: ${v}`),
      '\r\n',
    ].join('\r\n'),
  )
  // One buffer for all connections, so that the client's own growth is excluded.
  const body = Buffer.alloc(load.bytes - 1, ' ')
  const sockets: Socket[] = []
  const end = performance.now() + LOAD_MS
  try {
    for (let i = 0; i < load.connections; i++) {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.resume()
      socket.write(head)
      socket.write(body)
      sockets.push(socket)
      if (i % 100 === 99) await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    }
    while (performance.now() < end) {
      grown.health = Math.max(grown.health, await timed(() => health(server)))
      grown.signIn = Math.max(grown.signIn, await timed(() => signIn(server)))
      grown.most = Math.max(grown.most, residentOf(pid))
      await new Promise((done) => setTimeout(done, BETWEEN))
    }
    grown.open = sockets.filter((s) => !s.closed).length
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return grown
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Over a connection of its own, from the address of the load. */
async function ask(server: ServerProcess, path: string, body?: string): Promise<void> {
  const call = request(server.url + path, { agent: false, method: body ? 'POST' : 'GET', headers: json })
  call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`)
}

const health = (server: ServerProcess) => ask(server, '/healthz')
const signIn = (server: ServerProcess) =>
  ask(server, fullPath(login), JSON.stringify({ username: 'admin', password: PASSWORD }))

/** Resident size of a process, bytes. */
function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}
