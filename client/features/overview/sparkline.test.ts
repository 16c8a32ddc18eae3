import { expect, test } from 'vitest'
import { SPARK_HEIGHT, sparkPath, SPARK_WIDTH } from './sparkline.ts'

const points = (path: string | null) =>
  [...(path ?? '').matchAll(/([ML])([\d.-]+) ([\d.-]+)/g)].map((m) => m.slice(1))

test('the curve spans the whole width, with the highest level at the top', () => {
  expect(points(sparkPath({ t: [0, 50, 100], v: [600, 601, 602] }, 0, 100, 50))).toEqual([
    ['M', '0.0', String(SPARK_HEIGHT - 2) + '.0'],
    ['L', String(SPARK_WIDTH / 2) + '.0', String(SPARK_HEIGHT / 2) + '.0'],
    ['L', String(SPARK_WIDTH) + '.0', '2.0'],
  ])
})

test('a constant level is a horizontal line in the middle, and a centimetre is not drawn as a flood', () => {
  expect(points(sparkPath({ t: [0, 100], v: [600, 600] }, 0, 100, 100)).map((p) => p[2])).toEqual([
    '14.0',
    '14.0',
  ])
  const [a, b] = points(sparkPath({ t: [0, 100], v: [600, 600.01] }, 0, 100, 100)).map((p) => Number(p[2]))
  expect(a - b).toBeLessThan(2)
})

/** M and L of each point of a curve whose values may lie 30 apart. */
const acts = (t: number[], v: (number | null)[]) => points(sparkPath({ t, v }, 0, 100, 30)).map((p) => p[0])

test('known values are joined over missing ones, up to the longest gap', () => {
  // Steps shorter than the interval of the calculation leave every second one without a value.
  expect(acts([0, 10, 20, 30, 40], [1, null, 2, null, 3])).toEqual(['M', 'L', 'L'])
  expect(acts([0, 10, 20, 60, 70], [1, 1, 1, 1, 1])).toEqual(['M', 'L', 'L', 'M', 'L'])
  expect(acts([0, 10, 20, 30, 40, 50], [1, 1, null, null, null, 1])).toEqual(['M', 'L', 'M', 'L'])
})

test('a value without a neighbour is a dot', () => {
  const dot = points(sparkPath({ t: [0, 50], v: [null, 5] }, 0, 100, 30))
  expect(dot).toEqual([
    ['M', '60.0', '14.0'],
    ['L', '60.0', '14.0'],
  ])
})

test('without a value there is nothing to draw', () => {
  expect(sparkPath({ t: [], v: [] }, 0, 100, 30)).toBeNull()
  expect(sparkPath({ t: [0, 1], v: [null, null] }, 0, 100, 30)).toBeNull()
})
