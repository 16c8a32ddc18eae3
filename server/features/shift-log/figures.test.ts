import { HOUR, MINUTE } from '#core/time/units.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromEntries, type Entry, type Series } from '#core/series/index.ts'
import { shiftFiguresOf } from './figures.ts'

const FROM = 1_790_000_000_000
const span = (length: number) => ({
  from: FROM,
  to: FROM + length,
  interval: 5 * MINUTE,
  rainEvery: HOUR,
})
/** Values at a step over the hours around the shift, except where `left` is true. */
const every = (step: number, left: (t: number) => boolean = () => false) =>
  fromEntries(
    Array.from({ length: (12 * HOUR) / step }, (_, i): Entry => [
      FROM - 2 * HOUR + MINUTE + i * step,
      1,
    ]).filter(([t]) => !left(t)),
  )
const all = (left?: (t: number) => boolean): ReadonlyMap<string, Series> =>
  new Map([
    ...['lake_level', 'total_discharge_lake', 'total_discharge_out', 'power'].map(
      (key) => [`general.${key}`, every(5 * MINUTE, left)] as const,
    ),
    ['basin.rain', every(HOUR, left)] as const,
  ])
const lacks = (length: number, data: ReadonlyMap<string, Series>) => {
  const { level_min, totals } = shiftFiguresOf(data, span(length))
  return [level_min.lack, ...totals.filter((x) => x.key !== 'radar').map((x) => x.lack)]
}

test('a shift of a few seconds is reported as too short', () => {
  for (const data of [all(), new Map()])
    expect(lacks(4000, data)).toEqual(['short', 'short', 'short', 'short', 'short'])
})

test('no readings are reported, and too few as well', () => {
  expect(lacks(8 * HOUR, all())).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(lacks(8 * HOUR, new Map())).toEqual(['none', 'none', 'none', 'none', 'none'])
  // The first hour only: minimum and maximum of its level are known, sums over the shift are not.
  const early = all((t) => t > FROM + HOUR)
  expect(lacks(8 * HOUR, early)).toEqual([undefined, 'gaps', 'gaps', 'gaps', 'gaps'])
})

test('every figure has either a number or a reason', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 * HOUR }),
      fc.integer({ min: -2 * HOUR, max: 10 * HOUR }),
      fc.integer({ min: 0, max: 10 * HOUR }),
      (length, from, silent) => {
        const data = all((t) => t >= FROM + from && t < FROM + from + silent)
        const { level_min, level_max, totals } = shiftFiguresOf(data, span(length))
        for (const x of [level_min, level_max, ...totals]) expect(x.v === null).toBe(x.lack !== undefined)
      },
    ),
  )
})
