import { expect, test } from 'vitest'
import { SPARK_HEIGHT, sparkPath, SPARK_WIDTH } from './sparkline.ts'

const points = (path: string | null) =>
  [...(path ?? '').matchAll(/([ML])([\d.-]+) ([\d.-]+)/g)].map((m) => m.slice(1))

test('the curve spans its time, the highest level above', () => {
  expect(points(sparkPath({ t: [0, 50, 100], v: [600, 601, 602] }, 0, 100))).toEqual([
    ['M', '0.0', String(SPARK_HEIGHT - 2) + '.0'],
    ['L', String(SPARK_WIDTH / 2) + '.0', String(SPARK_HEIGHT / 2) + '.0'],
    ['L', String(SPARK_WIDTH) + '.0', '2.0'],
  ])
})

test('a lake at rest is a level line in the middle, and a centimetre is no flood', () => {
  expect(points(sparkPath({ t: [0, 100], v: [600, 600] }, 0, 100)).map((p) => p[2])).toEqual(['14.0', '14.0'])
  const [a, b] = points(sparkPath({ t: [0, 100], v: [600, 600.01] }, 0, 100)).map((p) => Number(p[2]))
  expect(a - b).toBeLessThan(2)
})

test('what is missing is a gap, and so is a silence', () => {
  const acts = (t: number[], v: (number | null)[]) => points(sparkPath({ t, v }, 0, 100)).map((p) => p[0])
  expect(acts([0, 10, 20, 30], [1, null, 2, 3])).toEqual(['M', 'M', 'L'])
  expect(acts([0, 10, 20, 80, 90], [1, 1, 1, 1, 1])).toEqual(['M', 'L', 'L', 'M', 'L'])
})

test('without two values there is nothing to draw', () => {
  expect(sparkPath({ t: [], v: [] }, 0, 100)).toBeNull()
  expect(sparkPath({ t: [0, 1], v: [null, 5] }, 0, 100)).toBeNull()
})
