import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, setPassword, updateAccount } from '#contract/accounts.ts'
import { exportAudit, getAuditOptions, listAudit, remarkAudit } from '#contract/audit.ts'
import { fullPath } from '#contract/endpoint.ts'
import { PASSWORD } from '../server.ts'
import { HERE, THERE, fixture, type Fixture, type Person } from './fixture.ts'

let h: Fixture
/** Reads the log of a single reservoir. */
let local: Person
beforeAll(async () => {
  h = await fixture({ two: true })
  local = await h.account({ [HERE]: await h.role(2, ['audit.view']) })
  await h.signIn('admin', 'Wrong 12345', { address: '10.5.5.5' })
  const tick = () => h.server.clock.advance(60_000)
  tick()
  const made = await h.server.call(
    createAccount,
    {
      body: {
        username: 'formula',
        password: PASSWORD,
        full_name: '=HYPERLINK("http://x","y")',
        position: 'a, "b"',
      },
    },
    { account: 'admin', hydro: HERE },
  )
  tick()
  const at = { params: { id: made.body.data!.account_id } }
  await h.server.call(
    setPassword,
    { ...at, body: { newPassword: 'Quite new 1' } },
    { account: 'admin', hydro: HERE },
  )
  tick()
  await h.server.call(updateAccount, { ...at, body: { position: '-1' } }, { account: 'admin', hydro: THERE })
  tick()
})
afterAll(() => h.close())

const admin = { account: 'admin', hydro: HERE }
const list = async (query: object, as: object = admin) => {
  const a = await h.server.call(listAudit, { query: query as never }, as)
  expect(a.status, JSON.stringify(a.body)).toBe(200)
  return a.body.data!
}

describe('the log', () => {
  test('has actor, time, address, before and after, newest first', async () => {
    const { records, total, page_size } = await list({})
    expect(page_size).toBe(25)
    expect(total).toBeGreaterThanOrEqual(records.length)
    const times = records.map((r) => r.at)
    expect(times).toEqual([...times].sort().reverse())
    expect(records[0]).toMatchObject({
      actor_name: 'admin',
      address: '127.0.0.1',
      act: 'update',
      noun: 'account',
      item_name: 'formula',
      hydro_code: THERE,
      before: { position: 'a, "b"' },
      after: { position: '-1' },
    })
  })

  test('is filtered by time, actor, act, noun, item, reservoir and text', async () => {
    const acts = async (q: object) => (await list(q)).records.map((r) => r.act)
    expect(await acts({ act: 'set password' })).toEqual(['set password'])
    expect(await acts({ noun: 'session', act: 'sign-in refused' })).toEqual(['sign-in refused'])
    expect(new Set(await acts({ actor: 'ADM' }))).toContain('add')
    expect(await acts({ actor: 'no such' })).toEqual([])
    expect(await acts({ search: 'hyperlink' })).toEqual(['add'])
    expect(await acts({ search: '10.5.5.5' })).toEqual(['sign-in refused'])
    expect(await acts({ hydro_code: THERE, noun: 'account' })).toEqual(['update'])
    const [{ item }] = (await list({ act: 'set password' })).records
    expect(await acts({ item: item! })).toEqual(['update', 'set password', 'add'])
    // The clock began at 12:00:00 of the plant's day.
    expect(await acts({ from: '2026-10-20 12:02:00', to: '2026-10-20 12:03:00' })).toEqual(['set password'])
    expect(await acts({ to: '2026-10-20' })).not.toContain('set password')
  })

  test('refuses invalid ranges', async () => {
    const bad = (query: object) => h.server.call(listAudit, { query: query as never }, admin)
    expect((await bad({ from: '2026-10-21', to: '2026-10-20' })).body.errors![0]).toMatchObject({
      path: 'from',
      code: 'from_after_to',
    })
    expect((await bad({ from: '2026-02-30' })).body.errors![0]).toMatchObject({
      path: 'from',
      code: 'invalid_time',
    })
    expect((await bad({ from: 'yesterday' })).body.errors![0]).toMatchObject({ path: 'from' })
  })

  test('is paged without gaps', async () => {
    for (let i = 0; i < 30; i++)
      await h.server.call(setPassword, { params: { id: local.id }, body: { newPassword: PASSWORD } }, admin)
    const first = await list({ act: 'set password' })
    const second = await list({ act: 'set password', page: '2' })
    expect([first.total, first.records.length, second.records.length]).toEqual([31, 25, 6])
    expect(new Set([...first.records, ...second.records].map((r) => r.audit_id)).size).toBe(31)
  })

  test('lists its words for filters', async () => {
    const a = await h.server.call(getAuditOptions, {}, admin)
    expect(a.body.data!.acts).toEqual(
      expect.arrayContaining(['add', 'set password', 'sign-in', 'sign-in refused']),
    )
    expect(a.body.data!.nouns).toEqual(expect.arrayContaining(['account', 'session']))
  })

  test('contains no secret', async () => {
    const all = JSON.stringify(await h.server.app.services.db.query('SELECT * FROM audit'))
    expect(all).not.toMatch(/argon2|Quite new|Forebay2026|Wrong 12345/)
  })

  test('shows a reader of one reservoir that reservoir and its people', async () => {
    await h.server.app.services.db.query(
      `INSERT INTO audit (audit_id, at, hydro_code, actor, act, noun) VALUES ('au_there', $1, $2, $3, 'elsewhere', 'x')`,
      [h.server.clock.now(), THERE, local.id],
    )
    const seen = (await list({}, { account: local.username, hydro: HERE })).records
    expect((await list({ act: 'elsewhere' })).records).toHaveLength(1)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((r) => r.hydro_code !== null && r.hydro_code !== HERE)).toEqual([])
    const installation = seen.filter((r) => r.hydro_code === null)
    expect(installation.every((r) => r.actor === local.id || r.item === local.id)).toBe(true)
  })
})

