import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal } from './decimal.ts'

test.each([
  ['412.35', 412.35],
  ['412,35', 412.35],
  ['412.345', 412.345],
  ['0,123', 0.123],
  ['-0,5', -0.5],
  ['−3', -3],
  [' 1 234,5 ', 1234.5],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1,234,567', 1234567],
  ['1.234.567', 1234567],
  ['1e-4', 0.0001],
  ['.5', 0.5],
])('%s is %d', (text, value) => expect(parseDecimal(text)).toBe(value))

test.each(['1,234', '412,345', '-12,500'])('%s may mean two numbers', (text) =>
  expect(parseDecimal(text)).toBe('ambiguous_number'),
)

test.each(['', 'm', '12 m', '1,2,3', '1..2', '--1', 'NaN', 'Infinity', '1e999', '0x10', '12,34.5', '１２'])(
  '%j is none',
  (text) => expect(parseDecimal(text)).toBe('not_a_number'),
)

test('formatted numbers parse back, with a comma too unless that is ambiguous', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e8, max: 1e8 }), fc.integer({ min: 0, max: 6 }), (n, decimals) => {
      const text = (n / 10 ** decimals).toFixed(decimals)
      expect(parseDecimal(text)).toBe(Number(text))
      const comma = parseDecimal(text.replace('.', ','))
      if (comma !== 'ambiguous_number') expect(comma).toBe(Number(text))
    }),
  )
})
