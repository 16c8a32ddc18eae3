import { expect, test } from 'vitest'
import { datesOf, isDate } from './dates.ts'

test('holidays are read as decrees write them: by line, with or without a year, and as ranges', () => {
  const text = '1/1\n16/02/2026 - 18/02/2026\r\n2026-04-30; 01/05/2026,\n'
  expect(datesOf(text, 2026)).toEqual([
    '2026-01-01',
    '2026-02-16',
    '2026-02-17',
    '2026-02-18',
    '2026-04-30',
    '2026-05-01',
  ])
})

test('what is no date stays as it is typed', () => {
  const found = datesOf('31/02/2026\nTết\n2/1/2026 - 1/1/2026', 2026)
  expect(found).toEqual(['31/02/2026', 'Tết', '2/1/2026 - 1/1/2026'])
  expect(found.some(isDate)).toBe(false)
})
