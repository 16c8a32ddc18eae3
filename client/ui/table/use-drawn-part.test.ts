import { expect, test } from 'vitest'
import { tableLines } from './use-drawn-part.ts'

test('headings of groups count as rows', () => {
  const rows = (n: number) => Array.from({ length: n })
  const { begins, count } = tableLines([
    { key: 'a', head: 'A', rows: rows(2) },
    { key: 'b', rows: rows(3) },
    { key: 'c', head: 'C', rows: rows(0) },
  ])
  expect(count).toBe(7)
  expect([...begins]).toEqual([
    ['a', 1],
    ['b', 3],
    ['c', 7],
  ])
})
