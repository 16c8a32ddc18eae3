import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#contract/accounts.ts'
import { getRun, recalculate } from '#contract/calculation.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { checkImport, getImport, runImport, uploadImport, type ImportTask } from '#contract/imports.ts'
import { forgotPassword, resetPassword } from '#contract/registration.ts'
import { createReservoir } from '#contract/setup.ts'
import { DAY, HOUR } from '#core/time/units.ts'
import { toLocal } from '#core/time/index.ts'
import { freePort } from '#server/lib/postgres/index.ts'
import { emptyDatabase } from '../database.ts'
import { levels } from '../import/files.ts'
import { openPost, type Post } from '../people/post.ts'
import { startPooler, type Pooler } from '../pooler.ts'
import { startServer, type ServerProcess } from '../process.ts'
import { Refused, callReplica, sendReadings, settingsOf, signInAt, watch } from '../replicas.ts'

const seed = JSON.parse(readFileSync('docs/example-plant.json', 'utf8')) as DescriptionSeed
const { hydroCode: HYDRO } = seed
const LEVEL = 'level.reservoir.1'
const HEAD = 'general.lake_level'
const ROWS = 60_000
const COLUMNS = 6
/** A year of hours, for a recalculation of several parts. */
const HOURS = 8760

let database: { url: string; drop(): Promise<void> }
let client: pg.Client
let pooler: Pooler
let post: Post
/** Takes calls, behind the pooler. */
let api: ServerProcess
/** Takes calls as well. */
let other: ServerProcess
/** Those that do background work, by what they were started as. */
const workers: ServerProcess[] = []
let token = ''
const dirs: string[] = []

async function replica(role: 'api' | 'worker' | 'all', url = database.url): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forebay-replica-'))
  dirs.push(dataDir)
  const env = settingsOf(url, {
    ROLE: role,
    SMTP_URL: post.url,
    MAIL_FROM: 'dam@example.vn',
    PUBLIC_URL: 'https://forebay.example.vn',
  })
  return startServer({ dataDir, env, port: await freePort() })
}

beforeAll(async () => {
  database = await emptyDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  pooler = await startPooler(database.url)
  post = await openPost()
  // At once, on a database without any table: one of them makes it, the others wait.
  const all = await Promise.all([replica('api', pooler.url), replica('api'), replica('worker')])
  api = all[0]
  other = all[1]
  workers.push(all[2])
  token = await signInAt(api.url)
  await callReplica(api.url, createReservoir, { token, body: { version: null, seed } })
}, 180_000)
afterAll(async () => {
  for (const one of [api, other, ...workers]) await one?.stop()
  await pooler?.close()
  await post?.close()
  await client?.end()
  await database?.drop()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
}, 60_000)

const get = <T>(endpoint: typeof getRun | typeof getImport, id: string) =>
  callReplica<T>(api.url, endpoint, { token, id })
const importOf = (id: string) => get<ImportTask>(getImport, id)
const count = async (sql: string, values: unknown[]) =>
  (await client.query<{ n: number }>(sql, values)).rows[0].n

/** Kills whoever holds a job, by the process that its record names. */
async function killHolder(table: 'run' | 'import_task', id: string, key: string): Promise<void> {
  const holder = async () => {
    const { rows } = await client.query<{ worker: string | null }>(
      `SELECT worker FROM ${table} WHERE hydro_code = $1 AND ${key} = $2`,
      [HYDRO, id],
    )
    return workers.find(({ child }) => rows[0].worker?.includes(`:${child.pid}:`))
  }
  // A long job is given back between its parts, and taken again.
  await expect.poll(holder, { interval: 5 }).toBeDefined()
  const found = await holder()
  if (!found) return killHolder(table, id, key)
  await found.kill('SIGKILL')
  workers.splice(workers.indexOf(found), 1)
}

