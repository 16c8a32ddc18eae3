import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byShift, rowsIn, chartRowsOf } from './rows.ts'
import type { ChartSeries } from './types.ts'

const series = (t: number[], more: Partial<ChartSeries> = {}) =>
  ({ data: { t: Float64Array.from(t), v: Float64Array.from(t) }, ...more }) as ChartSeries

test('every stamp of every series is one row, in order, and refers to its entry', () => {
  const stamps = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 60 })
  fc.assert(
    fc.property(fc.array(stamps, { maxLength: 5 }), fc.nat(200), fc.nat(200), (lists, a, b) => {
      const all = lists.map((list) => series(list.sort((x, y) => x - y)))
      const rows = chartRowsOf(all)
      expect([...rows.t]).toEqual([...new Set(lists.flat())].sort((x, y) => x - y))
      all.forEach((s, k) =>
        rows.t.forEach((t, i) => {
          const j = rows.at[k][i]
          expect(j < 0 ? s.data.t.includes(t) : s.data.t[j] !== t).toBe(false)
        }),
      )
      const view = { from: Math.min(a, b), to: Math.max(a, b) }
      const [first, last] = rowsIn(rows, view)
      expect([...rows.t.subarray(first, last)]).toEqual(
        [...rows.t].filter((t) => t >= view.from && t <= view.to),
      )
    }),
  )
})

test('the present comes first, then comparison series by shift', () => {
  const [a, b, c] = [
    series([], { id: 'a' }),
    series([], { id: 'b', of: 'a', shift: 5 }),
    series([], { id: 'c' }),
  ]
  expect(byShift([b, a, c]).map((g) => [g.shift, g.series.map((s) => s.id)])).toEqual([
    [0, ['a', 'c']],
    [5, ['b']],
  ])
})
