import { MINUTE } from '#core/time/units.ts'
import { expect, test } from 'vitest'
import { REAL_TIME, realAt, speedAt, timeAt } from './demo-clock.ts'

const pace = { from: 1_000_000, until: 1_000_000 + 24 * MINUTE, ahead: 500, speed: 60 }

test('a clock runs faster for a while, keeps what it gained, and never goes back', () => {
  expect(timeAt(REAL_TIME, 123)).toBe(123)
  expect(timeAt(pace, pace.from - 10)).toBe(pace.from + 490)
  expect(timeAt(pace, pace.from + MINUTE)).toBe(pace.from + 500 + 60 * MINUTE)
  expect(timeAt(pace, pace.until + MINUTE)).toBe(pace.from + 500 + (24 * 60 + 1) * MINUTE)
  expect([pace.from - 1, pace.from, pace.until - 1, pace.until].map((t) => speedAt(pace, t))).toEqual([
    60, 60, 60, 1,
  ])
})

test('what it shows at an instant leads back to the instant', () => {
  for (const real of [0, pace.from - 1, pace.from, pace.from + 7 * MINUTE, pace.until, pace.until + MINUTE])
    expect(realAt(pace, timeAt(pace, real))).toBe(real)
})
