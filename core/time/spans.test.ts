import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uniteSpans } from './spans.ts'

const LAST = 40
const span = fc
  .tuple(fc.integer({ min: 0, max: LAST }), fc.integer({ min: -3, max: 12 }))
  .map(([from, length]) => ({ from, to: Math.min(LAST, from + length) }))
const has = (list: readonly { from: number; to: number }[], t: number) =>
  list.some((p) => p.from <= t && p.to >= t)

test('touching spans are merged, as are those closer than the limit, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 6 }), fc.integer({ min: 1, max: 8 }), (spans, near) => {
      const given = structuredClone(spans)
      const united = uniteSpans(spans, near)
      expect(spans).toEqual(given)
      for (let i = 1; i < united.length; i++) expect(united[i].from).toBeGreaterThan(united[i - 1].to + near)
      const ends = spans.filter((s) => s.from <= s.to)
      for (let t = 0; t <= LAST; t++) {
        if (has(spans, t)) expect(has(united, t)).toBe(true)
        // What is added lies between two spans that are near each other.
        if (has(united, t) && !has(spans, t)) {
          const before = Math.max(...ends.filter((s) => s.to < t).map((s) => s.to))
          const after = Math.min(...ends.filter((s) => s.from > t).map((s) => s.from))
          expect(after - before).toBeLessThanOrEqual(near)
        }
      }
    }),
  )
})
