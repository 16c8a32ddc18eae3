import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freshRange, nextRange, niceStep, tickDecimals, ticksOf } from './range.ts'
import type { RangeNeed } from './range.ts'

const need = (over: Partial<RangeNeed>): RangeNeed => ({
  data: null,
  lines: [],
  decimals: 2,
  zero: false,
  intervals: 5,
  ...over,
})

test('labels have the decimals that their step needs, no more than the quantity has', () => {
  const at = (step: number, most: number) => tickDecimals({ min: 0, max: 10 * step, step }, most)
  expect([at(250, 1), at(2.5, 1), at(0.5, 2), at(0.25, 2), at(0.25, 1)]).toEqual([0, 1, 1, 2, 1])
})

describe('value range', () => {
  test('steps are round and can be written with the decimals of the axis', () => {
    expect(niceStep(0.3, 2)).toBe(0.5)
    expect(niceStep(0.21, 2)).toBe(0.25)
    expect(niceStep(0.21, 1)).toBe(0.5)
    expect(niceStep(0.0004, 2)).toBe(0.01)
    expect(niceStep(73, 0)).toBe(100)
  })

  test('a flow that falls far begins at 0, a level does not', () => {
    expect(freshRange(need({ data: [40, 310], decimals: 0 })).min).toBe(0)
    const level = freshRange(need({ data: [604.1, 604.4] }))
    expect(level.min).toBeGreaterThanOrEqual(604)
    expect(level.max).toBeLessThanOrEqual(604.5)
  })

  test('a limit is included while the data keep a third of the height', () => {
    const range = freshRange(need({ data: [604, 605], lines: [606, 612] }))
    expect(range.max).toBeGreaterThanOrEqual(606)
    expect(range.max).toBeLessThan(612)
    const none = freshRange(need({ data: [604.1, 604.2], lines: [607] }))
    expect(none.max).toBeLessThan(605)
  })

  test('a constant series is not magnified to noise', () => {
    const range = freshRange(need({ data: [604.31, 604.31] }))
    expect(range.max - range.min).toBeGreaterThanOrEqual(0.2)
    expect(freshRange(need({ data: [0, 0], decimals: 1 }))).toMatchObject({ min: 0 })
  })

  test('configured ends are kept', () => {
    expect(freshRange(need({ data: [1, 2], min: 0, max: 7 }))).toMatchObject({ min: 0, max: 7 })
  })

  test('without data or limits nothing is labelled', () => {
    expect(ticksOf(freshRange(need({})))).toEqual([])
    expect(ticksOf(freshRange(need({ lines: [595, 605] }))).length).toBeGreaterThan(1)
  })

  test('stays while the data moves inside, grows at once, shrinks only below 60 %', () => {
    const first = freshRange(need({ data: [0, 95], decimals: 0, zero: true }))
    expect(first).toMatchObject({ min: 0, max: 100 })
    expect(nextRange(first, need({ data: [0, 70], decimals: 0, zero: true }))).toBe(first)
    const grown = nextRange(first, need({ data: [0, 130], decimals: 0, zero: true }))
    expect(grown.max).toBeGreaterThanOrEqual(130)
    const shrunk = nextRange(first, need({ data: [0, 38], decimals: 0, zero: true }))
    expect(shrunk.max).toBeLessThan(60)
  })

  test('for any data: they lie inside, ends at whole steps, and stable when chosen again', () => {
    const value = fc.double({ min: -1e5, max: 1e5, noNaN: true })
    fc.assert(
      fc.property(
        value,
        value,
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 2, max: 8 }),
        (a, b, decimals, intervals) => {
          const data: [number, number] = [Math.min(a, b), Math.max(a, b)]
          const n = need({ data, decimals, intervals })
          const range = freshRange(n)
          expect(range.min).toBeLessThanOrEqual(data[0] + 1e-6)
          expect(range.max).toBeGreaterThanOrEqual(data[1] - 1e-6)
          const ticks = ticksOf(range)
          expect(ticks.length).toBeGreaterThanOrEqual(2)
          expect(ticks.length).toBeLessThanOrEqual(intervals + 3)
          expect(nextRange(range, n)).toBe(range)
        },
      ),
    )
  })
})
