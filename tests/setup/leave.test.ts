import { mkdtempSync, existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, me } from '#contract/auth.ts'
import { getConfig } from '#contract/config.ts'
import { getIndicators } from '#contract/dashboard.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { postReadings } from '#contract/readings.ts'
import { getSetup, leaveDemo } from '#contract/setup.ts'
import { openDatabase } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { runningUrl } from '#server/lib/postgres/index.ts'
import { tablesOf } from '#server/lib/tables.ts'
import { startServer, type ServerProcess } from '../process.ts'

const PRINTED = 'Printed2026'
const OWN = 'MyOwn2026x'
const dataDir = mkdtempSync(join(tmpdir(), 'forebay-leave-'))
const env = { DEMO: '1', PLANT_HISTORY_DAYS: '1', ADMIN_PASSWORD: PRINTED, INGEST_TOKEN: 'outside-token' }
let server: ServerProcess

beforeAll(async () => {
  server = await startServer({ dataDir, env })
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

async function ask(endpoint: Endpoint, token: string | null, body?: object) {
  const answer = await fetch(server.url + fullPath(endpoint), {
    method: endpoint.method,
    headers: {
      'accept-language': 'en',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { code?: string; data: any; errors?: any[] },
  }
}
const signIn = async (username: string, password: string) =>
  (await ask(login, null, { username, password })).body.data?.token?.access as string | undefined

test('a running demo becomes an empty installation that stays one', { timeout: 180_000 }, async () => {
  const admin = (await signIn('admin', PRINTED))!
  const manager = (await signIn('manager', PRINTED))!
  // The simulated plant is running.
  await expect
    .poll(async () => (await ask(getIndicators, admin)).body.data?.lake_level.value ?? -1, {
      timeout: 60_000,
    })
    .toBeGreaterThan(0)
  const { demo } = (await ask(getSetup, admin)).body.data
  expect(demo).toMatchObject({
    may_leave: true,
    password_needed: true,
    accounts: ['manager', 'operator', 'viewer'],
  })
  // Without permission to remove accounts this way is closed too.
  const body = { name: demo.name, password: OWN }
  expect(await ask(leaveDemo, manager, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await ask(getSetup, manager)).body.data.demo).toMatchObject({ may_leave: false })
  const wrong = await ask(leaveDemo, admin, { ...body, name: 'something' })
  expect(wrong.body).toMatchObject({ code: 'name_differs', errors: [{ path: 'name' }] })
  const same = await ask(leaveDemo, admin, { ...body, password: PRINTED })
  expect(same.body).toMatchObject({ code: 'same_password', errors: [{ path: 'password' }] })
  expect((await ask(leaveDemo, admin, { name: demo.name })).body).toMatchObject({
    errors: [{ path: 'password', code: 'required' }],
  })
  expect((await ask(getConfig, null)).body.data.demo).toBe(true)

  expect(await ask(leaveDemo, admin, body)).toMatchObject({ status: 200 })
  const empty = async () => {
    expect((await ask(getConfig, null)).body.data).toMatchObject({ demo: false, demo_accounts: [] })
    for (const name of ['manager', 'operator', 'viewer', 'admin'])
      expect(await signIn(name, PRINTED), name).toBeUndefined()
    const own = await signIn('admin', OWN)
    expect(own).toBeDefined()
    expect((await ask(me, own!)).body.data).toMatchObject({
      hydro_code: '',
      reservoirs: [],
      full_name: 'admin',
    })
    expect((await ask(getSetup, own!)).body.data).toMatchObject({ may_create: true, demo: null })
    // No part of the reservoir accepts readings any more.
    const sent = await ask(postReadings, 'outside-token', { readings: [] })
    expect(sent).toMatchObject({ status: 422, body: { code: 'no_plant' } })
    const db = openDatabase(runningUrl(dataDir)!, silentLog)
    try {
      for (const table of [...tablesOf('plant').filter((t) => t !== 'audit'), 'ingest_token', 'wall_screen'])
        expect(await db.query(`SELECT 1 FROM ${table} LIMIT 1`), table).toEqual([])
    } finally {
      await db.close()
    }
  }
  // The session that did it continues.
  expect((await ask(me, admin)).status).toBe(200)
  await empty()
  expect(existsSync(join(dataDir, 'demo-password'))).toBe(false)
  expect((await ask(leaveDemo, admin, body)).body.code).toBe('not_a_demo')

  // Even with DEMO=1 still in the environment.
  await server.stop()
  server = await startServer({ dataDir, env, port: server.port })
  expect(server.output()).toContain('left its demo for good')
  expect(server.output()).not.toContain('sign in as')
  await empty()
})
