import { expect, test } from 'vitest'
import { since } from './since.ts'

test('one part, no finer than it is known', () => {
  const ago = (ms: number) => since(1e12 - ms, 1e12, 'en')
  expect(ago(119_000)).toBeNull()
  // Clocks of replicas differ slightly.
  expect(ago(-5000)).toBeNull()
  expect(ago(120_000)).toBe('2 min')
  expect(ago(59 * 60_000 + 59_000)).toBe('59 min')
  expect(ago(3_600_000 + 59 * 60_000)).toBe('1 h')
  expect(ago(47 * 3_600_000)).toBe('1 d')
  expect(since(0, 3 * 86_400_000, 'vi')).toBe('3 ngày')
})
