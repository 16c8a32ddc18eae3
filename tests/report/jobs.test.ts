import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#core/time/units.ts'
import { listAudit } from '#contract/audit.ts'
import { fullPath } from '#contract/endpoint.ts'
import { ITEMS } from '#contract/items.ts'
import { getReport } from '#contract/report.ts'
import {
  addReportJob,
  cancelReportJob,
  getReportJobFile,
  listReportJobs,
  MOST_REPORT_JOBS,
} from '#contract/report-jobs.ts'
import { demoDescription } from '#plant/index.ts'
import { addReservoir, testServer, type Caller, type TestServer } from '../server.ts'

const demo = demoDescription()
const seed = {
  ...demo,
  tariffs: [
    {
      id: 'flat',
      body: {
        name: 'Flat',
        kind: 'flat' as const,
        price: 1000,
        calendar: 'EVN-2014',
        currency: 'VND' as const,
      },
    },
  ],
}
const HYDRO = seed.hydroCode
const QUANTITIES = [
  'general.lake_level',
  'general.total_capacity',
  'general.power',
  'general.upstream_water_level',
  'general.downstream_water_level',
]
/** Every day of fifty years: too much to wait for. */
const LONG = { kind: 'monthly', from: '1976-01-01', to: '2026-10-01', quantities: QUANTITIES } as const
const SHORT = { ...LONG, from: '2026-09-01' } as const

let server: TestServer
async function fill(hydroCode: string) {
  // What lies between the first and the last reading counts, however few there are.
  const t = [Date.UTC(1976, 0, 2), ...Array.from({ length: 48 }, (_, i) => Date.UTC(2026, 8, 10) + i * HOUR)]
  for (const series of QUANTITIES) {
    const all = { hydroCode, series: t.map(() => series), t, q: t.map(() => 0) }
    await server.app.history.write({ ...all, v: t.map((_, i) => 600 + i / 100) }, { source: 'ingest' })
  }
}
const MANAGER: Caller = { account: 'manager', hydro: HYDRO }
beforeAll(async () => {
  // It only does what a test tells it to.
  server = await testServer({
    env: { ROLE: 'api', DATABASE_URL: 'postgres://unused', SECRET_KEY: 'a key of the tests' },
  })
  await addReservoir(server.app, seed)
  await fill(HYDRO)
  const net = { code: 'energy.net', name: 'Net energy', unit: 'kWh', kind: 'total', step_s: 1800 } as const
  await server.app.readings.registry.declareComputed(HYDRO, [net])
})
afterAll(() => server.close())

