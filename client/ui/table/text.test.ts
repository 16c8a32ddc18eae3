import { expect, test } from 'vitest'
import { comparer, phoneLabelOf, type Columns } from './column.ts'
import { csvOf, sheetOf, tsvOf } from './text.ts'

interface Gate {
  name: string
  opening: number | null
}
const gates: Gate[] = [
  { name: 'Cửa 2, left', opening: -0.5 },
  { name: '=HYPERLINK("x")', opening: null },
]
const columns: Columns<Gate> = [
  { id: 'name', head: 'Name', cell: (g) => g.name, value: (g) => g.name },
  false,
  { id: 'opening', head: 'Opening (m)', cell: (g) => g.opening, value: (g) => g.opening },
  { id: 'actions', head: 'Actions', cell: () => null },
]

test('a sheet has heads and values of the columns with values, and no others', () => {
  expect(sheetOf(columns, gates)).toEqual([
    ['Name', 'Opening (m)'],
    ['Cửa 2, left', -0.5],
    ['=HYPERLINK("x")', null],
  ])
})

test('CSV quotes fields where needed, keeps numbers as they are and never emits a formula', () => {
  expect(csvOf(sheetOf(columns, gates))).toBe(
    'Name,Opening (m)\r\n"Cửa 2, left",-0.5\r\n"\'=HYPERLINK(""x"")",\r\n',
  )
  expect(csvOf([['two\nlines', true, NaN, undefined]])).toBe('"two\nlines",true,,\r\n')
})

test('the clipboard text has tabs between fields, and none within a field', () => {
  expect(tsvOf([['a\tb', 'c\nd', 1.5, -2]])).toBe('a b\tc d\t1.5\t-2\n')
  expect(tsvOf([['-2', '-2+3']])).toBe("-2\t'-2+3\n")
})

test('numbers are ordered by value, and texts by the rules of their language and the numbers in them', () => {
  const vi = comparer('vi')
  expect([10, 9, -1].toSorted(vi)).toEqual([-1, 9, 10])
  expect(['Cửa 10', 'Cửa 2', 'Đập', 'Dòng'].toSorted(vi)).toEqual(['Cửa 2', 'Cửa 10', 'Dòng', 'Đập'])
  expect([true, false].toSorted(vi)).toEqual([false, true])
})

test('a card labels a value with the head of its column, except names, buttons and values that need none', () => {
  const column = { id: 'a', head: 'Level', cell: () => 1 }
  expect(phoneLabelOf(column)).toBe('Level')
  expect(phoneLabelOf({ ...column, phoneLabel: 'Level (m)' })).toBe('Level (m)')
  expect(phoneLabelOf({ ...column, phoneLabel: null })).toBeUndefined()
  expect(phoneLabelOf({ ...column, rowHeader: true })).toBeUndefined()
  expect(phoneLabelOf({ ...column, align: 'actions' })).toBeUndefined()
})
