import { describe, expect, test } from 'vitest'
import { description, gate, unit, version } from '../calculation/fixtures.ts'
import type { Description } from '../description/index.ts'
import { ESTIMATED, GOOD, MISSING, PARTIAL, REJECTED, grade } from '../quality/index.ts'
import { fromEntries, hourBins, hourEdges, type Entry, type SeriesKind } from '../series/index.ts'
import { DAY, HOUR, MINUTE } from '../time/units.ts'
import {
  calibratedBins,
  gatherBins,
  openRows,
  reportColumns,
  reportRows,
  reportSources,
  reportTotals,
  sourceRows,
  tabulate,
  type Source,
} from './index.ts'
import type { ReportKind } from './types.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
/** 5 May 2026, 00:00 local. */
const T = Date.UTC(2026, 4, 4, 17)
const LATER = T + 400 * DAY

interface Stored {
  unit: string
  kind: SeriesKind
  /** ms between its readings. */
  step?: number
  /** The same of an earlier time, where it was changed. */
  stepOf?: (t: number) => number
  readings: readonly Entry[]
}

interface Request {
  kind: Exclude<ReportKind, 'raw'>
  from: number
  to: number
  now?: number
  starts?: { day: number; rain: number }
}

/** Columns of one source of a plant, with the rows of a report, as the server makes them of hour bins and readings. */
function report(
  d: Description,
  stored: Readonly<Record<string, Stored>>,
  id: string,
  { kind, from, to, now = LATER, starts = { day: 0, rain: 0 } }: Request,
) {
  const series = new Map(
    Object.entries(stored).map(([code, s]) => [
      code,
      { code, unit: s.unit, kind: s.kind, step_s: s.step === undefined ? null : s.step / 1000 },
    ]),
  )
  const objects = reportSources(d, series).flatMap(({ object, sources }) => {
    const own = sources.filter((s) => s.id === id)
    return own.length > 0 ? [{ object, sources: own }] : []
  })
  const source: Source = objects[0].sources[0]
  const columns = reportColumns(objects, { kind, mode: 'synthetic', withSent: false })
  const rows = reportRows({ kind, from, to }, ZONE, starts, now)
  const spans = rows.map((row) => row.spans[source.days])
  const edges = hourEdges(spans[0].start, Math.min(spans[spans.length - 1].end, now + 1), ZONE)
  const lists = source.pieces.map((piece) => {
    const s = stored[piece.series]
    const own = hourBins(fromEntries(s.readings), { kind: s.kind, edges, step: s.stepOf ?? s.step })
    return {
      bins: calibratedBins(piece, own, source.unit),
      keep: (start: number, end: number) => start >= piece.from && end <= piece.to,
    }
  })
  const newest = stored[source.pieces.at(-1)!.series]
  const data = {
    sources: new Map([[source.id, sourceRows(source, gatherBins(source.kind, lists), rows, now)]]),
    ends: new Map([[source.id, fromEntries([...newest.readings])]]),
    volumes: new Map(),
  }
  const table = tabulate(columns, rows, data, now)
  const totals = reportTotals(columns)
  totals.addRows(rows, table, data, now)
  const foot = totals.totals()
  const of = (measure: string) => columns.findIndex((c) => c.measure === measure)
  return {
    v: (measure: string) => table.v[of(measure)],
    q: (measure: string) => table.q[of(measure)],
    foot: (measure: string) => foot[of(measure)],
    open: openRows(columns, rows, now),
  }
}

/** Readings from `from` to `to`, both included. */
function every(from: number, to: number, step: number, v: (t: number) => number): Entry[] {
  const n = Math.floor((to - from) / step) + 1
  return Array.from({ length: n }, (_, i): Entry => [from + i * step, v(from + i * step)])
}

const station = (type: number) =>
  description({ stations: [version('S', { name: 'S', type, series: 's' } as never)] })
const daily = (days: number, more: Partial<Request> = {}): Request => ({
  kind: 'daily',
  from: T,
  to: T + days * DAY,
  ...more,
})
const level = (readings: readonly Entry[], step = HOUR) => ({
  s: { unit: 'm', kind: 'instant' as const, step, readings },
})

