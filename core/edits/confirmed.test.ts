import { expect, test } from 'vitest'
import { GOOD, SUSPECT } from '../quality/index.ts'
import { confirmedBy, type Layer } from './index.ts'

const flag = (from: number, to: number, grade: number): Layer => ({
  id: `${from}`,
  source: 'act',
  kind: 'flag',
  from,
  to,
  grade,
})

test('a reading is confirmed where the last edit of it sets GOOD', () => {
  expect(confirmedBy([flag(10, 20, GOOD)])).toEqual([{ from: 10, to: 20 }])
  expect(confirmedBy([flag(10, 20, GOOD), flag(14, 16, SUSPECT)])).toEqual([
    { from: 10, to: 13 },
    { from: 17, to: 20 },
  ])
  expect(confirmedBy([flag(14, 16, SUSPECT), flag(10, 20, GOOD)])).toEqual([{ from: 10, to: 20 }])
  expect(
    confirmedBy([
      flag(10, 20, GOOD),
      { id: 'o', source: 'act', kind: 'offset', from: 0, to: 12, b: 1 },
      { id: 'c', source: 'check', kind: 'flag', from: 0, to: 30, grade: SUSPECT },
    ]),
  ).toEqual([{ from: 13, to: 20 }])
})
