import { describe, expect, test } from 'vitest'
import type { Hydro } from '#contract/dashboard.ts'
import type { Column } from '#contract/fields.ts'
import { vi } from '../../lib/text/vi/index.ts'
import { limitLines, operatingPanes, type ChartDisplay, type ChartModelInput } from './chart-model.ts'
import { extend, withTail, type Tail } from './tail.ts'

const hydro = {
  dead_water_level: 549,
  normal_water_level: 553,
  designed_flood_water_level: 555,
  min_possible_water_level: 540,
  max_possible_water_level: 558,
  interval: 300,
} as Hydro
const column = (unit: string, v: (number | null)[], kind: Column['kind'] = 'instant'): Column => ({
  unit,
  kind,
  raw: true,
  t: v.map((_, i) => (i === 0 ? 1_000_000 : 300_000)),
  v,
})
const columns = {
  lake_level: column('m', [552, null, 552.1]),
  total_discharge_lake: column('m3/s', [100, 110, 120]),
  inflow_moving_average: column('m3/s', [100, 105, 110]),
  total_discharge_out: column('m3/s', [90, 90, 90]),
  total_discharge_turbine: column('m3/s', [80, 80, 80]),
  total_discharge_dam: column('m3/s', [10, 10, 10]),
  total_capacity: column('10^6 m3', [50, 50.1, 50.2]),
  upstream_water_level: column('m', [552, 552, 552]),
  downstream_water_level: column('m', [59, 59, 59]),
  rain: column('mm', [0, 0.2, 0], 'total'),
  rada: column('mm', [0, 0.3, 0], 'total'),
}
const input = (more: Partial<ChartModelInput> = {}): ChartModelInput => ({
  columns,
  tail: new Map(),
  actions: { rainType: 0, topChart: 0, subAxis: 0 },
  hydro,
  level: 552.1,
  texts: vi,
  language: 'vi',
  fullScale: null,
  ...more,
})
const ids = (i: ChartModelInput) => operatingPanes(i).map((p) => p.series.map((s) => s.id))

describe('panes', () => {
  test('hang the rain over flows and level', () => {
    expect(ids(input())).toEqual([
      [
        'rain',
        'lake_level',
        'total_discharge_lake',
        'inflow_moving_average',
        'total_discharge_out',
        'total_discharge_turbine',
        'total_discharge_dam',
      ],
    ])
    const [main] = operatingPanes(input())
    expect(main.axes.find((a) => a.id === 'rain')?.inverted).toBe(true)
    expect(main.series.find((s) => s.id === 'rain')?.kind).toBe('bars')
  })

  test('every series has an axis of its pane', () => {
    for (const topChart of [0, 1, 2, 3] as const)
      for (const subAxis of [0, 1] as const)
        for (const pane of operatingPanes(input({ actions: { rainType: 1, topChart, subAxis } }))) {
          const axes = new Set(pane.axes.map((a) => a.id))
          expect(pane.series.length).toBeGreaterThan(0)
          for (const s of pane.series) expect(axes).toContain(s.axis)
          for (const l of pane.lines) expect(axes).toContain(l.axis)
        }
  })

  test('radar takes the place of the gauges', () => {
    const [first] = ids(input({ actions: { rainType: 1, topChart: 0, subAxis: 0 } }))
    expect(first).toContain('rada')
    expect(first).not.toContain('rain')
  })

  test('the upper chart takes its series out of the lower one', () => {
    for (const [topChart, series] of [
      [1, 'lake_level'],
      [2, 'total_capacity'],
      [3, 'total_discharge_out'],
    ] as const) {
      const [top, main] = ids(input({ actions: { rainType: 0, topChart, subAxis: 0 } }))
      expect(top).toContain(series)
      expect(main).not.toContain(series)
    }
  })

  test('a missing column draws nothing, a null is a gap', () => {
    const { rain: _, ...rest } = columns
    expect(ids(input({ columns: rest }))[0]).not.toContain('rain')
    const level = operatingPanes(input())[0].series.find((s) => s.id === 'lake_level')!
    expect([...level.data.v]).toEqual([552, NaN, 552.1])
    expect([...level.data.t]).toEqual([1_000_000, 1_300_000, 1_600_000])
  })
})

test('limits are coloured only while the level has passed them', () => {
  const tones = (z: number | null) => limitLines(hydro, z, vi).map((l) => `${l.label} ${l.tone}`)
  expect(tones(552)).toEqual(['MNLTK normal', 'MNDBT normal', 'MNC normal'])
  expect(tones(554)).toEqual(['MNLTK normal', 'MNDBT warn', 'MNC normal'])
  expect(tones(556)).toEqual(['MNLTK alarm', 'MNDBT warn', 'MNC normal'])
  expect(tones(548)).toEqual(['MNLTK normal', 'MNDBT normal', 'MNC warn'])
  expect(tones(null)).toEqual(['MNLTK normal', 'MNDBT normal', 'MNC normal'])
})

