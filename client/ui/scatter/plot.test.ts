import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutScatter, nearestPoint, SHADES, shadeOf, type ScatterPoints } from './plot.ts'

const X = { name: 'Level', unit: 'm', decimals: 2 }
const Y = { name: 'Inflow', unit: 'm³/s', decimals: 1 }
const points = (xy: readonly (readonly [number, number])[]): ScatterPoints => ({
  t: Float64Array.from(xy, (_, i) => i * 60_000),
  x: Float64Array.from(xy, ([x]) => x),
  y: Float64Array.from(xy, ([, y]) => y),
})

test('any points lie inside the plot, and the pointer on one finds it or one at its place', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 60 }), (xy) => {
      const plot = layOutScatter(points(xy), X, Y, 600, 400)
      for (let i = 0; i < xy.length; i++) {
        expect(plot.px[i]).toBeGreaterThanOrEqual(plot.left - 1e-6)
        expect(plot.px[i]).toBeLessThanOrEqual(plot.right + 1e-6)
        expect(plot.py[i]).toBeGreaterThanOrEqual(plot.top - 1e-6)
        expect(plot.py[i]).toBeLessThanOrEqual(plot.bottom + 1e-6)
        const found = nearestPoint(plot, plot.px[i], plot.py[i], 10)
        expect([plot.px[found], plot.py[found]]).toEqual([plot.px[i], plot.py[i]])
      }
      expect(nearestPoint(plot, -500, -500, 10)).toBe(-1)
    }),
  )
})

test('larger values are further right and further up', () => {
  const plot = layOutScatter(
    points([
      [1, 5],
      [2, 9],
    ]),
    X,
    Y,
    600,
    400,
  )
  expect(plot.px[1]).toBeGreaterThan(plot.px[0])
  expect(plot.py[1]).toBeLessThan(plot.py[0])
})

test('every point has a dot in the shade of its time; equal dots at one place are merged', () => {
  const plot = layOutScatter(points(Array.from({ length: 240 }, (_, i) => [i, i] as const)), X, Y, 600, 400)
  expect(plot.dots.map((d) => d.split('M').length - 1)).toEqual(Array<number>(SHADES).fill(20))
  const same = layOutScatter(points(Array.from({ length: 240 }, () => [3, 3] as const)), X, Y, 600, 400)
  expect(same.dots.map((d) => d.split('M').length - 1)).toEqual(Array<number>(SHADES).fill(1))
})

test('shades range from the oldest to the newest', () => {
  expect([0, 50, 99.9, 100].map((t) => shadeOf(t, 0, 100))).toEqual([0, 6, 11, 11])
  expect(shadeOf(5, 5, 5)).toBe(SHADES - 1)
})

test('an empty plot has no ticks', () => {
  const plot = layOutScatter(points([]), X, Y, 600, 400)
  expect(plot.dots.join('')).toBe('')
  expect(plot.trail).toBe('')
})
