import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curveIndexAt, curvePath, readCurveAt } from './geometry.ts'

const rising = fc
  .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 40 })
  .map((keys) => keys.sort((a, b) => a - b))

describe('reading', () => {
  const curve = { key: [0, 1, 3], value: [0, 10, 20] }

  test('at a node, between nodes, outside', () => {
    expect(readCurveAt(curve, 1)).toBe(10)
    expect(readCurveAt(curve, 2)).toBe(15)
    expect(readCurveAt(curve, 3)).toBe(20)
    expect(readCurveAt(curve, 3.01)).toBeNull()
    expect(readCurveAt(curve, -0.01)).toBeNull()
    expect(readCurveAt({ key: [], value: [] }, 0)).toBeNull()
  })

  test('steps last until the next key', () => {
    expect(readCurveAt({ ...curve, steps: true }, 2.9)).toBe(10)
    expect(readCurveAt({ ...curve, steps: true }, 3)).toBe(20)
  })

  test('the last key at or below, whatever the keys', () => {
    fc.assert(
      fc.property(rising, fc.double({ min: -1500, max: 1500, noNaN: true }), (keys, k) => {
        expect(curveIndexAt(keys, k)).toBe(keys.filter((v) => v <= k).length - 1)
      }),
    )
  })
})

describe('path', () => {
  const same = (v: number) => v

  test('joins nodes; upright it swaps them; steps go by way of a corner', () => {
    const curve = { key: [0, 10], value: [5, 7] }
    expect(curvePath(curve, same, same, false)).toBe('M0 5L10 7')
    expect(curvePath(curve, same, same, true)).toBe('M5 0L7 10')
    expect(curvePath({ ...curve, steps: true }, same, same, false)).toBe('M0 5L10 5L10 7')
  })

  test('NaN breaks the line', () => {
    expect(curvePath({ key: [0, 1, 2], value: [1, NaN, 3] }, same, same, false)).toBe('M0 1M2 3')
  })

  test('a hundred thousand nodes on a hundred pixels become about a hundred points, including both ends', () => {
    const key = Float64Array.from({ length: 100_000 }, (_, i) => i)
    const path = curvePath(
      { key, value: key },
      (k) => k / 1000,
      (v) => v / 1000,
      false,
    )
    expect(path.split('L').length).toBeLessThan(300)
    expect(path.startsWith('M0 0')).toBe(true)
    expect(path.endsWith('L100 100')).toBe(true)
  })
})
