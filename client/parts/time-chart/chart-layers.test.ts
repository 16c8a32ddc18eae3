import { DAY } from '#core/time/units.ts'
import { describe, expect, test } from 'vitest'
import type { ChartSeries, Pane } from '../../ui/chart/index.ts'
import { missingAsOf, withCompared, withForecast, withMarks } from './chart-layers.ts'

const series = (id: string, v: number[], more: Partial<ChartSeries> = {}): ChartSeries => ({
  id,
  name: id,
  axis: 'flow',
  kind: 'line',
  color: 'inflow',
  unit: 'm³/s',
  decimals: 1,
  data: { t: Float64Array.from(v, (_, i) => i * 1000), v: Float64Array.from(v) },
  ...more,
})
const pane = (all: ChartSeries[]): Pane => ({
  id: 'main',
  title: '',
  heightShare: 1,
  axes: [],
  series: all,
  lines: [],
  marks: [],
})
const INFLOW = ['total_discharge_lake', 'inflow_moving_average']

describe('a comparison period', () => {
  const now = [pane([...INFLOW.map((id) => series(id, [1, 2])), series('rain', [0])])]
  const then = [pane([...INFLOW.map((id) => series(id, [5, NaN])), series('rain', [NaN])])]
  const both = withCompared(now, then, DAY)[0].series

  test('is drawn after its series, shifted, fainter; the noisy inflow by its mean', () => {
    expect(both.map((s) => s.id)).toEqual([...INFLOW, 'inflow_moving_average:past', 'rain', 'rain:past'])
    const past = both[2]
    expect(past).toMatchObject({ of: 'inflow_moving_average', shift: DAY, color: 'inflow', hidden: false })
    expect([...past.data.t]).toEqual([DAY, DAY + 1000])
    expect(past.opacity!).toBeLessThan(1)
    expect([...now[0].series[0].data.t]).toEqual([0, 1000])
  })

  test('missing series are named; null if all are missing', () => {
    const panes = [pane(both)]
    const view = { from: DAY, to: 2 * DAY }
    expect(missingAsOf(panes, view, new Set())).toEqual(['rain'])
    expect(missingAsOf(panes, view, new Set(['rain']))).toEqual([])
    expect(missingAsOf(panes, { from: DAY + 500, to: 2 * DAY }, new Set())).toBeNull()
  })
})

test('a forecast is on the axis of the inflow, dashed, with its band; none without an inflow', () => {
  const ahead = { t: [1, 2], v: [3, 4], lower: [3, 2], upper: [3, 6] }
  const [made] = withForecast([pane([series('inflow_moving_average', [1], { axis: 'q' })])], ahead, 'ahead')
  expect(made.series[1]).toMatchObject({ id: 'forecast', axis: 'q', dashed: true, name: 'ahead' })
  expect([...made.series[1].band!.upper]).toEqual([3, 6])
  const without = [pane([series('rain', [1])])]
  expect(withForecast(without, ahead, 'ahead')).toBe(without)
})

test('the row of marks stays while it is empty', () => {
  expect(withMarks([pane([]), pane([])], []).map((p) => p.markRow)).toEqual([undefined, true])
})
