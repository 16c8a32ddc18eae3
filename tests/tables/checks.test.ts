import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Group } from '#core/description/index.ts'
import { checkUpload } from '#contract/tables/uploads.ts'
import { csv, tableFixture, workbook, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => (fixture = await tableFixture()))
afterAll(() => fixture.server.close())

type Rows = (string | number | null)[][]

/** Findings of a check: code, cell or row, message. */
async function found(group: Group, rows: Rows | string, choice: object = {}) {
  const { upload_id } = await fixture.preview('t.csv', typeof rows === 'string' ? rows : csv(rows, ';'))
  const { status, body } = await fixture.server.call(checkUpload, {
    body: { upload_id, candidate: 0, group, ...choice },
  })
  expect(status).toBe(200)
  return body.data!.issues.map((i) => [i.severity[0], i.code, i.cell ?? i.row])
}
const message = async (group: Group, rows: Rows, choice: object = {}) => {
  const { upload_id } = await fixture.preview('t.csv', csv(rows, ';'))
  const answer = (language: 'vi' | 'en') =>
    fixture.server.call(
      checkUpload,
      { body: { upload_id, candidate: 0, group, ...choice } },
      { account: 'admin', language },
    )
  return [
    (await answer('vi')).body.data!.issues[0].message,
    (await answer('en')).body.data!.issues[0].message,
  ]
}

