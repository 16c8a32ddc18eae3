import { expect, test } from 'vitest'
import { description, unit, version } from '../calculation/fixtures.ts'
import { grade, GOOD, MISSING, PARTIAL } from '../quality/index.ts'
import { fromEntries, hourBins, hourEdges, type Bins, type Entry, type SeriesKind } from '../series/index.ts'
import { DAY, HOUR, MINUTE } from '../time/units.ts'
import { ratioRows, reportColumns, reportRows, reportSources, reportTotals, tabulate } from './index.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
/** 5 May 2026, 00:00 local. */
const T = Date.UTC(2026, 4, 4, 17)
const HALF = HOUR / 2

/** Values at the end of each half-hour, or at each ten minutes, of so many hours. */
const halves = (hours: number, v: (hour: number) => number | null): Entry[] =>
  Array.from({ length: 2 * hours }, (_, i): Entry => [T + (i + 1) * HALF, v(Math.floor(i / 2))])
const tens = (hours: number, v: (hour: number) => number | null): Entry[] =>
  Array.from({ length: 6 * hours }, (_, i): Entry => [T + i * 10 * MINUTE, v(Math.floor(i / 6))])

interface Water {
  kWh: (hour: number) => number | null
  flow: (hour: number) => number | null
  lake?: (hour: number) => number | null
  tail?: (hour: number) => number | null
}

/** A ratio of unit A over so many hours, as the report of these rows has it. */
function ratio(
  of: 'water_use' | 'coefficient',
  kind: 'hourly' | 'daily',
  hours: number,
  { kWh, flow, lake = () => 100, tail = () => 50 }: Water,
  type: 6 | 7 = 6,
) {
  const d = description({ units: [version('A', unit('A', { type, centreElevation: 60 }))] })
  const series = new Map(
    ['energy.plant', 'energy.A'].map((code) => [
      code,
      { code, unit: 'kWh', kind: 'total' as const, step_s: 1800 },
    ]),
  )
  const objects = reportSources(d, series).filter((o) => o.object.id === `${of}.unit.A`)
  const columns = reportColumns(objects, { kind, mode: 'synthetic', withSent: false })
  const rows = reportRows({ kind, from: T, to: T + hours * HOUR }, ZONE, { day: 0, rain: 0 }, T + 400 * DAY)
  const last = rows[rows.length - 1].spans.calendar.end
  const bins = new Map<string, Bins>()
  const put = (code: string, kind: SeriesKind, step: number, entries: Entry[]) =>
    bins.set(code, hourBins(fromEntries(entries), { kind, edges: hourEdges(T, last, ZONE), step }))
  put('energy.A', 'total', HALF, halves(hours, kWh))
  put('unit.A.q', 'instant', 10 * MINUTE, tens(hours, flow))
  put('general.lake_level', 'instant', 10 * MINUTE, tens(hours, lake))
  put('general.downstream_water_level', 'instant', 10 * MINUTE, tens(hours, tail))
  const source = objects[0].sources[0]
  const own = ratioRows({ ratio: source.ratio!, days: source.days }, d, bins, rows, T + 400 * DAY)
  const data = { sources: new Map([[source.id, own]]), ends: new Map(), volumes: new Map() }
  const table = tabulate(columns, rows, data, T + 400 * DAY)
  const totals = reportTotals(columns)
  totals.addRows(rows, table, data, T + 400 * DAY)
  return { v: table.v[0] as (number | null)[], q: table.q[0], foot: totals.totals()[0] }
}

test('water use is the water over the energy, and never a mean of ratios', () => {
  // 2 h: 20,000 kWh by 100 m3/s, then 2,000 kWh by 20 m3/s.
  const water = { kWh: (h: number) => [10_000, 1000][h], flow: (h: number) => [100, 20][h] }
  const { v, foot } = ratio('water_use', 'hourly', 2, water)
  expect(v).toEqual([18, 36])
  expect(foot.mean).toBeCloseTo((3600 * 120) / 22_000, 9)
  expect(foot).toMatchObject({ min: 18, max: 36 })
  const day = ratio('water_use', 'daily', 24, {
    kWh: (h) => (h < 12 ? 10_000 : 1000),
    flow: (h) => (h < 12 ? 100 : 20),
  })
  expect(day.v[0]).toBeCloseTo((3600 * 120) / 22_000, 9)
})

test('K is the energy over the water times its head; an impulse turbine has its axis in place of the tailwater', () => {
  const water = {
    kWh: () => 20_000,
    flow: (h: number) => [100, 50][h],
    lake: (h: number) => [100, 130][h],
    tail: () => 50,
  }
  const { v, foot } = ratio('coefficient', 'hourly', 2, water)
  expect(v[0]).toBeCloseTo(40_000 / (100 * 50), 9)
  expect(v[1]).toBeCloseTo(40_000 / (50 * 80), 9)
  expect(foot.mean).toBeCloseTo(80_000 / (100 * 50 + 50 * 80), 9)
  expect(ratio('coefficient', 'hourly', 2, water, 7).v[0]).toBeCloseTo(40_000 / (100 * 40), 9)
  // Without a tailwater there is no K, but of an impulse turbine; water use needs no head.
  expect(ratio('coefficient', 'hourly', 2, { ...water, tail: () => null }).v).toEqual([null, null])
  expect(ratio('coefficient', 'hourly', 2, { ...water, tail: () => null }, 7).v[0]).not.toBeNull()
  expect(ratio('water_use', 'hourly', 2, { ...water, tail: () => null }).v[0]).toBeCloseTo(9, 9)
})

test('at rest it is missing, neither 0 nor infinite, and counts nothing in a day', () => {
  const still = ratio('water_use', 'hourly', 2, { kWh: () => 0, flow: () => 0 })
  expect(still.v).toEqual([null, null])
  expect(still.q.map((q) => grade(q!))).toEqual([MISSING, MISSING])
  expect(still.foot.mean).toBeNull()
  // At no load a unit takes water and makes nothing.
  expect(ratio('water_use', 'hourly', 1, { kWh: () => 0, flow: () => 3 }).v).toEqual([null])
  // At rest the tailwater may be unknown.
  const day = ratio('coefficient', 'daily', 24, {
    kWh: (h) => (h < 6 ? 20_000 : 0),
    flow: (h) => (h < 6 ? 100 : 0),
    tail: (h) => (h < 6 ? 50 : null),
  })
  expect(day.v[0]).toBeCloseTo(8, 9)
  expect(day.q[0]).toBe(GOOD)
})

test('only time counts in which energy and water are both known', () => {
  const kWh = (h: number) => (h < 18 ? 10_000 : 90_000)
  const flow = (h: number) => (h < 18 ? 100 : null)
  const day = ratio('water_use', 'daily', 24, { kWh, flow })
  expect(day.v[0]).toBeCloseTo(18, 9)
  expect(grade(day.q[0]!)).toBe(PARTIAL)
  const little = ratio('water_use', 'daily', 24, { kWh, flow: (h) => (h < 10 ? 100 : null) })
  expect(little.v[0]).toBeNull()
  expect(grade(little.q[0]!)).toBe(MISSING)
})
