import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getVolumes } from '#contract/volumes.ts'
import { getReportOutlets, type ReportAnswer } from '#contract/report.ts'
import {
  AHEAD,
  BEGIN,
  DAY,
  FLOW,
  HOUR,
  LEVEL,
  MINUTE,
  NOW,
  RAIN,
  at,
  fixture,
  local,
  type Fixture,
} from './plant.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
}, 240_000)
afterAll(() => f.server.close())

const GENERAL = ['general.lake_level', 'general.total_capacity', 'general.total_discharge_lake', 'basin.rain']
const WHAT = {
  quantities: GENERAL,
  stations: ['MUA_DAUMOI', 'TV_BAVAN_H', 'TV_BAVAN_Q'],
  outlets: ['spillway', 'unit.1'],
}
const STEP: Record<string, number> = { [RAIN]: 600_000, [LEVEL]: 600_000, [FLOW]: 600_000 }
/** By the id of a column: the series behind it, how it is counted, and the factor to the unit that is shown. */
const SOURCES: Record<string, { series: string; as: 'end' | 'flow' | 'sum'; factor: number }> = {
  'general.lake_level': { series: 'general.lake_level', as: 'end', factor: 1 },
  'general.total_capacity': { series: 'general.total_capacity', as: 'end', factor: 1e-6 },
  'general.total_discharge_lake': { series: 'general.total_discharge_lake', as: 'flow', factor: 1 },
  'basin.rain': { series: 'basin.rain', as: 'sum', factor: 1 },
  'station.MUA_DAUMOI': { series: RAIN, as: 'sum', factor: 1 },
  'station.TV_BAVAN_H': { series: LEVEL, as: 'end', factor: 1 },
  'station.TV_BAVAN_Q': { series: FLOW, as: 'flow', factor: 1 },
  'outlet.spillway.q': { series: 'outlet.spillway.q', as: 'flow', factor: 1 },
  'unit.unit.1.power': { series: 'unit.1.power', as: 'flow', factor: 1 },
  'unit.unit.1.q': { series: 'unit.unit.1.q', as: 'flow', factor: 1 },
}
const stepOf = (series: string) => STEP[series] ?? HOUR

type Row = { t: number; start: number; end: number }
const midnight = (t: number) => Math.floor((t + AHEAD) / DAY) * DAY - AHEAD
const month = (year: number, m: number) => Date.UTC(year, m) - AHEAD

/** Rows by arithmetic on a clock that is always seven hours ahead. from, to: local midnights. */
function rowsOf(kind: string, from: number, to: number, dayStart: number): Row[] {
  const shift = dayStart * MINUTE
  const out: Row[] = []
  const add = (start: number, end: number) => {
    if (start < NOW) out.push({ t: start, start: start + shift, end: end + shift })
  }
  if (kind === 'hourly') {
    for (let t = from; t < to; t += HOUR) if (t < NOW) out.push({ t: t + HOUR, start: t, end: t + HOUR })
  } else if (kind === 'daily') for (let t = midnight(from); t < to; t += DAY) add(t, t + DAY)
  else {
    const first = new Date(from + AHEAD)
    const months = kind === 'monthly' ? 1 : 12
    for (let m = kind === 'monthly' ? first.getUTCMonth() : 0; ; m += months) {
      const start = month(first.getUTCFullYear(), m)
      if (start >= to) break
      add(start, month(first.getUTCFullYear(), m + months))
    }
  }
  return out
}

interface Sums {
  n: number
  mean: number
  sum: number
  min: number
  tMin: number
  max: number
  tMax: number
  /** Share of the time before now that is missing. */
  missing: number
}

function sumsOf(series: string, { start, end }: Row, isSum: boolean): Sums | null {
  const inside = [...f.known.get(series)!]
    .filter(([t]) => (isSum ? t > start && t <= end : t >= start && t < end))
    .sort((a, b) => a[0] - b[0])
  if (inside.length === 0) return null
  const sum = inside.reduce((s, [, v]) => s + v, 0)
  let [low, high] = [inside[0], inside[0]]
  for (const entry of inside) {
    if (entry[1] < low[1]) low = entry
    if (entry[1] > high[1]) high = entry
  }
  const expected = Math.min(end, Math.max(NOW, start)) - start
  // An hour is covered by what was sent in it, and by no more than an hour.
  const hours = Map.groupBy(inside, ([t]) => Math.floor((isSum ? t - 1 : t) / HOUR))
  const covered = [...hours.values()].reduce((s, list) => s + Math.min(HOUR, list.length * stepOf(series)), 0)
  return {
    n: inside.length,
    sum,
    mean: sum / inside.length,
    min: low[1],
    tMin: low[0],
    max: high[1],
    tMax: high[0],
    missing: Math.max(0, 1 - covered / expected),
  }
}