describe('errors with their row and column', () => {
  test('text, empty cells, infinite numbers, the other decimal sign', async () => {
    const rows = [
      ['z', 'v'],
      [380, 'x'],
      ['', 90],
      [400, '1e999'],
      ['1,5', '2,5'],
      ['4.5', '1,5'],
    ]
    expect(await found('ZV', rows)).toEqual([
      ['e', 'NOT_A_NUMBER', 'B2'],
      ['e', 'NOT_A_NUMBER', 'A3'],
      ['e', 'NOT_A_NUMBER', 'B4'],
      ['e', 'NOT_A_NUMBER', 'A6'],
    ])
  })

  test('more cells than the header, a column named twice, another structure', async () => {
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, 40, 7],
        [390, 90],
      ]),
    ).toEqual([['e', 'WRONG_STRUCTURE', 2]])
    expect(
      await found('ZV', [
        ['z', 'v', 'z'],
        [380, 40, 380],
        [390, 90, 390],
      ]),
    ).toEqual([['e', 'DUPLICATE_FIELD', null]])
    expect(
      await found('QZ', [
        ['z', 'v'],
        [380, 40],
        [390, 90],
      ]),
    ).toEqual([['e', 'WRONG_STRUCTURE', null]])
    expect(
      await message('ZV', [
        ['z', 'v', 'z'],
        [380, 40, 380],
        [390, 90, 390],
      ]),
    ).toEqual([
      'Trùng trường: tiêu đề có cột z nhiều lần',
      'Duplicated fields: the header names z more than once',
    ])
  })

  test('a repeated row is left out with a warning; with another value both rows are named', async () => {
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, 40],
        [390, 90],
        [380, 40],
      ]),
    ).toEqual([['w', 'DUPLICATE_ROW', 4]])
    const rows = [
      ['z', 'v'],
      [380, 40],
      [390, 90],
      [380, 41],
    ]
    expect(await found('ZV', rows)).toEqual([['e', 'DUPLICATE_KEY', 'A4']])
    expect(await message('ZV', rows)).toEqual([
      'z = 380 đã có ở dòng 2 với v = 40, ở đây là 41',
      'z = 380 is already in row 2 with v = 40; here it is 41',
    ])
  })

  test('fewer than two different rows', async () => {
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, 40],
      ]),
    ).toEqual([['e', 'TOO_FEW_KEYS', null]])
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, 40],
        [380, 40],
      ]),
    ).toEqual([
      ['e', 'TOO_FEW_KEYS', null],
      ['w', 'DUPLICATE_ROW', 3],
    ])
  })

  test('storage: volume never falls, is not negative; an area that falls by more than a fifth is a warning', async () => {
    // Two rows at the same level with falling volume, as a real table had it.
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, 40],
        [390, 90],
        [390, 89],
      ]),
    ).toEqual([['e', 'DUPLICATE_KEY', 'A4']])
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, 40],
        [390, 90],
        [400, 80],
      ]),
    ).toEqual([['e', 'NOT_INCREASING', 'B4']])
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, -1],
        [390, 90],
      ]),
    ).toEqual([['e', 'NEGATIVE_VALUE', 'B2']])
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, 40],
        [390, 90],
        [400, 125],
        [410, 160],
      ]),
    ).toEqual([['w', 'AREA_FALLS', 'B4']])
    expect(
      await found('ZV', [
        ['z', 'v'],
        [380, 40],
        [390, 40],
        [400, 125],
      ]),
    ).toEqual([])
  })

  test('ratings: discharge does not fall with level; it should not fall with opening', async () => {
    expect(
      await found('FFZQ', [
        ['z', 'q'],
        [380, 5],
        [390, 4],
      ]),
    ).toEqual([['e', 'NOT_INCREASING', 'B3']])
    expect(
      await found('ZQ', [
        ['z', 'q'],
        [12, 5],
        [13, 4],
      ]),
    ).toEqual([['e', 'NOT_INCREASING', 'B3']])
    expect(
      await found('QZ', [
        ['q', 'z'],
        [0, 250],
        [10, 249],
      ]),
    ).toEqual([['e', 'NOT_INCREASING', 'B3']])
    expect(
      await found('QHL', [
        ['q', 'h1'],
        [0, 0],
        [10, 2],
        [20, 1],
      ]),
    ).toEqual([['e', 'NOT_INCREASING', 'B4']])
    const zaq = [
      ['z', 'a', 'q'],
      [380, 0.5, 3],
      [380, 1, 2],
      [400, 0.5, 2],
      [400, 1, 5],
    ]
    expect(await found('ZAQ', zaq)).toEqual([
      ['w', 'NOT_INCREASING', 'C3'],
      ['w', 'NOT_INCREASING', 'C4'],
    ])
    expect(
      await found('ZAQ', [
        ['z', 'a', 'q'],
        [380, 0.5, 3],
        [390, 0.6, 4],
        [400, 0.7, 5],
      ]),
    ).toEqual([['e', 'SCATTERED', null]])
    // Scattered points are a kind of table of their own.
    expect(
      await found('ZAQ', [
        ['z', 'a', 'q'],
        [380, 0.5, 3],
        [390, 0.9, 4],
        [400, 0.7, 5],
      ]),
    ).toEqual([])
  })

  test('turbines: discharge rises with power; megawatts for kilowatts are found by the efficiency they imply', async () => {
    const hpq = (p: number) => [
      ['n', 'h', 'p', 'q'],
      [1, 60, 10, 19],
      [1, 60, p, 37.5],
      [1, 70, 10, 16.4],
      [1, 70, 20, 32.1],
    ]
    expect(await found('HPQ', hpq(20))).toEqual([])
    expect(await found('HPQ', hpq(20), { units: { p: 'kW' } })).toEqual(
      [2, 3, 4, 5].map((row) => ['e', 'EFFICIENCY_OUT_OF_RANGE', `D${row}`]),
    )
    // One row in kW among others in MW.
    const mixed = [
      ['n', 'h', 'p', 'q'],
      [1, 60, 10_000, 19],
      [1, 60, 20_000, 37.5],
      [1, 70, 10, 16.4],
      [1, 70, 20_000, 32.1],
    ]
    expect(await found('HPQ', mixed)).toEqual([['e', 'EFFICIENCY_OUT_OF_RANGE', 'D4']])
    expect((await message('HPQ', mixed))[0]).toBe(
      'Dòng này cho hiệu suất 0.000888 khi công suất tính bằng kW (phải từ 0.3 đến 0.97): nhầm MW với kW, hoặc cột nước tịnh với cột nước toàn phần',
    )
    expect(
      await found('HPQ', [
        ['n', 'h', 'p', 'q'],
        [1, 60, 10, 37.5],
        [1, 60, 20, 37.5],
      ]),
    ).toEqual([['e', 'NOT_INCREASING', 'D3']])
    expect(
      await found('ZPQ', [
        ['z', 'p', 'q'],
        [400, 10, 16],
        [400, 20, 32],
        [410, 10, 17],
        [410, 20, 31],
      ]),
    ).toEqual([['w', 'NOT_DECREASING', 'C4']])
  })

  test('efficiency curves: fractions, not percent', async () => {
    expect(
      await found('QETA', [
        ['q/qmax', 'eta'],
        [0.5, 90],
        [1, 92],
      ]),
    ).toEqual([['e', 'PERCENT', 'B2']])
    expect(
      await found('QETA', [
        ['qqmax', 'eta'],
        [0.5, 0.9],
        [1.3, 0.98],
      ]),
    ).toEqual([
      ['e', 'RATIO_OUT_OF_RANGE', 'A3'],
      ['e', 'EFFICIENCY_OUT_OF_RANGE', 'B3'],
    ])
  })

  test('a header states the kind of head', async () => {
    const rows = [
      ['n', 'h net', 'p', 'q'],
      [1, 60, 10, 19],
      [1, 60, 20, 37.5],
    ]
    const { candidates } = await fixture.preview('h.csv', csv(rows))
    expect(candidates[0]).toMatchObject({ group: 'HPQ', head_kind: 'net', errors: 0 })
  })

  test('rows are counted as the sheet shows them, below titles and empty rows, in a table that begins at C', async () => {
    const bytes = await workbook([
      {
        name: 'Bảng',
        rows: [
          ['Hồ Sông Ân'],
          [],
          [null, null, 'z', 'v'],
          [null, null, 380, 40],
          [],
          [null, null, 390, 30],
          [null, null, 380, 41],
        ],
      },
    ])
    const { candidates } = await fixture.preview('r.xlsx', bytes)
    expect(candidates[0].issues.map((i) => [i.sheet, i.cell, i.message])).toEqual([
      ['Bảng', 'D6', 'v = 30 is not above 40 of row 4'],
      ['Bảng', 'C7', 'z = 380 is already in row 4 with v = 40; here it is 41'],
    ])
  })
})
