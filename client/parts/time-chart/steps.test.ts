import { HOUR } from '#core/time/units.ts'
import { describe, expect, test } from 'vitest'
import type { Column } from '#contract/fields.ts'
import type { ChartSeries, Pane } from '../../ui/chart/index.ts'
import { everyOf, withSteps } from './steps.ts'

const series = (id: string, more: Partial<ChartSeries> = {}): ChartSeries => ({
  id,
  name: id,
  axis: 'a',
  kind: 'line',
  color: 'level',
  unit: 'MW',
  decimals: 2,
  data: { t: Float64Array.of(1), v: Float64Array.of(1) },
  ...more,
})
const column = (v: number): Column => ({
  unit: 'kW',
  kind: 'instant',
  raw: false,
  t: [10 * HOUR, HOUR],
  v: [v, null],
  min: [v - 1000, null],
  max: [v + 1000, null],
})

test('steps until a future instant are refetched every minute, others are kept', () => {
  expect(everyOf(11 * HOUR, 11 * HOUR - 1)).toBe(60_000)
  expect(everyOf(11 * HOUR, 11 * HOUR)).toBe(false)
  expect(everyOf(null, 0)).toBe(false)
})

describe('the table shows steps instead of thinned readings', () => {
  const pane: Pane = {
    id: 'main',
    title: '',
    heightShare: 1,
    axes: [],
    series: [series('p'), series('p:past', { of: 'p', shift: 24 * HOUR }), series('forecast')],
    lines: [],
    marks: [],
  }
  const wire = (id: string) => (id === 'p' ? { code: 'general.power', scale: 1e-3 } : null)
  const steps = (v: number) => ({ step: 'hour' as const, series: { 'general.power': column(v) } })

  test('each gets the steps of its period, in its unit; a forecast has none', () => {
    const [now, past, forecast] = withSteps([pane], steps(3000), steps(5000), wire)[0].series
    expect([...now.steps!.data.v]).toEqual([3, NaN])
    expect([...now.steps!.data.t]).toEqual([10 * HOUR, 11 * HOUR])
    expect([...now.steps!.band!.lower]).toEqual([2, NaN])
    expect([...past.steps!.data.v]).toEqual([5, NaN])
    expect([...past.steps!.data.t]).toEqual([34 * HOUR, 35 * HOUR])
    expect(forecast.steps).toBeUndefined()
  })

  test('until they are loaded everything stays', () => {
    const panes = [pane]
    expect(withSteps(panes, undefined, steps(5000), wire)).toBe(panes)
  })
})
