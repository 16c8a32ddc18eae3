import { createHash } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import { login } from '#contract/auth.ts'
import { listAudit } from '#contract/audit.ts'
import { fullPath } from '#contract/endpoint.ts'
import {
  addReportSchedule,
  checkReportIssues,
  correctReportIssue,
  getReportIssueDifference,
  getReportIssueFile,
  listReportIssues,
  listReportSchedules,
  pauseReportSchedule,
  removeReportSchedule,
  repeatReportIssue,
  updateReportSchedule,
  type ReportIssue,
  type ScheduleBody,
} from '#contract/report-schedules.ts'
import { getTimeline } from '#contract/timeline.ts'
import { serveReportSchedules } from '#server/features/report-schedules/index.ts'
import { createMail, LetterRefused } from '#server/lib/mail.ts'
import { demoDescription } from '#plant/index.ts'
import { addReservoir, PASSWORD, testServer, type Caller, type TestServer } from '../server.ts'
import { mailServer } from './mail-server.ts'

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
const AHEAD = 7 * HOUR
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00Z`) - AHEAD
const local = (t: number) => new Date(t + AHEAD).toISOString().slice(5, 16).replace('T', ' ')
/** A level within the usual range, m. */
const Z = 100 * Math.floor(seed.plant.levels.designedFlood / 100)
const BEGIN = at('2026-09-15 00:30')
const MANAGER: Caller = { account: 'manager', hydro: HYDRO }
const LEVEL = 'general.lake_level'
const SPILL = 'general.total_discharge_dam'

let server: TestServer
let post: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  post = await mailServer()
  server = await testServer({
    now: BEGIN,
    env: {
      // It only does what a test tells it to.
      ROLE: 'api',
      DATABASE_URL: 'postgres://unused',
      SECRET_KEY: 'a key of the tests',
      SMTP_URL: post.url,
      MAIL_FROM: 'dam@example.vn',
      PUBLIC_URL: 'https://dam.example.vn',
    },
  })
  await addReservoir(server.app, seed)
  await db().query("UPDATE account SET email = 'manager@example.vn' WHERE account_id = 'ac_manager'")
})
afterAll(async () => {
  await server.close()
  await post.close()
})

const db = () => server.app.services.db
let people = 0
/** Signed in at the present time of the test: sessions last for minutes. */
async function signIn(username: string): Promise<string> {
  const { body } = await server.raw({
    method: 'POST',
    url: fullPath(login),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username, password: PASSWORD }),
    remoteAddress: `10.2.${people >> 8}.${people++ & 255}`,
  })
  return (body.data as { token: { access: string } }).token.access
}
const call: TestServer['call'] = async (endpoint, input, { account, hydro } = MANAGER) =>
  server.call(endpoint, input as never, { token: await signIn(account!), hydro })
async function ok<T>(answer: Promise<{ status: number; body: { data: T | null } }>): Promise<T> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body.data as T
}
async function write(series: string, entries: [text: string, v: number][]) {
  const t = entries.map(([text]) => at(text))
  await server.app.history.write(
    { hydroCode: HYDRO, series: t.map(() => series), t, v: entries.map(([, v]) => v), q: t.map(() => 0) },
    { source: 'ingest' },
  )
}

const BODY = {
  name: 'Daily sheet',
  what: {
    of: 'report',
    span: 'last_24h',
    format: 'csv',
    report: { kind: 'hourly', quantities: [LEVEL, 'general.power'] },
  },
  paces: [
    { name: 'above', when: { aboveLevel: 'designedFlood' }, times: { every: 15 } },
    { name: 'flood', when: { aboveSpill: 0.5 }, times: { every: 60 } },
    {
      name: 'wet',
      when: { season: { from: '07-01', to: '11-30' } },
      times: { at: ['01:00', '07:00', '13:00', '19:00'] },
    },
    { name: 'dry', when: null, times: { at: ['07:00', '19:00'] } },
  ],
  delay: 5,
  recipients: ['province@example.vn', 'ministry@example.vn'],
  language: 'en',
} as unknown as ScheduleBody & { recipients: string[] }

beforeEach(async () => {
  server.clock.set(BEGIN)
  await db().query('DELETE FROM report_issue')
  await db().query('DELETE FROM report_schedule')
  await db().query('DELETE FROM reading WHERE series = ANY($1)', [[LEVEL, SPILL]])
  post.received.length = 0
  post.be('takes')
})

async function add(more: Partial<typeof BODY> = {}, as: Caller = MANAGER) {
  return (await ok(call(addReportSchedule, { body: { ...BODY, ...more } }, as))).schedule_id
}
interface Row {
  issue_id: string
  slot: number
  state: string
  number: number
  correction: number
  pace: string | null
  late: boolean
  error: { code: string } | null
}
const rows = () =>
  db().query<Row>(
    'SELECT issue_id, slot, state, number, correction, pace, late, error FROM report_issue ORDER BY slot, correction',
  )
const toProvince = (words: string) =>
  post.received.filter(({ to, subject }) => to.includes('province@example.vn') && subject.includes(words))
const plan = () => server.app.schedules.plan(HYDRO)
const turn = () => server.app.schedules.turn()
/** Lets time pass as a worker does: whenever something may be due. */
async function until(text: string) {
  for (let next = await plan(); next <= at(text); next = await plan()) server.clock.set(next)
  server.clock.set(at(text))
  await plan()
}
const listed = async (): Promise<ReportIssue[]> =>
  (await ok(call(listReportIssues, { query: {} } as never))).issues
/** Leaves a report as a process does that is killed while it works on it. */
const kill = (state: string) =>
  db().query(
    `UPDATE report_issue SET state = $1, to_send = ($1 <> 'due'), worker = 'dead', lease_until = 0, attempt = 1, due_at = 0,
            send_id = CASE WHEN $1 = 'sending' THEN 'rs_dead' END`,
    [state],
  )

test('a flood raises the pace from four a day to a quarter of an hour, and back; each slot is made once', async () => {
  const flood = seed.plant.levels.designedFlood
  await write(LEVEL, [
    ['2026-09-15 00:00', Z],
    ['2026-09-15 20:05', flood + 0.1],
    ['2026-09-15 22:05', flood - 0.1],
  ])
  await write(SPILL, [
    ['2026-09-15 00:00', 0],
    ['2026-09-15 15:10', 300],
    ['2026-09-16 00:30', 0],
  ])
  await add()
  // Three replicas decide at once.
  const beside = [1, 2].map(() =>
    serveReportSchedules(() => {}, {
      ...server.app,
      ...server.app.services,
      registry: server.app.readings.registry,
      // Nothing is made here.
      timeline: null as never,
      mail: null,
    }),
  )
  for (;;) {
    const [next] = await Promise.all([plan(), ...beside.map((one) => one.plan(HYDRO))])
    if (next > at('2026-09-16 20:00')) break
    server.clock.set(next)
  }
  const all = await rows()
  const of = (pace: string) => all.filter((row) => row.pace === pace).map((row) => local(row.slot).slice(3))
  expect(of('flood').join(' ')).toBe('15 16:00 15 17:00 15 18:00 15 19:00 15 20:00 15 23:00 16 00:00')
  expect(of('above').join(' ')).toBe(
    '15 20:15 15 20:30 15 20:45 15 21:00 15 21:15 15 21:30 15 21:45 15 22:00',
  )
  expect(of('wet').join(' ')).toBe('15 01:00 15 07:00 15 13:00 16 01:00 16 07:00 16 13:00 16 19:00')
  expect(all.map((row) => row.number)).toEqual(all.map((_, i) => i + 1))
  expect(all.every((row) => !row.late && row.state === 'due')).toBe(true)
  await Promise.all(beside.map((one) => one.close()))
})

test('a report is made as of its slot, sent as an attachment, and kept', async () => {
  await write(LEVEL, [
    ['2026-09-15 00:30', Z + 0.5],
    ['2026-09-15 01:00', Z + 0.75],
    ['2026-09-15 01:04', 999],
  ])
  await add()
  await until('2026-09-15 01:04')
  expect(await rows()).toEqual([])
  await until('2026-09-15 01:05')
  await turn()
  const [issue] = await listed()
  expect(issue).toMatchObject({ state: 'sent', number: 1, late: false, rejected: [], error: null })
  expect(post.received).toHaveLength(1)
  const [letter] = post.received
  expect(letter.to).toEqual(BODY.recipients)
  expect(letter.subject).toContain('no. 1')
  const token = await signIn('manager')
  const file = await server.app.web.inject({
    url: fullPath(getReportIssueFile).replace('{id}', issue.issue_id),
    headers: { authorization: `Bearer ${token}`, hydro: HYDRO },
  })
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(issue.file!.sha256)
  expect(file.body).toContain(String(Z + 0.75))
  expect(file.body).not.toContain('999')
  const attached = letter.raw
    .split('\r\n\r\n')
    .at(-1)!
    .replace(/\r\n--[^]*$/, '')
  expect(Buffer.from(attached, 'base64')).toEqual(file.rawPayload)
  expect(letter.raw).toContain(issue.file!.sha256)
  const { records } = await ok(
    call(listAudit, { query: { noun: 'report' } } as never, { account: 'admin', hydro: HYDRO }),
  )
  expect(records[0]).toMatchObject({ act: 'send', item: issue.issue_id })
})

test('a server killed between due, made and sent: each report is sent once, and one of which nobody knows is not', async () => {
  await write(LEVEL, [['2026-09-15 00:30', Z + 0.5]])
  await add()
  await until('2026-09-15 01:05')
  await kill('due')
  await turn()
  expect((await rows()).map((row) => row.state)).toEqual(['sent'])
  expect(post.received).toHaveLength(1)
  // Made, and not yet sent.
  await until('2026-09-15 07:05')
  post.be('refuses')
  await turn()
  await db().query("DELETE FROM report_issue WHERE state = 'sent'")
  expect((await rows()).map((row) => row.state)).toEqual(['made'])
  await kill('made')
  post.be('takes')
  await turn()
  expect((await rows()).map((row) => row.state)).toEqual(['sent'])
  expect(post.received).toHaveLength(2)
  // Killed while it was sent: perhaps it was taken.
  await kill('sending')
  await turn()
  const [row] = await rows()
  expect(row).toMatchObject({ state: 'uncertain', error: { code: 'schedule_uncertain' } })
  expect(post.received.filter(({ to }) => to.includes('province@example.vn'))).toHaveLength(2)
  // Who made the schedule hears of it, and decides.
  expect(post.received.at(-1)!.to).toEqual(['manager@example.vn'])
  await ok(call(repeatReportIssue, { params: { id: row.issue_id } }))
  await turn()
  expect((await rows())[0].state).toBe('sent')
  expect(post.received.filter(({ to }) => to.includes('province@example.vn'))).toHaveLength(3)
  expect((await call(repeatReportIssue, { params: { id: row.issue_id } })).body.code).toBe('issue_not_again')
})

test('a demo records what it would send, and without a mail server a report is only kept', async () => {
  await write(LEVEL, [['2026-09-15 00:30', Z]])
  await add()
  await until('2026-09-15 01:05')
  const beside = (more: { mail?: null; demo?: boolean }) =>
    serveReportSchedules(() => {}, {
      ...server.app,
      ...server.app.services,
      registry: server.app.readings.registry,
      timeline: null as never,
      mail: more.mail === null ? null : createMail({ smtpUrl: post.url, mailFrom: 'dam@example.vn' }),
      demo: { ...server.app.demo, on: () => more.demo === true },
    })
  const demo = beside({ demo: true })
  await demo.turn()
  expect(await rows()).toMatchObject([{ state: 'recorded', error: null }])
  await until('2026-09-15 07:05')
  const silent = beside({ mail: null })
  await silent.turn()
  expect((await rows())[1]).toMatchObject({ state: 'made', error: { code: 'schedule_mail_off' } })
  expect(post.received).toEqual([])
  // Set up since: who asks for it has it sent.
  const [, kept] = await rows()
  await ok(call(repeatReportIssue, { params: { id: kept.issue_id } }))
  await turn()
  expect((await rows())[1]).toMatchObject({ state: 'sent' })
  expect(post.received).toHaveLength(1)
  await Promise.all([demo.close(), silent.close()])
})

test('slots of a time without a server are made late, and those of long ago are named', async () => {
  await write(LEVEL, [['2026-09-15 00:30', Z + 0.5]])
  await add()
  server.clock.set(at('2026-09-15 14:00'))
  await plan()
  expect((await rows()).map((row) => [local(row.slot), row.late])).toEqual([
    ['09-15 01:00', true],
    ['09-15 07:00', true],
    ['09-15 13:00', true],
  ])
  await turn()
  expect((await rows()).every((row) => row.state === 'sent')).toBe(true)
  expect(post.received[0].raw.replace(/=\r\n/g, '')).toContain('made late')
  server.clock.set(at('2026-09-25 14:05'))
  await plan()
  const later = (await rows()).slice(3)
  expect(later[0]).toMatchObject({ state: 'skipped', slot: at('2026-09-23 14:00') })
  expect(later.slice(1).map((row) => local(row.slot))).toEqual([
    '09-23 19:00',
    ...['24', '25']
      .flatMap((d) => ['01:00', '07:00', '13:00', '19:00'].map((t) => `09-${d} ${t}`))
      .slice(0, 7),
  ])
  // Nothing is decided twice, nor by a clock that was set back.
  await plan()
  server.clock.set(at('2026-09-20 00:00'))
  await plan()
  expect((await rows()).length).toBe(3 + later.length)
})

test('a mail server that refuses is tried again, one that breaks off is not, one that is slow is waited for', async () => {
  await write(LEVEL, [['2026-09-15 00:30', Z + 0.5]])
  await add({ recipients: ['province@example.vn', 'nobody@example.vn'] })
  await until('2026-09-15 01:05')
  post.be('refuses')
  for (const wait of [0, 30_000, 5 * MINUTE, 15 * MINUTE, HOUR]) {
    server.clock.advance(wait)
    await turn()
  }
  expect(await rows()).toMatchObject([{ state: 'failed', error: { code: 'schedule_refused' } }])
  expect((await listed())[0].error).toContain('mailbox full')
  server.clock.set(at('2026-09-15 07:05'))
  await plan()
  post.be('breaks')
  await turn()
  expect((await rows())[1]).toMatchObject({ state: 'uncertain' })
  await turn()
  expect(toProvince('no. 2')).toHaveLength(1)
  server.clock.set(at('2026-09-15 13:05'))
  await plan()
  post.be('holds')
  const here = post.arrival()
  const sending = turn()
  await here
  expect((await rows())[2]).toMatchObject({ state: 'sending' })
  post.release()
  await sending
  const [slow] = await listed()
  expect(slow).toMatchObject({ state: 'sent', rejected: ['nobody@example.vn'] })
  const { items } = await ok(
    call(getTimeline, { query: { from: '2026-09-15', to: '2026-09-16', kinds: 'report' } } as never),
  )
  expect(items.map((item) => item.label)).toEqual([
    expect.stringContaining('not known whether it was sent'),
    expect.stringContaining('failed'),
  ])
})

test('a letter that no server took may be sent again, and one that says nothing is not waited for', async () => {
  const letter = { to: 'nobody@example.vn', subject: 's', text: 't' }
  const refused = { constructor: LetterRefused }
  const mail = createMail({ smtpUrl: post.url, mailFrom: 'dam@example.vn' })!
  await expect(mail.send(letter)).rejects.toMatchObject(refused)
  const silent = createServer()
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const unheard = createMail({ smtpUrl, mailFrom: 'dam@example.vn' }, { connect: 20 })!
  await expect(unheard.send(letter)).rejects.toMatchObject(refused)
  mail.close()
  unheard.close()
  await new Promise((done) => silent.close(done))
})

test('data that change after a report was sent are told, and a corrected one has the same number', async () => {
  await write(LEVEL, [
    ['2026-09-14 12:00', Z],
    ['2026-09-15 00:30', Z + 0.5],
    ['2026-09-15 01:00', Z + 0.75],
  ])
  await add()
  await until('2026-09-15 01:05')
  await turn()
  const [sent] = await listed()
  const ids = [sent.issue_id]
  const changed = async (id = sent.issue_id) =>
    (await ok(call(checkReportIssues, { body: { ids: [id] } })))[0].changed
  expect(await changed()).toBe(0)
  expect((await call(correctReportIssue, { params: { id: ids[0] } })).body.code).toBe('issue_unchanged')
  await write(LEVEL, [
    ['2026-09-15 00:30', Z + 0.6],
    ['2026-09-15 01:00', Z + 0.8],
  ])
  await server.app.history.settleBins()
  const total = await changed()
  expect(total).toBeGreaterThan(0)
  const { values } = await ok(call(getReportIssueDifference, { params: { id: ids[0] } }))
  expect(values).toContainEqual(
    expect.objectContaining({ t: at('2026-09-15 01:00'), unit: 'm', before: Z + 0.75, after: Z + 0.8 }),
  )
  const { issue_id } = await ok(call(correctReportIssue, { params: { id: ids[0] } }))
  await turn()
  const [corrected, before] = await listed()
  expect(corrected).toMatchObject({ issue_id, state: 'sent', number: 1, correction: 1, corrected: false })
  expect(before).toMatchObject({ issue_id: ids[0], number: 1, correction: 0, corrected: true })
  expect(post.received[1].subject).toContain('CORRECTED')
  expect(corrected.file!.name).toContain('corrected1')
  expect(await changed(issue_id)).toBe(0)
  expect((await call(correctReportIssue, { params: { id: ids[0] } })).body.code).toBe('issue_not_correctable')
})

test('a ready sheet is made for the day that is over, and compared like a report', async () => {
  const day = (d: string, z: number) =>
    ['00:30', '06:00', '12:00', '18:00'].map((t): [string, number] => [`2026-09-${d} ${t}`, z])
  await write(LEVEL, [...day('13', Z), ...day('14', Z + 0.5), ...day('15', Z + 1)])
  await server.app.history.settleBins()
  const what = { of: 'sheet', sheet: 'daily-observation', period: 'previous' }
  await add({ what } as never)
  await until('2026-09-15 01:05')
  await turn()
  const [sent] = await listed()
  expect(sent).toMatchObject({ state: 'sent', number: 1, error: null })
  expect(sent.file!.name).toMatch(/2026-09-14.*-no1-01h00\.xlsx$/)
  expect(post.received).toHaveLength(1)
  const changed = async () =>
    (await ok(call(checkReportIssues, { body: { ids: [sent.issue_id] } })))[0].changed
  expect(await changed()).toBe(0)
  await write(LEVEL, day('14', Z + 0.6))
  await server.app.history.settleBins()
  expect(await changed()).toBeGreaterThan(0)
  const { values } = await ok(call(getReportIssueDifference, { params: { id: sent.issue_id } }))
  expect(values).toContainEqual(expect.objectContaining({ before: Z + 0.5, after: Z + 0.6 }))
  const unknown = await call(addReportSchedule, {
    body: { ...BODY, what: { ...what, sheet: 'none' } },
  } as never)
  expect((unknown.body.errors ?? []).map((e) => e.path)).toEqual(['what.sheet'])
})

test('only who may change settings makes schedules, money is for who sees prices, and lost rights stop one', async () => {
  const viewer: Caller = { account: 'viewer', hydro: HYDRO }
  const refused = await call(addReportSchedule, { body: BODY }, viewer)
  expect(refused.status).toBe(403)
  const net = { code: 'energy.net', name: 'Net energy', unit: 'kWh', kind: 'total', step_s: 1800 } as const
  await server.app.readings.registry.declareComputed(HYDRO, [net])
  const money = structuredClone(BODY)
  if (money.what.of === 'report') money.what.report.quantities = [LEVEL, 'revenue.plant']
  await add(money)
  const id = await add({ name: 'Plain' })
  const seen = async (as: Caller) =>
    (await ok(call(listReportSchedules, {}, as))).schedules.map((one) => one.name)
  expect(await seen(MANAGER)).toEqual(['Daily sheet', 'Plain'])
  expect(await seen(viewer)).toEqual(['Plain'])
  await until('2026-09-15 01:05')
  await turn()
  const issues = await listed()
  expect(issues).toHaveLength(2)
  expect((await ok(call(listReportIssues, { query: {} } as never, viewer))).issues).toHaveLength(1)
  const secret = issues.find((one) => one.name === 'Daily sheet')!
  const token = await signIn('viewer')
  const file = await server.app.web.inject({
    url: fullPath(getReportIssueFile).replace('{id}', secret.issue_id),
    headers: { authorization: `Bearer ${token}`, hydro: HYDRO },
  })
  expect(file.statusCode).toBe(404)
  // The maker becomes a viewer.
  await db().query(
    `UPDATE account_role SET role_id = (SELECT role_id FROM role WHERE role_name = 'viewer') WHERE account_id = 'ac_manager'`,
  )
  await until('2026-09-15 07:05')
  await turn()
  const admin: Caller = { account: 'admin', hydro: HYDRO }
  const { schedules } = await ok(call(listReportSchedules, {}, admin))
  expect(schedules.map((one) => one.stopped)).toEqual([
    expect.stringContaining('manager'),
    expect.stringContaining('no longer'),
  ])
  expect(post.received.filter(({ to }) => to.includes('province@example.vn'))).toHaveLength(2)
  await until('2026-09-16 07:05')
  expect((await rows()).length).toBe(4)
  // Whoever saves it again takes it over.
  const plain = schedules.find((one) => one.schedule_id === id)!
  await ok(
    call(
      updateReportSchedule,
      { body: { ...BODY, name: 'Plain', schedule_id: id, version: plain.version } },
      admin,
    ),
  )
  expect((await ok(call(listReportSchedules, {}, admin))).schedules[1]).toMatchObject({
    stopped: null,
    own: true,
  })
  await db().query(
    `UPDATE account_role SET role_id = (SELECT role_id FROM role WHERE role_name = 'manager') WHERE account_id = 'ac_manager'`,
  )
})

test('a schedule is paused, changed and removed as it was seen; its reports stay', async () => {
  const id = await add({ recipients: [] })
  const held = { schedule_id: id, version: 1 }
  await ok(call(pauseReportSchedule, { body: { ...held, paused: true } }))
  expect((await call(pauseReportSchedule, { body: { ...held, paused: false } })).status).toBe(409)
  await until('2026-09-15 12:00')
  expect(await rows()).toEqual([])
  await db().query('UPDATE report_schedule SET paused = false, planned_to = $1', [server.clock.now()])
  await until('2026-09-15 13:05')
  await turn()
  expect((await rows()).map((row) => [local(row.slot), row.state])).toEqual([['09-15 13:00', 'made']])
  expect(post.received).toEqual([])
  await ok(call(removeReportSchedule, { body: { ...held, version: 2 } }))
  expect((await ok(call(listReportSchedules))).schedules).toEqual([])
  expect(await listed()).toHaveLength(1)
  await until('2026-09-16 13:05')
  expect(await rows()).toHaveLength(1)
})

test('what makes no sense is refused at its field', async () => {
  const fields = async (more: object) => {
    const answer = await call(addReportSchedule, { body: { ...BODY, ...more } })
    return (answer.body.errors ?? []).map((e) => [e.path, e.code])
  }
  const many = Array.from({ length: 200 }, (_, i) => `a${i}@example.vn`)
  expect(await fields({ recipients: many })).toEqual([['recipients', 'schedule_recipients_many']])
  const words = await call(addReportSchedule, { body: { ...BODY, recipients: many } })
  expect(words.body.errors![0].message).toBe('A report is sent to at most 20 addresses')
  expect(await fields({ recipients: ['a@example.vn\nBcc: b@example.vn'] })).toMatchObject([
    ['recipients.0', 'schedule_line_break'],
  ])
  expect(await fields({ recipients: ['a b'] })).toMatchObject([['recipients.0', 'email_rule']])
  expect(await fields({ paces: [] })).toMatchObject([['paces', 'required']])
  expect(await fields({ paces: [BODY.paces[3], BODY.paces[0]] })).toMatchObject([
    ['paces.0.when', 'schedule_last_pace'],
  ])
  const wet = (from: string, times: object = { at: ['07:00'] }) => [
    { name: 'x', when: { season: { from, to: '12-01' } }, times },
  ]
  expect(await fields({ paces: wet('02-30') })).toMatchObject([
    ['paces.0.when.season.from', 'schedule_no_season'],
  ])
  expect(await fields({ paces: wet('02-20', { at: ['07:00', '07:00'] }) })).toMatchObject([
    ['paces.0.times.at.1', 'schedule_time_twice'],
  ])
  expect(await fields({ paces: wet('02-20', { at: ['24:00'] }) })).toHaveLength(1)
  expect(await fields({ paces: [{ name: 'x', when: {}, times: { every: 60 } }] })).toMatchObject([
    ['paces.0.when', 'schedule_condition_empty'],
  ])
  const report = { kind: 'hourly' as const, quantities: ['nothing'] }
  expect(await fields({ what: { ...BODY.what, report } })).toMatchObject([
    ['what.report.quantities.0', 'not_found'],
  ])
  expect(await fields({ what: { ...BODY.what, report: { kind: 'hourly' } } })).toMatchObject([
    ['what.report.quantities', 'report_nothing'],
  ])
  expect(BEGIN % DAY).not.toBe(0)
})
