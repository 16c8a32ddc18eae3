import { expect, test } from 'vitest'
import { GOOD, STALE, SUSPECT } from '#core/quality/index.ts'
import { HOUR, MINUTE } from '#core/time/units.ts'
import type { OverviewRow } from '#contract/overview.ts'
import { isLateIn, markOf } from './figures.ts'
import {
  changedRows,
  stateCounts,
  grouped,
  isFound,
  shownAt,
  sorted,
  sumOfShown,
  type Shown,
} from './model.ts'

const NOW = Date.UTC(2026, 10, 20, 5)
const reading = (value: number | null, t: number | null = NOW - MINUTE) => ({ value, quality: 0, t })

function row(hydro_code: string, part: Partial<OverviewRow> = {}): OverviewRow {
  return {
    hydro_code,
    hydro_name: `Hồ ${hydro_code}`,
    river: 'Sông Bung',
    basin: 'Vu Gia – Thu Bồn',
    province: 'Quảng Nam',
    company: null,
    latitude: 15.7,
    longitude: 107.6,
    time_zone: 'Asia/Ho_Chi_Minh',
    river_km: null,
    to_mouth: null,
    downstream: null,
    travel_time: null,
    levels: {
      dead: 549,
      normal: 605,
      flood: 606,
      season: null,
      check_flood: null,
      crest: null,
      min_possible: 540,
      max_possible: 607,
    },
    level: reading(600),
    level_known: { value: 600, t: NOW - MINUTE },
    level_since: NOW - MINUTE,
    level_trend: 0,
    capacity: reading(30),
    fill_percent: reading(75),
    free_capacity: reading(10),
    normal_volume: 40,
    inflow: reading(100),
    outflow: reading(80),
    outflow_mean: reading(82),
    inflow_window: 3600,
    power: reading(50),
    rain_24h: reading(0),
    last_reading: NOW - MINUTE,
    last_calculation: NOW - MINUTE,
    interval: 300,
    state: 'ok',
    reason: null,
    spark: { from: NOW - 24 * HOUR, step: HOUR, values: [] },
    ...part,
  }
}
/** A level of an instant, as the server sends it. */
const levelOf = (value: number, t = NOW - MINUTE) => ({
  level: reading(value, t),
  level_known: { value, t },
  level_since: t,
  last_reading: t,
})
const NO_LEVEL = { level: reading(null, null), level_known: null, level_since: null }
const at = (row: OverviewRow, now = NOW) => shownAt(row, now)
const codes = (all: readonly Shown[]) => all.map((s) => s.row.hydro_code)

test('a fresh level becomes late after three intervals, without any event', () => {
  const one = row('A', levelOf(600, NOW))
  expect(at(one, NOW + 15 * MINUTE)).toMatchObject({ state: 'ok', late: false })
  expect(at(one, NOW + 15 * MINUTE + 1)).toMatchObject({
    state: 'silent',
    reason: 'level_late',
    late: true,
  })
})

test('a level held while no sensor reports is as old as the server reports', () => {
  const held = row('A', { ...levelOf(600, NOW), level_since: NOW - HOUR })
  expect(at(held)).toMatchObject({ state: 'silent', reason: 'level_late', since: NOW - HOUR })
  // One that a person entered is news, whatever the sensors say.
  expect(at(row('A', { ...levelOf(600, NOW), last_reading: NOW - HOUR })).state).toBe('ok')
})

test('a silent reservoir whose last level was above its flood level is shown with that', () => {
  const over = row('A', { ...levelOf(606.4, NOW), state: 'alarm', reason: 'above_flood' })
  expect(at(over).by).toBeCloseTo(0.4, 9)
  expect(at(over, NOW + HOUR)).toMatchObject({ state: 'silent', reason: 'level_late_above_flood' })
  // As long as it is known, although it is shown no more.
  const gone = {
    ...over,
    level: reading(null, null),
    state: 'silent',
    reason: 'level_late_above_flood',
  } as const
  expect(at(gone, NOW + 30 * HOUR)).toMatchObject({ reason: 'level_late_above_flood', since: NOW })
  expect(at(gone, NOW + 30 * HOUR).by).toBeCloseTo(0.4, 9)
})

test('a reservoir that the server reports as silent stays silent, with its reason', () => {
  const none = row('A', { ...NO_LEVEL, state: 'silent', reason: 'no_level' })
  expect(at(none)).toMatchObject({ state: 'silent', reason: 'no_level', late: true, by: null })
})

