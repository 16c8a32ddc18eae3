import { HOUR, MINUTE } from '#core/time/units.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MISSING, PARTIAL, REJECTED } from '#core/quality/index.ts'
import type { Observed } from '#contract/observe.ts'
import { BASE_LAYERS } from '../../ui/map/types.ts'
import { readAddress, writeAddress } from '../../lib/address-fields.ts'
import { mapFields, SUMS, SURFACES, VIEWS, type MapFilter } from './address.ts'
import { daysIn, MOST_DAYS, daySpanOf } from './days.ts'
import { levelsOf, rainOf, within } from './surface.ts'
import { byUrgency, joinedDays, lastTwo, present, replayed, type ShownStation } from './values.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const NOW = Date.UTC(2026, 9, 20, 5, 0, 30)
/** 00:00 of NOW's local day at the plant. */
const MIDNIGHT = Date.UTC(2026, 9, 19, 17)

describe('the range', () => {
  test('is today from midnight to now, and its one call ends a second later', () => {
    const span = daySpanOf({ from: null, to: null }, ZONE, NOW)
    expect(span).toEqual({ from: MIDNIGHT, to: NOW, live: true })
    expect(daysIn(span, ZONE)).toEqual([
      { date: '2026-10-20', start_time: '2026-10-20 00:00:00', end_time: '2026-10-20 12:00:31', open: true },
    ])
  })

  test('of chosen days has a call for each, joined without gap or overlap', () => {
    const span = daySpanOf({ from: '2026-10-17', to: '2026-10-19' }, ZONE, NOW)
    expect(span).toEqual({ from: MIDNIGHT - 72 * HOUR, to: MIDNIGHT, live: false })
    const days = daysIn(span, ZONE)
    expect(days.map((d) => d.date)).toEqual(['2026-10-17', '2026-10-18', '2026-10-19'])
    expect(days[0].end_time).toBe(days[1].start_time)
    expect(days.every((d) => !d.open)).toBe(true)
  })

  test('is never longer than can be requested, nor in the future', () => {
    expect(daysIn(daySpanOf({ from: '2026-01-01', to: '2026-10-20' }, ZONE, NOW), ZONE)).toHaveLength(
      MOST_DAYS,
    )
    expect(daySpanOf({ from: '2030-01-01', to: '2030-01-02' }, ZONE, NOW)).toEqual({
      from: MIDNIGHT,
      to: NOW,
      live: true,
    })
  })

  test('a day on which clocks change is one call all the same', () => {
    const zone = 'Europe/Warsaw'
    const days = daysIn(
      daySpanOf({ from: '2026-10-24', to: '2026-10-26' }, zone, Date.UTC(2026, 10, 5)),
      zone,
    )
    expect(days.map((d) => [d.start_time, d.end_time])).toEqual([
      ['2026-10-24 00:00:00', '2026-10-25 00:00:00'],
      ['2026-10-25 00:00:00', '2026-10-26 00:00:00'],
      ['2026-10-26 00:00:00', '2026-10-27 00:00:00'],
    ])
  })
})

test('the address carries everything that is chosen, and nothing that makes no sense', () => {
  const fields = mapFields(ZONE)
  const filter: fc.Arbitrary<MapFilter> = fc.record({
    type: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 8 }).map((a) => a.sort()),
    days: fc.constantFrom({ from: null, to: null }, { from: '2026-10-17', to: '2026-10-19' }),
    t: fc.option(fc.integer({ min: 1_000_000, max: 1_790_000 }).map((s) => s * 1_000_000)),
    surface: fc.constantFrom(...SURFACES),
    sum: fc.constantFrom(...SUMS),
    view: fc.constantFrom(...VIEWS),
    hide: fc.subarray([...BASE_LAYERS]),
    station: fc.option(fc.constantFrom('MN_HO', 'st a&b')),
  })
  fc.assert(
    fc.property(filter, (f) => {
      expect(readAddress(fields, writeAddress(fields, f))).toEqual(f)
    }),
  )
  expect(
    readAddress(
      fields,
      new URLSearchParams('type=9,x,2,2&t=nope&surface=3d&sum=1y&view=globe&from=2026-10-19'),
    ),
  ).toEqual({
    type: [2],
    days: { from: null, to: null },
    t: null,
    surface: 'none',
    sum: '24h',
    view: 'map',
    station: null,
    hide: [],
  })
})

const column = (entries: [number, number | null, number?][]) => ({
  unit: 'm',
  kind: 'instant' as const,
  raw: true,
  t: entries.map(([t], i) => (i === 0 ? t : t - entries[i - 1][0])),
  v: entries.map(([, v]) => v),
  q: entries.map(([, , q = 0]) => q),
})
const level = (over: Partial<Observed> = {}): Observed => ({
  hydro_code: 'H',
  station_id: 'a',
  station_code: 'A',
  name: 'A',
  province: '',
  latitude: 14,
  longitude: 108,
  address: '',
  station_type_id: 2,
  basin: '',
  thiessen_coefficient: null,
  series: 'level.a',
  radar_series: null,
  every: 300,
  alarms: [10, 12, null],
  unit: 'm',
  kind: 'instant',
  last_data: -1,
  prev_data: -1,
  date_string: null,
  prev_date_string: null,
  quality: { last_data: MISSING, prev_data: MISSING },
  state: 'none',
  alarm: 0,
  discharge: null,
  ...over,
})

