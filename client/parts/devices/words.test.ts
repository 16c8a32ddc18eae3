import { expect, test } from 'vitest'
import { MISSING } from '#core/quality/index.ts'
import { wireWords, withUnit } from './words.ts'

test('rain is formatted as on the dashboard, to a hundredth of a millimetre', () => {
  expect(withUnit(0.25, 'mm', 'vi')).toBe('0.25 mm')
  expect(wireWords(0.4, 0, 'mm', 'en')).toBe('0.40 mm')
  expect(wireWords(0, MISSING, 'mm', 'en')).toBe('-')
})
