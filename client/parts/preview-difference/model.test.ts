import { expect, test } from 'vitest'
import type { Difference } from '#contract/calculation.ts'
import type { Preview } from '#contract/preview.ts'
import type { Column } from '#contract/fields.ts'
import { en } from '../../lib/text/en/index.ts'
import { groupsOf, less, panesOf, seenOf, unchanged } from './model.ts'

const figure = (part: Partial<Difference>): Difference => ({
  series: 'general.total_discharge_lake',
  unit: 'm3/s',
  instants: 10,
  changed: 0,
  largest: null,
  known_before: 10,
  known_after: 10,
  mean_before: 100,
  mean_after: 100,
  low_before: 50,
  low_after: 50,
  peak_before: 200,
  peak_after: 200,
  volume_before: 1e6,
  volume_after: 1e6,
  ...part,
})
const column = (unit: string, v: (number | null)[]): Column => ({
  unit,
  kind: 'instant',
  raw: true,
  t: v.map((_, i) => (i === 0 ? 1_000_000 : 300_000)),
  v,
})

test('only what differs has rows, in units of the screen, with the sign of its change', () => {
  const inflow = figure({
    changed: 4,
    mean_after: 101.5,
    low_after: 40,
    volume_after: 1.5e6,
    largest: { at: 5, before: 120, after: 100, by: -20 },
  })
  const storage = figure({
    series: 'general.total_capacity',
    unit: 'm3',
    changed: 2,
    mean_before: 185e6,
    mean_after: 186e6,
    low_before: null,
    peak_before: null,
    volume_before: null,
    volume_after: null,
  })
  const level = figure({ series: 'general.lake_level', unit: 'm' })
  const groups = groupsOf([inflow, storage, level], 'en')
  expect(groups.map((g) => g.code)).toEqual(['general.total_discharge_lake', 'general.total_capacity'])
  expect(groups[0].lines.map((l) => [l.key, l.by, l.unit])).toEqual([
    ['mean', 1.5, 'm³/s'],
    ['low', -10, 'm³/s'],
    ['peak', 0, 'm³/s'],
    ['volume', 0.5, 'million m³'],
    ['largest', -20, 'm³/s'],
  ])
  expect(groups[1].lines.map((l) => [l.key, l.before, l.by])).toEqual([
    ['mean', 185, 1],
    ['low', null, null],
    ['peak', null, null],
  ])
  expect(unchanged([inflow, storage, level])).toEqual(['general.lake_level'])
})

test('values that are lost are not called a mere change of quality', () => {
  const of = (part: Partial<Difference>) => {
    const [{ known, onlyQuality }] = groupsOf([figure({ changed: 4, ...part })], 'en')
    return { known, onlyQuality }
  }
  expect(of({})).toEqual({ known: 0, onlyQuality: true })
  // Without its table nothing can be computed: nothing to compare, all values lost.
  const gone = { known_after: 6, mean_after: 101, volume_after: 6e5 }
  expect(of(gone)).toEqual({ known: -4, onlyQuality: false })
  expect(of({ ...gone, known_before: 2 })).toEqual({ known: 4, onlyQuality: false })
})

test('what differs is drawn as it is and as it would be, what does not as one quiet line', () => {
  const data: Preview = {
    from: 0,
    to: 2_000_000,
    instants: 3,
    changed: 1,
    standing: 0,
    approved: false,
    figures: [figure({ changed: 1 }), figure({ series: 'general.total_capacity', unit: 'm3' })],
    lines: {
      'general.total_discharge_lake': {
        before: column('m3/s', [null, 2, null]),
        after: column('m3/s', [null, 5, 4]),
      },
      'general.total_capacity': { before: column('m3', [null, 5e6]), after: column('m3', [null, 5e6]) },
    },
  }
  const panes = panesOf(data, en, 'en', 300_000)
  expect(panes.map((p) => [p.id, p.series.map((s) => s.name)])).toEqual([
    ['flow', [`${en.chart.inflow}, before`, `${en.chart.inflow}, after`]],
    ['by', [`Δ ${en.chart.inflow}`]],
    ['lake', [en.chart.storage]],
  ])
  expect([...panes[1].series[0].data.v]).toEqual([NaN, 3, NaN])
  expect([...panes[2].series[0].data.v]).toEqual([NaN, 5])
  expect(seenOf(data)).toEqual({ from: 1_300_000, to: 2_000_000 })
})

test('a difference stands at the instants of the first, and nowhere else', () => {
  const a = { t: Float64Array.of(1, 2, 4), v: Float64Array.of(10, 20, 40) }
  const b = { t: Float64Array.of(0, 2, 3, 4), v: Float64Array.of(1, 5, 7, NaN) }
  expect([...less(a, b).v]).toEqual([NaN, 15, NaN])
})
