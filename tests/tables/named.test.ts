import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteOutletXa,
  getMasterZq,
  getOutletXa,
  getStationZq,
  getStationZqRows,
  saveStationZq,
  uploadOutletXa,
  uploadStationZq,
} from '#contract/tables/ratings.ts'
import { listTables } from '#contract/tables.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { fullPath } from '#contract/endpoint.ts'
import { HYDRO, csv, tableFixture, workbook, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => (fixture = await tableFixture()))
afterAll(() => fixture.server.close())
beforeEach(async () => {
  fixture.server.clock.advance(1000)
  await fixture.server.app.services.db.query(
    "DELETE FROM description WHERE noun = 'table' AND body->>'group' IN ('ZQ', 'ZAoAc')",
  )
  fixture.server.app.plants.changed(HYDRO, null, null)
})

const ZQ = csv([
  ['z', 'q'],
  [12.5, 0],
  [13, 8.2],
  [14, 45],
])
const XA = csv([
  ['x', 'a'],
  [0, 0],
  [50, 1.02],
  [100, 2.05],
])
const zq = (content: string | Buffer, headers: Record<string, string>, query: object = {}) =>
  fixture.send(uploadStationZq, content, { headers, query: { name: 'bảng tra.csv', ...query } })
const xa = (content: string | Buffer, headers: Record<string, string>, query: object = {}) =>
  fixture.send(uploadOutletXa, content, { headers, query: { name: 'hanh trinh.csv', ...query } })
/** Key for the object of a header. */
const list = async (endpoint: typeof getStationZq | typeof getOutletXa, headers: Record<string, string>) => {
  const { body } = await fixture.server.raw({
    method: 'GET',
    url: fullPath(endpoint),
    headers: { authorization: `Bearer ${await fixture.server.signIn('admin')}`, ...headers },
  })
  return body.data as TableItem[]
}

test('the rating of a station: uploaded for the station of the header, listed, read, replaced', async () => {
  const first = await zq(ZQ, { station: 'MN_HALUU' })
  expect(first).toMatchObject({
    status: 201,
    body: {
      data: { group: 'ZQ', name: 'bảng tra', object: { kind: 'station', id: 'MN_HALUU' }, in_force: true },
    },
  })
  const { id, version } = first.body.data!
  expect((await list(getStationZq, { station: 'MN_HALUU' })).map((t) => t.id)).toEqual([id])
  expect(await list(getStationZq, { station: 'MN_HO' })).toEqual([])
  expect(await list(getStationZq, {})).toHaveLength(1)
  expect((await fixture.server.call(getMasterZq, { params: { id } })).body.data).toMatchObject({
    id,
    rows: 3,
  })
  const rows = (await fixture.server.call(getStationZqRows, { params: { id } })).body.data!.rows
  expect(rows).toEqual([
    { z: 12.5, q: 0 },
    { z: 13, q: 8.2 },
    { z: 14, q: 45 },
  ])
  expect((await zq(ZQ, { station: 'MN_HALUU' })).body.code).toBe('table_overlap')
  const again = await zq(
    ZQ.replace('45', '46'),
    { station: 'MN_HALUU' },
    { from: '2026-06-01', replaces: version },
  )
  expect(again).toMatchObject({ status: 201, body: { data: { id } } })
  expect((await fixture.server.call(getStationZqRows, { params: { id } })).body.data!.rows[2].q).toBe(46)
  // It is listed with the tables too, in a group of its own beside the reservoir's ten.
  expect((await fixture.server.call(listTables, { query: { group: 'ZQ' } })).body.data).toHaveLength(2)
  for (const call of [getMasterZq, getStationZqRows] as const)
    expect((await fixture.server.call(call, { params: { id: 'ZV' } })).status).toBe(404)
})

test('a rating as rows of numbers', async () => {
  const rows = [
    { z: 12.5, q: 0 },
    { z: 13, q: 8.2 },
  ]
  const body = { station: 'MN_HALUU', name: 'Đo 2026', from: null, rows }
  const made = await fixture.server.call(saveStationZq, { body })
  expect(made).toMatchObject({ status: 201, body: { data: { name: 'Đo 2026', rows: 2, has_file: false } } })
  const { status, body: entry } = await fixture.server.call(saveStationZq, {
    body: { ...body, rows: [...rows, { z: 14, q: 1 }], replaces: [made.body.data!.version] },
  })
  expect([status, entry.code]).toEqual([400, 'invalid_table'])
  expect(entry.errors).toEqual([
    { path: 'rows.2.q', code: 'NOT_INCREASING', message: 'cell B3: q = 1 is not above 8.2 of row 2' },
  ])
  expect(await fixture.server.call(saveStationZq, { body: { ...body, station: 'none' } })).toMatchObject({
    status: 400,
    body: { code: 'table_object_unknown' },
  })
})

