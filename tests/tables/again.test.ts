import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { MAIN_SERIES } from '#contract/calculation.ts'
import { previewDifference } from '#contract/preview.ts'
import {
  changeTable,
  getTableVersions,
  listTables,
  readTable,
  retireTable,
  useTableAgain,
} from '#contract/tables.ts'
import type { TableItem } from '#contract/tables/table.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { tableInForce } from '#core/tables/index.ts'
import { HYDRO, tableFixture, rating, type Fixture } from './fixture.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const object = 'bottom'
let fixture: Fixture
beforeAll(async () => (fixture = await tableFixture()))
afterAll(() => fixture.server.close())

const call = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  fixture.server.call(endpoint, input as never)
const put = async (q: number, choice: object = {}) => {
  fixture.server.clock.advance(1000)
  const answer = await fixture.put('van.csv', rating(q), { object, ...choice })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data!
}
const ours = async () => (await fixture.server.call(listTables, { query: { object } })).body.data!
const held = async (id: string) => (await ours()).filter((t) => t.id === id).map((t) => t.version)
const read = async (day: string) => {
  const { tables } = await fixture.server.app.plants.fresh(HYDRO)
  const t = Date.parse(`${day}T00:00:00+07:00`)
  return tableInForce(tables, 'ZAQ', object, t, ZONE)?.body.rows.at(-1)![2] ?? null
}

let first: TableItem
let second: TableItem
test('a former version is reinstated from a chosen time, to the last digit; the replaced one keeps its past', async () => {
  first = await put(8)
  second = await put(9, { replaces: [first.version] })
  expect(second.id).toBe(first.id)
  expect(await read('2024-01-01')).toBe(9)
  const body = {
    version: first.version,
    seen: await held(first.id),
    from: '2026-03-01 00:00:00',
    reason: 'bảng mới đo sai',
  }
  fixture.server.clock.advance(1000)
  const again = await call(useTableAgain, { params: { id: first.id }, body })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  expect(again.body.data).toMatchObject({ id: first.id, in_force: true, active: true, reason: body.reason })
  expect(await read('2026-02-28')).toBe(9)
  expect(await read('2026-03-01')).toBe(8)
  const detail = await call(readTable, {
    params: { id: first.id },
    query: { version: again.body.data!.version },
  })
  expect(detail.body.data!.table.rows).toEqual([
    [380, 0.5, 3],
    [380, 1, 6],
    [400, 0.5, 4],
    [400, 1, 8],
  ])
  // The file that was uploaded then, by its own name.
  expect(detail.body.data).toMatchObject({ file_name: first.file_name, uploaded_at: first.uploaded_at })
  const acts = await call(listAudit, { query: { noun: 'table' } } as never)
  expect(JSON.stringify(acts.body.data)).toContain('bảng mới đo sai')
})

test('a conflict with another table needs confirmation: it is replaced only when it is named', async () => {
  const id = first.id
  await call(retireTable, { params: { id }, body: { version: (await held(id))[1], from: null } })
  const other = await put(7, { from: '2026-03-01 00:00:00' })
  expect(other.id).not.toBe(id)
  const body = { version: second.version, seen: await held(id), from: '2026-05-01 00:00:00' }
  const answer = await call(useTableAgain, { params: { id }, body })
  expect(answer).toMatchObject({ status: 409, body: { code: 'table_overlap' } })
  expect(await read('2026-06-01')).toBe(7)
  fixture.server.clock.advance(1000)
  const done = await call(useTableAgain, { params: { id }, body: { ...body, replaces: [other.version] } })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect([await read('2026-04-01'), await read('2026-06-01')]).toEqual([7, 9])
})

test('a caller that has not seen the version in force gets a conflict, and nothing changes', async () => {
  const { id } = first
  const seen = await held(id)
  const [one] = (await ours()).filter((t) => t.id === id)
  fixture.server.clock.advance(1000)
  await call(changeTable, { params: { id }, body: { version: one.version, name: 'Cửa xả đáy' } })
  const before = (await call(getTableVersions, { params: { id } })).body.data!.length
  const stale = await call(useTableAgain, {
    params: { id },
    body: { version: first.version, seen, from: null },
  })
  expect(stale).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await call(getTableVersions, { params: { id } })).body.data).toHaveLength(before)
})

test('versions of another table, invalid periods, and viewers are refused', async () => {
  const { id, version } = first
  const seen = await held(id)
  const ask = (body: object, as = 'admin', of = id) =>
    fixture.server.call(
      useTableAgain,
      { params: { id: of }, body: { version, seen, from: null, ...body } },
      { account: as },
    )
  expect((await ask({ version: 've_none' })).status).toBe(404)
  expect((await ask({}, 'admin', 'ZV')).status).toBe(404)
  expect(await ask({ from: '2026-05-02', to: '2026-05-01' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'to' }] },
  })
  expect(await ask({ loop_by_year: true })).toMatchObject({
    status: 400,
    body: { code: 'loop_needs_period' },
  })
  expect((await ask({}, 'viewer')).status).toBe(403)
})

test('a table that was retired altogether is in a separate list, and is used again from there', async () => {
  const { id } = first
  const gone = async () =>
    (await call(listTables, { query: { object, retired: 'true' as never } })).body.data!.filter(
      (t) => t.id === id,
    )
  expect(await gone()).toEqual([])
  for (const version of await held(id)) {
    fixture.server.clock.advance(1000)
    await call(retireTable, { params: { id }, body: { version, from: null } })
  }
  expect(await held(id)).toEqual([])
  const [last, ...more] = await gone()
  expect(more).toEqual([])
  expect(last).toMatchObject({ id, in_force: false })
  expect(last.superseded_at).not.toBeNull()
  const versions = (await call(getTableVersions, { params: { id } })).body.data!
  expect(Math.max(...versions.map((v) => v.superseded_at!))).toBe(last.superseded_at)

  const use = (seen: string[]) =>
    call(useTableAgain, {
      params: { id },
      body: { version: last.version, seen, from: '2026-05-01 00:00:00' },
    })
  // Someone who still saw it in force is informed, as with every other table.
  expect(await use([last.version])).toMatchObject({ status: 409, body: { code: 'conflict' } })
  fixture.server.clock.advance(1000)
  const again = await use([])
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  expect(await held(id)).toEqual([again.body.data!.version])
  expect(await gone()).toEqual([])
})

test('the preview shows its own numbers, and stores nothing', async () => {
  const { id, version } = first
  const span = { from: '2026-09-19 00:00:00', to: '2026-09-20 00:00:00' }
  const ask = (change: object) =>
    call(previewDifference, {
      body: { ...span, changes: [{ noun: 'table_again', id, version, ...change }] },
    } as never)
  const before = (await call(getTableVersions, { params: { id } })).body.data!.length
  const answer = await ask({ from: null })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.data!.figures.map((f) => f.series)).toEqual([...MAIN_SERIES])
  expect((await call(getTableVersions, { params: { id } })).body.data).toHaveLength(before)
  expect((await ask({ from: null, version: 've_none' })).status).toBe(404)
})
