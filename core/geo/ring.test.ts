import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thiessenCells, thiessenWeights } from '../rain/index.ts'
import { area, contains, crossing, thinRing, type XY } from './index.ts'

/** A ring around the middle whose radius changes from corner to corner: concave, and never crossing itself. */
const star = fc
  .array(fc.double({ min: 2000, max: 20_000, noNaN: true }), { minLength: 3, maxLength: 40 })
  .map((radii) =>
    radii.map((r, i): XY => {
      const angle = (2 * Math.PI * i) / radii.length
      return [r * Math.cos(angle), r * Math.sin(angle)]
    }),
  )
const gauges = fc.array(
  fc.tuple(
    fc.double({ min: -25_000, max: 25_000, noNaN: true }),
    fc.double({ min: -25_000, max: 25_000, noNaN: true }),
  ),
  { minLength: 1, maxLength: 12 },
)

describe('Thiessen polygons', () => {
  it('share out the whole basin, convex or not', () => {
    fc.assert(
      fc.property(star, gauges, (basin, places) => {
        const weights = thiessenWeights(basin, places)
        expect(weights.every((w) => w >= 0)).toBe(true)
        expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  it('of gauges at one place, or nearly so, share their part', () => {
    const basin: XY[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ]
    const weights = thiessenWeights(basin, [
      [2, 5],
      [2, 5 - 1e-9],
      [8, 5],
    ])
    expect(weights).toEqual([0.25, 0.25, 0.5])
  })

  it('have the area of their weight, and surround their gauge', () => {
    const basin: XY[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ]
    const cells = thiessenCells(basin, [
      [2, 5],
      [6, 5],
    ])
    expect(cells.map((c) => c.weight)).toEqual([0.4, 0.6])
    expect(cells.map((c) => area(c.ring))).toEqual([40, 60])
    expect(contains(cells[0].ring, [2, 5])).toBe(true)
    expect(contains(cells[0].ring, [6, 5])).toBe(false)
  })
})

describe('crossing', () => {
  it('finds a bow tie and its position', () => {
    const bow: XY[] = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ]
    expect(crossing(bow)).toEqual([1, 1])
  })

  it('permits two corners to touch, as in traced rasters', () => {
    const touching: XY[] = [
      [0, 0],
      [2, 0],
      [2, 2],
      [4, 2],
      [4, 4],
      [2, 4],
      [2, 2],
      [0, 2],
    ]
    expect(crossing(touching)).toBeNull()
  })

  it('finds none in a ring around a hole, and one where two of its corners are exchanged', () => {
    fc.assert(fc.property(star, (ring) => void expect(crossing(ring)).toBeNull()))
    const circle = Array.from({ length: 60 }, (_, i): XY => [Math.cos(i / 9.55), Math.sin(i / 9.55)])
    ;[circle[10], circle[40]] = [circle[40], circle[10]]
    expect(crossing(circle)).not.toBeNull()
  })
})

describe('thin', () => {
  it('keeps so many points of the ring, in their order', () => {
    fc.assert(
      fc.property(star, fc.integer({ min: 3, max: 45 }), (ring, most) => {
        const kept = thinRing(ring, most)
        expect(kept).toHaveLength(Math.min(ring.length, most))
        expect(kept).toEqual(kept.toSorted((a, b) => a - b))
      }),
    )
  })

  it('removes redundant points first', () => {
    const square: XY[] = [
      [0, 0],
      [5, 0],
      [10, 0],
      [10, 7],
      [10, 10],
      [3, 10],
      [0, 10],
    ]
    expect(thinRing(square, 4).map((i) => square[i])).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ])
  })

  it('hardly changes the area of a finely drawn outline', () => {
    const fine = Array.from({ length: 50_000 }, (_, i): XY => {
      const angle = (2 * Math.PI * i) / 50_000
      const r = 10_000 + 900 * Math.sin(9 * angle) + 20 * Math.sin(1700 * angle)
      return [r * Math.cos(angle), r * Math.sin(angle)]
    })
    const kept = thinRing(fine, 2000).map((i) => fine[i])
    expect(Math.abs(area(kept) / area(fine) - 1)).toBeLessThan(0.002)
  })
})
