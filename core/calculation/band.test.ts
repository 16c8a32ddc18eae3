import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTo } from './band.ts'

test('a level is accurate to its last digit, and a staff gauge to the centimetre', () => {
  const steps = [410, 410.1, 410.12, 410.123, 410.1234].map((z) => readTo(z) * Math.sqrt(12))
  for (const [i, step] of [0.01, 0.01, 0.01, 0.001, 0.0001].entries()) expect(steps[i]).toBeCloseTo(step, 12)
})

test('never coarser than a centimetre, however it is written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (z) => {
      expect(readTo(z)).toBeGreaterThan(0)
      expect(readTo(z)).toBeLessThanOrEqual(0.01 / Math.sqrt(12))
    }),
  )
})
