import { afterAll, beforeAll, expect, test } from 'vitest'
import { getConfig } from '#contract/config.ts'
import { uploadImport } from '#contract/imports.ts'
import { getReadings, postReadings } from '#contract/readings.ts'
import { importPlant } from '#server/history-import/index.ts'
import { contextOf, dakDrinh } from '../import/real.ts'
import { testServer, type TestServer } from '../server.ts'

const MB = 1024 * 1024
const SERIES = 'level.reservoir.1'
let free: number | null = 10_000 * MB
let server: TestServer
let token: string

beforeAll(async () => {
  server = await testServer({ env: { DISK_RESERVE: '500' }, freeBytes: async () => free })
  await importPlant(contextOf(server), dakDrinh)
  token = await server.ingestToken('DAKDRINH')
})
afterAll(() => server.close())

let sent = 0
const send = (language: 'vi' | 'en' = 'en') => {
  const t = server.clock.now() - 3_600_000 + ++sent * 60_000
  return server.call(postReadings, { body: { readings: [{ series: SERIES, t, v: 400 + sent }] } } as never, {
    token,
    language,
  })
}
const stored = async () => {
  const [from, to] = [server.clock.now() - 3_600_000, server.clock.now()].map((t) =>
    new Date(t).toISOString(),
  )
  const answer = await server.call(getReadings, { query: { series: SERIES, from, to } } as never, { token })
  return (answer.body.data as { readings: unknown[] }).readings.length
}
const ready = async () => {
  const answer = await server.raw({ method: 'GET', url: '/readyz' })
  return answer.body as unknown as Record<string, unknown>
}
const full = async () => (await server.call(getConfig)).body.data!.disk_full

test('below its reserve the disk takes no readings, with the reason, while everything else works, until there is room', async () => {
  expect((await send()).status).toBe(200)
  expect(await ready()).toMatchObject({ disk: true, disk_free_bytes: 10_000 * MB })
  expect(await full()).toBe(false)

  free = 499 * MB
  const refused = await send()
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    507,
    'disk_full',
    '60',
  ])
  expect(refused.body.message).toContain('499 MB of disk left (reserve 500 MB)')
  expect((await send('vi')).body.message).toContain('chỉ còn 499 MB')
  const upload = await server.raw({
    method: 'POST',
    url: '/api/renew/v1/import/upload?name=a.csv',
    headers: {
      authorization: `Bearer ${await server.signIn('admin')}`,
      'content-type': uploadImport.contentTypes![0],
    },
    payload: 't,z\n',
  })
  expect(upload.status).toBe(507)
  // Signing in and reading work, and say so.
  expect(await stored()).toBe(1)
  const login = await server.raw({
    method: 'POST',
    url: '/api/renew/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'admin', password: 'Forebay2026' }),
  })
  expect(login.status).toBe(200)
  expect(await full()).toBe(true)
  expect(await ready()).toMatchObject({ database: true, disk: false })

  // Not at the first byte above it, which new readings would fill at once.
  free = 520 * MB
  expect((await send()).status).toBe(507)
  free = 551 * MB
  expect((await send()).status).toBe(200)
  expect(await full()).toBe(false)
  expect(await stored()).toBe(2)
})

test('a disk that cannot be measured does not count as full', async () => {
  free = null
  expect((await send()).status).toBe(200)
  expect(await ready()).toMatchObject({ disk: true, disk_free_bytes: null })
})
