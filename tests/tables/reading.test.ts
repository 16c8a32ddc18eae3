import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkUpload } from '#contract/tables/uploads.ts'
import {
  downloadTable,
  getTableGroups,
  getTableVersions,
  listTables,
  lookupTable,
  readTable,
} from '#contract/tables.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { fullPath } from '#contract/endpoint.ts'
import { columnNumberOf, letters } from '#server/features/tables/blocks.ts'
import { demoDescription } from '#plant/describe.ts'
import { csv, tableFixture, workbook, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => (fixture = await tableFixture()))
afterAll(() => fixture.server.close())

const saved = async (name: string, bytes: Buffer | string, choice: object): Promise<TableItem> => {
  const { status, body } = await fixture.put(name, bytes, choice)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data!
}
const download = async (id: string, query = '') => {
  const url = fullPath(downloadTable).replace('{id}', id)
  const { rawPayload, headers, statusCode } = await fixture.server.app.web.inject({
    method: 'GET',
    url: `${url}?${query}`,
    headers: { authorization: `Bearer ${await fixture.server.signIn('admin')}` },
  })
  return { status: statusCode, bytes: rawPayload, headers }
}
const lookup = (id: string, inputs: number[], more: object = {}) =>
  fixture.server.call(lookupTable, { body: { id, inputs, ...more } })

describe('lists', () => {
  test('every table of the reservoir with its object and whether it is in force', async () => {
    const { body } = await fixture.server.call(listTables)
    const seed = demoDescription()
    expect(body.data!.map((t) => t.id).sort()).toEqual(seed.tables.map((t) => t.id).sort())
    for (const t of body.data!) {
      const { rows } = seed.tables.find((x) => x.id === t.id)!.body
      expect(t).toMatchObject({ rows: rows.length, in_force: true, active: true, superseded_at: null })
    }
    const of = (id: string) => body.data!.find((t) => t.id === id)!
    expect(of('ZV')).toMatchObject({ type: 1, inputs: 1, object: { kind: 'plant', id: null } })
    expect(of('ZAQ.spillway')).toMatchObject({ type: 2, inputs: 2, object: { kind: 'gate', id: 'spillway' } })
    expect(of('HPQ.unit.1')).toMatchObject({ type: 2, inputs: 3, object: { kind: 'unit', id: 'unit.1' } })
    // A waterway has no name: it is named by the units that it feeds.
    const fed = seed.units.filter((u) => u.body.waterway === 'penstock.2').map((u) => u.body.name)
    expect(fed).not.toEqual([])
    expect(of('QHL.penstock.2').object).toEqual({ kind: 'waterway', id: 'penstock.2', name: fed.join(', ') })
    const one = await fixture.server.call(listTables, { query: { group: 'ZAQ', object: 'spillway' } })
    expect(one.body.data!.map((t) => t.id)).toEqual(['ZAQ.spillway'])
  })

  test('groups with the columns, units and objects of this reservoir', async () => {
    const { body } = await fixture.server.call(getTableGroups)
    const of = (group: string) => body.data!.find((g) => g.group === group)!
    expect(body.data!.map((g) => g.group)).toHaveLength(11)
    expect(of('HPQ')).toMatchObject({ type: 2, units: ['p'], head: true })
    expect(of('HPQ').objects.map((o) => o.id)).toEqual([null, 'unit.1', 'unit.2'])
    expect(of('ZAQ').objects.map((o) => o.id)).toContain('spillway.2')
    expect(of('ZV').columns).toEqual([
      { name: 'z', unit: 'm' },
      { name: 'v', unit: '10^6 m3' },
    ])
    expect(of('ZQ').objects.every((o) => o.kind === 'station')).toBe(true)
  })

  test('as it was at a time, and as it was known then', async () => {
    const item = await saved(
      'x.csv',
      csv([
        ['x', 'a'],
        [0, 0],
        [50, 1],
      ]),
      {
        object: 'overflow.1',
        from: '2026-05-01',
        to: '2026-06-01',
      },
    )
    const at = async (query: object) =>
      (await fixture.server.call(listTables, { query })).body.data!.find((t) => t.id === item.id)?.in_force
    expect([await at({}), await at({ at: '2026-05-15' }), await at({ at: '2026-06-01' })]).toEqual([
      false,
      true,
      false,
    ])
    expect(await at({ known: '2026-10-01' })).toBeUndefined()
    expect(item).toMatchObject({ group: 'ZAoAc', type: 3, inputs: 1 })
  })

  test('a viewer changes nothing', async () => {
    const as = { account: 'viewer' }
    const { status } = await fixture.upload('a.csv', 'z,v\n1,2\n2,3\n', as)
    expect(status).toBe(403)
    expect((await fixture.server.call(listTables, {}, as)).status).toBe(403)
  })
})