/** The value at the end of a row: of that instant, else the last one of the hour or of the day before it. */
function endOf(series: string, { start, end }: Row): number | null {
  if (end > NOW) return null
  const before = [...f.known.get(series)!].filter(
    ([t]) => t <= end && t >= end - DAY && (t > start || (t === start && end - start > HOUR)),
  )
  if (before.length === 0) return null
  return before.reduce((a, b) => (b[0] > a[0] ? b : a))[1]
}

const PARTIAL_ABOVE = 0.1 + 1e-9
const MISSING_ABOVE = 0.5 + 1e-9

function expected(id: string, row: Row, longer: boolean): { v: number | null; partial: boolean } | null {
  const [source, measure] = id.split('/')
  const { series, as, factor } = SOURCES[source]
  const s = sumsOf(series, row, as === 'sum')
  const partial = s !== null && s.missing > PARTIAL_ABOVE
  const of = (v: number | undefined) => ({ v: v === undefined ? null : v * factor, partial })
  switch (measure) {
    case 'end': {
      const v = endOf(series, row)
      return { v: v === null ? null : v * factor, partial: false }
    }
    case 'mean':
      return of(s?.mean)
    case 'min':
      return of(s?.min)
    case 'max':
      return of(s?.max)
    case 't_min':
      return { v: s?.tMin ?? null, partial }
    case 't_max':
      return { v: s?.tMax ?? null, partial }
    case 'sum':
      return s && s.missing > MISSING_ABOVE ? { v: null, partial: false } : of(s?.sum)
    case 'volume': {
      // Of the inflow it is the balance, which the volumes of the dashboard are compared with.
      if (source === 'general.total_discharge_lake') return null
      if (!s || s.missing > MISSING_ABOVE) return { v: null, partial: false }
      void longer
      return of((s.mean * s.n * stepOf(series)) / 1e9)
    }
  }
  throw new Error(id)
}

function compare(
  answer: ReportAnswer,
  kind: string,
  from: number,
  to: number,
  starts: { day: number; rain: number },
): number {
  let cells = 0
  const wrong: string[] = []
  answer.columns.forEach((column, c) => {
    const isRain = column.id.startsWith('basin.rain') || column.id.startsWith('station.MUA')
    const days = kind === 'hourly' ? 0 : isRain ? starts.rain : starts.day
    const rows = rowsOf(kind, from, to, days)
    expect(answer.t).toEqual(rows.map((r) => r.t))
    rows.forEach((row, k) => {
      const want = expected(column.id, row, kind !== 'hourly')
      if (want === null) return
      cells++
      const [got, q] = [answer.v[c][k], answer.q[c][k]]
      const same =
        want.v === null
          ? got === null
          : typeof got === 'number' && Math.abs(got - want.v) <= 6e-7 * Math.max(1, Math.abs(want.v) / 1e6)
      const flagged =
        want.v === null ? (q! & 7) === 7 || (q === null && row.start >= NOW) : !want.partial || (q! & 7) >= 2
      if (!same || !flagged)
        wrong.push(
          `${column.id} ${local(row.t)}: ${got} (quality ${q}), not ${want.v}${want.partial ? ' PARTIAL' : ''}`,
        )
    })
  })
  expect(wrong.slice(0, 10)).toEqual([])
  return cells
}

const FROM = '2025-08-20'
const TO = '2025-10-17'
const SPAN = [at(`${FROM} 00:00`), at(`${TO} 00:00`)] as const

