import { describe, expect, test } from 'vitest'
import { fitted, levelMarks } from './marks.ts'
import { heightScale, isOutlet, openShare, passes, radialGate, shownGate, total } from './section.ts'
import type { DamGate, DamLabels } from './types.ts'

const levels = {
  minPossible: 548,
  dead: 549,
  normal: 553,
  flood: 555.2,
  check: 557.1,
  crest: 558.5,
  maxPossible: 558.5,
}
const gate = (over: Partial<DamGate>): DamGate => ({
  id: 'g',
  name: 'g',
  type: 2,
  sill: 543,
  opening: 0,
  openingMax: 10,
  q: 0,
  text: '',
  ...over,
})

describe('heights', () => {
  test('are to scale: equal metres are equal pixels', () => {
    const { y } = heightScale(levels, 552, 545, [543], 240, 30, 40)
    expect(y(550) - y(551)).toBeCloseTo(y(544) - y(545), 9)
    expect(y(558.5)).toBe(30)
    expect(y(543)).toBeCloseTo(200, 9)
  })

  test('a tailwater near enough is to scale, one far below breaks the picture', () => {
    const near = heightScale(levels, 552, 540, [543], 240, 30, 40)
    expect(near.broken).toBe(false)
    expect(near.tailY).toBe(near.y(540))
    const far = heightScale(levels, 552, 120, [543], 240, 30, 40)
    expect(far.broken).toBe(true)
    expect(far.tailY).toBeGreaterThan(far.bottom)
    expect(heightScale(levels, null, null, [], 240, 30, 40).broken).toBe(false)
  })

  test('a level above every mark and a level below every mark stay in the picture', () => {
    for (const level of [565, 530]) {
      const { y } = heightScale(levels, level, null, [543], 240, 30, 40)
      expect(y(level)).toBeGreaterThanOrEqual(30)
      expect(y(level)).toBeLessThanOrEqual(200)
    }
  })
})

describe('gates', () => {
  test('share of the opening, null when not known', () => {
    expect(openShare(gate({ opening: 2.5 }))).toBe(0.25)
    expect(openShare(gate({ opening: 12 }))).toBe(1)
    expect(openShare(gate({ opening: null }))).toBeNull()
    expect(openShare(gate({ opening: 1, openingMax: null }))).toBe(1)
    expect(openShare(gate({ type: 1, opening: null }))).toBe(1)
  })

  test('water passes by discharge, else by opening; a free crest only by discharge', () => {
    expect(passes(gate({ opening: 1, q: 0 }))).toBe(false)
    expect(passes(gate({ opening: 1, q: null }))).toBe(true)
    expect(passes(gate({ type: 1, opening: null, q: null }))).toBe(false)
    expect(passes(gate({ type: 1, opening: null, q: 3 }))).toBe(true)
  })

  test('a total with one unknown is unknown', () => {
    expect(total([1, 2])).toBe(3)
    expect(total([1, null])).toBeNull()
    expect(total([])).toBeNull()
  })

  test('the section is cut through the gate that passes most', () => {
    const all = [
      gate({ id: 'a' }),
      gate({ id: 'b', opening: 1, q: 40 }),
      gate({ id: 'c', opening: 2, q: null }),
    ]
    expect(shownGate(all)?.id).toBe('b')
    expect(shownGate([])).toBeNull()
    expect([1, 2, 3, 4, 5].map((type) => isOutlet({ type } as DamGate))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  test('a radial leaf rests with its lip on the sill, left of its pivot, and its arms end on the arc', () => {
    const g = radialGate(100, 200, 120)
    expect(g.leaf).toMatch(/^M100\.0 200\.0A/)
    expect(g.pivot.x).toBeGreaterThan(100)
    for (const [x, y] of g.arms) expect(Math.hypot(x - g.pivot.x, y - g.pivot.y)).toBeCloseTo(g.radius, 6)
  })
})

describe('marks', () => {
  const labels = {
    crest: 'crest',
    check: 'check',
    flood: 'flood',
    normal: 'normal',
    dead: 'dead',
  } as DamLabels

  test('labels do not overlap, and follow the order of the levels', () => {
    const close = { ...levels, dead: 552.9, flood: 553.1, check: 553.2 }
    const marks = levelMarks(close, labels, (z) => (560 - z) * 10, 0, 200)
    expect(marks.map((m) => m.id)).toEqual(['crest', 'check', 'flood', 'normal', 'dead'])
    for (let i = 1; i < marks.length; i++)
      expect(marks[i].labelY - marks[i - 1].labelY).toBeGreaterThanOrEqual(15 - 1e-9)
  })

  test('levels of one elevation share a label, absent ones have none', () => {
    const marks = levelMarks({ ...levels, check: null, crest: 555.2 }, labels, (z) => -z, -600, 0)
    expect(marks.map((m) => m.text)).toEqual(['555.20 crest, flood', '553.00 normal', '549.00 dead'])
  })

  test('a long label is cut with an ellipsis', () => {
    expect(fitted('605.00 normal', 200)).toBe('605.00 normal')
    expect(fitted('605.00 normal', 64)).toBe('605.00 n…')
  })

  test('a number is never cut', () => {
    for (let room = 0; room < 60; room++) expect(fitted('1,605.00 normal', room)).toMatch(/^1,605\.00/)
    expect(fitted('605.00 normal', 20)).toBe('605.00')
  })
})
