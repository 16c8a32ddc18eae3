import { describe, expect, test } from 'vitest'
import { rainTotal } from './totals.ts'

const STEP = 300_000
const series = (v: number[], step = STEP, t0 = 0) => ({
  t: Float64Array.from(v, (_, i) => t0 + i * step),
  v: Float64Array.from(v),
})

describe('rain', () => {
  test('belongs to the interval that ends at its stamp', () => {
    const rain = series([9, 0.2, 0.4, 0.6])
    const total = rainTotal(rain, 0, 3 * STEP, STEP)
    expect(total.value).toBeCloseTo(1.2, 9)
    expect(total.partial).toBe(false)
  })
  test('a missing interval makes it partial', () => {
    expect(rainTotal(series([0, 0.2, NaN, 0.6]), 0, 3 * STEP, STEP)).toEqual({
      value: expect.closeTo(0.8, 9),
      partial: true,
    })
    expect(rainTotal(series([]), 0, STEP, STEP)).toEqual({ value: null, partial: true })
  })
  test('no rain is 0, not missing', () => {
    expect(rainTotal(series([0, 0, 0]), 0, 2 * STEP, STEP)).toEqual({ value: 0, partial: false })
  })
})