/** Every page of a report, joined. */
async function whole(body: Parameters<Fixture['report']>[0]): Promise<ReportAnswer> {
  const first = await f.report({ ...body, limit: 500 })
  const pages = [first]
  while (pages.at(-1)!.next !== null)
    pages.push(await f.report({ ...body, limit: 500, after: pages.at(-1)!.next! }))
  for (const page of pages.slice(1)) expect(page.totals).toBeNull()
  return {
    ...first,
    t: pages.flatMap((p) => p.t),
    v: first.columns.map((_, c) => pages.flatMap((p) => p.v[c])),
    q: first.columns.map((_, c) => pages.flatMap((p) => p.q[c])),
  }
}

describe('every cell is what the readings say', () => {
  for (const [kind, least] of [
    ['hourly', 10_000],
    ['daily', 2000],
    ['monthly', 100],
    ['yearly', 30],
  ] as const)
    test(
      kind,
      async () => {
        for (const [day, rain] of [
          [0, 0],
          [420, 1140],
        ] as const) {
          const body = { kind, from: FROM, to: TO, ...WHAT, day_start: day, rain_day_start: rain }
          const answer = await whole(body)
          expect(compare(answer, kind, ...SPAN, { day, rain })).toBeGreaterThan(least)
        }
      },
      120_000,
    )

  test('raw: every reading at its instant, beside what was sent', async () => {
    const body = { kind: 'raw' as const, from: '2025-09-09', to: '2025-09-16', raw_beside: true, limit: 5000 }
    const answer = await f.report({ ...body, stations: WHAT.stations })
    const [from, to] = [at('2025-09-09 00:00'), at('2025-09-16 00:00')]
    const wanted = new Map<number, Map<string, number>>()
    for (const [id, series] of [
      ['station.MUA_DAUMOI', RAIN],
      ['station.TV_BAVAN_H', LEVEL],
      ['station.TV_BAVAN_Q', FLOW],
    ] as const)
      for (const [t, v] of f.known.get(series)!) {
        if (series === RAIN ? t <= from || t > to : t < from || t >= to) continue
        wanted.set(t, (wanted.get(t) ?? new Map()).set(id, v))
      }
    const got = new Map(
      answer.t.map((t, k) => [
        t,
        new Map(
          answer.columns.flatMap((c, i) =>
            c.measure === 'value' && answer.v[i][k] !== null
              ? [[c.id.split('/')[0], answer.v[i][k] as number]]
              : [],
          ),
        ),
      ]),
    )
    for (const [t, values] of wanted)
      for (const [id, v] of values) expect(got.get(t)?.get(id), `${id} ${local(t)}`).toBeCloseTo(v, 6)
    for (const [t, values] of got)
      for (const id of values.keys()) expect(wanted.get(t)?.has(id), `${id} ${local(t)}`).toBe(true)
    const sent = answer.columns.findIndex((c) => c.id === 'station.MUA_DAUMOI/sent')
    const used = answer.columns.findIndex((c) => c.id === 'station.MUA_DAUMOI/value')
    const wet = answer.t.indexOf(at('2025-09-14 08:10'))
    expect(answer.v[used][wet]).toBe(12.5)
    expect(answer.v[sent][wet]).not.toBe(12.5)
  })
})

