import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromEntries, type Entry } from '#core/series/index.ts'
import { movesOf } from './moves.ts'

const series = (...values: number[]) => fromEntries(values.map((v, i): Entry => [i * 10, v]))

describe('movements in readings', () => {
  test('from one steady value to the next', () => {
    expect(movesOf(series(0.5, 0.5, 1, 1, 0), { least: 0.02 })).toEqual([
      { t: 20, until: 20, from: 0.5, to: 1 },
      { t: 40, until: 40, from: 1, to: 0 },
    ])
  })

  test('over several readings are one, until the direction changes', () => {
    expect(movesOf(series(0, 0.3, 0.6, 0.9, 0.9, 0.9), { least: 0.02 })).toEqual([
      { t: 10, until: 30, from: 0, to: 0.9 },
    ])
    expect(movesOf(series(0, 2, 0, 0), { least: 0.02 })).toEqual([
      { t: 10, until: 10, from: 0, to: 2 },
      { t: 20, until: 20, from: 2, to: 0 },
    ])
  })

  test('by creeping count once the value is far enough from where it was', () => {
    expect(movesOf(series(1, 1.01, 1.02, 1.03, 1.03), { least: 0.02 })).toEqual([
      { t: 20, until: 20, from: 1, to: 1.02 },
    ])
  })

  test('that start or stop the flow count, however small', () => {
    expect(movesOf(series(0, 3, 4, 0), { least: 10, zero: true })).toEqual([
      { t: 10, until: 10, from: 0, to: 3 },
      { t: 30, until: 30, from: 3, to: 0 },
    ])
    expect(movesOf(series(0, 3, 4, 0), { least: 10 })).toEqual([])
    expect(movesOf(series(), { least: 1 })).toEqual([])
  })

  test('any program of constant values is found again, through noise', () => {
    const program = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        program,
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 0, max: 1000 }),
        (stops, hold, seed) => {
          const noise = (i: number) => (((i * 7919 + seed) % 9) - 4) / 1000
          const values = stops.flatMap((stop, k) =>
            Array.from({ length: hold }, (_, i) => stop / 5 + noise(k * hold + i)),
          )
          const found = movesOf(series(...values), { least: 0.1 })
          const expected: [number, number, number][] = []
          stops.forEach((stop, k) => {
            if (k > 0 && stop !== stops[k - 1]) expected.push([k * hold * 10, stops[k - 1] / 5, stop / 5])
          })
          expect(found.map((m) => m.t)).toEqual(expected.map(([t]) => t))
          found.forEach((m, i) => {
            expect(m.from).toBeCloseTo(expected[i][1], 1)
            expect(m.to).toBeCloseTo(expected[i][2], 1)
            if (i > 0) expect(m.from).toBe(found[i - 1].to)
          })
        },
      ),
    )
  })
})
