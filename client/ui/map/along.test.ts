import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layAlong, layOn, placesOn } from './along.ts'

const FRAME = { width: 400, height: 300 }
const SIZE = { width: 80, height: 14 }
type Px = [number, number]

test('a text is placed beside its line, near the middle of the view, and reads from left to right', () => {
  const line: Px[] = [
    [380, 250],
    [20, 50],
  ]
  const laid = layAlong([line], SIZE, FRAME, [])!
  expect(laid.angle).toBeCloseTo(Math.atan2(200, 360), 6)
  expect(Math.hypot(laid.x - 200, laid.y - 150)).toBeLessThan(20)
  // Its distance from the line is half its height plus a margin.
  const off = Math.abs((200 * (laid.x - 20) - 360 * (laid.y - 50)) / Math.hypot(200, 360))
  expect(off).toBeCloseTo(9, 6)
})

test('a text without room is not drawn: on a short line, on a tight bend, beside occupied places', () => {
  const short: Px[] = [
    [100, 100],
    [150, 100],
  ]
  expect(layAlong([short], SIZE, FRAME, [])).toBeNull()
  const zigzag = Array.from({ length: 20 }, (_, i): Px => [100 + i * 4, 100 + (i % 2) * 30])
  expect(layAlong([zigzag], SIZE, FRAME, [])).toBeNull()
  const long: Px[] = [
    [20, 100],
    [380, 100],
  ]
  expect(layAlong([long], SIZE, FRAME, [{ x0: 0, x1: 400, y0: 60, y1: 140 }])).toBeNull()
  const beside = layAlong([long], SIZE, FRAME, [{ x0: 0, x1: 400, y0: 60, y1: 100 }])!
  expect(beside.y).toBe(109)
  expect(layAlong([], SIZE, FRAME, [])).toBeNull()
})

test('placed texts are in view and never on occupied places, for any line', () => {
  const number = (max: number) => fc.integer({ min: -50, max })
  const line = fc.array(fc.tuple(number(450), number(350)), { minLength: 2, maxLength: 12 })
  const box = fc.tuple(number(400), number(300)).map(([x0, y0]) => ({ x0, y0, x1: x0 + 60, y1: y0 + 20 }))
  fc.assert(
    fc.property(line, fc.array(box, { maxLength: 6 }), (points, taken) => {
      const laid = layAlong([points], SIZE, FRAME, taken)
      for (const b of laid?.boxes ?? []) {
        expect(b.x0 >= 0 && b.y0 >= 0 && b.x1 <= 400 && b.y1 <= 300).toBe(true)
        for (const t of taken) expect(t.x0 < b.x1 && b.x0 < t.x1 && t.y0 < b.y1 && b.y0 < t.y1).toBe(false)
      }
      expect(Math.abs(laid?.angle ?? 0)).toBeLessThanOrEqual(Math.PI / 2)
    }),
  )
})

test('on an area the roomiest free place is taken', () => {
  const ring: Px[] = [
    [0, 0],
    [300, 0],
    [300, 30],
    [100, 30],
    [100, 300],
    [0, 300],
  ]
  const places = placesOn(ring)
  expect(places[0][0]).toBeLessThan(100)
  for (const [x, y] of places) expect(x < 100 || y < 30).toBe(true)
  const size = { width: 60, height: 30 }
  const free = layOn(places, size, FRAME, [])!
  const other = layOn(places, size, FRAME, free.boxes)!
  expect(other).not.toEqual(free)
  expect(layOn(places, size, FRAME, [{ x0: 0, x1: 400, y0: 0, y1: 300 }])).toBeNull()
  expect(layOn([], size, FRAME, [])).toBeNull()
})