describe('the settings of the reservoir', () => {
  const look: ChartDisplay = {
    level_axis: 'limits',
    water_level_min: 545,
    water_level_max: null,
    discharge_out_chart: 'left',
    hidden_lines: ['total_discharge_turbine'],
    thresholds: ['season', 'crest', 'dead'],
    season_limit: { from: '09-01', to: '12-15', level: 551 },
  }
  const levelAxis = (i: ChartModelInput) => operatingPanes(i)[0].axes.find((a) => a.id === 'level')!

  test('bound the level axis, and fall back to what is possible', () => {
    expect(levelAxis(input({ display: look }))).toMatchObject({ min: 545, max: 558 })
    expect(levelAxis(input({ display: { ...look, water_level_min: null } }))).toMatchObject({
      min: 540,
      max: 558,
    })
    expect(levelAxis(input({}))).toMatchObject({ min: 540, max: 558 })
    // Follows the data where the settings or the reader say so.
    const byData: ChartDisplay = { ...look, level_axis: 'data' }
    expect(levelAxis(input({ display: byData }))).not.toHaveProperty('min')
    expect(levelAxis(input({ display: look, fullScale: false }))).not.toHaveProperty('min')
    expect(levelAxis(input({ display: byData, fullScale: true }))).toMatchObject({ min: 545, max: 558 })
  })

  test('never cut off the level', () => {
    const low = { ...look, water_level_min: 553, water_level_max: 554 }
    expect(levelAxis(input({ display: low }))).toMatchObject({ min: 552, max: 554 })
    const tail: Tail = new Map()
    extend(tail, 'general.lake_level', 1_900_000, 556.4, 0)
    expect(levelAxis(input({ display: low, tail }))).toMatchObject({ min: 552, max: 557 })
  })

  test('hide lines at first, and give the outflow the other axis', () => {
    const hidden = (i: ChartModelInput) =>
      operatingPanes(i).flatMap((p) => p.series.filter((s) => s.hidden).map((s) => s.id))
    expect(hidden(input())).toEqual(['total_discharge_dam'])
    expect(hidden(input({ display: look }))).toEqual(['total_discharge_turbine', 'total_discharge_dam'])
    const right = input({ display: { ...look, discharge_out_chart: 'right' } })
    const [main] = operatingPanes(right)
    const axis = main.axes.find(
      (a) => a.id === main.series.find((s) => s.id === 'total_discharge_out')!.axis,
    )!
    expect(axis).toMatchObject({ side: 'right', unit: 'm³/s' })
    expect(main.series.find((s) => s.id === 'total_discharge_lake')!.axis).toBe('flow')
  })

  test('choose the thresholds; one that the reservoir has not is not drawn', () => {
    const labels = (h: Hydro, display = look) =>
      limitLines(h, 552, vi, display).map((l) => `${l.label} ${l.tone}`)
    expect(labels(hydro)).toEqual(['Giới hạn mùa warn', 'MNC normal'])
    expect(labels({ ...hydro, crest_level: 557 })).toEqual([
      'Đỉnh đập normal',
      'Giới hạn mùa warn',
      'MNC normal',
    ])
    expect(labels(hydro, { ...look, season_limit: null })).toEqual(['MNC normal'])
  })
})

describe('the tail of the feed', () => {
  test('continues a column, in its unit', () => {
    const tail: Tail = new Map()
    extend(tail, 'general.total_capacity', 1_900_000, 50_300_000, 1)
    const capacity = operatingPanes(input({ tail, actions: { rainType: 0, topChart: 2, subAxis: 0 } }))[0]
      .series[0]
    expect([...capacity.data.v]).toEqual([50, 50.1, 50.2, expect.closeTo(50.3, 9)])
    expect([...(capacity.data.q ?? [])]).toEqual([0, 0, 0, 1])
  })

  test('corrects the last entry, leaves out older ones, draws null as a gap', () => {
    const tail: Tail = new Map()
    extend(tail, 's', 1_300_000, 1, 0)
    extend(tail, 's', 1_600_000, 2, 0)
    extend(tail, 's', 1_900_000, 3, 0)
    extend(tail, 's', 1_900_000, null, 7)
    extend(tail, 's', 1_500_000, 9, 0)
    const { t, v } = withTail(column('m', [10, 11, 12]), tail, 's')
    expect([...t]).toEqual([1_000_000, 1_300_000, 1_600_000, 1_900_000])
    expect([...v]).toEqual([10, 11, 2, NaN])
  })

  test('keeps what was rejected beside the line, and off it where the feed sent it before', () => {
    const tail: Tail = new Map()
    extend(tail, 's', 1_900_000, 990, 0)
    extend(tail, 's', 2_200_000, 13, 0)
    const rejected = { t: [1_000_001, 899_999], v: [-990, 990] }
    const line = withTail({ ...column('m', [10, 11, 12]), rejected }, tail, 's')
    expect([...line.v]).toEqual([10, 11, 12, 13])
    expect(line.rejected).toEqual({ t: Float64Array.of(1_000_001, 1_900_000), v: Float64Array.of(-990, 990) })
  })

  test('starts an empty column', () => {
    const tail: Tail = new Map()
    extend(tail, 's', 5, 1, 0)
    expect([...withTail(column('m', []), tail, 's').t]).toEqual([5])
  })
})
