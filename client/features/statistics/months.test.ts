import { expect, test } from 'vitest'
import { daysOfMonth, monthFrom } from './months.ts'

test('months follow each other across years', () => {
  expect([-1, 0, 1, 12, -13].map((n) => monthFrom('2026-01', n))).toEqual([
    '2025-12',
    '2026-01',
    '2026-02',
    '2027-01',
    '2024-12',
  ])
  expect(monthFrom('2026-11', 1)).toBe('2026-12')
})

test('a month has its own days', () => {
  expect(daysOfMonth('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})
