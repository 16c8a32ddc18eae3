import fc from 'fast-check'
import { expect, it } from 'vitest'
import { STEADY, hoursAlong, hoursDown, hoursOfWater, hoursUp, spanOf, type Span } from './index.ts'

it('a level is reached after the distance divided by the rate', () => {
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

it('the water lasts until the net outflow has drained it', () => {
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

it('a forecast fills the lake by its water balance', () => {
  const HOUR = 3_600_000
  // 100 m3/s more than leaves, from an hour before the present on: 3.6 million m3 take 10 h.
  const steady = { t: [-HOUR, 71 * HOUR], v: [300, 300], from: 0, stored: 100e6, out: 200 }
  expect(hoursAlong({ ...steady, target: 103.6e6, up: true })).toBeCloseTo(10, 9)
  expect(hoursAlong({ ...steady, target: 96.4e6, up: false })).toBe(null)
  expect(hoursAlong({ ...steady, out: 400, target: 96.4e6, up: false })).toBeCloseTo(10, 9)
  // Rising by 100 m3/s in each hour from what leaves: 3600 * 100 * t^2 / 2.
  const rising = { t: [0, 3 * HOUR], v: [200, 500], from: 0, stored: 0, out: 200 }
  expect(hoursAlong({ ...rising, target: (3600 * 100 * 2 ** 2) / 2, up: true })).toBeCloseTo(2, 9)
  // Not within it, and already there.
  expect(hoursAlong({ ...rising, target: 1e9, up: true })).toBe(null)
  expect(hoursAlong({ ...rising, target: 0, up: true })).toBe(null)
  expect(hoursAlong({ ...rising, t: [], v: [], target: 1, up: true })).toBe(null)
})

it('a time near the end of a span does not jump back and forth; an earlier one is shown at once', () => {
  const shown: Span[] = []
  for (const hours of [70, 73, 71, 74, 71, 47.9, 50, 54, 56]) shown.push(spanOf(hours, shown.at(-1) ?? null))
  expect(shown.map(({ from, to }) => `${from}-${to}`)).toEqual([
    ...['48-72', '48-72', '48-72', '48-72', '48-72'],
    ...['36-48', '36-48', '36-48', '48-72'],
  ])
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e4, noNaN: true })), (times) => {
      let span: Span | null = null
      for (const hours of times) {
        span = spanOf(hours, span)
        expect(hours).toBeGreaterThanOrEqual(span.from)
        expect(hours).toBeLessThanOrEqual(span.to * 1.15)
      }
    }),
  )
})

it.each([
  [hoursDown(605, 0.1, 600), 'rising'],
  [hoursDown(605, -0.0009, 600), 'steady'],
  [hoursDown(600, -0.1, 600), 'passed'],
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
