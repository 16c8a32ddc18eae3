import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#core/time/units.ts'
import { PARTIAL, SUSPECT, grade } from '#core/quality/index.ts'
import { barsFor, bucketFor, summedBars } from './bars.ts'

const HANOI = 'Asia/Ho_Chi_Minh'
const midnight = Date.parse('2026-11-20T00:00+07:00')

function totals(from: number, step: number, v: number[], q?: number[]) {
  return {
    t: Float64Array.from(v, (_, i) => from + (i + 1) * step),
    v: Float64Array.from(v),
    ...(q ? { q: Uint8Array.from(q) } : {}),
  }
}

describe('bars from totals', () => {
  test('stay unchanged while each is three pixels wide', () => {
    expect(bucketFor(10 * MINUTE, 3 * MINUTE)).toBeNull()
    expect(bucketFor(10 * MINUTE, 4 * MINUTE)).toBe(20 * MINUTE)
    expect(bucketFor(15 * MINUTE, 6 * MINUTE)).toBe(30 * MINUTE)
    expect(bucketFor(MINUTE, HOUR)).toBe(3 * HOUR)
    expect(bucketFor(24 * HOUR, 20 * HOUR)).toBeNull()
  })

  test('sum the intervals that end in them; midnight ends the day before', () => {
    const bars = summedBars(totals(midnight - 2 * HOUR, HOUR, [1, 2, 4]), 24 * HOUR, HANOI)
    expect([...bars.v]).toEqual([3, 4])
    expect([...bars.end]).toEqual([midnight, midnight + 24 * HOUR])
    expect([...bars.start]).toEqual([midnight - 24 * HOUR, midnight])
  })

  test('a missing total makes a bar partial, and a bar of missing totals missing', () => {
    const bars = summedBars(
      totals(midnight, 10 * MINUTE, [1, NaN, 2, NaN, NaN, NaN], [0, 7, SUSPECT, 7, 7, 7]),
      30 * MINUTE,
      HANOI,
    )
    expect(bars.v[0]).toBe(3)
    expect(grade(bars.q[0])).toBe(SUSPECT)
    expect(bars.v[1]).toBeNaN()
    const partial = summedBars(totals(midnight, 10 * MINUTE, [1, NaN, 2]), 30 * MINUTE, HANOI)
    expect(grade(partial.q[0])).toBe(PARTIAL)
  })

  test('months are those of the calendar', () => {
    const bars = barsFor(totals(Date.parse('2026-01-31T00:00+07:00'), 24 * HOUR, [5, 6, 7]), 40 * HOUR, HANOI)
    expect([...bars.v]).toEqual([5, 13])
    expect(bars.end[0]).toBe(Date.parse('2026-02-01T00:00+07:00'))
  })

  test('for any totals and scale nothing is lost, and bars never overlap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 400 }), { nil: NaN }), { minLength: 2, maxLength: 200 }),
        fc.constantFrom(MINUTE, 5 * MINUTE, 10 * MINUTE, HOUR),
        fc.double({ min: 1000, max: 30 * HOUR, noNaN: true }),
        fc.constantFrom(HANOI, 'Europe/Berlin'),
        (v, step, msPerPx, zone) => {
          const data = totals(Date.parse('2026-10-24T20:00Z'), step, v)
          const bars = barsFor(data, msPerPx, zone)
          const sum = (a: Float64Array) => a.reduce((s, x) => s + (x === x ? x : 0), 0)
          expect(sum(bars.v)).toBe(sum(data.v))
          for (let i = 0; i < bars.end.length; i++) {
            expect(bars.end[i]).toBeGreaterThan(bars.start[i])
            if (i > 0) expect(bars.start[i]).toBeGreaterThanOrEqual(bars.end[i - 1])
          }
        },
      ),
    )
  })
})
