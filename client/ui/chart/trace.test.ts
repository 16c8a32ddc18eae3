import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trace } from './trace.ts'

/** Strokes of a path with their points; one pixel is one unit of time. */
function strokes(path: number[], view: { from: number; to: number }, px: number): [number, number][][] {
  const out: [number, number][][] = []
  const scale = px / (view.to - view.from)
  trace(Float64Array.from(path), view, px, {
    x: (t) => (t - view.from) * scale,
    y: (v) => v,
    move: (x, y) => out.push([[x, y]]),
    line: (x, y) => out.at(-1)!.push([x, y]),
  })
  return out
}

describe('the way of a line over the pixels', () => {
  test('of what lies outside the view one entry beyond each side is drawn', () => {
    const path = [0, 1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6]
    expect(strokes(path, { from: 15, to: 35 }, 20)).toEqual([
      [
        [-5, 2],
        [5, 3],
        [15, 4],
        [25, 5],
      ],
    ])
  })

  test('a break stays a break', () => {
    expect(strokes([0, 1, 1, 2, 1, NaN, 5, 3, 6, 4], { from: 0, to: 10 }, 10)).toEqual([
      [
        [0, 1],
        [1, 2],
      ],
      [
        [5, 3],
        [6, 4],
      ],
    ])
  })

  test('many entries a pixel keep the extremes of every pixel, and little else', () => {
    const entries = fc.array(
      fc.oneof({ weight: 12, arbitrary: fc.integer({ min: -99, max: 99 }) }, fc.constant(NaN)),
      {
        minLength: 100,
        maxLength: 400,
      },
    )
    fc.assert(
      fc.property(entries, fc.integer({ min: 2, max: 12 }), (values, px) => {
        const view = { from: 0, to: values.length }
        const drawn = strokes(
          values.flatMap((v, t) => [t, v]),
          view,
          px,
        ).flat()
        const column = (t: number) => Math.floor(t * (px / values.length))
        for (let k = 0; k < px; k++) {
          const inside = values.map((v, t) => [t, v]).filter(([t, v]) => v === v && column(t) === k)
          const all = inside.map(([, v]) => v)
          for (const extreme of [Math.min(...all), Math.max(...all)])
            for (const [t] of inside.filter(([, v]) => v === extreme).slice(0, 1)) {
              // A point nearer than visible stands for it.
              const x = t * (px / values.length)
              const away = Math.min(...drawn.map((p) => Math.hypot(p[0] - x, p[1] - extreme)))
              expect(away).toBeLessThan(0.75)
            }
        }
        const breaks = values.filter((v) => v !== v).length
        expect(drawn.length).toBeLessThanOrEqual(4 * (px + breaks + 1))
      }),
    )
  })
})