describe('a record of several kinds of series', () => {
  const leaf = (own: object) => gate('g1', { leaves: [{ id: 'g1', name: 'g1', ...own }] } as never)
  const sensor = { openingSeries: 'o', openingUnit: 'cm' }

  test('openings by hand, then by a sensor: each day has its own mean', () => {
    const gates = [version('g1', leaf({}), -Infinity, T + DAY), version('g1', leaf(sensor), T + DAY, null)]
    const stored = {
      'log.g1': {
        unit: 'm',
        kind: 'step' as const,
        readings: [
          [T - HOUR, 1],
          [T + 6 * HOUR, 2],
        ] as Entry[],
      },
      o: {
        unit: 'cm',
        kind: 'instant' as const,
        step: 5 * MINUTE,
        readings: every(T + DAY, T + 2 * DAY, 5 * MINUTE, () => 200),
      },
    }
    const r = report(description({ gates }), stored, 'leaf.g1.opening', daily(2))
    // In whatever unit it is shown: a quarter of the first day at 1 m, the rest at 2 m.
    const [first, second] = r.v('mean') as number[]
    expect(first / second).toBeCloseTo(1.75 / 2, 9)
    expect(second).toBeCloseTo((r.v('max') as number[])[1], 9)
    expect(r.foot('mean').mean! / second).toBeCloseTo(1.875 / 2, 9)
  })

  test('power by a sensor, then by hand', () => {
    const units = [
      version('u1', unit('u1'), -Infinity, T + DAY),
      version('u1', unit('u1', { powerSeries: null } as never), T + DAY, null),
    ]
    const stored = {
      'log.u1': { unit: 'kW', kind: 'step' as const, readings: [[T + DAY, 10_000]] as Entry[] },
      'u1.power': {
        unit: 'MW',
        kind: 'instant' as const,
        step: 5 * MINUTE,
        readings: every(T, T + DAY, 5 * MINUTE, () => 10),
      },
    }
    const { v } = report(description({ units }), stored, 'unit.u1.power', daily(2))
    expect((v('mean') as number[]).map((x) => Math.round(x * 1e6) / 1e6)).toEqual([10, 10])
  })
})

describe('a flow counts by time, however often it was read', () => {
  const flow = (readings: readonly Entry[], step: number) => ({
    s: { unit: 'm3/s', kind: 'instant' as const, step, readings },
  })

  test('an hour read every minute in a day read every quarter of an hour', () => {
    const readings = [
      ...every(T, T + 10 * HOUR - 1, 15 * MINUTE, () => 10),
      ...every(T + 10 * HOUR, T + 11 * HOUR - 1, MINUTE, () => 1000),
      ...every(T + 11 * HOUR, T + DAY, 15 * MINUTE, () => 10),
    ]
    const r = report(station(3), flow(readings, 15 * MINUTE), 'station.S', daily(1))
    expect(r.v('mean')[0]).toBeCloseTo(51.25, 9)
    expect(r.v('volume')[0]).toBeCloseTo((51.25 * 86_400) / 1e6, 9)
    expect(r.foot('mean').mean).toBeCloseTo(51.25, 9)
    expect(r.foot('volume').total).toBeCloseTo(4.428, 9)
  })

  test('a month has the volume of its days, also where it was read more often in its second half', () => {
    const [from, changed, to] = [T - 4 * DAY, T + 11 * DAY, T + 27 * DAY]
    const s: Stored = {
      unit: 'm3/s',
      kind: 'instant',
      step: 5 * MINUTE,
      stepOf: (t) => (t < changed ? 15 : 5) * MINUTE,
      readings: [
        ...every(from, changed - 1, 15 * MINUTE, () => 100),
        ...every(changed, to, 5 * MINUTE, () => 10),
      ],
    }
    const month = report(station(3), { s }, 'station.S', { kind: 'monthly', from, to })
    const days = report(station(3), { s }, 'station.S', { kind: 'daily', from, to })
    const volume = (15 * 100 + 16 * 10) * 0.0864
    expect(days.foot('volume').total).toBeCloseTo(volume, 9)
    expect(month.v('volume')[0]).toBeCloseTo(volume, 9)
    expect(month.foot('mean').mean).toBeCloseTo(days.foot('mean').mean!, 9)
  })

  test('a staff that is read twice a day has a volume', () => {
    const readings = every(T - 5 * HOUR, T + DAY + 7 * HOUR, 12 * HOUR, () => 100)
    const r = report(station(3), flow(readings, 12 * HOUR), 'station.S', daily(1))
    expect(r.v('volume')[0]).toBeCloseTo(8.64, 9)
    expect(r.q('volume')[0]).toBe(GOOD)
  })
})

describe('the level at the end of a row', () => {
  const hours = { kind: 'hourly' as const, from: T + 6 * HOUR, to: T + 9 * HOUR }

  test('is not that of an hour ago where the reading is missing or rejected', () => {
    for (const at8 of [[], [[T + 8 * HOUR, 250, REJECTED]]] as Entry[][]) {
      const readings: Entry[] = [[T + 7 * HOUR, 100], ...at8, [T + 9 * HOUR, 104]]
      const r = report(station(2), level(readings), 'station.S', hours)
      expect(r.v('end')).toEqual([100, null, 104])
      expect(r.q('end').map((q) => grade(q!))).toEqual([GOOD, MISSING, GOOD])
    }
  })

  test('is ESTIMATED where a reading was due at that instant, and GOOD where none was', () => {
    const readings = (last: number) => every(T + 6 * HOUR + 5 * MINUTE, last, 10 * MINUTE, () => 100)
    const of = (last: number) =>
      report(station(2), level(readings(last), 10 * MINUTE), 'station.S', { ...hours, to: T + 7 * HOUR })
    // Stamped five minutes past: 06:55 is the newest that 07:00 can have. Then 06:45, since 06:55 is missing.
    expect(of(T + 7 * HOUR - 5 * MINUTE).q('end')).toEqual([GOOD])
    expect(of(T + 7 * HOUR - 15 * MINUTE).q('end')).toEqual([ESTIMATED])
  })

  test('of a day without its last reading is ESTIMATED', () => {
    const readings = every(T, T + 23 * HOUR, HOUR, (t) => 100 + (t - T) / HOUR)
    const r = report(station(2), level(readings), 'station.S', daily(1))
    expect([r.v('end')[0], r.q('end')[0]]).toEqual([123, ESTIMATED])
  })

  test('has a foot of the cells above it', () => {
    const readings = every(T, T + 2 * DAY, HOUR, (t) => (t < T + DAY ? 90 : t < T + 2 * DAY ? 100 : 104))
    const foot = report(station(2), level(readings), 'station.S', daily(2)).foot('end')
    expect(foot).toMatchObject({ mean: 102, min: 100, t_min: T + DAY, max: 104, t_max: T + 2 * DAY })
  })
})

