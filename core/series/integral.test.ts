import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTIMATED, GOOD, MISSING, PARTIAL, REJECTED } from '../quality/index.ts'
import { integral, mean, stepMean } from './integral.ts'
import { fromEntries, valueAt } from './ops.ts'

describe('integral', () => {
  it('step: includes the carried entry, weighted by time', () => {
    const gate = fromEntries([
      [0, 0],
      [2700, 80],
    ])
    expect(mean(gate, 0, 3600, 'step')).toEqual({ v: 20, q: GOOD, covered: 3600 })
    expect(mean(gate, 5000, 6000, 'step').v).toBe(80)
    expect(mean(gate, -1000, 1000, 'step')).toEqual({ v: 0, q: PARTIAL, covered: 1000 })
    expect(mean(gate, -1000, 0, 'step')).toEqual({ v: NaN, q: MISSING, covered: 0 })
    expect(mean(gate, 2700, 9000, 'step', { maxGap: 300 })).toEqual({ v: 80, q: PARTIAL, covered: 300 })
  })

  it('step: a rejected state is ignored, an unknown one is not covered', () => {
    const s = fromEntries([
      [0, 10],
      [100, 99, REJECTED],
      [200, 30],
      [300, null],
      [400, 50],
    ])
    expect(mean(s, 50, 250, 'step')).toEqual({ v: (10 * 150 + 30 * 50) / 200, q: ESTIMATED, covered: 200 })
    expect(mean(s, 100, 200, 'step')).toEqual({ v: 10, q: ESTIMATED, covered: 100 })
    expect(mean(s, 200, 500, 'step')).toEqual({ v: 40, q: PARTIAL, covered: 200 })
  })

  it('instant: trapezoids are cut at the ends', () => {
    const s = fromEntries([
      [0, 0],
      [10, 10],
      [30, 10],
      [40, null],
      [50, 20],
    ])
    expect(mean(s, 0, 10, 'instant').v).toBe(5)
    expect(mean(s, 5, 20, 'instant').v).toBeCloseTo((37.5 + 100) / 15, 12)
    expect(mean(s, 5, 20, 'instant', { maxGap: 15 })).toMatchObject({ v: 7.5, q: PARTIAL, covered: 5 })
    expect(mean(s, 30, 50, 'instant').v).toBe(15)
    expect(mean(s, 60, 70, 'instant')).toEqual({ v: NaN, q: MISSING, covered: 0 })
    expect(integral(s, 5, 5, 'instant')).toEqual({ integral: 0, covered: 0, q: MISSING })
  })

  it('mean: each value covers the interval before its stamp', () => {
    const s = fromEntries([
      [0, 1],
      [10, 2],
      [20, 4],
      [30, null],
    ])
    expect(mean(s, 0, 20, 'mean')).toEqual({ v: 3, q: GOOD, covered: 20 })
    expect(mean(s, 5, 15, 'mean').v).toBe(3)
    expect(mean(s, 10, 30, 'mean')).toEqual({ v: 4, q: PARTIAL, covered: 10 })
    expect(mean(s, -10, 0, 'mean').v).toBeNaN()
  })

  it('agrees with a sum over every ms', () => {
    const values = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer({ min: 0, max: 9 }))),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 1, max: 20 }),
        (list, a, length) => {
          const s = fromEntries(list)
          let sum = 0
          let covered = 0
          for (let t = a; t < a + length; t++) {
            const { v } = valueAt(s, t, 'step')
            if (Number.isNaN(v)) continue
            sum += v
            covered++
          }
          expect(integral(s, a, a + length, 'step')).toMatchObject({ integral: sum, covered })
          const parts = [0, 1].map((i) =>
            integral(s, i ? a + length / 2 : a, i ? a + length : a + length / 2, 'instant'),
          )
          const whole = integral(s, a, a + length, 'instant')
          expect(parts[0].integral + parts[1].integral).toBeCloseTo(whole.integral, 9)
        },
      ),
    )
  })
})

describe('stepMean', () => {
  it('is the time-weighted mean of a log', () => {
    expect(
      stepMean(
        [
          [0, 0],
          [2700, 80],
        ],
        0,
        3600,
      ),
    ).toBe(20)
    expect(
      stepMean(
        [
          [2700, 80],
          [0, 0],
          [4000, 7],
        ],
        0,
        3600,
      ),
    ).toBe(20)
    expect(
      stepMean(
        [
          [-500, 10],
          [-100, 30],
        ],
        0,
        100,
      ),
    ).toBe(30)
    expect(
      stepMean(
        [
          [10, 5],
          [10, 7],
        ],
        10,
        20,
      ),
    ).toBe(7)
    expect(stepMean([[10, 5]], 0, 20)).toBeNaN()
    expect(stepMean([], 0, 20)).toBeNaN()
    expect(stepMean([[0, 5]], 20, 20)).toBeNaN()
  })
})
