import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartView, SERIES_COLORS, VIEW_LIMITS, type ChartView } from '#contract/views.ts'
import { EMPTY_VIEW, readChartsAddress, sameView, writeChartsAddress } from './address.ts'

const code = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,20}$/)
const series = fc.record({
  code,
  side: fc.constantFrom('left' as const, 'right' as const),
  color: fc.constantFrom(...SERIES_COLORS),
  hidden: fc.boolean(),
})
const pane = fc.oneof(
  fc.record({
    kind: fc.constant('time' as const),
    series: fc.uniqueArray(series, { maxLength: VIEW_LIMITS.ofPane, selector: (s) => s.code }),
  }),
  fc.record({ kind: fc.constant('xy' as const), x: fc.option(code), y: fc.option(code) }),
)
const local = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 19).replace('T', ' '))
const span = fc.oneof(
  fc.constantFrom(5 / 60, 0.25, 24, 8760).map((hours) => ({ hours })),
  fc
    .tuple(local, local)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
)
const view: fc.Arbitrary<ChartView> = fc
  .record({
    panes: fc.array(pane, { maxLength: VIEW_LIMITS.panes }),
    span,
    compare: fc.constantFrom(null, 'year', 'before.24', 'days.90', 'before.0.0833'),
    table: fc.boolean(),
  })
  .filter((v) => chartView.safeParse(v).success)

test('any view that can be saved survives its address', () => {
  fc.assert(
    fc.property(view, fc.option(fc.constantFrom('cv_1', 'cv_abc')), (v, saved) => {
      const address = new URLSearchParams(writeChartsAddress({ view: v, saved }).toString())
      expect(readChartsAddress(address)).toEqual({ view: v, saved })
    }),
  )
})

test('a view parsed from any address can be saved', () => {
  const name = fc.constantFrom('p', 'p', 'p', 'time', 'from', 'to', 'vs', 'table', 'view')
  const piece = fc.constantFrom(
    't',
    'xy',
    'a.b',
    'L-level',
    'R-rain-hidden',
    'L-red',
    '',
    '*',
    ' ',
    'đ',
    'a.b',
  )
  const value = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 40 }).map((all) => all.join('*')),
    fc.constantFrom('-1', '1e9', 'NaN', '2026-13-40T99:99', '2026-01-01T00:00', 'year', 'before.x'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 30 }), (parts) => {
      const read = readChartsAddress(new URLSearchParams(parts)).view
      expect(chartView.safeParse(read).error?.issues ?? []).toEqual([])
    }),
  )
})

test('an address is short and readable', () => {
  const v: ChartView = {
    ...EMPTY_VIEW,
    panes: [
      {
        kind: 'time',
        series: [
          { code: 'general.lake_level', side: 'right', color: 'level', hidden: false },
          { code: 'outlet.g1.q', side: 'left', color: 'spill', hidden: true },
        ],
      },
      { kind: 'xy', x: 'general.lake_level', y: null },
    ],
  }
  expect(writeChartsAddress({ view: v, saved: 'cv_1' }).toString()).toBe(
    'view=cv_1&p=t*general.lake_level*R-level*outlet.g1.q*L-spill-hidden&p=xy*general.lake_level*&time=24',
  )
  expect(sameView(v, { ...v, table: true })).toBe(false)
  expect(sameView(v, structuredClone(v))).toBe(true)
})

test('excess and duplicate series are left out', () => {
  const many = Array.from({ length: 20 }, (_, i) => `s${i}*L-level`).join('*')
  const { panes } = readChartsAddress(
    new URLSearchParams([
      ['p', `t*${many}`],
      ['p', `t*${many}`],
      ['p', 't*a*L-level*a*R-rain'],
      ['p', `t*${many}`],
    ]),
  ).view
  expect(panes.map((p) => (p.kind === 'time' ? p.series.length : -1))).toEqual([12, 12, 0, 0])
  const [twice] = readChartsAddress(new URLSearchParams({ p: 't*a*L-level*a*R-rain*b*L-gold' })).view.panes
  expect(twice).toEqual({
    kind: 'time',
    series: [{ code: 'a', side: 'left', color: 'level', hidden: false }],
  })
})