describe('the export', () => {
  const csv = async (query = '') => {
    const response = await h.server.app.web.inject({
      method: 'GET',
      url: `${fullPath(exportAudit)}${query}`,
      headers: { authorization: `Bearer ${await h.server.signIn('admin')}`, hydro: HERE },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="audit-[\d-]+\.csv"$/)
    return response.body
  }

  test('is CSV with local times, and no cell that a spreadsheet would run', async () => {
    h.server.clock.advance(60_000)
    const [{ audit_id }] = (await list({ act: 'update' })).records
    await h.server.call(remarkAudit, { body: { audit_id, reason: '=1+2' } }, admin)
    h.server.clock.advance(60_000)
    expect(await csv('?act=remark')).toMatch(/,'=1\+2\r\n$/)
    const text = await csv('?search=formula')
    expect(text.startsWith('\uFEFFtime (Asia/Ho_Chi_Minh),instant (UTC),')).toBe(true)
    const lines = text.trimEnd().split('\r\n')
    expect(lines[1]).toMatch(/^2026-10-20 12:03:00,2026-10-20T05:03:00\.000Z,THERE,admin,/)
    expect(text).toContain('"{""position"":""a, \\""b\\""""}"')
    for (const line of lines) for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+@-]/)
  })

  test('exports every record of the filter, beyond one page and one part, and is itself recorded', async () => {
    const { db } = h.server.app.services
    await db.query(
      `INSERT INTO audit (audit_id, hydro_code, at, actor, act, noun) SELECT 'au_bulk' || i, '', $1::bigint - i / 3, 'system', 'bulk', 'x'
       FROM generate_series(1, 2500) i`,
      [h.server.clock.now() - 1000],
    )
    const text = await csv('?act=bulk')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2501)
    expect(new Set(lines).size).toBeGreaterThan(800)
    expect((await h.audit('export'))[0]).toMatchObject({ actor_name: 'admin', after: { act: 'bulk' } })
  })
})

test('a remark is a record of its own; its subject stays as it is', async () => {
  const [about] = (await list({ act: 'update' })).records
  const a = await h.server.call(
    remarkAudit,
    { body: { audit_id: about.audit_id, reason: 'Đã hỏi\nông An' } },
    admin,
  )
  expect(a.status).toBe(201)
  expect(a.body.data).toMatchObject({
    act: 'remark',
    item: about.audit_id,
    reason: 'Đã hỏi\nông An',
    actor_name: 'admin',
  })
  expect((await list({ act: 'update' })).records[0]).toEqual(about)
  expect(
    (await h.server.call(remarkAudit, { body: { audit_id: about.audit_id, reason: ' ' } }, admin)).status,
  ).toBe(400)
  expect(
    (await h.server.call(remarkAudit, { body: { audit_id: 'au_none', reason: 'x' } }, admin)).status,
  ).toBe(404)
})