test('sensor travel of an outlet: x, a without a level; deleted it stays among the versions', async () => {
  const made = await xa(XA, { outlet: 'bottom.1' })
  expect(made).toMatchObject({
    status: 201,
    body: { data: { group: 'ZAoAc', inputs: 1, object: { kind: 'leaf', id: 'bottom.1' } } },
  })
  const { id } = made.body.data!
  expect((await list(getOutletXa, { outlet: 'bottom.1' })).map((t) => [t.id, t.rows])).toEqual([[id, 3]])
  const { tables } = await fixture.server.app.plants.fresh(HYDRO)
  expect(tables.find((t) => t.id === id)!.body.rows).toEqual([
    [0, 0, 0],
    [0, 50, 1.02],
    [0, 100, 2.05],
  ])
  expect((await fixture.server.call(deleteOutletXa, { params: { id } })).status).toBe(200)
  expect(await list(getOutletXa, {})).toEqual([])
  expect((await fixture.server.call(deleteOutletXa, { params: { id } })).status).toBe(404)
  expect((await fixture.server.call(deleteOutletXa, { params: { id: 'ZV' } })).status).toBe(404)
  const acts = await fixture.server.app.services.db.query(
    "SELECT 1 FROM audit WHERE act = 'retire' AND item = $1",
    [id],
  )
  expect(acts).toHaveLength(1)
})

test('a table by level is not travel alone, one without its level is', async () => {
  const level = csv([
    ['z', 'ao', 'ac'],
    [400, 0, 0],
    [400, 50, 1],
    [410, 0, 0],
    [410, 50, 1.1],
  ])
  await xa(level, { outlet: 'bottom.1' })
  expect(await list(getOutletXa, {})).toEqual([])
  await xa(
    csv([
      ['z', 'ao', 'ac'],
      [null, 0, 0],
      [null, 50, 1],
    ]),
    { outlet: 'spillway.1' },
  )
  expect(await list(getOutletXa, {})).toHaveLength(1)
})

test('without its header, its object or a table there is nothing to save', async () => {
  expect(await zq(ZQ, {})).toMatchObject({ status: 400, body: { code: 'header_required' } })
  expect(await xa(XA, { outlet: 'none' })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect(await zq(XA, { station: 'MN_HO' })).toMatchObject({ status: 400, body: { code: 'invalid_table' } })
  expect(await zq('', { station: 'MN_HO' })).toMatchObject({
    status: 400,
    body: { code: 'table_file_empty' },
  })
  expect(await zq(ZQ, { station: 'MN_HO' }, { from: 'x' })).toMatchObject({ status: 400 })
  expect(await list(getStationZq, {})).toEqual([])
  // Not even their files.
  const { db } = fixture.server.app.services
  const kept =
    "SELECT 1 FROM file WHERE NOT EXISTS (SELECT 1 FROM description WHERE body->>'fileId' = file_id)"
  await db.query('DELETE FROM file')
  expect((await zq(ZQ, { station: 'MN_HO' })).status).toBe(201)
  expect((await zq(ZQ, { station: 'MN_HO' })).body.code).toBe('table_overlap')
  expect(await db.query(kept)).toEqual([])
  expect(await db.query('SELECT 1 FROM table_upload')).toEqual([])
})

test('the first rating in a workbook of several tables', async () => {
  const bytes = await workbook([
    {
      name: 'Hồ',
      rows: [
        ['z', 'v'],
        [380, 40],
        [390, 90],
      ],
    },
    {
      name: 'Trạm',
      rows: [
        ['z', 'q'],
        [12.5, 0],
        [13, 8.2],
      ],
    },
  ])
  const made = await zq(bytes, { station: encodeURIComponent('MN_HALUU') }, { name: 'a.xlsx' })
  expect(made).toMatchObject({ status: 201, body: { data: { name: 'Trạm', rows: 2 } } })
})
