import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inflowVolume, rainTotal } from './totals.ts'

const STEP = 300_000
const series = (v: number[], step = STEP, t0 = 0) => ({
  t: Float64Array.from(v, (_, i) => t0 + i * step),
  v: Float64Array.from(v),
})

describe('inflow volume', () => {
  test('100 m3/s over a day are 8.64 million m3', () => {
    const day = series(Array.from({ length: 289 }, () => 100))
    expect(inflowVolume(day, 0, 86_400_000, STEP)).toEqual({
      value: expect.closeTo(8.64, 9),
      partial: false,
      n: day.t.length,
    })
  })

  test('is the trapezoid rule: a rise from 0 to 200 in an hour is 0.36', () => {
    const rise = series(Array.from({ length: 13 }, (_, i) => (200 / 12) * i))
    expect(inflowVolume(rise, 0, 3_600_000, STEP).value).toBeCloseTo(0.36, 9)
  })

  test('a negative inflow counts as what it is', () => {
    expect(inflowVolume(series([-100, -100]), 0, STEP, STEP).value).toBeCloseTo(-0.03, 9)
  })

  test('nothing is added across a gap, and the total says so', () => {
    const v = Array.from({ length: 13 }, () => 100)
    v[6] = NaN
    const total = inflowVolume(series(v), 0, 3_600_000, STEP)
    expect(total.value).toBeCloseTo(0.36 * (10 / 12), 9)
    expect(total.partial).toBe(true)
  })

  test('nothing is added across a hole without entries', () => {
    const hole = { t: Float64Array.of(0, STEP, 10 * STEP, 11 * STEP), v: Float64Array.of(100, 100, 100, 100) }
    const total = inflowVolume(hole, 0, 11 * STEP, STEP)
    expect(total.value).toBeCloseTo(0.06, 9)
    expect(total.partial).toBe(true)
  })

  test('a range without data at its end is partial, an empty one has no total', () => {
    expect(inflowVolume(series([1, 1, 1]), 0, 20 * STEP, STEP).partial).toBe(true)
    expect(inflowVolume(series([]), 0, STEP, STEP)).toEqual({ value: null, partial: true, n: 0 })
    // The one reading before the range is there for the line alone.
    expect(inflowVolume(series([5, 6]), STEP, 2 * STEP, STEP)).toEqual({ value: null, partial: true, n: 1 })
    expect(inflowVolume(series([5]), 0, STEP, STEP).value).toBeNull()
  })

  test('two halves make the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -500, max: 5000, noNaN: true }), { minLength: 5, maxLength: 60 }),
        fc.nat(),
        (v, cut) => {
          const middle = (1 + (cut % (v.length - 2))) * STEP
          const end = (v.length - 1) * STEP
          const of = (a: number, b: number) => inflowVolume(series(v), a, b, STEP).value!
          expect(of(0, middle) + of(middle, end)).toBeCloseTo(of(0, end), 6)
        },
      ),
    )
  })
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
      n: 2,
      partial: true,
    })
    expect(rainTotal(series([]), 0, STEP, STEP)).toEqual({ value: null, partial: true, n: 0 })
  })
  test('no rain is 0, not nothing', () => {
    expect(rainTotal(series([0, 0, 0]), 0, 2 * STEP, STEP)).toEqual({ value: 0, partial: false, n: 2 })
  })
})
