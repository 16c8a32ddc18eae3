import { HOUR } from '#core/time/units.ts'
import { expect, test } from 'vitest'
import { Gaps } from './gaps.ts'

test('finds the usual step and where entries are missing', () => {
  const gaps = new Gaps()
  for (const h of [0, 1, 2, 3, 7, 8, 9, 11, 12]) gaps.add(h * HOUR)
  expect(gaps.step).toBe(3600)
  expect(gaps.over(gaps.step)).toEqual({
    count: 2,
    missing: 4,
    longest: [
      { from: 3 * HOUR, to: 7 * HOUR },
      { from: 9 * HOUR, to: 11 * HOUR },
    ],
  })
})

test('a series without a usual step has no gaps to count', () => {
  const gaps = new Gaps()
  for (const h of [0, 1, 3, 7, 15]) gaps.add(h * HOUR)
  expect(gaps.step).toBeNull()
  expect(gaps.over(null)).toEqual({ count: 0, missing: 0, longest: [] })
})

test('late or repeated readings are no gaps', () => {
  const gaps = new Gaps()
  for (const h of [0, 1, 2, 2, 1, 3, 4]) gaps.add(h * HOUR)
  expect(gaps.over(gaps.step).count).toBe(0)
})

test('the twenty longest gaps are kept, the longest first', () => {
  const gaps = new Gaps()
  let t = 0
  for (let k = 0; k < 200; k++) gaps.add((t += HOUR))
  for (let k = 2; k < 40; k++) gaps.add((t += k * HOUR))
  const { count, longest } = gaps.over(gaps.step)
  expect(count).toBe(38)
  expect(longest.map((g) => (g.to - g.from) / HOUR)).toEqual(Array.from({ length: 20 }, (_, i) => 39 - i))
})
