import { expect, test } from 'vitest'
import { headOf, type HeadRow } from './head.ts'

const rows = (...all: (string | number | null)[][]): HeadRow[] =>
  all.map((cells, i) => ({ line: i + 1, cells }))

test('names in several rows are joined, one across several columns before each of them', () => {
  const found = headOf(
    rows(
      ['SỔ VẬN HÀNH NĂM 2018'],
      ['Ngày', 'Giờ', 'Mực nước (m)', null, 'Lưu lượng', null, 'Ghi chú'],
      [null, null, 'Hồ', 'Hạ lưu', 'Q đến', 'Q xả'],
      ['24/10/2018', '0h', '400,25', '', '62,39', '74,53'],
      ['24/10/2018', '1h', '400,24', '', '54,3', '74,53'],
    ),
    undefined,
  )
  expect(found).toMatchObject({ headerLine: 2, firstLine: 4, units: [] })
  expect(found.names).toEqual([
    'Ngày',
    'Giờ',
    'Mực nước (m) Hồ',
    'Mực nước (m) Hạ lưu',
    'Lưu lượng Q đến',
    'Lưu lượng Q xả',
    'Ghi chú',
  ])
})

test('a column outside a merged cell gets no name from it', () => {
  const all = rows(
    ['Ngày', 'Mực nước', null, null],
    [null, 'Hồ', 'Hạ lưu', 'Mưa'],
    ['24/10/2018', 1, 2, 3],
    [null, 1, 2, 4],
  )
  const merges = [
    { fromRow: 1, toRow: 2, fromColumn: 0, toColumn: 0 },
    { fromRow: 1, toRow: 1, fromColumn: 1, toColumn: 2 },
  ]
  expect(headOf(all, undefined, merges).names).toEqual(['Ngày', 'Mực nước Hồ', 'Mực nước Hạ lưu', 'Mưa'])
})

test('lines about the file, rows of units and numbered columns are not names', () => {
  const about = headOf(
    rows(
      ['TSID:', 'HO.Z.1h'],
      ['SET: 4'],
      ['Date', 'Level', 'Flow'],
      ['', '(m)', 'm³/s'],
      ['(1)', '(2)', '(3)'],
      ['2024/10/01-01:00', '400.25', '70'],
      ['2024/10/01-02:00', '400.26', '71'],
    ),
    undefined,
  )
  expect(about).toEqual({
    names: ['Date', 'Level', 'Flow'],
    units: ['', '(m)', 'm³/s'],
    headerLine: 3,
    firstLine: 6,
    data: true,
  })
  const numbered = headOf(
    rows(['Ngày', 'Z', 'Q'], ['1', '2', '3'], ['24/10/2025', 400, 7], ['25/10/2025', 401, 7]),
    undefined,
  )
  expect(numbered).toMatchObject({ names: ['Ngày', 'Z', 'Q'], firstLine: 3 })
})

test('a line of two words above complete names is about the file', () => {
  const found = headOf(
    rows(['Station', 'Dak Drinh'], ['Time', 'Level', 'Flow'], ['2024-10-01', 1, 2], ['2024-10-02', 1, 2]),
    undefined,
  )
  expect(found).toMatchObject({ names: ['Time', 'Level', 'Flow'], headerLine: 2 })
})

test('a header line can be chosen, with the rows below that belong to it', () => {
  const all = rows(['a', 'b'], ['t', 'z'], ['', 'm'], ['2024-10-01', 1], ['2024-10-02', 2])
  expect(headOf(all, 2)).toEqual({
    names: ['t', 'z'],
    units: ['', 'm'],
    headerLine: 2,
    firstLine: 4,
    data: true,
  })
  expect(headOf(all, 0)).toMatchObject({ names: ['', ''], headerLine: 0, firstLine: 1 })
  expect(headOf(rows(['a', 'b'], ['c', 'd']), 1)).toMatchObject({ names: ['a', 'b'], firstLine: 2 })
})

test('a row with a cell that is not readable, directly below the names, is data and not skipped with them', () => {
  const found = headOf(
    rows(
      ['Kế hoạch năm 2026'],
      ['Ngày', 'Q', 'W', 'V'],
      ['2026-01-01', '6.000.000', '7.000.000', '8.000.000'],
      ['2026-01-02', '6.000.000', 'x1', '9.000.000'],
      ['2026-01-03', '1', '7000000', '2'],
      ['2026-01-04', '1', '7000000', '2'],
    ),
    undefined,
  )
  expect(found).toMatchObject({ names: ['Ngày', 'Q', 'W', 'V'], headerLine: 2, firstLine: 3 })
})
