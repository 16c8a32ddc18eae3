import { expect, test } from 'vitest'
import { periodsOf } from './periods.ts'

test('periods are read as they are copied from a spreadsheet, with the lines that cannot be', () => {
  const text =
    '23/11/2026 09:00\t23/11/2026 09:30\t1250,5\n\n2026-11-23 09:30;2026-11-23 10:00;1300\nx;y;1\n1;2'
  const { periods, lines, wrong } = periodsOf(text, 'Asia/Ho_Chi_Minh')
  expect(periods).toEqual([
    { from: '2026-11-23 09:00', to: '2026-11-23 09:30', value: 1250.5 },
    { from: '2026-11-23 09:30', to: '2026-11-23 10:00', value: 1300 },
  ])
  expect(lines).toEqual([1, 3])
  expect(wrong).toEqual([4, 5])
})
