import { expect, test } from 'vitest'
import { limitWords, valueWithUnit } from './words.ts'

test('a limit has the decimals that it was set with, and never reads as zero', () => {
  const of = (v: number) => limitWords('most', v, 'm', 'range', 'en')
  expect([0.002, 0.05, 0.0005, 5, 12.345, 0, 1500.5].map(of)).toEqual([
    '0.002 m',
    '0.05 m',
    '0.0005 m',
    '5.00 m',
    '12.345 m',
    '0.00 m',
    '1,500.5 m',
  ])
})

test('the value that a check found has enough decimals to be visible', () => {
  expect(valueWithUnit(0.00213478, 'm', 'en')).toBe('0.0021 m')
  expect(valueWithUnit(604.31, 'm', 'en')).toBe('604.3 m')
  expect(valueWithUnit(null, 'm', 'en')).toBe('-')
})