async function uploaded(csv: string, columns: object[]): Promise<ImportTask> {
  const query = { name: 'năm.csv' }
  const up = await callReplica<ImportTask>(api.url, uploadImport, { token, query, body: Buffer.from(csv) })
  const body = { version: up.version, mapping: { time: [1], columns } }
  await callReplica(api.url, checkImport, { token, id: up.id, body })
  await expect.poll(async () => (await importOf(up.id)).state, { timeout: 120_000 }).toBe('checked')
  return importOf(up.id)
}

test('each serves the calls of its role, and one session is valid at all of them', async () => {
  const [worker] = workers
  const page = await fetch(`${worker.url}/`)
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('only_worker')
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
  expect(worker.output()).toContain('ROLE=worker')
  expect(api.output()).toContain('ROLE=api')
  // Signed in at one, watching at the other.
  const stream = await watch(other.url, token)
  stream.close()
})

test('a reading accepted by one is calculated by the worker, and reaches the streams of both', async () => {
  const [here, there] = [await watch(api.url, token), await watch(other.url, token)]
  const t = Math.floor(Date.now() / HOUR) * HOUR
  await sendReadings(api.url, [{ series: LEVEL, t, v: 400.25 }])
  for (const stream of [there, here])
    await expect.poll(() => stream.last(HEAD)?.slice(1, 3)).toEqual([t, 400.25])
  await sendReadings(other.url, [{ series: LEVEL, t, v: 400.5 }])
  for (const stream of [there, here]) await expect.poll(() => stream.last(HEAD)?.[2]).toBe(400.5)
  here.close()
  there.close()
})

test('failed sign-ins at one delay the next at the other', async () => {
  for (let i = 0; i < 5; i++) await expect(signInAt(api.url, 'Wrong2026')).rejects.toThrow('401')
  const refused = await signInAt(other.url).catch((e: unknown) => e)
  expect(refused).toBeInstanceOf(Refused)
  expect(refused).toMatchObject({ status: 429, code: 'sign_in_delayed' })
})

test('a forgotten password: one letter for each request up to three, at whichever replica, and each link once', async () => {
  const person = { username: 'quen', email: 'quen@example.vn', full_name: 'Quên', password: 'Forebay2026' }
  const body = { ...person, status: true, roles: [] }
  const { account_id: id } = await callReplica<{ account_id: string }>(api.url, createAccount, {
    token,
    body,
  })
  const forgot = (at: ServerProcess) =>
    callReplica(at.url, forgotPassword, { body: { username: person.username } })
  const recorded = (act: string) =>
    count(`SELECT count(*)::int AS n FROM audit WHERE hydro_code = '' AND act = $1 AND item = $2`, [act, id])
  // At once at both: a limit that each counted for itself would let all four pass.
  await Promise.all([forgot(api), forgot(other), forgot(api), forgot(other)])
  await expect.poll(() => recorded('reset link sent')).toBe(3)
  await expect.poll(() => recorded('reset link refused')).toBe(1)
  await forgot(other)
  await expect.poll(() => recorded('reset link refused')).toBe(2)
  expect(post.letters.map(({ to }) => to)).toEqual([[person.email], [person.email], [person.email]])
  const links = post.letters.map(({ text }) => /token=([\w-]+)/.exec(text)![1])
  expect(new Set(links).size).toBe(3)

  // Whichever replica sent it, both take it, and only one of them.
  const set = (at: ServerProcess, n: number, newPassword: string) =>
    callReplica(at.url, resetPassword, { body: { token: links[n], newPassword } }).then(
      () => 'set',
      (e: unknown) => (e as Refused).code,
    )
  const both = await Promise.all([set(api, 0, 'Moi20261'), set(other, 0, 'Moi20262')])
  expect(both.sort()).toEqual(['reset_link_invalid', 'set'])
  expect(await set(other, 0, 'Moi20263')).toBe('reset_link_invalid')
})

