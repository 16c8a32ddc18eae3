import { expect, test } from 'vitest'
import { HOUR } from '../time/units.ts'
import { forecastCells, forecastSum, spreadOf, weightedMean } from './index.ts'

test('a sum takes increments by the time of them that is inside, and is none where it is not covered', () => {
  const t = [1, 2, 3, 4].map((h) => h * HOUR)
  const v = [1, 2, 4, 8]
  expect(forecastSum(t, v, HOUR, HOUR, 3 * HOUR)).toBe(6)
  expect(forecastSum(t, v, HOUR, 0, 4 * HOUR)).toBe(15)
  expect(forecastSum(t, v, HOUR, HOUR / 2, 1.5 * HOUR)).toBe(1.5)
  expect(forecastSum(t, v, HOUR, 0, 4 * HOUR + 1)).toBeNull()
  expect(forecastSum(t, v, HOUR, -1, HOUR)).toBeNull()
  expect(forecastSum(t, [1, NaN, 4, 8], HOUR, 0, 3 * HOUR)).toBeNull()
  expect(forecastSum(t, [1, NaN, 4, 8], HOUR, 2 * HOUR, 3 * HOUR)).toBe(4)
  expect(forecastSum([], [], HOUR, 0, HOUR)).toBeNull()
  // A hole between increments is no dry hour.
  expect(forecastSum([HOUR, 3 * HOUR], [1, 1], HOUR, 0, 3 * HOUR)).toBeNull()
})

test('quantiles lie between members in their order; too few say nothing', () => {
  expect(spreadOf([5, 1, 2, 4, 3, NaN])).toEqual({ min: 1, p10: 1.4, p50: 3, p90: 4.6, max: 5, members: 5 })
  expect(spreadOf([1, 2])).toBeNull()
  expect(spreadOf([NaN, NaN, NaN, 1])).toBeNull()
})

test('a mean has no value where a place with a weight has none', () => {
  expect([
    ...weightedMean(
      [
        [1, NaN],
        [3, 5],
        [NaN, NaN],
      ],
      [0.5, 0.5, 0],
      2,
    ),
  ]).toEqual([2, NaN])
  expect([...weightedMean([[1], [4]], [1, 2], 1)]).toEqual([3])
  expect([...weightedMean([], [], 1)]).toEqual([NaN])
})

test('the cells of a basin are at most so many, and share it', () => {
  // 0.4 x 0.3 degrees near 15 N, and a long thin one.
  const square: [number, number][] = [
    [108, 15],
    [108.4, 15],
    [108.4, 15.3],
    [108, 15.3],
  ]
  const thin: [number, number][] = [
    [108, 15],
    [108.9, 15.05],
    [108.9, 15.06],
    [108, 15.01],
  ]
  for (const [ring, most] of [
    [square, 24],
    [square, 4],
    [thin, 24],
  ] as const) {
    const cells = forecastCells(ring, most)
    expect(cells.length).toBeGreaterThan(most / 4)
    expect(cells.length).toBeLessThanOrEqual(most)
    expect(cells.reduce((sum, c) => sum + c.weight, 0)).toBeCloseTo(1, 9)
  }
  expect(
    forecastCells(
      [
        [108, 15],
        [108.1, 15],
      ],
      24,
    ),
  ).toEqual([])
})
