import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeAccount } from '#contract/accounts.ts'
import { nameSeries } from '#contract/readings.ts'
import {
  addView,
  deleteView,
  listViews,
  updateView,
  VIEW_LIMITS,
  type ChartView,
  type SavedView,
} from '#contract/views.ts'
import { HERE, fixture, THERE, type Fixture, type Person } from '../people/fixture.ts'

let h: Fixture
let own: Person
let other: Person
let plain: Person

const CONTENT: ChartView = {
  panes: [
    {
      kind: 'time',
      series: [
        { code: 'general.lake_level', side: 'right', color: 'level', hidden: false },
        { code: 'general.total_discharge_lake', side: 'left', color: 'inflow', hidden: true },
      ],
    },
    { kind: 'xy', x: 'general.lake_level', y: null },
  ],
  span: { hours: 24 },
  compare: 'year',
  table: true,
}

beforeAll(async () => {
  h = await fixture({ env: { EXPERT_ACCOUNTS: 'person2,person3' }, two: true })
  const role = await h.role(3, ['dashboard.view'])
  own = await h.account(role)
  other = await h.account(role)
  plain = await h.account(await h.role(2, ['dashboard', 'settings', 'roles', 'accounts']))
})
afterAll(() => h.close())

const as = (p: Person, hydro = HERE) => ({ account: p.username, hydro })
const add = (name: string, p = own, more = {}) =>
  h.server.call(addView, { body: { name, content: CONTENT, ...more } }, as(p))
const list = async (p: Person, hydro = HERE) =>
  (await h.server.call(listViews, {}, as(p, hydro))).body.data as SavedView[]
const code = (a: { status: number; body: { code?: string } }) => [a.status, a.body.code]

async function made(name: string, p = own, more = {}): Promise<SavedView> {
  const a = await add(name, p, more)
  expect(a.status, JSON.stringify(a.body)).toBe(201)
  return a.body.data as SavedView
}

test('accounts that are not experts are refused, whatever their permissions; nothing is stored', async () => {
  for (const p of [plain]) {
    expect(code(await h.server.call(listViews, {}, as(p)))).toEqual([403, 'experts_only'])
    expect(code(await add('mine', p))).toEqual([403, 'experts_only'])
  }
  // Nor is the administrator of this installation.
  expect(code(await h.server.call(listViews, {}, { account: 'admin', hydro: HERE }))).toEqual([
    403,
    'experts_only',
  ])
  expect((await h.server.call(nameSeries, {}, as(own))).status).toBe(200)
  expect(await list(own)).toEqual([])
})

test('a view is returned as it was saved, to its owner alone; saving is recorded', async () => {
  const view = await made('Lũ tháng 10')
  expect(view).toMatchObject({ name: 'Lũ tháng 10', content: CONTENT, shared: false, own: true, version: 1 })
  expect(await list(own)).toEqual([view])
  expect(await list(other)).toEqual([])
  expect(await list(own, THERE)).toEqual([])
  const [record] = await h.audit('add')
  expect(record).toMatchObject({
    actor: own.id,
    noun: 'chart view',
    item: view.view_id,
    item_name: 'Lũ tháng 10',
    hydro_code: HERE,
  })
  expect(record.after).toMatchObject({ content: CONTENT, shared: false })
})

test('shared, other experts of the reservoir open it and cannot change it', async () => {
  const view = await made('Chia sẻ', own, { shared: true })
  const [seen] = await list(other)
  expect(seen).toMatchObject({ view_id: view.view_id, own: false, owner_name: own.username, shared: true })
  const held = { view_id: view.view_id, version: view.version }
  expect(code(await h.server.call(updateView, { body: { ...held, name: 'x' } }, as(other)))).toEqual([
    403,
    'view_not_own',
  ])
  expect(code(await h.server.call(deleteView, { body: held }, as(other)))).toEqual([403, 'view_not_own'])
  expect(await list(other, THERE)).toEqual([])
  // No longer shared, it is hidden from others.
  const unshared = await h.server.call(updateView, { body: { ...held, shared: false } }, as(own))
  expect(unshared.body.data).toMatchObject({ shared: false, version: 2, name: 'Chia sẻ', content: CONTENT })
  expect(await list(other)).toEqual([])
  expect((await h.server.call(deleteView, { body: { ...held, version: 2 } }, as(other))).status).toBe(404)
})