const db = () => server.app.services.db
const list = async (as: Caller = MANAGER) => (await server.call(listReportJobs, {}, as)).body.data!
const jobOf = async (id: string) => (await list()).find((job) => job.job_id === id)
async function add(as: Caller = MANAGER) {
  const answer = await server.call(addReportJob, { body: { ...LONG, format: 'csv' } }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data!.job!.job_id
}
/** Leaves a job as a process does that is killed in the middle of it. */
async function kill(id: string, { attempt = 1, cancelling = false } = {}) {
  await db().query(
    'DELETE FROM report_file_part WHERE file_id = (SELECT file_id FROM report_job WHERE job_id = $1)',
    [id],
  )
  await db().query(
    `UPDATE report_job SET state = 'running', worker = 'dead', lease_until = 0, attempt = $2, cancelling = $3,
            file_id = 'rf_half' WHERE job_id = $1`,
    [id, attempt, cancelling],
  )
  await db().query('INSERT INTO report_file_part VALUES ($1, $2, 0, $3)', [
    HYDRO,
    'rf_half',
    Buffer.from('half'),
  ])
}
const files = async () =>
  (await db().query<{ file_id: string }>('SELECT DISTINCT file_id FROM report_file_part')).map(
    (r) => r.file_id,
  )
async function fetchFile(id: string, account = 'manager') {
  const token = await server.signIn(account)
  return server.app.web.inject({
    method: 'GET',
    url: fullPath(getReportJobFile).replace('{id}', id),
    headers: { authorization: `Bearer ${token}`, hydro: HYDRO },
  })
}

test('what takes no longer than a caller waits is no job; the foot of what does is in its file', async () => {
  const answer = await server.call(addReportJob, { body: { ...SHORT, format: 'xlsx' } }, MANAGER)
  expect(answer.body.data).toEqual({ job: null })
  expect(await list()).toEqual([])
  const shown = await server.call(getReport, { body: { ...LONG, limit: 2 } }, MANAGER)
  expect(shown.body.data).toMatchObject({ totals: null, rows: 609 })
  const short = await server.call(getReport, { body: { ...SHORT, limit: 2 } }, MANAGER)
  expect(short.body.data!.totals).not.toBe(null)
})

test('a long report is made in the background, and its file is the one that get-report answers', async () => {
  const id = await add()
  await server.app.reports.turn()
  const job = (await jobOf(id))!
  expect(job).toMatchObject({
    state: 'done',
    kind: 'monthly',
    format: 'csv',
    by: 'manager',
    own: true,
    error: null,
  })
  const file = await fetchFile(id)
  expect(file.statusCode).toBe(200)
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(job.file!.sha256)
  expect(file.rawPayload.length).toBe(job.file!.size)
  expect(file.headers['content-disposition']).toContain(job.file!.name)
  const token = await server.signIn('manager')
  const direct = await server.app.web.inject({
    method: 'POST',
    url: fullPath(getReport),
    headers: {
      authorization: `Bearer ${token}`,
      hydro: HYDRO,
      'content-type': 'application/json',
      'accept-language': 'en',
    },
    payload: JSON.stringify({ ...LONG, format: 'csv' }),
  })
  expect(file.body).toBe(direct.body)
  expect(file.body).toContain('600.48')
  const { records } = (await server.call(listAudit, { query: { noun: 'report' } } as never)).body.data!
  expect(records[0]).toMatchObject({ act: 'make', item: id })
})

test('a job of a killed process is made again from the beginning; one that ends each process has failed', async () => {
  const id = await add()
  await kill(id)
  expect((await fetchFile(id)).statusCode).toBe(404)
  await server.app.reports.turn()
  expect(await jobOf(id)).toMatchObject({ state: 'done' })
  expect(await files()).not.toContain('rf_half')
  expect((await fetchFile(id)).body).not.toContain('half')
  await kill(id, { attempt: 3 })
  await server.app.reports.turn()
  expect(await jobOf(id)).toMatchObject({
    state: 'failed',
    file: null,
    error: 'The server was stopped each time while it made this report',
  })
  expect(await files()).not.toContain('rf_half')
  expect((await fetchFile(id)).statusCode).toBe(404)
})

test('a job is cancelled by who asked for it, before it begins and while it is made', async () => {
  const id = await add()
  const cancel = (job: string, as: Caller) => server.call(cancelReportJob, { params: { id: job } }, as)
  expect((await cancel(id, { account: 'operator', hydro: HYDRO })).status).toBe(403)
  expect((await cancel(id, MANAGER)).status).toBe(200)
  expect(await jobOf(id)).toMatchObject({ state: 'cancelled', file: null })
  expect((await cancel(id, MANAGER)).body.code).toBe('report_job_ended')
  await kill(id, { cancelling: true })
  await server.app.reports.turn()
  expect(await jobOf(id)).toMatchObject({ state: 'cancelled', file: null })
  expect(await files()).not.toContain('rf_half')
})

test('a job that is cancelled after a worker took it ends without a file', async () => {
  const id = await add()
  const before = new Set(await files())
  // The worker has read the job, and waits for the rights of its maker.
  const turned = await db().tx(async (c) => {
    await c.query('LOCK TABLE account')
    const turn = server.app.reports.turn()
    await expect
      .poll(async () => {
        const { rows } = await c.query(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'account'::regclass`,
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    await c.query(`UPDATE report_job SET state = 'cancelled', finished_at = 1 WHERE job_id = $1`, [id])
    return { turn }
  })
  await turned.turn
  expect(await jobOf(id)).toMatchObject({ state: 'cancelled', file: null })
  expect((await files()).filter((one) => !before.has(one))).toEqual([])
})

test('who lost the permission, or whose account is closed, has no report made', async () => {
  const id = await add()
  const role = (of: string) =>
    db().query(
      "UPDATE account_role SET role_id = (SELECT role_id FROM role WHERE role_name = $1) WHERE account_id = 'ac_manager'",
      [of],
    )
  await db().query(
    "INSERT INTO role (role_id, role_name, level, permissions, created_at) VALUES ('ro_map', 'map', 4, '{map}', 0)",
  )
  await role('map')
  await server.app.reports.turn()
  expect(await server.call(listReportJobs, {}, MANAGER)).toMatchObject({ status: 403 })
  await role('manager')
  expect(await jobOf(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('permission') })
  const other = await add()
  await db().query("UPDATE account SET status = false WHERE account_id = 'ac_manager'")
  await server.app.reports.turn()
  await db().query("UPDATE account SET status = true WHERE account_id = 'ac_manager'")
  expect(await jobOf(other)).toMatchObject({ state: 'failed', error: expect.stringContaining('closed') })
})

test('another reservoir has other reports, and money is for those who see prices', async () => {
  const other = { ...seed, hydroCode: 'OTHER' }
  await addReservoir(server.app, other)
  const id = await add()
  await server.app.reports.turn()
  expect((await list({ account: 'manager', hydro: 'OTHER' })).map((job) => job.job_id)).not.toContain(id)
  const token = await server.signIn('manager')
  const url = fullPath(getReportJobFile).replace('{id}', id)
  const there = await server.app.web.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, hydro: 'OTHER' },
  })
  expect(there.statusCode).toBe(404)
  const seen: Caller = { account: 'manager', hydro: HYDRO }
  const unseen: Caller = { account: 'operator', hydro: HYDRO }
  const body = { ...LONG, quantities: [...QUANTITIES, 'revenue.plant'], format: 'csv' as const }
  const made = await server.call(addReportJob, { body }, seen)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect((await server.call(addReportJob, { body }, unseen)).status).toBe(403)
  await server.app.reports.turn()
  const money = made.body.data!.job!.job_id
  expect((await list(seen)).slice(0, 2).map((job) => job.job_id)).toEqual([money, id])
  expect((await list(unseen))[0].job_id).toBe(id)
  const answer = await server.raw({
    method: 'GET',
    url: fullPath(getReportJobFile).replace('{id}', money),
    headers: { authorization: `Bearer ${await server.signIn('operator')}`, hydro: HYDRO },
  })
  expect(answer.status).toBe(404)
  // Also once nothing has a price any more: the file does.
  const admin: Caller = { account: 'admin', hydro: HYDRO }
  const [tariff] = (await server.call(ITEMS.tariff.list, {}, admin)).body.data! as { version: string }[]
  const retired = await server.call(
    ITEMS.tariff.retire,
    { params: { id: 'flat' }, body: { version: tariff.version, from: null, reason: 'none' } } as never,
    admin,
  )
  expect(retired.status, JSON.stringify(retired.body)).toBe(200)
  expect((await list(unseen))[0].job_id).toBe(id)
  expect((await list(seen))[0].job_id).toBe(money)
  const again = await server.raw({
    method: 'GET',
    url: fullPath(getReportJobFile).replace('{id}', money),
    headers: { authorization: `Bearer ${await server.signIn('operator')}`, hydro: HYDRO },
  })
  expect(again.status).toBe(404)
})

test('requests at the same time do not pass the limit of unfinished ones', async () => {
  await db().query("UPDATE report_job SET state = 'done' WHERE actor = 'ac_manager'")
  const body = { ...LONG, format: 'csv' as const }
  const answers = await Promise.all(
    Array.from({ length: 2 * MOST_REPORT_JOBS }, () => server.call(addReportJob, { body }, MANAGER)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_REPORT_JOBS)
})

test('an account has a few unfinished ones at once; files are deleted after seven days', async () => {
  await db().query(
    "UPDATE report_job SET state = 'queued', worker = 'busy', lease_until = 1e15 WHERE actor = 'ac_manager'",
  )
  const rows = await db().query<{ n: number }>(
    "SELECT count(*)::int AS n FROM report_job WHERE state = 'queued' AND hydro_code = $1",
    [HYDRO],
  )
  expect(rows[0].n).toBeGreaterThanOrEqual(MOST_REPORT_JOBS)
  const answer = await server.call(addReportJob, { body: { ...LONG, format: 'csv' } }, MANAGER)
  expect(answer.body).toMatchObject({ code: 'report_jobs_many' })
  await db().query("UPDATE report_job SET state = 'done', lease_until = NULL")
  server.clock.advance(8 * DAY)
  await server.app.reports.prune()
  expect(await db().query('SELECT 1 FROM report_job')).toEqual([])
  expect(await files()).toEqual([])
})
