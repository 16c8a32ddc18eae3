import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromEntries, slice, type Entry } from '#core/series/index.ts'
import { compare, comparison } from './compare.ts'

const series = (...list: Entry[]) => fromEntries(list)

test('counts, means, the largest difference and volumes by the trapezoid rule', () => {
  const c = comparison()
  const before = series([0, 10], [300_000, 20], [600_000, 30], [900_000, null, 7])
  const after = series([0, 10], [300_000, 22], [600_000, 26], [900_000, 40], [1_200_000, 40])
  compare(c, before, after, 600_000)
  expect(c).toMatchObject({ instants: 5, changed: 4 })
  expect(c.largest).toEqual({ at: 600_000, before: 30, after: 26, by: -4 })
  expect(c.before).toMatchObject({ n: 3, sum: 60, low: 10, peak: 30, volume: (15 + 25) * 300 })
  expect(c.after).toMatchObject({ n: 5, low: 10, peak: 40, volume: (16 + 24 + 33 + 40) * 300 })
})

test('a value known on one side only is a change, but no difference', () => {
  const c = comparison()
  compare(c, series([0, 1]), series([0, null, 7], [1000, 5]), 1000)
  expect(c).toMatchObject({ instants: 2, changed: 2, largest: null })
})

test('a missing value where there was no entry is no change', () => {
  const c = comparison()
  compare(c, series([0, 1], [1000, null, 7]), series([0, 1], [2000, null, 7]), 1000)
  expect(c).toMatchObject({ instants: 1, changed: 0, largest: null })
})

test('the minimum is kept beside the peak; earlier comparisons have none', () => {
  const c = comparison()
  compare(c, series([0, 3], [1000, 8]), series([0, 3], [1000, -2]), 1000)
  expect([c.before.low, c.after.low]).toEqual([3, -2])
  const old = comparison()
  delete old.before.low
  compare(old, series([0, 3]), series([0, 4]), 1000)
  expect([old.before.low, old.after.low]).toEqual([undefined, 4])
})

test('no line is drawn across long gaps', () => {
  const c = comparison()
  compare(c, series([0, 10], [4_000_000, 10]), series([0, 10], [4_000_000, 10]), 900_000)
  expect(c.before.volume).toBe(0)
  expect(c.changed).toBe(0)
})

test('comparing in parts gives the same as comparing at once', () => {
  const entries = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 50 }),
      fc.option(fc.integer({ min: -9, max: 9 })),
      fc.constantFrom(0, 1),
    ),
  )
  fc.assert(
    fc.property(entries, entries, fc.integer({ min: 0, max: 51 }), (a, b, cut) => {
      const [before, after] = [a, b].map((list) =>
        fromEntries([...new Map(list.map((e) => [e[0], e])).values()].sort((x, y) => x[0] - y[0])),
      )
      const whole = comparison()
      compare(whole, before, after, 10)
      let parts = comparison()
      for (const [from, to] of [
        [0, cut],
        [cut, 99],
      ]) {
        compare(parts, slice(before, from, to), slice(after, from, to), 10)
        // As it is put away between parts.
        parts = JSON.parse(JSON.stringify(parts))
      }
      expect(parts).toEqual(JSON.parse(JSON.stringify(whole)))
    }),
  )
})
