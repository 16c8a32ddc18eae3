import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Layout } from './layout.ts'
import { placeMarks } from './marks.ts'
import type { ChartMark } from './types.ts'

const layout = { left: 100, right: 1100, marks: 500 } as Layout
const view = { from: 0, to: 100_000 }
const at = (t: number, more: Partial<ChartMark> = {}): ChartMark => ({ t, kind: 'gate', label: 'x', ...more })

describe('marks in their row', () => {
  test('are at their time; close ones are merged, showing the most important', () => {
    const placed = placeMarks(
      [at(10_000), at(50_000), at(50_500, { kind: 'alarm' }), at(51_000)],
      view,
      layout,
    )
    expect(placed.map((p) => [p.x, p.kind, p.items.length])).toEqual([
      [200, 'gate', 1],
      [600, 'alarm', 3],
    ])
  })

  test('one that began before the view is at its edge, past and future ones are not', () => {
    const placed = placeMarks(
      [at(-5000, { to: 30_000 }), at(-5000, { to: -1 }), at(-5000), at(120_000)],
      view,
      layout,
    )
    expect(placed.map((p) => [p.x, p.until])).toEqual([[100, 400]])
  })

  test('none is lost, and no two symbols touch', () => {
    const marks = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 80 })
    fc.assert(
      fc.property(marks, (list) => {
        const placed = placeMarks(
          list.map((t, i) => at(t, { id: String(i) })),
          view,
          layout,
        )
        expect(placed.flatMap((p) => p.items).length).toBe(list.length)
        for (let i = 1; i < placed.length; i++)
          expect(placed[i].x - placed[i - 1].x).toBeGreaterThanOrEqual(14)
      }),
    )
  })

  test('a chart without a row of marks places none', () => {
    expect(placeMarks([at(1)], view, { ...layout, marks: null })).toEqual([])
  })
})
