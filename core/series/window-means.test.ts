import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GOOD, MISSING, REJECTED, SUSPECT, ESTIMATED, grade } from '../quality/index.ts'
import { fromEntries, mean, windowMeans } from './index.ts'

const entries = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 60 }),
    fc.integer({ min: -50, max: 500 }),
    fc.constantFrom(GOOD, GOOD, ESTIMATED, SUSPECT, REJECTED, MISSING),
  ),
  { maxLength: 40 },
)

test('means are those of covered windows, and missing for others', () => {
  fc.assert(
    fc.property(
      entries,
      fc.array(fc.tuple(fc.integer({ min: -5, max: 65 }), fc.integer({ min: 1, max: 40 })), { minLength: 1 }),
      fc.record({ maxGap: fc.constantFrom(1, 3, 10, Infinity), allowSuspect: fc.boolean() }),
      (list, windows, options) => {
        const s = fromEntries(list)
        const meanOver = windowMeans(s, options)
        for (const [a, length] of windows) {
          const expected = mean(s, a, a + length, 'instant', options)
          const found = meanOver(a, a + length)
          if (expected.covered === length) {
            expect(found.v).toBeCloseTo(expected.v, 9)
            expect(found.q).toBe(expected.q)
          } else {
            expect(found.v).toBeNaN()
            expect(grade(found.q)).toBe(MISSING)
          }
        }
      },
    ),
  )
})
