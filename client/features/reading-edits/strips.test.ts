import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coveringAt, segmentsOf } from './strips.ts'

const within = { from: 0, to: 60 }
const spans = fc.array(
  fc
    .tuple(fc.integer({ min: -20, max: 80 }), fc.nat(30))
    .map(([from, length]) => ({ from, to: from + length })),
  { maxLength: 8 },
)

test('each part has the topmost item and the number of items at its instants', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const parts = segmentsOf(all, within)
      for (let at = within.from; at <= within.to; at++) {
        const over = all.filter((s) => s.from <= at && s.to >= at)
        const part = coveringAt(parts, at)
        expect(part?.depth ?? 0).toBe(over.length)
        expect(part?.top).toBe(over.at(-1))
      }
    }),
  )
})

test('parts are within the limits, in order, and disjoint', () => {
  fc.assert(
    fc.property(spans, (all) => {
      let end = within.from - 1
      for (const part of segmentsOf(all, within)) {
        expect(part.from).toBeGreaterThan(end)
        expect(part.to).toBeGreaterThanOrEqual(part.from)
        end = part.to
      }
      expect(end).toBeLessThanOrEqual(within.to)
    }),
  )
})
