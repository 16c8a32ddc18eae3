import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOf, placeEither, placeLabels, type Label } from './labels.ts'

const label = (x: number, y: number, width = 100): Label => ({
  x,
  y,
  width,
  height: 14,
  left: 6,
  right: 6,
  half: 6,
})
const FRAME = { width: 400, height: 300 }

test('a name is placed at the right where there is room, else at another side', () => {
  expect(placeLabels([label(200, 150)], FRAME, [])).toEqual(['right'])
  expect(placeLabels([label(350, 150)], FRAME, [])).toEqual(['left'])
  // Two side by side: the first occupies the right of the second.
  expect(placeLabels([label(200, 150), label(180, 150)], FRAME, [])).toEqual(['right', 'left'])
  expect(placeLabels([label(200, 150, 390)], FRAME, [])).toEqual(['above'])
  expect(placeLabels([label(200, 8, 390)], FRAME, [])).toEqual(['below'])
  expect(placeLabels([label(200, 150, 500)], FRAME, [])).toEqual([null])
  expect(placeLabels([label(200, 150)], FRAME, [{ x0: 250, x1: 400, y0: 0, y1: 300 }])).toEqual(['left'])
})

test('names never overlap, and never leave the frame', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 300 }))
  fc.assert(
    fc.property(fc.array(place, { maxLength: 25 }), (places) => {
      const labels = places.map(([x, y]) => label(x, y))
      const boxes = placeLabels(labels, FRAME, []).flatMap((side, i) =>
        side ? [boxOf(labels[i], side)] : [],
      )
      boxes.forEach((a, i) => {
        expect(a.x0 >= 0 && a.y0 >= 0 && a.x1 <= 400 && a.y1 <= 300).toBe(true)
        for (const b of boxes.slice(i + 1))
          expect(a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1).toBe(false)
      })
    }),
  )
})

test('a label without room is drawn as its shorter form, which never covers another', () => {
  const long = label(200, 150, 500)
  expect(placeEither([long], [{ ...long, width: 60 }], FRAME, [])).toEqual([
    { label: { ...long, width: 60 }, side: 'right', short: true },
  ])
  expect(placeEither([long], [null], FRAME, [])).toEqual([null])
  const beside = label(215, 150)
  const [a, b] = placeEither([beside, long], [null, { ...long, width: 60 }], FRAME, [])
  expect(a).toEqual({ label: beside, side: 'right', short: false })
  expect(b!.side).not.toBe('right')
})
