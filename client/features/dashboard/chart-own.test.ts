import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hydro } from '#contract/dashboard.ts'
import { SERIES_COLORS } from '#contract/views.ts'
import { vi } from '../../lib/text/vi/index.ts'
import {
  ALL_CODES,
  CODES,
  operatingPanes,
  type ChartDisplay,
  type ColumnName,
} from '../../parts/time-chart/chart-model.ts'
import { lineRowsOf, withOwn } from './chart-own.ts'
import type { LineSettings } from './settings.ts'

const hydro = {
  dead_water_level: 549,
  normal_water_level: 553,
  designed_flood_water_level: 555,
  min_possible_water_level: 540,
  max_possible_water_level: 558,
  interval: 300,
} as Hydro
const NAMES = Object.keys(CODES) as ColumnName[]
const columns = Object.fromEntries(
  NAMES.map((n) => [
    n,
    { unit: '', kind: n.startsWith('ra') ? 'total' : 'instant', raw: true, t: [0], v: [1] },
  ]),
) as never
type Actions = Parameters<typeof lineRowsOf>[0]['actions']
const STANDARD: Actions = { rainType: 0, topChart: 0, subAxis: 0 }
const RIGHT = { discharge_out_chart: 'right', hidden_lines: ['total_capacity'] } as unknown as ChartDisplay
const drawn = (actions = STANDARD, look: ChartDisplay | null = null) =>
  operatingPanes({
    columns,
    tail: new Map(),
    actions,
    hydro,
    level: 551,
    texts: vi,
    language: 'vi',
    fullScale: null,
    display: look,
  })

test("without own settings the chart is the reservoir's", () => {
  const panes = drawn()
  expect(withOwn(panes, {})).toBe(panes)
})

test('with any settings, every line and limit has an axis of its pane, on its side, one per unit and side', () => {
  const line: fc.Arbitrary<LineSettings> = fc.record(
    { axis: fc.constantFrom('left', 'right'), color: fc.constantFrom(...SERIES_COLORS) },
    { requiredKeys: [] },
  )
  const actions = fc.record({
    rainType: fc.constantFrom(0, 1),
    topChart: fc.constantFrom(0, 1, 2, 3),
    subAxis: fc.constantFrom(0, 1),
  }) as fc.Arbitrary<Actions>
  const own = fc.dictionary(fc.constantFrom(...NAMES), line) as fc.Arbitrary<
    Partial<Record<ColumnName, LineSettings>>
  >
  fc.assert(
    fc.property(own, actions, fc.constantFrom(null, RIGHT), (lines, of, look) => {
      const before = drawn(of, look)
      const panes = withOwn(before, lines)
      expect(panes.flatMap((p) => p.series.map((s) => s.id))).toEqual(
        before.flatMap((p) => p.series.map((s) => s.id)),
      )
      for (const pane of panes) {
        for (const s of pane.series) {
          const axis = pane.axes.find((a) => a.id === s.axis)
          expect(axis, s.id).toBeDefined()
          const { axis: side, color } = lines[s.id as ColumnName] ?? {}
          if (side && !axis!.inverted) expect(axis!.side).toBe(side)
          if (color) expect(s.color).toBe(color)
        }
        for (const l of pane.lines) expect(pane.axes.some((a) => a.id === l.axis)).toBe(true)
        const level = pane.series.find((s) => s.id === 'lake_level')
        for (const l of pane.lines) expect(l.axis).toBe(level?.axis)
        expect(new Set(pane.axes.map((a) => a.id)).size).toBe(pane.axes.length)
      }
    }),
  )
})

test('a flow moved to the right shares the axis of the outflow that the reservoir has there', () => {
  const [main] = withOwn(drawn(STANDARD, RIGHT), { total_discharge_lake: { axis: 'right' } })
  const axisOf = (id: string) => main.series.find((s) => s.id === id)!.axis
  expect(axisOf('total_discharge_lake')).toBe(axisOf('total_discharge_out'))
})

test('the level takes its limits along, and its empty axis disappears', () => {
  const [main] = withOwn(drawn(), { lake_level: { axis: 'left' } })
  const level = main.axes.find((a) => a.id === main.series.find((s) => s.id === 'lake_level')!.axis)!
  expect(level.side).toBe('left')
  expect(main.lines.every((l) => l.axis === level.id)).toBe(true)
  expect(main.axes.filter((a) => a.unit === 'm')).toEqual([level])
})

test("rows are the lines of the panes, with the reservoir's settings", () => {
  const of = { hydro, texts: vi, language: 'vi' as const, fullScale: null }
  const rows = lineRowsOf({ ...of, actions: { rainType: 1, topChart: 2, subAxis: 1 }, display: RIGHT })
  expect(new Set(rows.map((r) => r.name)).size).toBe(rows.length)
  expect(rows.length).toBe(ALL_CODES.length - 1)
  const row = (name: ColumnName) => rows.find((r) => r.name === name)!
  expect(row('rada')).toMatchObject({ hanging: true })
  expect(row('total_capacity')).toMatchObject({ hidden: true, color: 'level' })
  expect(row('total_discharge_out')).toMatchObject({ axis: 'right', hanging: false })
  expect(row('total_discharge_lake')).toMatchObject({ axis: 'left', hidden: false })
})
