import fc from 'fast-check'
import { expect, it } from 'vitest'
import { STEADY, hoursOfWater, hoursUp } from './index.ts'

it('a level is reached when the rate has carried it there', () => {
  expect(hoursUp(604.31, 0.05, 605)).toEqual({ hours: expect.closeTo(13.8, 9), reason: null })
  fc.assert(
    fc.property(
      fc.double({ min: -50, max: 1000, noNaN: true }),
      fc.double({ min: STEADY, max: 5, noNaN: true }),
      fc.double({ min: 0.001, max: 100, noNaN: true }),
      (z, rate, rise) => {
        const { hours } = hoursUp(z, rate, z + rise)
        expect(z + hours! * rate).toBeCloseTo(z + rise, 6)
      },
    ),
  )
})

it('the water lasts until the net flow has taken it', () => {
  // 198.2 less 60.0 million m3 at 20 m3/s: 80 days.
  expect(hoursOfWater(198.2e6, 59.96e6, -20, 5000)).toEqual({
    hours: expect.closeTo(80 * 24, 9),
    reason: null,
  })
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 1e10, noNaN: true }),
      fc.double({ min: 1, max: 1e9, noNaN: true }),
      fc.double({ min: -5000, max: -1, noNaN: true }),
      (dead, above, net) => {
        const { hours } = hoursOfWater(dead + above, dead, net, 3600 * 0.99)
        expect(Math.abs(dead + above + hours! * 3600 * net - dead)).toBeLessThan(1e-6 * (dead + above))
      },
    ),
  )
})

it.each([
  [hoursUp(null, 0.1, 605), 'unknown'],
  [hoursUp(604, null, 605), 'unknown'],
  [hoursUp(NaN, 0.1, 605), 'unknown'],
  [hoursUp(605, 0.1, 605), 'passed'],
  [hoursUp(606, null, 605), 'passed'],
  [hoursUp(604, 0.0009, 605), 'steady'],
  [hoursUp(604, -0.0009, 605), 'steady'],
  [hoursUp(604, -0.01, 605), 'falling'],
  [hoursOfWater(null, 1, -5, 1), 'unknown'],
  [hoursOfWater(2, null, -5, 1), 'unknown'],
  [hoursOfWater(2, 1, null, 1), 'unknown'],
  [hoursOfWater(1, 1, -5, 1), 'passed'],
  [hoursOfWater(0.5, 1, null, 1), 'passed'],
  [hoursOfWater(2e6, 1e6, -1, 3601), 'steady'],
  [hoursOfWater(2e6, 1e6, 1, 3601), 'steady'],
  [hoursOfWater(2e6, 1e6, 0, null), 'steady'],
  [hoursOfWater(2e6, 1e6, 5, 3601), 'rising'],
])('%j: %s', (time, reason) => {
  expect(time).toEqual({ hours: null, reason })
})
