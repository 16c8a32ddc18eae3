import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadTable, lookupTable, readTable } from '#contract/tables.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { fullPath } from '#contract/endpoint.ts'
import { cells, file, there } from '../import/real.ts'
import { csv, tableFixture, workbook, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => (fixture = await tableFixture()))
afterAll(() => fixture.server.close())

const value = async (id: string, inputs: number[]) =>
  (await fixture.server.call(lookupTable, { body: { id, inputs } })).body.data!
const made = (answer: { status: number; body: { data: TableItem | null } }): TableItem => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data!
}

describe.skipIf(!there)('real tables (skipped where ../shared is absent)', () => {
  test('Tavera: 1,901 levels a centimetre apart, as they were published', async () => {
    const bytes = readFileSync(file('tables/do_tavera_level_storage.csv'))
    const up = await fixture.preview('tavera.csv', bytes)
    expect(up.candidates).toMatchObject([
      { group: null, rows: 1901, columns: [{ name: 'level_m' }, { name: 'storage_Mm3' }] },
    ])
    const item = made(
      await fixture.put('tavera.csv', bytes, {
        group: 'ZV',
        columns: ['A', 'B'],
        active: false,
        accept_warnings: true,
      }),
    )
    expect(item.rows).toBe(1901)
    const published = cells('tables/do_tavera_level_storage.csv').map((r) => r.map(Number))
    for (const i of [0, 700, 1900])
      expect((await value(item.id, [published[i][0]])).value).toBeCloseTo(published[i][1], 9)
    // Halfway between two centimetres: the mean of their volumes.
    const [[z0, v0], [z1, v1]] = published.slice(1200, 1202)
    const half = await value(item.id, [(z0 + z1) / 2])
    expect(half.value).toBeCloseTo((v0 + v1) / 2, 9)
    expect(half.used).toEqual([
      { row: 1201, values: [z0, v0] },
      { row: 1202, values: [z1, v1] },
    ])
    const url = `${fullPath(downloadTable).replace('{id}', item.id)}?version=${item.version}`
    const headers = { authorization: `Bearer ${await fixture.server.signIn('admin')}` }
    const { rawPayload } = await fixture.server.app.web.inject({ method: 'GET', url, headers })
    expect(rawPayload.equals(bytes)).toBe(true)
  })

  test('Tom Steed: a conduit gate, opening by level, from inches, feet and cubic feet a second', async () => {
    const [INCH, FOOT, CFS] = [0.0254, 0.3048, 0.3048 ** 3]
    const published = cells('tables/us_tomsteed_gate_rating.csv').map((r) => r.map(Number))
    const rows = published.map(([opening, elev, flow]) => [elev * FOOT, opening * INCH, flow * CFS])
    const item = made(
      await fixture.put('tom steed.xlsx', await workbook([['z', 'a', 'q'], ...rows]), {
        object: 'bottom.1',
        active: false,
        accept_warnings: true,
      }),
    )
    expect(item).toMatchObject({ group: 'ZAQ', rows: rows.length })
    const flowAt = (elev: number, opening: number) =>
      published.find(([o, e]) => o === opening && e === elev)![2]
    const levels = [...new Set(published.map((r) => r[1]))].sort((a, b) => a - b)
    const openings = [...new Set(published.map((r) => r[0]))].sort((a, b) => a - b)
    const [e0, e1] = levels.slice(levels.length >> 1)
    const [o0, o1] = openings.slice(openings.length >> 1)
    const at = async (elev: number, opening: number) =>
      (await value(item.id, [elev * FOOT, opening * INCH])).value / CFS
    expect(await at(e0, o0)).toBeCloseTo(flowAt(e0, o0), 6)
    // A quarter up in level, half in opening, by hand: linear along both edges, then between them.
    const along = (elev: number) => (flowAt(elev, o0) + flowAt(elev, o1)) / 2
    const byHand = along(e0) + (along(e1) - along(e0)) / 4
    expect(await at(e0 + (e1 - e0) / 4, (o0 + o1) / 2)).toBeCloseTo(byHand, 6)
  })

  test('Dak Drinh: storage in m3 beside a column of areas that is left out', async () => {
    const bytes = readFileSync(file('tables/vn_dakdrinh_level_storage_area.csv'))
    const item = made(
      await fixture.put('dakdrinh.csv', bytes, {
        group: 'ZV',
        columns: ['A', 'B'],
        units: { v: 'm3' },
        active: false,
        accept_warnings: true,
      }),
    )
    const published = cells('tables/vn_dakdrinh_level_storage_area.csv').map((r) => r.map(Number))
    const [[z0, v0], [z1, v1]] = published.slice(10, 12)
    const { value: v, unit } = await value(item.id, [z0 + (z1 - z0) / 4])
    expect([unit, v]).toEqual(['m3', expect.closeTo(v0 + (v1 - v0) / 4, 3)])
    const { derived } = (await fixture.server.call(readTable, { params: { id: item.id } })).body.data!.table
    expect(derived[0].values[10]).toBeCloseTo((v1 - v0) / (z1 - z0), 3)
  })
})

test('a hundred thousand rows are uploaded, checked, saved and read', async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => [
    300 + i / 1000,
    Number((i ** 1.5 / 1000).toFixed(6)),
  ])
  const item = made(await fixture.put('lớn.csv', csv([['z', 'v'], ...rows]), { active: false }))
  expect(item.rows).toBe(100_000)
  const { value: v } = await value(item.id, [350.0005])
  expect(v).toBeCloseTo((rows[50_000][1] + rows[50_001][1]) / 2, 6)
})
