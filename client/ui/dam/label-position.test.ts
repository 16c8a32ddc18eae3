import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastWidth, levelPlace, sizeFor } from './label-position.ts'

const SIZE = 18
/** Half the visible height: capitals and digits extend a third of the font size from the centre. */
const DRAWN = SIZE * 0.55
const [TOP, BOTTOM] = [22, 218]
const at = (surface: number, ...marks: number[]) =>
  levelPlace(
    surface,
    SIZE,
    marks.map((y) => [y, y] as const),
    TOP,
    BOTTOM,
  )

describe('the level is written', () => {
  test('in the water when nothing is near', () => {
    const p = at(60, 40, 50, 150)
    expect(p.inside).toBe(true)
    expect(p.y - 60).toBeLessThan(15)
  })

  test('in the water when it lies just below normal, and when it lies just above', () => {
    expect(at(60, 34, 45, 58, 150)).toMatchObject({ inside: true })
    const above = at(60, 34, 45, 62, 150)
    expect(above.inside).toBe(true)
    expect(above.y - DRAWN).toBeGreaterThan(62)
  })

  test('above the water when the dead level lies just below it', () => {
    const p = at(150, 34, 45, 60, 156)
    expect(p.inside).toBe(false)
    expect(p.y + DRAWN).toBeLessThan(150)
  })

  test('below crowded limits: crest, check flood, flood and normal within a few pixels', () => {
    const p = at(44, 34, 38, 41, 45, 150)
    expect(p.inside).toBe(true)
    expect(p.y - DRAWN).toBeGreaterThan(45)
  })

  test('never on a line, wherever the limits lie', () => {
    const y = fc.integer({ min: 34, max: 164 })
    fc.assert(
      fc.property(y, fc.array(y, { maxLength: 5 }), fc.boolean(), (surface, marks, broken) => {
        // As in the picture: 54 px between the lowest mark and the ground, with torn edges in the upper part.
        const torn = broken ? [[165, 181] as const] : []
        const lines = [...marks.map((m) => [m, m] as const), ...torn]
        const p = levelPlace(surface, SIZE, lines, TOP, BOTTOM)
        expect(p.y - DRAWN).toBeGreaterThanOrEqual(TOP)
        expect(p.y + DRAWN).toBeLessThanOrEqual(BOTTOM)
        for (const [a, b] of [...lines, [surface, surface]])
          expect(p.y + DRAWN < a || p.y - DRAWN > b, `${p.y} on ${a} to ${b}`).toBe(true)
      }),
    )
  })
})

test('the largest size that fits', () => {
  expect(sizeFor('604.31 m', 100)).toBe(18)
  expect(sizeFor('1,604.31 m', 100)).toBe(15)
  expect(sizeFor('604.31 m', leastWidth('604.31 m'))).toBe(12)
})