describe('what is shown', () => {
  test('days are joined, a state that stood at midnight once', () => {
    const s = joinedDays([
      column([
        [0, 1],
        [10, 2],
      ]),
      column([
        [10, 2],
        [20, 3],
      ]),
      column([]),
    ])
    expect([...s.t]).toEqual([0, 10, 20])
    expect([...s.v]).toEqual([1, 2, 3])
  })

  test('at an instant the last reading counts that is there, and the one before it', () => {
    const s = joinedDays([
      column([
        [0, 9],
        [10 * MINUTE, 11],
        [12 * MINUTE, null, MISSING],
        [14 * MINUTE, 99, REJECTED],
        [20 * MINUTE, 12.5],
      ]),
    ])
    const at = (t: number) => replayed(level(), { value: s, level: null }, t)
    expect(at(15 * MINUTE)).toMatchObject({ last: { v: 11 }, prev: { v: 9 }, state: 'good', alarm: 1 })
    expect(at(20 * MINUTE)).toMatchObject({ last: { v: 12.5 }, alarm: 2 })
    expect(at(31 * MINUTE)).toMatchObject({ last: { v: 12.5 }, state: 'late' })
    expect(at(-1)).toMatchObject({ last: null, prev: null, state: 'none', alarm: 0 })
    expect(lastTwo(s, 14 * MINUTE).map((r) => r.v)).toEqual([11, 9])
  })

  test('of now, only the quality tells a reading of -1 from a missing one', () => {
    expect(present(level(), undefined, ZONE).last).toBeNull()
    const there = level({
      last_data: -1,
      date_string: '2026-10-20 12:00:00',
      quality: { last_data: 0, prev_data: MISSING },
      state: 'good',
    })
    expect(present(there, undefined, ZONE)).toMatchObject({ last: { v: -1 }, prev: null, state: 'good' })
  })

  test('what needs a look comes first', () => {
    const one = (name: string, alarm: ShownStation['alarm'], state: ShownStation['state']) =>
      ({ ...replayed(level({ name }), undefined, 0), alarm, state }) as ShownStation
    const sorted = [one('d', 0, 'good'), one('c', 0, 'none'), one('b', 0, 'late'), one('a', 2, 'good')].sort(
      byUrgency,
    )
    expect(sorted.map((s) => s.station.name)).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('rain over the basin', () => {
  const basin: [number, number][] = [
    [108, 14],
    [108.4, 14],
    [108.4, 14.4],
    [108, 14.4],
  ]
  const gauge = (id: string, longitude: number, total: number | null): ShownStation => ({
    ...replayed(level({ station_id: id, station_type_id: 1, longitude, latitude: 14.2 }), undefined, 0),
    rain: { total, q: total === null ? MISSING : 0 },
  })
  const gauges = [gauge('a', 108.1, 10), gauge('b', 108.3, 30)]

  test('Thiessen: each gauge its half, and the mean of both', () => {
    const rain = rainOf(basin, gauges)
    const { parts } = rain.of('thiessen', gauges)!
    expect(parts!.map((p) => p.value)).toEqual([10, 30])
    expect(Math.max(...parts![0].ring.map(([x]) => x))).toBeCloseTo(108.2, 3)
    expect(rain.mean('thiessen', gauges).mean).toBeCloseTo(20, 1)
    const words = (v: number | null, weight: number) => `${v} mm, ${weight.toFixed(2)}`
    const written = rainOf(basin, gauges, words).of('thiessen', gauges)!.parts!
    expect(written.map((p) => p.label)).toEqual(['10 mm, 0.50', '30 mm, 0.50'])
    const lacking = [gauges[0], gauge('b', 108.3, null)]
    expect(rain.of('thiessen', lacking)!.parts![1].value).toBeNull()
    expect(rain.mean('thiessen', lacking)).toMatchObject({ mean: 10, q: PARTIAL })
  })

  test('isohyets lie within the basin and between the gauges; without an outline there are none', () => {
    const { lines } = rainOf(basin, gauges).of('isohyets', gauges)!
    expect(lines!.length).toBeGreaterThan(2)
    for (const { points, label } of lines!) {
      expect(Number(label)).toBeGreaterThan(10)
      expect(Number(label)).toBeLessThan(30)
      for (const [x, y] of points) {
        expect(x >= 108 && x <= 108.4).toBe(true)
        expect(y >= 14 && y <= 14.4).toBe(true)
      }
    }
    expect(rainOf(null, gauges).of('isohyets', gauges)).toBeNull()
    expect(rainOf(basin, gauges).of('none', gauges)).toBeNull()
  })

  test('between the classes of the field stand lines with the value at which a class begins', () => {
    const { lines, field } = rainOf(basin, gauges).of('idw', gauges)!
    expect(field).toBeDefined()
    expect(new Set(lines!.map((l) => l.label))).toEqual(new Set(['20']))
    expect(lines!.every((l) => l.quiet)).toBe(true)
  })

  test('levels of lines are round, few, and of rain that fell', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 900, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (v) => {
          const levels = levelsOf(Float64Array.from(v))
          expect(levels.length).toBeLessThanOrEqual(8)
          for (const x of levels) {
            expect(x).toBeGreaterThan(0)
            expect(x).toBeGreaterThanOrEqual(Math.min(...v) - 1e-9)
            expect(x).toBeLessThanOrEqual(Math.max(...v) + 0.05)
          }
        },
      ),
    )
    expect(levelsOf(Float64Array.of(44.4, 70.2))).toEqual([45, 50, 55, 60, 65, 70])
    expect(levelsOf(Float64Array.of(3, 3))).toEqual([])
    expect(levelsOf(Float64Array.of(NaN))).toEqual([])
  })

  test('a line that leaves a ring comes back as another', () => {
    const line: [number, number][] = [
      [108.1, 14.1],
      [108.2, 14.1],
      [109, 14.1],
      [108.3, 14.2],
      [108.2, 14.2],
    ]
    expect(within(line, basin).map((run) => run.length)).toEqual([2, 2])
  })
})
