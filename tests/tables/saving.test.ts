import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tableInForce } from '#core/tables/index.ts'
import { changeTable, compareTables, getTableVersions, listTables, retireTable } from '#contract/tables.ts'
import { checkUpload, saveTable } from '#contract/tables/uploads.ts'
import { getCalculationProgress } from '#contract/calculation.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { postReadings } from '#contract/readings.ts'
import { demoDescription } from '#plant/describe.ts'
import { HYDRO, csv, tableFixture, workbook, rating, type Fixture } from './fixture.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
let fixture: Fixture
/** A gate of the reservoir without a table of its own, at the start of each test. */
const object = 'bottom'

beforeAll(async () => (fixture = await tableFixture()))
afterAll(() => fixture.server.close())
beforeEach(async () => {
  fixture.server.clock.advance(1000)
  const { db } = fixture.server.app.services
  await db.query("DELETE FROM description WHERE noun = 'table' AND body->>'object' = $1", [object])
  fixture.server.app.plants.changed(HYDRO, null, null)
})

const put = (q: number, choice: object = {}) => fixture.put('van.csv', rating(q), { object, ...choice })
const made = async (answer: Promise<{ status: number; body: unknown }>): Promise<TableItem> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return (body as { data: TableItem }).data
}
/** The value that the calculation reads at a time: the last one of the table in force, or null. */
const read = async (day: string): Promise<number | null> => {
  const { tables } = await fixture.server.app.plants.fresh(HYDRO)
  const t = Date.parse(`${day}T00:00:00+07:00`)
  return tableInForce(tables, 'ZAQ', object, t, ZONE)?.body.rows.at(-1)![2] ?? null
}
const ours = async () => (await fixture.server.call(listTables, { query: { object } })).body.data!

