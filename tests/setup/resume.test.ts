import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { checkImport, getImport, runImport, uploadImport, type ImportTask } from '#contract/imports.ts'
import { createReservoir } from '#contract/setup.ts'
import { levels } from '../import/files.ts'
import { dakDrinh } from '../import/real.ts'
import { startServer, type ServerProcess } from '../process.ts'

const PASSWORD = 'Forebay2026'
const ROWS = 250_000
const COLUMNS = 8
const dataDir = mkdtempSync(join(tmpdir(), 'forebay-resume-'))
const env = { DEMO: '0', ADMIN_PASSWORD: PASSWORD }
let server: ServerProcess
let token = ''

beforeAll(async () => {
  server = await startServer({ dataDir, env })
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

async function ask<T>(endpoint: Endpoint, path: string, body?: object | Buffer): Promise<T> {
  const file = Buffer.isBuffer(body)
  const answer = await fetch(server.url + path, {
    method: endpoint.method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': file ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(body ? { body: file ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return (JSON.parse(text) as { data: T }).data
}
const of = (endpoint: Endpoint, id: string) => fullPath(endpoint).replace('{id}', id)
const task = (id: string) => ask<ImportTask>(getImport, of(getImport, id))

test(
  'an import continues by itself after the server was killed during it',
  { timeout: 240_000 },
  async () => {
    const signed = await ask<{ token: { access: string } }>(login, fullPath(login), {
      username: 'admin',
      password: PASSWORD,
    })
    token = signed.token.access
    await ask(createReservoir, fullPath(createReservoir), { version: null, seed: dakDrinh })
    const csv = levels({ from: Date.UTC(2020, 0, 1), step: 600_000, rows: ROWS, columns: COLUMNS })
    const name = new URLSearchParams({ name: 'mười năm.csv' })
    const up = await ask<ImportTask>(uploadImport, `${fullPath(uploadImport)}?${name}`, Buffer.from(csv))
    const mapping = {
      time: [1],
      columns: Array.from({ length: COLUMNS }, (_, k) => ({
        column: k + 2,
        series: `level.z${k}`,
        unit: 'm',
        kind: 'instant',
        step: 600,
        name: `z${k}`,
      })),
    }
    await ask(checkImport, of(checkImport, up.id), { version: up.version, mapping })
    await expect.poll(async () => (await task(up.id)).state, { timeout: 120_000 }).toBe('checked')
    const tried = await task(up.id)
    expect(tried.report!.columns.every((c) => c.fresh === ROWS)).toBe(true)
    await ask(runImport, of(runImport, up.id), { version: tried.version })
    // It has written a part.
    await expect
      .poll(async () => (await task(up.id)).progress?.rows ?? 0, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(0)
    expect((await task(up.id)).state).toBe('running')
    await server.kill('SIGKILL')

    server = await startServer({ dataDir, env, port: server.port })
    await expect.poll(async () => (await task(up.id)).state, { timeout: 120_000 }).toBe('done')
    const done = await task(up.id)
    expect(done).toMatchObject({ rows: ROWS, readings: ROWS * COLUMNS, problems: [] })
    expect(done.report!.columns.map((c) => [c.fresh, c.differing, c.rejected])).toEqual(
      Array.from({ length: COLUMNS }, () => [ROWS, 0, 0]),
    )
  },
)
