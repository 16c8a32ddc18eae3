import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { silentLog } from '#server/lib/log.ts'
import { findBinaries } from '#server/lib/postgres/binaries.ts'
import { freePort } from '#server/lib/postgres/index.ts'
import { clearOrphans } from '#server/lib/postgres/orphan.ts'

export const ROOT = join(import.meta.dirname, '..')

export interface ServerProcess {
  url: string
  port: number
  dataDir: string
  child: ChildProcess
  /** Resolves at its end with the exit code, or null after a signal. */
  ended: Promise<number | null>
  /** Its output so far, both streams. */
  output(): string
  /** Sends the signal and waits for the end; returns the exit code, or null after a signal. */
  kill(signal: NodeJS.Signals): Promise<number | null>
  /** Shuts it down, and the database too if a kill left it running. */
  stop(): Promise<number | null>
}

export interface ServerOptions {
  dataDir: string
  env?: Record<string, string>
  /** Keeps an address across a restart. */
  port?: number
  /** How long it may take to become ready, ms. */
  within?: number
}

/**
 * The real server in a process of its own, ready to answer. Throws its output if it ends instead. Settings of the
 * machine that runs the tests do not affect it.
 */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const server = spawnServer({ ...options, port })
  const end = performance.now() + (options.within ?? 90_000)
  for (;;) {
    if (hasEnded(server.child)) throw new Error(`the server ended before it was ready:\n${server.output()}`)
    if (performance.now() > end) {
      await server.stop()
      throw new Error(`the server was not ready in time:\n${server.output()}`)
    }
    if (await isReady(server.url)) return server
    await Promise.race([server.ended, new Promise((done) => setTimeout(done, 50))])
  }
}

/** The same without waiting, for starts that should fail. */
export function spawnServer(options: ServerOptions & { port: number }): ServerProcess {
  const { dataDir, port } = options
  let text = ''
  const child = spawn(process.execPath, [join(ROOT, 'server', 'main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      // Tests start the same program dozens of times: its compiled code is cached.
      NODE_COMPILE_CACHE: join(ROOT, 'tmp', 'compiled'),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })

  const ended = once(child, 'exit').then(() => child.exitCode)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    child,
    ended,
    output: () => text,
    async kill(signal) {
      if (!hasEnded(child)) child.kill(signal)
      return ended
    },
    async stop() {
      if (!hasEnded(child)) child.kill('SIGTERM')
      const code = await ended
      const cluster = join(dataDir, 'postgres')
      if (existsSync(cluster))
        await clearOrphans(cluster, findBinaries(join(dataDir, 'postgres-lib')), silentLog)
      return code
    },
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`)
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