test('orders rows along the river, by urgency or by name', () => {
  const all = [
    row('D', { to_mouth: 10 }),
    row('C', { to_mouth: 90, state: 'attention', reason: 'above_normal', ...levelOf(605.2) }),
    row('B', { to_mouth: 50, state: 'attention', reason: 'above_normal', ...levelOf(605.7) }),
    row('A', {
      basin: 'Hương',
      river: 'Tả Trạch',
      state: 'alarm',
      reason: 'above_flood',
      ...levelOf(607),
    }),
    row('E', { to_mouth: 70, state: 'silent', reason: 'no_level', ...NO_LEVEL }),
  ].map((r) => at(r))
  expect(codes(sorted(all, 'river', 'vi'))).toEqual(['A', 'C', 'E', 'B', 'D'])
  expect(codes(sorted(all, 'trouble', 'vi'))).toEqual(['A', 'E', 'B', 'C', 'D'])
  expect(codes(sorted(all, 'name', 'vi'))).toEqual(['A', 'B', 'C', 'D', 'E'])
})

test('finds rows by name, code, river, basin and province, without diacritics', () => {
  const one = at(row('SBU4', { hydro_name: 'Hồ Sông Bung 4' }))
  for (const typed of ['song bung', 'sbu4', 'thu bon', 'QUANG NAM', ' bung ', ''])
    expect(isFound(one, typed)).toBe(true)
  expect(isFound(one, 'dak mi')).toBe(false)
})

test('sums leave out silent reservoirs and report how many they include', () => {
  const all = [
    row('A'),
    row('B', { capacity: reading(5), free_capacity: reading(-1), power: reading(null) }),
    row('C', { state: 'silent', reason: 'level_late' }),
  ].map((r) => at(r))
  expect(sumOfShown(all)).toMatchObject({
    reservoirs: 3,
    stored: 35,
    // Above its normal level one has no room, rather than a negative one.
    free: 10,
    power: 50,
    known: { stored: 2, free: 2, power: 1 },
  })
  expect(sumOfShown([])).toMatchObject({ reservoirs: 0, stored: null })
  expect(stateCounts(all)).toEqual({ alarm: 0, silent: 1, attention: 0, ok: 2 })
})

test('a value that is late while its row is present is in no sum, and is marked', () => {
  const power = reading(120, NOW - 20 * HOUR)
  const one = at(row('A', { power }))
  expect(one).toMatchObject({ state: 'ok', late: false })
  expect(isLateIn(one, power)).toBe(true)
  expect(markOf(one, power, true)).toBe(STALE)
  expect(isLateIn(one, one.row.inflow)).toBe(false)
  // The server may know of a newer entry without a value.
  const stale = { ...reading(120), quality: STALE }
  expect(isLateIn(one, stale)).toBe(true)
  const sum = sumOfShown([one, at(row('B', { power: stale })), at(row('C'))])
  expect(sum).toMatchObject({ stored: 90, power: 50, known: { stored: 3, power: 1 } })
})

test('a late row is marked as a whole; its values are marked only for other doubts', () => {
  const one = at(row('A', { ...levelOf(600, NOW - HOUR) }))
  expect(one.late).toBe(true)
  expect(markOf(one, { ...reading(5), quality: STALE }, true)).toBe(GOOD)
  expect(markOf(one, { ...reading(5), quality: SUSPECT }, true)).toBe(SUSPECT)
  expect(markOf(one, { ...reading(null), quality: SUSPECT }, true)).toBe(GOOD)
})

test('a sum has the grade of its worst part', () => {
  const doubted = { ...reading(30), quality: SUSPECT }
  expect(sumOfShown([at(row('A')), at(row('B', { capacity: doubted }))]).quality).toEqual({
    stored: SUSPECT,
    free: GOOD,
    power: GOOD,
  })
})

test('groups are in the order of their first reservoirs, each with its sums', () => {
  const all = [row('A', { province: 'Kon Tum' }), row('B'), row('C', { province: 'Kon Tum' })].map((r) =>
    at(r),
  )
  const groups = grouped(all, 'province')
  expect(groups.map((g) => [g.name, codes(g.rows), g.sum.stored])).toEqual([
    ['Kon Tum', ['A', 'C'], 60],
    ['Quảng Nam', ['B'], 30],
  ])
})

test('changed rows replace old ones, new rows come last, and rows that may no longer be seen are removed', () => {
  const before = [row('A'), row('B'), row('C')]
  const after = changedRows(before, [row('B', { interval: 600 }), row('N')], ['C'])
  expect(after.map((r) => [r.hydro_code, r.interval])).toEqual([
    ['A', 300],
    ['B', 600],
    ['N', 300],
  ])
  // What did not change is the same object, and is not drawn again.
  expect(after[0]).toBe(before[0])
})
