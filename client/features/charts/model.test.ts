import { expect, test } from 'vitest'
import type { Column } from '#contract/fields.ts'
import type { ChartView, DrawnSeries } from '#contract/views.ts'
import { EMPTY_VIEW } from './address.ts'
import { dataOf, viewPanesOf, screenOf, type KnownSeries } from './model.ts'

const column = (unit: string, v: (number | null)[], more: Partial<Column> = {}): Column => ({
  unit,
  kind: 'instant',
  raw: true,
  t: v.map((_, i) => (i === 0 ? 1_000_000 : 300_000)),
  v,
  ...more,
})
const of = (unit: string, more: Partial<KnownSeries> = {}): KnownSeries => ({
  label: unit,
  unit,
  kind: 'instant',
  step_s: 300,
  source: 'ingest',
  ...more,
})
const drawn = (code: string, side: DrawnSeries['side'], hidden = false): DrawnSeries => ({
  code,
  side,
  color: 'level',
  hidden,
})
const known = new Map([
  ['level', of('m')],
  ['storage', of('m3', { source: 'computed', step_s: null })],
  ['rain', of('mm', { kind: 'total' })],
])
const columns = {
  level: column('m', [400, null, 401]),
  storage: column('m3', [185e6, 186e6, null]),
  rain: column('mm', [0, 2, 1], { kind: 'total' }),
}
const draw = (panes: ChartView['panes'], more = {}) =>
  viewPanesOf({
    view: { ...EMPTY_VIEW, panes },
    columns,
    tail: new Map(),
    known,
    interval: 600_000,
    language: 'vi',
    titleOf: (n) => `Khung ${n}`,
    ...more,
  })

test('each unit has an axis on its side, rain one that hangs; values are in the unit that is written', () => {
  const [pane] = draw([
    {
      kind: 'time',
      series: [drawn('level', 'right'), drawn('storage', 'left'), drawn('rain', 'right', true)],
    },
  ])
  expect(pane.axes.map((a) => [a.unit, a.side, a.inverted])).toEqual([
    ['m', 'right', false],
    ['triệu m³', 'left', false],
    ['mm', 'right', true],
  ])
  const [level, storage, rain] = pane.series
  expect([...storage.data.v]).toEqual([185, 186, NaN])
  expect([level.maxGap, storage.maxGap, rain.maxGap]).toEqual([900_000, 1_800_000, undefined])
  expect([level.hidden, rain.hidden, rain.kind]).toEqual([false, true, 'bars'])
})

test('what is thinned carries its own holes; the live end follows in the same unit', () => {
  const thinned = { ...columns, level: column('m', [400, 401], { raw: false }) }
  const tail = new Map([['storage', [{ t: 1_900_000, v: 190e6, q: 0 }]]])
  const [pane] = draw([{ kind: 'time', series: [drawn('level', 'left'), drawn('storage', 'right')] }], {
    columns: thinned,
    tail,
  })
  expect(pane.series[0]).toMatchObject({ thinned: true, maxGap: undefined })
  expect([...pane.series[1].data.v]).toEqual([185, 186, NaN, 190])
})

test('empty panes, pairs and series that are no more draw nothing; panes keep their numbers', () => {
  const panes = draw([
    { kind: 'time', series: [] },
    { kind: 'xy', x: 'level', y: 'rain' },
    { kind: 'time', series: [drawn('level', 'left'), drawn('gone', 'left')] },
    { kind: 'time', series: [drawn('level', 'left')] },
  ])
  expect(panes.map((p) => [p.title, p.series.map((s) => s.id)])).toEqual([
    ['Khung 3', ['2:level']],
    ['Khung 4', ['3:level']],
  ])
  expect(draw([{ kind: 'time', series: [drawn('gone', 'left')] }])).toEqual([])
  // Series that are not loaded yet keep their place.
  expect(draw([{ kind: 'time', series: [drawn('level', 'left')] }], { columns: {} })[0].series).toHaveLength(
    1,
  )
})

test('large units of the wire are written as people say them', () => {
  expect(screenOf('m3', 'en')).toMatchObject({ unit: 'million m³', factor: 1e-6 })
  expect(screenOf('kW', 'vi')).toMatchObject({ unit: 'MW', factor: 1e-3 })
  expect(screenOf('m3/s', 'vi')).toMatchObject({ unit: 'm³/s', factor: 1 })
})

test('rejected readings are in the unit of the screen as the others are', () => {
  const power = column('kW', [20_500], { rejected: { t: [1_000_001], v: [-300] } })
  const { factor } = screenOf('kW', 'vi')
  const { v, rejected } = dataOf(power, new Map(), 'power', factor)
  expect([v, rejected]).toEqual([
    Float64Array.of(20.5),
    { t: Float64Array.of(1_000_001), v: Float64Array.of(-0.3) },
  ])
})