describe('sums', () => {
  const rain = (readings: readonly Entry[], step = HOUR) => ({
    s: { unit: 'mm', kind: 'total' as const, step, readings },
  })

  test('rain of a day that lacks too much still counts in the total', () => {
    const readings = every(T + HOUR, T + 10 * DAY, HOUR, () => 1).filter(
      ([t]) => t <= T + 11 * HOUR || t > T + DAY,
    )
    const days = report(station(1), rain(readings), 'station.S', daily(10))
    expect(days.v('sum')[0]).toBeNull()
    expect(days.foot('sum')).toMatchObject({ total: 227, min: 24, max: 24, mean: 24 })
    // Nine of ten days without more than an eleventh of their rain: the share that is missing is that of all of them.
    const few = readings.filter(([t]) => t <= T + 5 * DAY || t > T + 6 * DAY)
    const foot = report(station(1), rain(few), 'station.S', daily(10)).foot('sum')
    expect([foot.total, grade(foot.q)]).toEqual([203, PARTIAL])
  })

  test('a mean and extremes whose total lacks too much are of a part, not missing', () => {
    const readings = every(T + HOUR, T + 2 * DAY, HOUR, () => 1)
    const foot = report(station(1), rain(readings), 'station.S', daily(10)).foot('sum')
    expect(foot).toMatchObject({ total: null, mean: 24, min: 24, max: 24 })
    expect(grade(foot.q)).toBe(PARTIAL)
  })

  test('a rain gauge that is read twice a day has a daily total', () => {
    const readings = every(T + 7 * HOUR, T + 19 * HOUR, 12 * HOUR, () => 20)
    const r = report(station(1), rain(readings, 12 * HOUR), 'station.S', daily(1))
    expect([r.v('sum')[0], r.q('sum')[0]]).toEqual([40, GOOD])
    // With one of its readings it lacks half of the day.
    const one = report(station(1), rain(readings.slice(1), 12 * HOUR), 'station.S', daily(1))
    expect([one.v('sum')[0], one.q('sum')[0]]).toEqual([20, PARTIAL])
  })
})

describe('a row that is not over', () => {
  const STEP = 30 * MINUTE
  const energy = (now: number) =>
    report(
      description({}),
      {
        'energy.plant': {
          unit: 'kWh',
          kind: 'total',
          step: STEP,
          readings: every(T - 2 * DAY + STEP, Math.floor(now / STEP) * STEP, STEP, () => 5000),
        },
      },
      'energy.plant',
      { kind: 'daily', from: T - 2 * DAY, to: T + DAY, now },
    )

  test('is named, and left out of mean and extremes of the foot', () => {
    const r = energy(T + HOUR)
    expect(r.open).toEqual([2])
    const [day] = r.v('sum') as number[]
    expect(r.foot('sum')).toMatchObject({ mean: day, min: day, max: day, q: GOOD })
    expect(r.foot('sum').total).toBeCloseTo((2 * day * 49) / 48, 6)
  })

  test('expects the steps that are over, the last of them an hour later', () => {
    for (const minutes of [25, 45, 85, 200, 295]) {
      const r = energy(T + minutes * MINUTE)
      const due = Math.floor(minutes / 30)
      expect(r.q('sum')[2], `${minutes} minutes`).toBe(due === 0 ? null : GOOD)
      expect(r.v('sum')[2] === null).toBe(due === 0)
    }
  })

  test('has a hole marked while it is in progress', () => {
    const readings = every(T + HOUR, T + 10 * HOUR, HOUR, () => 1).filter(
      ([t]) => t <= T + 3 * HOUR || t > T + 6 * HOUR,
    )
    const stored = { s: { unit: 'mm', kind: 'total' as const, step: HOUR, readings } }
    const r = report(station(1), stored, 'station.S', daily(1, { now: T + 10 * HOUR }))
    expect([r.v('sum')[0], r.q('sum')[0]]).toEqual([7, PARTIAL])
  })
})
