import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ESTIMATED, EXTRAPOLATED, GOOD, MISSING } from '#core/quality/index.ts'
import {
  coefficientInBand,
  energyOfPower,
  outputCoefficient,
  specificWaterUse,
  totals,
  totalsOut,
} from './index.ts'
import type { EnvironmentalSource, Outflows } from './index.ts'

const flows: Outflows = {
  gates: [12, 3.5],
  turbines: [21.4, 20.9],
  environmental: null,
  seepage: 0.05,
  seepageReturns: true,
}

it.each<[EnvironmentalSource | null, boolean, number, number]>([
  [null, true, 15.5, 57.85],
  ['separate', true, 16.7, 59.05],
  ['gate', true, 15.5, 57.85],
  ['unit', false, 15.5, 57.8],
])('release by %s, seepage returning %s: dam %d, out %d', (source, seepageReturns, dam, out) => {
  const environmental = source && { value: 1.2, source }
  const t = totals({ ...flows, environmental, seepageReturns }, totalsOut())
  expect(t.dam).toBeCloseTo(dam, 9)
  expect(t.turbine).toBeCloseTo(42.3, 9)
  expect(t.out).toBeCloseTo(out, 9)
  expect([t.damQ, t.turbineQ, t.outQ]).toEqual([GOOD, GOOD, GOOD])
})

it('the worst part sets the quality; a missing part makes only its own totals missing', () => {
  const t = totals({ ...flows, gatesQ: [GOOD, ESTIMATED], turbinesQ: [EXTRAPOLATED, GOOD] }, totalsOut())
  expect([t.damQ, t.turbineQ, t.outQ]).toEqual([ESTIMATED, EXTRAPOLATED, EXTRAPOLATED])
  const missing = totals({ ...flows, gates: [12, NaN] }, totalsOut())
  expect([missing.dam, missing.damQ, missing.out, missing.outQ]).toEqual([NaN, MISSING, NaN, MISSING])
  expect([missing.turbine, missing.turbineQ]).toEqual([expect.closeTo(42.3, 9), GOOD])
  const env = totals({ ...flows, environmental: { value: NaN, source: 'separate' } }, totalsOut())
  expect([env.dam, env.damQ]).toEqual([NaN, MISSING])
  const seepage = totals({ ...flows, seepage: NaN }, totalsOut())
  expect([seepage.out, seepage.outQ]).toEqual([NaN, MISSING])
  expect(totals({ ...flows, gates: [], turbines: [] }, totalsOut()).dam).toBe(0)
})

it('energy is the integral of power, whatever the spacing; gaps add nothing and are reported', () => {
  const minutes = (m: number) => m * 60_000
  expect(energyOfPower([0, 5, 10, 15].map(minutes), [0, 1200, 1200, 600])).toEqual({
    energy: 225,
    missing: 0,
  })
  expect(energyOfPower([0, 60, 90, 120].map(minutes), [100, 100, NaN, 100])).toEqual({
    energy: 100,
    missing: minutes(60),
  })
  expect(energyOfPower([], [])).toEqual({ energy: 0, missing: 0 })
  fc.assert(
    fc.property(
      fc.double({ min: -50, max: 50, noNaN: true }),
      fc.double({ min: 0, max: 500, noNaN: true }),
      fc.uniqueArray(fc.integer({ min: 1, max: 599 }), { maxLength: 30 }),
      (slope, start, cuts) => {
        const hours = [0, ...cuts.sort((a, b) => a - b), 600].map((m) => m / 60)
        const e = energyOfPower(
          hours.map((h) => h * 3_600_000),
          hours.map((h) => start + slope * h),
        )
        expect(e.energy).toBeCloseTo(start * 10 + slope * 50, 6)
      },
    ),
  )
})

it('coefficients', () => {
  expect(outputCoefficient(8829, 10, 100)).toBeCloseTo(8.829, 12)
  expect(outputCoefficient(0, 0, 100)).toBeNaN()
  expect(specificWaterUse(10, 9000)).toBe(4)
  expect(specificWaterUse(0, 0)).toBeNaN()
  expect([5.9, 6, 9.5, 9.6, NaN].map(coefficientInBand)).toEqual([false, true, true, false, true])
})