test('the second of two simultaneous changes gets a conflict, and the first one stays', async () => {
  const view = await made('Hai người')
  const held = { view_id: view.view_id, version: 1 }
  const content: ChartView = { ...CONTENT, span: { from: '2026-10-01 00:00:00', to: '2026-10-02 00:00:00' } }
  const both = await Promise.all([
    h.server.call(updateView, { body: { ...held, content } }, as(own)),
    h.server.call(updateView, { body: { ...held, name: 'Khác' } }, as(own)),
  ])
  expect(both.map((a) => a.status).sort()).toEqual([200, 409])
  expect(both.find((a) => a.status === 409)!.body.code).toBe('conflict')
  const now = (await list(own)).find((v) => v.view_id === view.view_id)!
  expect(now).toEqual(both.find((a) => a.status === 200)!.body.data)
  const [record] = await h.audit('update')
  expect(record.before).toMatchObject({ version: 1 })
  expect(record.after).toMatchObject({ version: 2 })
  expect(code(await h.server.call(deleteView, { body: held }, as(own)))).toEqual([409, 'conflict'])
  expect((await h.server.call(deleteView, { body: { ...held, version: 2 } }, as(own))).status).toBe(200)
  expect((await list(own)).some((v) => v.view_id === view.view_id)).toBe(false)
  expect((await h.audit('remove'))[0]).toMatchObject({ noun: 'chart view', item: view.view_id })
})

test('one owner has one view of a name, two owners may have the same', async () => {
  const first = await made('Trùng tên')
  const again = await add('trùng TÊN')
  expect(code(again)).toEqual([409, 'view_name_taken'])
  expect(again.body.message).toContain('trùng TÊN')
  await made('Trùng tên', other)
  const second = await made('Tên khác')
  const renamed = { view_id: second.view_id, version: 1, name: first.name }
  expect(code(await h.server.call(updateView, { body: renamed }, as(own)))).toEqual([409, 'view_name_taken'])
  expect((await list(own)).find((v) => v.view_id === second.view_id)!.name).toBe('Tên khác')
})

test('an invalid view is refused by its field, in the language of the caller', async () => {
  const series = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ code: `s.${i}`, side: 'left', color: 'level', hidden: false }))
  const wrong: [string, object, string][] = [
    ['name', { name: '  ', content: CONTENT }, 'required'],
    ['name', { name: 'x'.repeat(VIEW_LIMITS.name + 1), content: CONTENT }, 'too_long'],
    ['content.span.hours', { name: 'x', content: { ...CONTENT, span: { hours: 0 } } }, 'too_low'],
    [
      'content.panes.0.series',
      { name: 'x', content: { ...CONTENT, panes: [{ kind: 'time', series: series(13) }] } },
      'too_many',
    ],
    [
      'content.panes',
      {
        name: 'x',
        content: { ...CONTENT, panes: [12, 12, 1].map((n) => ({ kind: 'time', series: series(n) })) },
      },
      'view_too_many_series',
    ],
    [
      'content.panes',
      {
        name: 'x',
        content: { ...CONTENT, panes: [{ kind: 'time', series: [...series(1), ...series(1)] }] },
      },
      'view_series_twice',
    ],
    [
      'content.panes.0.series.0.color',
      {
        name: 'x',
        content: { ...CONTENT, panes: [{ kind: 'time', series: [{ ...series(1)[0], color: 'red' }] }] },
      },
      'not_allowed',
    ],
    ['content.script', { name: 'x', content: { ...CONTENT, script: 'x' } }, 'unknown_field'],
    ['content.compare', { name: 'x', content: { ...CONTENT, compare: 'never' } }, 'wrong_format'],
  ]
  const before = await list(own)
  for (const [path, body, expected] of wrong) {
    const a = await h.server.call(addView, { body: body as never }, as(own))
    expect(a.status, path).toBe(400)
    expect(a.body.errors![0], JSON.stringify(a.body.errors)).toMatchObject({ path, code: expected })
    const vi = await h.server.call(addView, { body: body as never }, { ...as(own), language: 'vi' })
    expect(vi.body.errors![0].message).not.toBe(a.body.errors![0].message)
  }
  expect(await list(own)).toEqual(before)
})

test('views of a removed account can be deleted by any expert', async () => {
  const gone = await made('Bỏ lại', other, { shared: true })
  expect(
    (await h.server.call(removeAccount, { params: { id: other.id } }, { account: 'admin' })).status,
  ).toBe(200)
  const seen = (await list(own)).find((v) => v.view_id === gone.view_id)!
  expect(seen).toMatchObject({ owner_name: null, own: false })
  const held = { view_id: gone.view_id, version: 1 }
  expect(code(await h.server.call(updateView, { body: { ...held, name: 'x' } }, as(own)))).toEqual([
    403,
    'view_not_own',
  ])
  expect((await h.server.call(deleteView, { body: held }, as(own))).status).toBe(200)
})

test('the number of views of an account is limited', async () => {
  const { db } = h.server.app.services
  await db.query(
    `INSERT INTO chart_view (hydro_code, view_id, version, name, content, shared, owner_id, created_at, updated_at)
     SELECT $1, 'cv_many' || n, 1, 'many ' || n, $2, false, $3, 0, 0 FROM generate_series(1, $4) n`,
    [HERE, JSON.stringify(CONTENT), own.id, VIEW_LIMITS.own],
  )
  expect(code(await add('one more'))).toEqual([422, 'view_too_many'])
})
