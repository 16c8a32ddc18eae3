import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartView, VIEW_LIMITS, type ChartView } from '#contract/views.ts'
import { EMPTY_VIEW } from './address.ts'
import {
  addPane,
  addSeries,
  changeSeries,
  codesOfView,
  countOf,
  drawnId,
  movePane,
  moveSeries,
  putSide,
  removePane,
  removeSeries,
  setHidden,
  setPair,
} from './change.ts'

const UNITS = new Map(
  Array.from({ length: 40 }, (_, i) => [`s.${i}`, ['m', 'm3/s', 'mm', 'kW', 'V'][i % 5]] as const),
)
const CODES = [...UNITS.keys()]
const add = (v: ChartView, ...codes: string[]) => codes.reduce((w, c) => addSeries(w, c, null, UNITS), v)
const time = (v: ChartView, at: number) => {
  const pane = v.panes[at]
  if (pane.kind !== 'time') throw new Error('a pane over time was expected')
  return pane.series
}

test('whatever is done in whatever order, the view can be saved, and one unit has one side in a pane', () => {
  const code = fc.constantFrom(...CODES)
  const at = fc.integer({ min: -1, max: VIEW_LIMITS.panes })
  const step: fc.Arbitrary<(v: ChartView) => ChartView> = fc.oneof(
    fc.tuple(code, fc.option(at)).map(
      ([c, i]) =>
        (v: ChartView) =>
          addSeries(v, c, i, UNITS),
    ),
    fc.tuple(at, code).map(
      ([i, c]) =>
        (v: ChartView) =>
          removeSeries(v, i, c),
    ),
    fc.tuple(at, code, at).map(
      ([i, c, to]) =>
        (v: ChartView) =>
          moveSeries(v, i, c, to, UNITS),
    ),
    fc.tuple(at, code, fc.constantFrom('left' as const, 'right' as const)).map(
      ([i, c, s]) =>
        (v: ChartView) =>
          putSide(v, i, c, s, UNITS),
    ),
    fc.constantFrom('time' as const, 'xy' as const).map((k) => (v: ChartView) => addPane(v, k)),
    at.map((i) => (v: ChartView) => removePane(v, i)),
    fc.tuple(at, fc.constantFrom(-1 as const, 1 as const)).map(
      ([i, by]) =>
        (v: ChartView) =>
          movePane(v, i, by),
    ),
    fc.tuple(at, code).map(
      ([i, c]) =>
        (v: ChartView) =>
          setPair(v, i, { x: c }),
    ),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const v = steps.reduce((w, f) => f(w), EMPTY_VIEW)
      expect(chartView.safeParse(v).error?.issues ?? []).toEqual([])
      for (const p of v.panes)
        if (p.kind === 'time')
          for (const s of p.series)
            for (const o of p.series) if (UNITS.get(s.code) === UNITS.get(o.code)) expect(s.side).toBe(o.side)
    }),
  )
})

test('a series goes to the pane with its unit, else to one with room for an axis, else to a new one', () => {
  // m, m3/s, m, mm
  const v = add(EMPTY_VIEW, 's.0', 's.1', 's.5', 's.2')
  expect(v.panes.map((_, i) => time(v, i).map((s) => `${s.code} ${s.side}`))).toEqual([
    ['s.0 left', 's.1 right', 's.5 left'],
    ['s.2 right'],
  ])
  expect(addSeries(v, 's.0', 0, UNITS)).toBe(v)
})

test('colours of a pane differ while there are any left', () => {
  const v = CODES.slice(0, VIEW_LIMITS.ofPane).reduce((w, c) => addSeries(w, c, 0, UNITS), EMPTY_VIEW)
  expect(new Set(time(v, 0).map((s) => s.color)).size).toBe(VIEW_LIMITS.ofPane)
  expect(addSeries(v, 's.30', 0, UNITS)).toBe(v)
})

test('no more than a view may hold', () => {
  const v = add(EMPTY_VIEW, ...CODES)
  expect(countOf(v)).toBe(VIEW_LIMITS.series)
  expect(codesOfView(v)).toHaveLength(VIEW_LIMITS.series)
})

test('the side of a unit is put, of all of it', () => {
  const v = putSide(add(EMPTY_VIEW, 's.0', 's.1', 's.5'), 0, 's.5', 'right', UNITS)
  expect(time(v, 0).map((s) => s.side)).toEqual(['right', 'right', 'right'])
})

test('moved to another pane a series keeps its colour and whether it is drawn', () => {
  const v = changeSeries(add(EMPTY_VIEW, 's.0', 's.1'), 0, 's.1', { color: 'brown', hidden: true })
  const moved = moveSeries(v, 0, 's.1', 1, UNITS)
  expect(time(moved, 0).map((s) => s.code)).toEqual(['s.0'])
  expect(time(moved, 1)).toEqual([{ code: 's.1', side: 'left', color: 'brown', hidden: true }])
  // Moving it to its own pane must not lose it.
  const both = addSeries(moved, 's.1', 0, UNITS)
  expect(moveSeries(both, 0, 's.1', 1, UNITS)).toBe(both)
})

test('what the chart hides is hidden in the view, by pane', () => {
  const v = addSeries(addPane(add(EMPTY_VIEW, 's.0'), 'time'), 's.0', 1, UNITS)
  const next = setHidden(v, new Set([drawnId(1, 's.0')]))
  expect([time(next, 0)[0].hidden, time(next, 1)[0].hidden]).toEqual([false, true])
})
