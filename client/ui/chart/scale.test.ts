import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extentOf, scaleOf } from './scale.ts'

const rising = fc
  .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 40 })
  .map((keys) => keys.sort((a, b) => a - b))

describe('scale', () => {
  test('pixels and values are inverse, and every value lies in the plot', () => {
    fc.assert(
      fc.property(rising, fc.boolean(), (keys, down) => {
        const ends: [number, number] = down ? [300, 20] : [20, 300]
        const scale = scaleOf([keys[0], keys[keys.length - 1]], [], 2, ends, 5)
        for (const k of keys) {
          expect(scale.of(scale.px(k))).toBeCloseTo(k, 6)
          expect(scale.px(k)).toBeGreaterThanOrEqual(20 - 1e-6)
          expect(scale.px(k)).toBeLessThanOrEqual(300 + 1e-6)
        }
      }),
    )
  })

  test('a single value still has an axis', () => {
    const scale = scaleOf([5, 5], [], 2, [0, 100], 2)
    expect(scale.range.max).toBeGreaterThan(scale.range.min)
    expect(scale.ticks.length).toBeGreaterThan(1)
  })
})

test('the extent ignores NaN', () => {
  expect(
    extentOf([
      [1, NaN, 3],
      [Infinity, -2],
    ]),
  ).toEqual([-2, 3])
  expect(extentOf([[NaN], []])).toBeNull()
})
