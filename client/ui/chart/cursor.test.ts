import { describe, expect, test } from 'vitest'
import { spokenText, stripAt } from './cursor.ts'
import type { StripInput } from './cursor.ts'
import { barsFor } from './bars.ts'
import type { ChartSeries, ChartTexts, Pane } from './types.ts'

const t0 = Date.parse('2026-11-20T14:00+07:00')
const MIN = 60_000
const texts = {
  grades: ['good', 'estimated', 'partial', 'extrapolated', 'suspect', 'rejected', 'stale', 'missing'],
  edited: 'edited',
  floored: 'floored',
} as unknown as ChartTexts

const every = (n: number, step: number, v: (i: number) => number, q?: number) => ({
  t: Float64Array.from({ length: n }, (_, i) => t0 + i * step),
  v: Float64Array.from({ length: n }, (_, i) => v(i)),
  ...(q === undefined ? {} : { q: new Uint8Array(n).fill(q) }),
})
const s = (id: string, over: Partial<ChartSeries>): ChartSeries => ({
  id,
  name: id,
  axis: 'a',
  kind: 'line',
  color: 'level',
  unit: 'm',
  decimals: 2,
  data: every(7, 10 * MIN, (i) => i),
  ...over,
})
const pane = (series: ChartSeries[]): Pane => ({
  id: 'p',
  title: '',
  heightShare: 1,
  axes: [],
  series,
  lines: [],
  marks: [{ t: t0 + 30 * MIN, label: 'gate 2', kind: 'gate' }],
})
const ask = (series: ChartSeries[], over: Partial<StripInput> = {}) =>
  stripAt({
    panes: [pane(series)],
    hidden: new Set(),
    bars: new Map(series.filter((x) => x.kind === 'bars').map((x) => [x, barsFor(x.data, 1000, 'UTC')])),
    at: t0 + 30 * MIN,
    tolerance: MIN,
    zone: 'Asia/Ho_Chi_Minh',
    language: 'en',
    texts,
    ...over,
  })

describe('strip', () => {
  test('reads every series at one instant, each in its own way', () => {
    const rain = s('rain', { kind: 'bars', unit: 'mm', decimals: 1 })
    const gate = s('gate', { kind: 'step', data: every(1, MIN, () => 0.5) })
    const state = ask([s('level', {}), rain, gate])
    expect(state.items.map((i) => [i.value, i.unit])).toEqual([
      ['3.00', 'm'],
      ['3.0', 'mm/10 min'],
      ['0.50', 'm'],
    ])
    expect([state.date, state.clock]).toEqual(['2026-11-20', '14:30'])
    expect(state.notes).toEqual(['14:30 gate 2'])
  })

  test('a gap is a dash, a hidden series has no text', () => {
    const gap = s('gap', { data: every(7, 10 * MIN, (i) => (i === 3 ? NaN : i)) })
    const state = ask([gap, s('off', {})], { hidden: new Set(['off']) })
    expect(state.items.map((i) => i.value)).toEqual(['-', ''])
    expect(spokenText(state)).toBe('2026-11-20 14:30; gap -; 14:30 gate 2')
  })

  test('explains in words why a value is flagged', () => {
    const state = ask([s('level', { data: every(7, 10 * MIN, (i) => i, 4 + 8) })])
    expect(state.items[0]).toMatchObject({ grade: 4, note: 'suspect, edited' })
    expect(state.notes[0]).toBe('level: suspect, edited')
  })

  test('a rejected reading under the cursor has its mark; the latest value is one of the line', () => {
    const data = {
      ...every(4, 10 * MIN, (i) => 410 + i),
      rejected: { t: Float64Array.of(t0 + 25 * MIN, t0 + 60 * MIN), v: Float64Array.of(990, 1) },
    }
    const [at] = ask([s('z', { data })], { at: t0 + 25 * MIN }).items
    expect(at).toMatchObject({ value: '990.00', grade: 5, note: 'rejected' })
    const [beside] = ask([s('z', { data })], { at: t0 + 30 * MIN }).items
    expect(beside).toMatchObject({ value: '413.00', grade: 0 })
    const [latest] = ask([s('z', { data })], { at: null }).items
    expect(latest).toMatchObject({ value: '413.00', grade: 0 })
  })

  test('without a cursor: the latest values, with the time of late ones', () => {
    const late = s('late', { data: every(3, 10 * MIN, (i) => i) })
    const state = ask([s('level', {}), late], { at: null })
    expect(state.clock).toBe('15:00')
    expect(state.items.map((i) => i.since)).toEqual(['', '14:20'])
  })

  test('rain summed to bars is as late as its last entry, not as the last complete bar', () => {
    // Every 5 minutes until 15:25: the last complete half-hour bar ends at 15:00.
    const rain = s('rain', { kind: 'bars', data: every(18, 5 * MIN, () => 1) })
    const level = s('level', { data: every(18, 5 * MIN, (i) => i) })
    const bars = new Map([[rain, barsFor(rain.data, 10 * MIN, 'Asia/Ho_Chi_Minh')]])
    const now = t0 + 85 * MIN
    expect(ask([level, rain], { at: null, bars, now }).items.map((i) => i.since)).toEqual(['', ''])
    const longer = s('level', { data: every(30, 5 * MIN, (i) => i) })
    const later = ask([longer, rain], { at: null, bars, now: t0 + 145 * MIN })
    expect(later.items.map((i) => i.since)).toEqual(['', '15:25'])
  })

  test('a step that has not changed for long is not late', () => {
    const state = ask([s('level', {}), s('gate', { kind: 'step', data: every(2, MIN, () => 1) })], {
      at: null,
    })
    expect(state.items[1].since).toBe('')
  })
})

describe('a comparison period', () => {
  const before = s('level:before', {
    of: 'level',
    shift: 86_400_000,
    data: every(7, 10 * MIN, (i) => i - 0.5, 4),
  })

  test('is read with its series, at its own time', () => {
    const state = ask([s('level', {}), before])
    expect(state.items).toHaveLength(1)
    expect(state.items[0].past).toMatchObject({ value: '2.50', grade: 4 })
    expect(state.past).toEqual({ date: '2026-11-19', clock: '14:30' })
    expect(spokenText(state, 'compared')).toBe('2026-11-20 14:30; level 3.00 m, compared 2.50; 14:30 gate 2')
  })

  test('applies to the latest values too; a gap there is a dash; it is hidden with its series', () => {
    const short = { ...before, data: every(3, 10 * MIN, (i) => i) }
    expect(ask([s('level', {}), before], { at: null }).items[0].past?.value).toBe('5.50')
    expect(ask([s('level', {}), short], { at: null }).items[0].past?.value).toBe('-')
    expect(ask([s('level', {}), before], { hidden: new Set(['level']) }).items[0].past).toBeNull()
  })
})

test('a forecast is read with the ends of its band', () => {
  const data = every(3, 10 * MIN, () => 5)
  const band = { lower: Float64Array.of(5, 4, NaN), upper: Float64Array.of(5, 6.25, 7) }
  const at = (i: number) => ask([s('f', { data, band })], { at: t0 + i * 10 * MIN }).items[0].band
  expect([at(1), at(2)]).toEqual(['4.00 – 6.25', ''])
  const flood = { lower: Float64Array.of(5, 940.25), upper: Float64Array.of(5, 2410.75) }
  const wide = s('f', { data: every(2, 10 * MIN, () => 5), band: flood })
  expect(ask([wide], { at: t0 + 10 * MIN }).items[0].band).toBe('940 – 2,411')
})