describe('saving', () => {
  test('an uploaded table is in force over its period, with its file, and every day of it with readings is recomputed', async () => {
    const { server } = fixture
    const { db } = server.app.services
    const level = demoDescription().series.find((x) => x.code === 'level.reservoir.1')!
    await server.app.readings.registry.put(HYDRO, level, { actor: 'test', address: null })
    const reading = { series: level.code, t: Date.UTC(2026, 9, 10, 3), v: 400 }
    const sent = await server.call(
      postReadings,
      { body: { readings: [reading] } as never },
      { token: await server.ingestToken(HYDRO) },
    )
    expect(sent.body.data).toMatchObject({ accepted: 1 })
    await db.query('DELETE FROM dirty_span')
    const item = await made(
      put(8, { from: '2026-01-01', to: '2027-01-01', name: ' Van đáy ', reason: 'đo lại' }),
    )
    expect(item).toMatchObject({
      group: 'ZAQ',
      name: 'Van đáy',
      object: { kind: 'gate', id: 'bottom' },
      from: Date.UTC(2025, 11, 31, 17),
      to: Date.UTC(2026, 11, 31, 17),
      in_force: true,
      active: true,
      rows: 4,
      file_name: 'van.csv',
      has_file: true,
      reason: 'đo lại',
      recorded_by_name: expect.any(String) as string,
    })
    const { body } = await server.call(getCalculationProgress)
    expect(body.data).toMatchObject({ days: 1, oldest: '2026-10-10', newest: '2026-10-10' })
    expect([await read('2025-12-31'), await read('2026-06-01'), await read('2027-01-01')]).toEqual([
      null,
      8,
      null,
    ])
    const acts = await db.query<{ act: string; noun: string; item_name: string | null }>(
      "SELECT act, noun, item_name FROM audit WHERE noun = 'table' ORDER BY at DESC, audit_id DESC LIMIT 2",
    )
    expect(acts).toContainEqual({ act: 'add', noun: 'table', item_name: 'Van đáy' })
  })

  test('with more rows than an audit record has room for, the record has their number and a digest, which distinguishes two', async () => {
    const rows = (q: number) =>
      csv([
        ['z', 'a', 'q'],
        ...Array.from({ length: 150 }, (_, i) => [380 + i / 10, 0.5, 3 + i / 100]),
        ...Array.from({ length: 150 }, (_, i) => [380 + i / 10, 1, i === 149 ? q : 6 + i / 100]),
      ])
    const answer = async (q: number, replaces: string[] = []) => {
      fixture.server.clock.advance(1000)
      const { version } = await made(fixture.put('van.csv', rows(q), { object, replaces }))
      const [{ after }] = await fixture.server.app.services.db.query<{ after: { body: { rows: unknown } } }>(
        "SELECT after FROM audit WHERE noun = 'table' ORDER BY at DESC, audit_id DESC LIMIT 1",
      )
      const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string
      expect(after.body.rows).toEqual({ count: 300, digest })
      return { version, digest: (after.body.rows as { digest: string }).digest }
    }
    const first = await answer(8)
    const second = await answer(9, [first.version])
    const third = await answer(8, [second.version])
    expect(second.digest).not.toBe(first.digest)
    expect(third.digest).toBe(first.digest)
  })

  test('an overlapping table is named in the refusal, replaced when it is named, and stays among the versions', async () => {
    const first = await made(put(8))
    const answer = await put(9, { from: '2026-06-01' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'table_overlap' } })
    expect(answer.body.message).toBe('Tables with the same period of use exist, replace them? (van, … – …)')
    expect(answer.body.errors).toMatchObject([{ path: 'replaces', code: 'table_overlap' }])
    expect(await read('2026-07-01')).toBe(8)

    const second = await made(put(9, { from: '2026-06-01', replaces: [first.version] }))
    expect(second.id).toBe(first.id)
    expect([await read('2026-05-31'), await read('2026-06-01')]).toEqual([8, 9])
    const versions = (await fixture.server.call(getTableVersions, { params: { id: first.id } })).body.data!
    expect(versions.map((v) => [v.superseded_at === null, v.from, v.to])).toContainEqual([false, null, null])
    expect(versions).toHaveLength(3)

    const { body } = await fixture.server.call(compareTables, {
      params: { id: first.id },
      query: { a: first.version, b: second.version },
    })
    expect(body.data).toMatchObject({
      added: [],
      removed: [],
      changed: [{ key: [400, 1], before: 8, after: 9 }],
      same: 3,
      fields: ['from'],
    })
  })

  test('the second of two simultaneous saves gets a conflict', async () => {
    const first = await made(put(8))
    const replaces = [first.version]
    const both = await Promise.all([9, 10].map((q) => put(q, { replaces })))
    expect(both.map((a) => a.status).sort()).toEqual([201, 409])
    expect(both.find((a) => a.status === 409)!.body.code).toBe('conflict')
    const empty = await Promise.all(
      [9, 10].map((q) => fixture.put('a.csv', rating(q), { object: 'bottom.1' })),
    )
    expect(empty.map((a) => a.status).sort()).toEqual([201, 409])
    expect(empty.find((a) => a.status === 409)!.body.code).toBe('table_overlap')
  })

  test('replacing must name exactly the overlapping tables', async () => {
    const first = await made(put(8, { to: '2026-01-01' }))
    const second = await made(put(9, { from: '2026-01-01' }))
    expect(await put(10, { replaces: [first.version] })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await put(10, { replaces: ['ve_none', first.version, second.version] })).toMatchObject({
      status: 409,
    })
    await made(put(10, { replaces: [first.version, second.version], from: '2025-06-01', to: '2026-06-01' }))
    expect([
      await read('2025-05-31'),
      await read('2025-06-01'),
      await read('2026-05-31'),
      await read('2026-06-01'),
    ]).toEqual([8, 10, 10, 9])
  })

  test('a yearly season takes precedence over a permanent table, which applies again after it', async () => {
    const always = await made(put(8))
    const loop = { from: '2026-06-01', to: '2026-10-01', loop_by_year: true }
    expect(await put(9, loop)).toMatchObject({ status: 409, body: { code: 'table_overlap' } })
    const season = await made(put(9, { ...loop, replaces: [always.version] }))
    expect(season.id).not.toBe(always.id)
    for (const year of [2024, 2026, 2029])
      expect([await read(`${year}-05-31`), await read(`${year}-06-01`), await read(`${year}-10-01`)]).toEqual(
        [8, 9, 8],
      )
    // A season in its place is a version of it.
    const next = await made(put(10, { ...loop, replaces: [always.version, season.version] }))
    expect(next.id).toBe(season.id)
    expect([await read('2028-07-01'), await read('2028-11-01')]).toEqual([10, 8])
    expect(await put(9, { loop_by_year: true, from: '2026-06-01' })).toMatchObject({
      status: 400,
      body: { code: 'loop_needs_period', errors: [{ path: 'loop_by_year' }] },
    })
  })

  test('switched off it overlaps nothing, and needs confirmation when it is switched on', async () => {
    const first = await made(put(8))
    const off = await made(put(9, { active: false }))
    expect([off.in_force, await read('2026-07-01')]).toEqual([false, 8])
    const on = { params: { id: off.id }, body: { version: off.version, active: true } }
    expect(await fixture.server.call(changeTable, on)).toMatchObject({
      status: 409,
      body: { code: 'table_overlap' },
    })
    const body = { ...on.body, replaces: [first.version] }
    await made(fixture.server.call(changeTable, { ...on, body }))
    expect(await read('2026-07-01')).toBe(9)
    expect((await ours()).map((t) => [t.id === off.id, t.active, t.in_force]).sort()).toEqual([
      [false, false, false],
      [true, true, true],
    ])
  })

  test('name and period are changed without the rows; an old version is refused', async () => {
    const first = await made(put(8))
    const change = (body: object) =>
      fixture.server.call(changeTable, { params: { id: first.id }, body: body as never })
    const moved = await made(
      change({ version: first.version, name: 'Mới', from: '2026-02-01', to: '2026-09-01', reason: 'r' }),
    )
    expect(moved).toMatchObject({ id: first.id, name: 'Mới', rows: 4, has_file: true })
    expect([await read('2026-01-31'), await read('2026-02-01'), await read('2026-09-01')]).toEqual([
      null,
      8,
      null,
    ])
    expect(await change({ version: first.version, name: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await change({ version: moved.version, to: '2026-01-01' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_range', errors: [{ path: 'to' }] },
    })
    expect(await change({ version: moved.version, from: 'soon' })).toMatchObject({ status: 400 })
    const other = await made(put(9, { from: '2026-09-01' }))
    expect(await change({ version: moved.version, to: '2027-01-01' })).toMatchObject({
      status: 409,
      body: { code: 'table_overlap' },
    })
    await made(change({ version: moved.version, to: '2027-01-01', replaces: [other.version] }))
    expect([await read('2026-12-31'), await read('2027-01-01')]).toEqual([8, 9])
  })

  test('retired from a day on, or as a whole, it stays readable', async () => {
    const first = await made(put(8))
    const retire = (version: string, from: string | null = null) =>
      fixture.server.call(retireTable, { params: { id: first.id }, body: { version, from } })
    expect((await retire(first.version, '2026-06-01')).status).toBe(200)
    expect([await read('2026-05-31'), await read('2026-06-01')]).toEqual([8, null])
    expect((await retire(first.version)).body.code).toBe('conflict')
    const [rest] = await ours()
    expect((await retire(rest.version)).status).toBe(200)
    expect(await ours()).toEqual([])
    const versions = (await fixture.server.call(getTableVersions, { params: { id: first.id } })).body.data!
    expect(versions.map((v) => v.superseded_at === null)).toEqual([false, false])
    expect(await fixture.server.call(getTableVersions, { params: { id: 'none' } })).toMatchObject({
      status: 404,
    })
  })

  test('objects that do not exist, or have no such tables, are refused at their field', async () => {
    for (const [object, group, code] of [
      ['none', 'ZAQ', 'table_object_unknown'],
      ['unit.1', 'ZAQ', 'table_object_unknown'],
      [null, 'ZAQ', 'table_object_required'],
    ] as const) {
      const answer = await put(8, { object, group })
      expect(answer).toMatchObject({ status: 400, body: { code, errors: [{ path: 'object' }] } })
    }
    expect(await fixture.put('v.csv', 'z,v\n380,40\n390,90\n', { object: 'bottom' })).toMatchObject({
      status: 400,
      body: { code: 'table_object_unknown' },
    })
  })

  test('the check before it names the overlapping tables', async () => {
    const first = await made(put(8))
    const { upload_id } = await fixture.preview('van.csv', rating(9))
    const check = (from: string | null, to: string | null = null) =>
      fixture.server.call(checkUpload, { body: { upload_id, candidate: 0, group: 'ZAQ', object, from, to } })
    expect((await check('2026-01-01')).body.data!.overlaps).toMatchObject([
      { version: first.version, name: 'van' },
    ])
  })
})

describe('warnings and errors', () => {
  const falling = csv([
    ['z', 'a', 'q'],
    [380, 0.5, 3],
    [380, 1, 2],
    [400, 0.5, 4],
    [400, 1, 8],
  ])

  test('warnings have to be accepted', async () => {
    const answer = await fixture.put('w.csv', falling, { object })
    expect(answer).toMatchObject({ status: 409, body: { code: 'table_warnings' } })
    expect(answer.body.errors).toMatchObject([{ path: 'C3', code: 'NOT_INCREASING' }])
    expect(await ours()).toEqual([])
    expect((await fixture.put('w.csv', falling, { object, accept_warnings: true })).status).toBe(201)
  })

  test('errors refuse the table, in the language of the caller, at cell and sheet', async () => {
    const bytes = await workbook([
      {
        name: 'Van',
        rows: [
          ['z', 'a', 'q'],
          [380, 0.5, 'ba'],
          [380, 1, 6],
          [400, 0.5, 4],
          [400, 1, 8],
        ],
      },
    ])
    const up = await fixture.preview('e.xlsx', bytes)
    const answer = await fixture.server.call(
      saveTable,
      {
        body: {
          upload_id: up.upload_id,
          candidate: 0,
          group: 'ZAQ',
          name: 'x',
          object,
          from: null,
          accept_warnings: true,
        },
      },
      { account: 'admin', language: 'vi' },
    )
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_table' } })
    expect(answer.body.errors).toEqual([
      { path: 'C2', code: 'NOT_A_NUMBER', message: 'Trang "Van", ô C2: "ba" không phải là số' },
    ])
    expect(await ours()).toEqual([])
  })
})

test('pending recomputation is counted by days', async () => {
  const { db } = fixture.server.app.services
  await db.query('DELETE FROM dirty_span')
  const progress = async () => (await fixture.server.call(getCalculationProgress)).body.data
  expect(await progress()).toEqual({ days: 0, oldest: null, newest: null, since: null })
  const mark = (series: string, day: number, since: number) =>
    db.query(
      `INSERT INTO dirty_span (hydro_code, kind, series, day, from_t, to_t, n, since)
       VALUES ($1, 'calc', $2, $3, 0, 1, 1, $4)`,
      [HYDRO, series, day, since],
    )
  await mark('a', 20_000, 5)
  await mark('b', 20_000, 3)
  await mark('a', 20_002, 9)
  expect(await progress()).toEqual({ days: 2, oldest: '2024-10-04', newest: '2024-10-06', since: 3 })
})
