import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromEntries } from '#core/series/index.ts'
import { scatterOf } from './scatter.ts'

/** Near enough normal: twelve uniform numbers, less their mean. */
const normal = (next: () => number) => Array.from({ length: 12 }, next).reduce((a, b) => a + b, 0) - 6

function generator(seed: number): () => number {
  let x = seed >>> 0
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    return x / 2 ** 32
  }
}
const series = (values: readonly number[]) => fromEntries(values.map((v, i) => [i * 300_000, v, 0]))

/** Samples of noise that the test knows: an estimate of 600 values may be off by a third, once in thousands. */
const SAMPLES = 50

test('the scatter of a rising level is found, whatever its slope and its spikes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: SAMPLES }),
      fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      (seed, slope) => {
        const next = generator(seed)
        const values = Array.from({ length: 600 }, (_, i) => 600 + slope * i + 0.01 * normal(next))
        values[100] += 5
        values[400] -= 3
        const found = scatterOf(series(values))!
        expect(found).toBeGreaterThan(0.007)
        expect(found).toBeLessThan(0.013)
      },
    ),
    { numRuns: 50 },
  )
})

test('readings that move in steps are no more accurate than their step', () => {
  const values = Array.from({ length: 200 }, (_, i) => Math.floor(i / 20) / 100)
  expect(scatterOf(series(values))).toBeCloseTo(0.01 / Math.sqrt(12), 6)
})

test('too few readings, or constant ones, give none', () => {
  expect(scatterOf(series([1, 2, 3]))).toBeNull()
  expect(scatterOf(series(Array.from({ length: 100 }, () => 600)))).toBeNull()
})
