import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SeriesKind } from '../series/index.ts'
import { REVIEW_STATES, splitApproved, statesOver, type Review } from './reviews.ts'

const LAST = 40
const span = fc
  .tuple(fc.integer({ min: 0, max: LAST }), fc.integer({ min: 0, max: LAST }))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
const review: fc.Arbitrary<Review> = fc
  .tuple(span, fc.constantFrom(...REVIEW_STATES))
  .map(([s, state]) => ({ ...s, state }))
const reviews = fc.array(review, { maxLength: 8 })

const stateAt = (list: readonly Review[], t: number) =>
  list.filter((r) => r.from <= t && r.to >= t).at(-1)?.state ?? 'working'

it('every instant has the latest state that was set', () => {
  fc.assert(
    fc.property(reviews, span, (list, s) => {
      const states = statesOver(list, s)
      expect(states[0].from).toBe(s.from)
      expect(states.at(-1)!.to).toBe(s.to)
      states.forEach((x, i) => {
        if (i > 0) {
          expect(x.from).toBe(states[i - 1].to + 1)
          expect(x.state).not.toBe(states[i - 1].state)
        }
        for (let t = x.from; t <= x.to; t++) expect(stateAt(list, t)).toBe(x.state)
      })
    }),
  )
})

it('approved spans are held back, all others pass, and nothing is lost', () => {
  fc.assert(
    fc.property(reviews, fc.array(span, { maxLength: 4 }), (list, spans) => {
      const { open, held } = splitApproved(list, spans)
      const has = (parts: readonly { from: number; to: number }[], t: number) =>
        parts.some((p) => p.from <= t && p.to >= t)
      for (let t = 0; t <= LAST; t++) {
        const requested = has(spans, t)
        const approved = stateAt(list, t) === 'approved'
        expect(has(open, t)).toBe(requested && !approved)
        expect(has(held, t)).toBe(requested && approved)
      }
    }),
  )
})

it('means and totals are of the time before their stamp', () => {
  const approved = [{ from: 10, to: 19, state: 'approved' as const }]
  const split = (kind: SeriesKind) => splitApproved(approved, [{ from: 5, to: 25 }], kind).held
  for (const kind of ['instant', 'step'] as const) expect(split(kind)).toEqual([{ from: 10, to: 19 }])
  for (const kind of ['mean', 'total'] as const) expect(split(kind)).toEqual([{ from: 11, to: 20 }])
  expect(statesOver(approved, { from: 20, to: 21 }, 'total').map((s) => s.state)).toEqual([
    'approved',
    'working',
  ])
  expect(statesOver(approved, { from: 10, to: 10 }, 'total')).toEqual([
    { from: 10, to: 10, state: 'working' },
  ])
})
