import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#server/lib/postgres/index.ts'
import { serversIn, until } from '#server/lib/postgres/processes.ts'
import { spawnServer, startServer, type ServerProcess } from '#tests/process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'forebay server '))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  return join(dir, 'var')
}

const OWN = { DEMO: '0', ADMIN_PASSWORD: 'correct horse' }

async function start(dataDir: string, env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ dataDir, env: { ...OWN, ...env } })
  cleanups.push(() => server.stop())
  return server
}

async function signIn({ url }: ServerProcess): Promise<number> {
  const answer = await fetch(`${url}/api/renew/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
  })
  await answer.body?.cancel()
  return answer.status
}

describe('one server on one folder', () => {
  const dir = mkdtempSync(join(tmpdir(), 'forebay server '))
  const dataDir = join(dir, 'var')
  let server: ServerProcess
  const begin = async () => {
    server = await startServer({ dataDir, env: OWN })
  }
  beforeAll(begin)
  afterAll(async () => {
    await server.stop()
    rmSync(dir, { recursive: true })
  })

  test('refuses a second instance and names itself, and goes on', async () => {
    const second = spawnServer({ dataDir, port: await freePort() })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`in use by another Forebay (process ${server.child.pid}, since `)
    expect(await signIn(server)).toBe(200)
  })

  test('keeps its port: the server of another folder reports that', async () => {
    const second = spawnServer({ dataDir: folder(), port: server.port, env: { DEMO: '0' } })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`port ${server.port} on 127.0.0.1 is in use`)
  })

  test('reports at readyz that its database died, and both come back', async () => {
    for (const pid of serversIn(join(dataDir, 'postgres'))) process.kill(pid, 'SIGKILL')
    const statuses: number[] = []
    do {
      const answer = await fetch(`${server.url}/readyz`)
      await answer.body?.cancel()
      statuses.push(answer.status)
    } while (statuses.at(-1) !== 200)
    expect(new Set(statuses)).toEqual(new Set([503, 200]))
    expect(await signIn(server)).toBe(200)
  })

  test('after kill -9 the next start takes over from the database that was left running', async () => {
    await server.kill('SIGKILL')
    expect(serversIn(join(dataDir, 'postgres'))).not.toEqual([])
    await begin()
    expect(await signIn(server)).toBe(200)
  })

  test('SIGTERM ends server and database in order; the next start has everything', async () => {
    expect(await server.kill('SIGTERM')).toBe(0)
    expect(serversIn(join(dataDir, 'postgres'))).toEqual([])
    expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
    await begin()
    expect(await signIn(server)).toBe(200)
  })
})

test('ended during its start, it leaves no database running', async () => {
  const dir = folder()
  const server = spawnServer({ dataDir: dir, port: await freePort(), env: { DEMO: '0' } })
  expect(await until(() => existsSync(join(dir, 'postgres', 'postmaster.pid')), 60_000, 1)).toBe(true)
  await server.kill('SIGTERM')
  expect(await until(() => serversIn(join(dir, 'postgres')).length === 0, 30_000)).toBe(true)
})

test('all invalid settings are reported, and nothing is started', async () => {
  const dir = folder()
  const server = spawnServer({
    dataDir: dir,
    port: 70_000,
    env: { EDITION: 'PRO', DEMO: '1', HOST: '0.0.0.0' },
  })
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('3 settings are wrong')
  for (const name of ['PORT=70000', 'EDITION=PRO', 'HOST=0.0.0.0']) expect(server.output()).toContain(name)
  expect(existsSync(dir)).toBe(false)
})

test('a DATA_DIR that cannot be created is reported', async () => {
  const file = folder()
  writeFileSync(file, '')
  for (const dataDir of [file, join(file, 'var')]) {
    const server = spawnServer({ dataDir, port: await freePort() })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(`cannot start: DATA_DIR=${dataDir} is a file, or lies below one`)
    expect(server.output()).not.toMatch(/EEXIST|ENOTDIR/)
  }
})

test.each(['0', '1'])(
  'a password that somebody chose is printed and stored nowhere (DEMO=%s)',
  async (demo) => {
    const dir = folder()
    for (let i = 0; i < 2; i++) {
      const server = await start(dir, { DEMO: demo, PLANT_HISTORY_DAYS: '0' })
      expect(await signIn(server)).toBe(200)
      expect(await server.kill('SIGTERM')).toBe(0)
      expect(server.output()).toMatch(/ready at /)
      expect(server.output()).not.toContain('correct horse')
    }
    expect(existsSync(join(dir, 'demo-password'))).toBe(false)
  },
)
