import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { startServer, type ServerProcess } from '#tests/process.ts'
import { Connection, dataOf, request } from './http.ts'

const PASSWORD = 'Forebay2026'

export interface Running {
  url: string
  server: ServerProcess
  /** Access token of the administrator. */
  signIn(): Promise<string>
  stop(): Promise<void>
}

/** Folder for CPU profiles: the server writes one of its whole life. */
const profile = process.env.BENCH_PROFILE
const profiling: Record<string, string> = profile
  ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }
  : {}

/** The product in a process of its own, on a given database or (without one) on its embedded one. */
export async function startProduct(env: Record<string, string>): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-bench-server-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  let server: ServerProcess
  try {
    server = await startServer({ dataDir, env: { ADMIN_PASSWORD: PASSWORD, ...profiling, ...env } })
  } catch (error) {
    remove()
    throw error
  }
  return {
    url: server.url,
    server,
    async signIn() {
      const connection = await Connection.open(server.url)
      const body = JSON.stringify({ username: 'admin', password: PASSWORD })
      const answer = await connection.send(
        request('POST', fullPath(login), { 'content-type': 'application/json' }, body),
      )
      connection.close()
      return dataOf<{ token: { access: string } }>(answer).token.access
    },
    async stop() {
      await server.stop()
      remove()
    },
  }
}