test(
  'a worker killed amid an import is replaced, and each reading is there once',
  { timeout: 240_000 },
  async () => {
    workers.push(await replica('all'))
    const csv = levels({ from: Date.UTC(2020, 0, 1), step: 600_000, rows: ROWS, columns: COLUMNS })
    const series = Array.from({ length: COLUMNS }, (_, k) => `level.z${k}`)
    const columns = series.map((code, k) => ({
      column: k + 2,
      series: code,
      unit: 'm',
      kind: 'instant',
      step: 600,
      name: code,
    }))
    const { id, version } = await uploaded(csv, columns)
    await callReplica(api.url, runImport, { token, id, body: { version } })
    await expect
      .poll(async () => (await importOf(id)).progress?.rows ?? 0, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(0)
    await killHolder('import_task', id, 'task_id')
    expect((await importOf(id)).state).toBe('running')
    await expect.poll(async () => (await importOf(id)).state, { timeout: 60_000 }).not.toBe('running')
    const done = await importOf(id)
    expect(done).toMatchObject({ state: 'done', rows: ROWS, readings: ROWS * COLUMNS, problems: [] })
    expect(done.report!.columns.map((c) => [c.fresh, c.unchanged, c.differing])).toEqual(
      series.map(() => [ROWS, 0, 0]),
    )
    expect(
      await count("SELECT count(*) AS n FROM audit WHERE hydro_code = $1 AND act = 'import'", [HYDRO]),
    ).toBe(1)
    expect(await count('SELECT count(*) AS n FROM import_job WHERE hydro_code = $1', [HYDRO])).toBe(1)
  },
)

test(
  'a worker killed amid a recalculation too: it continues where it was',
  { timeout: 240_000 },
  async () => {
    const [worker] = workers
    workers.push(await replica(worker.output().includes('ROLE=worker') ? 'all' : 'worker'))
    const to = Math.floor(Date.now() / HOUR) * HOUR - 40 * DAY
    const from = to - HOURS * HOUR
    const csv = levels({ from: from + 7 * HOUR, step: HOUR, rows: HOURS, columns: 1 })
    const { id, version } = await uploaded(csv, [{ column: 2, series: LEVEL, unit: 'm' }])
    await callReplica(api.url, runImport, { token, id, body: { version } })
    await expect.poll(async () => (await importOf(id)).state, { timeout: 120_000 }).toBe('done')
    // What the import changed is calculated first: the run is alone then.
    await expect
      .poll(
        () => count("SELECT count(*) AS n FROM dirty_span WHERE hydro_code = $1 AND kind = 'calc'", [HYDRO]),
        { timeout: 120_000, interval: 100 },
      )
      .toBe(0)
    const local = (t: number) => toLocal(t, 'Asia/Ho_Chi_Minh')
    const body = { from: local(from), to: local(to) }
    const run = await callReplica<{ run_id: string }>(other.url, recalculate, { token, body })
    const detail = () => get<{ state: string; done: number; total: number }>(getRun, run.run_id)
    await expect.poll(async () => (await detail()).done, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0)
    await killHolder('run', run.run_id, 'run_id')
    expect((await detail()).state).toBe('running')
    await expect.poll(async () => (await detail()).state, { timeout: 60_000 }).toBe('done')
    const done = await detail()
    expect(done.done).toBe(done.total)
    expect(done.total).toBeGreaterThanOrEqual(HOURS)
    // Whoever is left goes on with what comes live.
    const stream = await watch(other.url, token)
    const t = Math.floor(Date.now() / HOUR) * HOUR
    await sendReadings(api.url, [{ series: LEVEL, t, v: 401.75 }])
    await expect.poll(() => stream.last(HEAD)?.[2]).toBe(401.75)
    stream.close()
  },
)

test('nothing that needs a session went through the pooler', () => {
  expect(pooler.transactions()).toBeGreaterThan(100)
  expect(pooler.leaks).toEqual([])
  expect(api.output()).toContain('DATABASE_DIRECT_URL')
})
