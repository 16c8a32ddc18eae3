import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cluster, spread } from './spread.ts'

describe('labels along an edge', () => {
  test('stay in place while there is room', () => {
    expect(spread([20, 60], 15, 0, 100)).toEqual([20, 60])
  })

  test('share the shift where they would touch', () => {
    expect(spread([50, 52], 10, 0, 100)).toEqual([46, 56])
    expect(spread([1, 2], 10, 0, 100)).toEqual([5, 15])
  })

  test('for any places: in order, apart, and inside if all fit', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 12 }), (places) => {
        const out = spread(places, 15, 0, 300)
        const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b)
        for (let k = 1; k < order.length; k++)
          expect(out[order[k]] - out[order[k - 1]]).toBeGreaterThanOrEqual(15 - 1e-6)
        for (const y of out) {
          expect(y).toBeGreaterThanOrEqual(7.5 - 1e-6)
          expect(y).toBeLessThanOrEqual(292.5 + 1e-6)
        }
      }),
    )
  })

  test('marks at one place become one', () => {
    const marks = cluster(
      [
        { at: 30, item: 'c' },
        { at: 0, item: 'a' },
        { at: 5, item: 'b' },
      ],
      12,
    )
    expect(marks).toEqual([
      { at: 0, items: ['a', 'b'] },
      { at: 30, items: ['c'] },
    ])
  })
})