describe('one table', () => {
  test('areas of a storage curve and efficiencies of a turbine table, worked out by hand', async () => {
    const zv = await saved('h.csv', 'z,v\n380,40\n390,90\n400,160\n', { object: null, active: false })
    const detail = (await fixture.server.call(readTable, { params: { id: zv.id } })).body.data!.table
    // 50 and 70 million m3 over 10 m each.
    expect(detail.derived).toEqual([
      { name: 'area', unit: 'm2', values: [5e6, 7e6, 7e6] },
      { name: 'area', unit: 'km2', values: [5, 7, 7] },
    ])
    expect(detail.trends).toEqual([{ field: 'v', trend: 'rising' }])
    const hpq = await saved(
      'hpq.csv',
      csv([
        ['n', 'h', 'p', 'q'],
        [1, 60, 10, 19],
        [1, 60, 20, 37.5],
        [1, 70, 10, 16.4],
        [1, 70, 20, 32.1],
      ]),
      { object: 'unit.2', active: false },
    )
    const turbine = (await fixture.server.call(readTable, { params: { id: hpq.id } })).body.data!.table
    expect(turbine.columns[2]).toEqual({ name: 'p', unit: 'MW' })
    // 10,000 / (9.81 * 19 * 60)
    expect(turbine.derived[0].values[0]).toBeCloseTo(0.89418, 5)
  })

  test('values with the rows that they are read from, in the units of the table', async () => {
    const zv = await saved('v.csv', 'z;v\n380,5;40\n390;90\n', { object: null, active: false })
    const { body } = await lookup(zv.id, [385.25])
    expect(body.data).toMatchObject({
      value: 65,
      unit: '10^6 m3',
      quality: 0,
      code: null,
      used: [
        { row: 1, values: [380.5, 40] },
        { row: 2, values: [390, 90] },
      ],
    })
    const outside = await lookup(zv.id, [400])
    expect(outside).toMatchObject({
      status: 422,
      body: {
        code: 'OUT_OF_TABLE',
        message: 'z = 400 m is outside the table (380.5 to 390 m)',
        errors: [{ path: 'inputs.0' }],
      },
    })
    // The loop extends by half a metre and reports it.
    expect((await lookup(zv.id, [390.25], { mode: 'loop' })).body.data).toMatchObject({
      quality: 3,
      code: 'OUT_OF_TABLE',
    })
    expect((await lookup(zv.id, [390.25])).status).toBe(422)
    expect(await lookup(zv.id, [1, 2])).toMatchObject({ status: 400, body: { code: 'table_inputs_count' } })
    expect(await lookup('none', [1])).toMatchObject({ status: 404 })

    // Bilinear by hand: at z 405 halfway between 400 and 410, at a 0.75 halfway between 0.5 and 1.
    const zaq = await saved(
      'a.csv',
      csv([
        ['z', 'a', 'q'],
        [400, 0.5, 30],
        [400, 1, 60],
        [410, 0.5, 40],
        [410, 1, 90],
      ]),
      { object: 'bottom.1', active: false },
    )
    expect((await lookup(zaq.id, [405, 0.75])).body.data).toMatchObject({ value: 55, unit: 'm3/s' })
    expect((await lookup(zaq.id, [405, 0.75])).body.data!.used).toHaveLength(4)
    expect((await lookup(zaq.id, [405, 2])).body.errors).toMatchObject([{ path: 'inputs.1' }])

    // MW in the table and in the request; an n that does not exist.
    const { value } = (await lookup('HPQ.unit.1', [...demoRow('HPQ.unit.1', 3).slice(0, 3)])).body.data!
    expect(value).toBeCloseTo(demoRow('HPQ.unit.1', 3)[3], 9)
    const nhpq = await saved(
      'n.csv',
      csv([
        ['n', 'h', 'p', 'q'],
        [1, 60, 10, 19],
        [1, 60, 20, 37.5],
        [2, 60, 20, 38],
        [2, 60, 40, 75.6],
      ]),
      { group: 'nHPQ', object: null, active: false },
    )
    expect((await lookup(nhpq.id, [2, 60, 30])).body.data!.value).toBeCloseTo(56.8, 9)
    expect(await lookup(nhpq.id, [3, 60, 30])).toMatchObject({
      status: 422,
      body: { code: 'UNKNOWN_N', errors: [{ path: 'inputs.0' }] },
    })
    const xa = await saved(
      'x.csv',
      csv([
        ['x', 'a'],
        [0, 0],
        [50, 1],
      ]),
      { object: 'overflow', active: false },
    )
    expect((await lookup(xa.id, [25])).body.data!.value).toBe(0.5)
  })

  test('an uploaded file is downloaded byte for byte; rows are returned unchanged', async () => {
    const text = '\ufeff# đo năm 2024\r\nv; z\r\n40,50;380\r\n90;390,0\r\n'
    const first = await saved('bảng (1).csv', text, { object: null, active: false })
    const original = await download(first.id)
    expect(original.bytes.equals(Buffer.from(text))).toBe(true)
    expect(original.headers['content-disposition']).toContain("filename*=UTF-8''b%E1%BA%A3ng%20%281%29.csv")

    const bytes = await workbook([
      ['z', 'v'],
      [380, 40.5],
      [390, 90],
    ])
    const second = await saved('b.xlsx', bytes, { object: null, active: false })
    expect((await download(second.id)).bytes.equals(bytes)).toBe(true)
    expect((await download(second.id, 'as=csv')).bytes.toString()).toBe('z,v\n380,40.5\n390,90\n')

    for (const as of ['csv', 'xlsx']) {
      const again = await download('HPQ.unit.1', `as=${as}`)
      const { candidates, upload_id } = await fixture.preview(`HPQ.${as}`, again.bytes)
      expect(candidates).toHaveLength(1)
      const { body } = await fixture.server.call(checkUpload, {
        body: { upload_id, candidate: 0, group: 'HPQ' },
      })
      expect(body.data!.rows).toEqual(demoDescription().tables.find((t) => t.id === 'HPQ.unit.1')!.body.rows)
    }
    // One without a file is exported.
    expect((await download('ZV')).headers['content-type']).toContain('text/csv')
    expect((await download('none')).status).toBe(404)
  })

  test('versions that are replaced keep their file', async () => {
    const first = await saved('one.csv', 'x,a\n0,0\n50,1\n', { object: 'spillway.1' })
    const second = await saved('two.csv', 'x,a\n0,0\n50,2\n', {
      object: 'spillway.1',
      replaces: [first.version],
    })
    const { body } = await fixture.server.call(getTableVersions, { params: { id: first.id } })
    expect(body.data!.map((v) => [v.file_name, v.superseded_at === null])).toEqual([
      ['two.csv', true],
      ['one.csv', false],
    ])
    expect((await download(first.id, `version=${first.version}`)).bytes.toString()).toBe('x,a\n0,0\n50,1\n')
    expect((await download(first.id, `version=${second.version}`)).bytes.toString()).toBe('x,a\n0,0\n50,2\n')
  })
})