test('water use and output coefficient are the energy over the water of the plant and its head', async () => {
  const tree = await f.ask(getReportOutlets)
  const ids = tree.water_use!.map((q) => q.id)
  expect(ids).toEqual(
    expect.arrayContaining(['water_use.plant', 'coefficient.plant', 'water_use.unit.unit.1']),
  )
  const span = { from: '2025-09-01', to: '2025-09-05', mode: 'synthetic' as const }
  const of = async (kind: 'hourly' | 'daily', quantities: string[], outlets: string[] = []) => {
    const answer = await f.report({ ...span, kind, quantities, outlets })
    return new Map(answer.columns.map((c, i) => [c.id, answer.v[i] as (number | null)[]]))
  }
  const LEVELS = ['general.lake_level', 'general.downstream_water_level']
  const day = await of('daily', [...ids, 'energy.unit.1', ...LEVELS])
  const hour = await of('hourly', ['energy.unit.1', ...ids.filter((i) => i.includes('unit.1'))], ['unit.1'])
  const energy = hour.get('energy.unit.1/sum')!
  const flow = hour.get('unit.unit.1.q/mean')!
  expect(energy.some((kWh) => kWh! > 0)).toBe(true)
  const use = hour.get('water_use.unit.unit.1/mean')!
  use.forEach((v, i) => {
    if (energy[i] === null || flow[i] === null) return
    if (energy[i] > 0) expect(v).toBeCloseTo((3600 * flow[i]) / energy[i], 2)
    else expect(v).toBeNull()
  })
  // The mean of a day is of its sums.
  const sum = (list: (number | null)[], k: number) =>
    list.slice(24 * k, 24 * k + 24).reduce<number>((s, v) => s + (v ?? 0), 0)
  day.get('water_use.unit.unit.1/mean')!.forEach((v, k) => {
    if (v !== null) expect(v).toBeCloseTo((3600 * sum(flow, k)) / sum(energy, k), 2)
  })
  const K = day.get('coefficient.unit.unit.1/mean')!
  const [lake, tail] = LEVELS.map((id) => day.get(`${id}/mean`)!)
  K.forEach((v, k) => {
    if (v === null) return
    // By means of the day, hours weighted alike: near to the true one.
    expect(v).toBeCloseTo(sum(energy, k) / (sum(flow, k) * (lake[k]! - tail[k]!)), 1)
    expect(v).toBeGreaterThan(6)
    expect(v).toBeLessThan(9.81)
  })
  expect(K.some((v) => v !== null)).toBe(true)
  const raw = await f.refused({ ...span, kind: 'raw', quantities: ['coefficient.plant'] })
  expect([raw.status, raw.fields]).toEqual([400, [['quantities.0', 'report_ratio_raw']]])
})

test('inflow by the day and the month is that of the volumes of the dashboard, to the last digit', async () => {
  for (const [kind, step] of [
    ['daily', 'day'],
    ['monthly', 'month'],
  ] as const) {
    const what = ['general.total_discharge_lake', 'general.total_discharge_out']
    const answer = await f.report({ kind, from: '2025-09-01', to: TO, quantities: what })
    const { periods } = await f.ask(getVolumes, { body: { from: '2025-09-01', to: TO, step } })
    const of = (id: string) => answer.v[answer.columns.findIndex((c) => c.id === `${id}/volume`)]
    expect(answer.t).toEqual(periods.map((p) => p.from))
    expect(of(what[0])).toEqual(periods.map((p) => p.inflow))
    expect(of(what[1])).toEqual(periods.map((p) => p.outflow))
    expect(of(what[0]).every((v) => v !== null)).toBe(true)
  }
})

test('the foot is of the whole report, also on the first of many pages', async () => {
  const body = { kind: 'daily' as const, from: FROM, to: TO, stations: WHAT.stations, limit: 5 }
  const { columns, totals, t, next } = await f.report(body)
  expect(t).toHaveLength(5)
  expect(next).toBe(t[4])
  const of = (id: string) => totals![columns.findIndex((c) => c.id === id)]
  const span = { t: SPAN[0], start: SPAN[0], end: SPAN[1] }
  const level = sumsOf(LEVEL, span, false)!
  expect(of('station.TV_BAVAN_H/max')).toMatchObject({ max: level.max, t_max: level.tMax })
  expect(of('station.TV_BAVAN_H/mean').mean).toBeCloseTo(level.mean, 6)
  // Of values at the ends of days the foot is of these.
  const whole = rowsOf('daily', ...SPAN, 0)
  const ends = whole.flatMap((row) => endOf(LEVEL, row) ?? [])
  expect(of('station.TV_BAVAN_H/end')).toMatchObject({ min: Math.min(...ends), max: Math.max(...ends) })
  // The total is of all rain that is known, mean and extremes of the days that are over.
  const days = whole.map((row) => ({ row, own: sumsOf(RAIN, row, true) }))
  expect(of('station.MUA_DAUMOI/sum').total).toBeCloseTo(
    days.reduce((a, { own }) => a + (own?.sum ?? 0), 0),
    6,
  )
  const known = days.flatMap(({ row, own }) =>
    own && own.missing <= MISSING_ABOVE && row.end <= NOW ? [own.sum] : [],
  )
  expect(of('station.MUA_DAUMOI/sum').max).toBeCloseTo(Math.max(...known), 6)
  void BEGIN
})
