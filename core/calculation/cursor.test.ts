import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ESTIMATED, GOOD, MISSING, REJECTED, STALE } from '#core/quality/index.ts'
import { fromEntries, type Entry, type SeriesKind } from '#core/series/index.ts'
import { Cursor } from './cursor.ts'
import { HOUR, MINUTE } from './fixtures.ts'

const cursor = (kind: SeriesKind, list: Entry[], every: number, heartbeat = true) =>
  new Cursor({ kind, series: fromEntries(list) }, { every, heartbeat, allowSuspect: false })

const valueAt = (c: Cursor, t: number) => [c.at(t), c.quality]
const summed = (c: Cursor, a: number, b: number) => [c.integral(a, b), c.quality]

describe('an hourly mean, read every five minutes', () => {
  const list: Entry[] = [
    [1 * HOUR, 10],
    [2 * HOUR, 20],
    [3 * HOUR, 30],
    // Nothing at 4 and 5.
    [6 * HOUR, 60],
  ]
  const make = (more: Entry[] = []) => cursor('mean', [...list, ...more], HOUR)

  test('applies to the hour that ends at its stamp', () => {
    const c = make()
    expect(valueAt(c, HOUR)).toEqual([10, GOOD])
    expect(valueAt(c, HOUR + 5 * MINUTE)).toEqual([20, GOOD])
    expect(valueAt(c, 2 * HOUR)).toEqual([20, GOOD])
    expect(summed(make(), 90 * MINUTE, 150 * MINUTE)).toEqual([20 * 1800 + 30 * 1800, GOOD])
  })

  test('is held, as an estimate, where an hour is missing or has not ended', () => {
    const c = make()
    expect(valueAt(c, 3 * HOUR + 5 * MINUTE)).toEqual([30, ESTIMATED])
    expect(valueAt(c, 6 * HOUR)).toEqual([60, GOOD])
    expect(valueAt(c, 6 * HOUR + 55 * MINUTE)).toEqual([60, ESTIMATED])
    expect(valueAt(c, 9 * HOUR)).toEqual([60, ESTIMATED])
    expect(valueAt(c, 9 * HOUR + 1)).toEqual([NaN, STALE])
    expect(summed(make(), 6 * HOUR, 6 * HOUR + 5 * MINUTE)).toEqual([60 * 300, ESTIMATED])
    expect(summed(make(), 9 * HOUR, 9 * HOUR + 5 * MINUTE)).toEqual([NaN, STALE])
  })

  test('is its final value once the hour has ended', () => {
    const c = make([[7 * HOUR, 70]])
    expect(valueAt(c, 6 * HOUR + 55 * MINUTE)).toEqual([70, GOOD])
  })

  test('is missing before the first entry', () => {
    expect(valueAt(make(), -HOUR)).toEqual([NaN, MISSING])
    expect(summed(make(), -2 * HOUR, -HOUR)).toEqual([NaN, MISSING])
  })
})

describe('a step', () => {
  const list: Entry[] = [
    [0, 1],
    [10 * MINUTE, 5, REJECTED],
    [20 * MINUTE, null],
    [30 * MINUTE, 2],
  ]

  test('with a heartbeat is held for three intervals; rejected values and nulls are skipped', () => {
    const c = cursor('step', list, 10 * MINUTE)
    expect(valueAt(c, 0)).toEqual([1, GOOD])
    expect(valueAt(c, 25 * MINUTE)).toEqual([1, GOOD])
    expect(valueAt(c, 60 * MINUTE)).toEqual([2, GOOD])
    expect(valueAt(c, 60 * MINUTE + 1)).toEqual([NaN, STALE])
    expect(summed(c, 20 * MINUTE, 40 * MINUTE)).toEqual([600 + 1200, GOOD])
  })

  test('without a heartbeat is in force until the next move, and is unknown after a null', () => {
    const c = cursor('step', list, HOUR, false)
    expect(valueAt(c, 15 * MINUTE)).toEqual([1, GOOD])
    expect(valueAt(c, 25 * MINUTE)).toEqual([NaN, MISSING])
    expect(valueAt(c, 30 * MINUTE)).toEqual([2, GOOD])
    expect(valueAt(c, 9000 * HOUR)).toEqual([2, GOOD])
    expect(summed(cursor('step', list, HOUR, false), 0, 30 * MINUTE)[0]).toBeNaN()
  })
})

describe('samples', () => {
  const list: Entry[] = [
    [0, 10],
    [10 * MINUTE, 20],
    [50 * MINUTE, 60],
  ]

  test('are interpolated linearly, and held where they are too far apart', () => {
    const c = cursor('instant', list, 10 * MINUTE)
    expect(summed(c, 0, 10 * MINUTE)).toEqual([15 * 600, GOOD])
    expect(summed(c, 2 * MINUTE, 4 * MINUTE)).toEqual([13 * 120, GOOD])
    expect(summed(c, 10 * MINUTE, 20 * MINUTE)).toEqual([20 * 600, GOOD])
    expect(summed(c, 40 * MINUTE, 45 * MINUTE)).toEqual([NaN, STALE])
    expect(summed(c, 50 * MINUTE, 55 * MINUTE)).toEqual([60 * 300, GOOD])
  })

  test('a later reading does not bridge a gap longer than the stale limit', () => {
    const before = cursor('instant', list.slice(0, 2), 10 * MINUTE)
    const after = cursor('instant', list, 10 * MINUTE)
    expect(summed(after, 10 * MINUTE, 20 * MINUTE)).toEqual(summed(before, 10 * MINUTE, 20 * MINUTE))
  })
})

test('any part and the rest sum to the whole, for every kind', () => {
  const kinds = fc.constantFrom<SeriesKind>('step', 'instant', 'mean', 'total')
  const entries = fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: -50, max: 50 })), {
    minLength: 1,
    maxLength: 30,
  })
  const cuts = fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(kinds, entries, cuts, fc.boolean(), (kind, list, three, heartbeat) => {
      const minutes = list.map(([t, v]): Entry => [t * MINUTE, v])
      const [a, b, c] = three.sort((x, y) => x - y).map((m) => m * MINUTE)
      const make = () => cursor(kind, minutes, 20 * MINUTE, heartbeat)
      const whole = make().integral(a, c)
      const parts = make()
      const sum = parts.integral(a, b) + parts.integral(b, c)
      if (whole !== whole) expect(sum).toBeNaN()
      else expect(sum).toBeCloseTo(whole, 6)
    }),
    { numRuns: 500 },
  )
})
