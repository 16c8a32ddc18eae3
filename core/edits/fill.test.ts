import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countOf, gapsOf, instantsOf } from './fill.ts'

const STEP = 10
const span = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
const readings = fc.uniqueArray(fc.integer({ min: -60, max: 260 }), { maxLength: 30 })

it('fills missing steps only, within the span', () => {
  fc.assert(
    fc.property(span, readings, (s, list) => {
      const sorted = list.sort((a, b) => a - b)
      const present = sorted.filter((t) => t >= s.from && t <= s.to)
      const before = sorted.findLast((t) => t < s.from) ?? null
      const after = sorted.find((t) => t > s.to) ?? null
      const fill = gapsOf(present, s, STEP, before, after)
      const made = instantsOf(fill, { from: -Infinity, to: Infinity })
      expect(made.length).toBe(countOf(fill))
      for (const t of made) {
        expect(t).toBeGreaterThanOrEqual(s.from)
        expect(t).toBeLessThanOrEqual(s.to)
        expect(present).not.toContain(t)
        // The next reading is more than half a step away: it is not the one of this step.
        const next = sorted.find((x) => x > t)
        if (next !== undefined) expect(next - t).toBeGreaterThan(STEP / 2)
      }
      // With them no two neighbours in the span lie further apart than a step and a half.
      const all = [...present, ...made].sort((a, b) => a - b)
      if (before !== null && s.from - before <= STEP) all.unshift(before)
      for (let i = 1; i < all.length; i++) expect(all[i] - all[i - 1]).toBeLessThanOrEqual(STEP * 1.5)
    }),
  )
})

it('a series without a step gets one instant where there is none', () => {
  expect(gapsOf([], { from: 5, to: 50 }, null, null, null)).toEqual([{ from: 5, to: 5, step: 1 }])
  expect(gapsOf([7], { from: 5, to: 50 }, null, null, null)).toEqual([])
})

it('the grid continues from the reading before', () => {
  const fill = gapsOf([], { from: 100, to: 130 }, STEP, 83, null)
  expect(instantsOf(fill, { from: 0, to: 1000 })).toEqual([103, 113, 123])
  expect(instantsOf(fill, { from: 110, to: 120 })).toEqual([113])
})