const demoRow = (id: string, i: number) => demoDescription().tables.find((t) => t.id === id)!.body.rows[i]

test('letters of columns are those of a sheet', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(letters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
  fc.assert(fc.property(fc.nat(20_000), (n) => columnNumberOf(letters(n)) === n))
})

test('any rows written to a csv are read back from it, in any order of columns and with either decimal sign', async () => {
  const number = fc.double({ min: 0.001, max: 999, noNaN: true }).map((v) => Number(v.toPrecision(8)))
  await fc.assert(
    fc.asyncProperty(
      // No lake is larger than a country.
      fc.uniqueArray(
        fc.integer({ min: 1, max: 9_990_000 }).map((n) => n / 1e4),
        { minLength: 2, maxLength: 12 },
      ),
      fc.array(number, { minLength: 12, maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
      async (keys, steps, comma, turned) => {
        const z = [...keys].sort((a, b) => a - b)
        let v = 0
        const rows = z.map((key, i) => [key, (v = Number((v + steps[i] / 2000).toPrecision(12)))])
        const shown = [['z', 'v'], ...rows].map((r) => (turned ? [...r].reverse() : r))
        const text = shown
          .map((r) => r.map((c) => (comma ? String(c).replace('.', ',') : String(c))).join(';'))
          .join('\n')
        const { upload_id } = await fixture.preview('p.csv', text)
        const { body } = await fixture.server.call(checkUpload, {
          body: { upload_id, candidate: 0, group: 'ZV' },
        })
        expect(body.data!.rows).toEqual(rows)
      },
    ),
    { numRuns: 25 },
  )
})
