import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REJECTED, SUSPECT } from '#core/quality/index.ts'
import { pairsOf, type PairSide } from './pairs.ts'

const side = (
  entries: [number, number][],
  kind: PairSide['kind'] = 'line',
  more: Partial<PairSide> = {},
): PairSide => ({
  kind,
  maxGap: 15,
  data: { t: Float64Array.from(entries, ([t]) => t), v: Float64Array.from(entries, ([, v]) => v) },
  ...more,
})
const rows = (p: ReturnType<typeof pairsOf>) => [...p.t].map((t, i) => [t, p.x[i], p.y[i]])

test('pairs are at the instants of the sparser series, the other interpolated', () => {
  const x = side([
    [0, 0],
    [10, 10],
    [20, 30],
  ])
  const y = side([
    [5, 1],
    [15, 2],
  ])
  expect(rows(pairsOf(x, y, 0, 100))).toEqual([
    [5, 5, 1],
    [15, 20, 2],
  ])
  expect(rows(pairsOf(y, x, 0, 100))).toEqual([
    [5, 1, 5],
    [15, 2, 20],
  ])
  expect(rows(pairsOf(x, y, 10, 100))).toEqual([[15, 20, 2]])
})

test('nothing is interpolated across a hole or beyond the first and last entry', () => {
  const x = side([
    [0, 0],
    [30, 30],
    [40, 40],
    [45, 45],
  ])
  const p = pairsOf(
    x,
    side([
      [-5, 1],
      [15, 2],
      [35, 3],
    ]),
    -100,
    100,
  )
  expect(rows(p)).toEqual([[35, 35, 3]])
  expect(p.lacking).toBe(2)
})

test('a step is in force until the next one; a mean applies to the interval that ends at its stamp', () => {
  const at = side([
    [4, 1],
    [14, 2],
    [24, 3],
  ])
  expect(
    rows(
      pairsOf(
        side(
          [
            [0, 7],
            [10, 8],
          ],
          'step',
        ),
        at,
        0,
        100,
      ),
    ),
  ).toEqual([
    [4, 7, 1],
    [14, 8, 2],
    [24, 8, 3],
  ])
  const mean = side(
    [
      [0, 1],
      [10, 7],
      [20, 8],
      [30, 9],
      [40, 9],
    ],
    'mean',
  )
  expect(rows(pairsOf(mean, at, 0, 100))).toEqual([
    [4, 7, 1],
    [14, 8, 2],
    [24, 9, 3],
  ])
})

test('unusable values are left out and counted, also beside an interpolated one', () => {
  const x = side([
    [0, 0],
    [10, 10],
    [20, 20],
  ])
  x.data.q = Uint8Array.of(0, REJECTED, 0)
  const y = side([
    [0, 1],
    [5, 2],
    [20, 3],
  ])
  y.data.q = Uint8Array.of(0, 0, SUSPECT)
  const p = pairsOf(x, y, 0, 100)
  expect(rows(p)).toEqual([[0, 0, 1]])
  expect(p.lacking).toBe(2)
})

test('any two lines: pairs lie on both, in order of time, and none is lost uncounted', () => {
  const line = fc
    .uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 40 })
    .map((ts) => ts.sort((a, b) => a - b).map((t): [number, number] => [t, 3 * t - 7]))
  fc.assert(
    fc.property(line, line, (a, b) => {
      const p = pairsOf(side(a), side(b), 0, 300)
      expect(p.t.length + p.lacking).toBe(Math.min(a.length, b.length))
      rows(p).forEach(([t, x, y], i) => {
        expect(x).toBeCloseTo(3 * t - 7, 6)
        expect(y).toBeCloseTo(3 * t - 7, 6)
        if (i > 0) expect(t).toBeGreaterThan(p.t[i - 1])
      })
    }),
  )
})
