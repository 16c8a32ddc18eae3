import { describe, expect, test } from 'vitest'
import {
  allLeaves,
  requestOf,
  branchesOf,
  foundIn,
  isEmpty,
  isLongEnough,
  known,
  reportPanes,
  pick,
  pickedState,
  quickDays,
  rowEnds,
  spanOf,
  usualDays,
  usualPick,
  type ReportFilter,
  type ReportTree,
} from './model.ts'
import type { ReportAnswer, ReportColumnHead } from '#contract/report.ts'

const item = (id: string, name: string) => ({ id, name, unit: 'm', decimals: 2, first: 1, last: 2 })
const tree: ReportTree = {
  zone: 'Asia/Ho_Chi_Minh',
  day_start: 0,
  rain_day_start: 1140,
  station_types: [{ type: 1, name: 'Mưa', stations: [item('R1', 'Trạm Đà Vị'), item('R2', 'Na Hang')] }],
  outlets: [{ ...item('G1', 'Tràn xả mặt'), leaves: [item('L1', 'Cửa 1'), item('L2', 'Cửa 2')] }],
  units: [item('U1', 'Tổ máy 1')],
  quantities: [item('general.lake_level', 'Mực nước hồ')],
  basin_rain: [item('basin.rain', 'Mưa lưu vực')],
  energy: [],
}
const names = {
  quantities: 'Hồ',
  rain: 'Mưa lưu vực',
  outlets: 'Công trình',
  units: 'Tổ máy',
  energy: 'Điện',
  water: 'Suất tiêu hao nước',
  revenue: 'Doanh thu',
}
const branches = branchesOf(tree, names)
const none = { stations: [], outlets: [], quantities: [] }

describe('tree', () => {
  test('branches without leaves are left out, gates are under their exhaust', () => {
    expect(branches.map((b) => b.key)).toEqual(['quantities', 'rain', 'outlets', 'units', 'stations-1'])
    expect(allLeaves(branches).map((l) => l.id)).toEqual([
      'general.lake_level',
      'basin.rain',
      'G1',
      'L1',
      'L2',
      'U1',
      'R1',
      'R2',
    ])
  })

  test('the search ignores diacritics and keeps the exhaust above a gate that is found', () => {
    expect(foundIn(branches, 'da vi').map((b) => b.leaves.map((l) => l.id))).toEqual([['R1']])
    const [outlets] = foundIn(branches, 'cua 2')
    expect(outlets.leaves[0].under?.map((l) => l.id)).toEqual(['L2'])
    expect(foundIn(branches, 'zzz')).toEqual([])
  })

  test('picked leaves are listed in the order of the tree, whatever the order of the presses', () => {
    const [a, b] = branches.at(-1)!.leaves
    const second = pick(branches, none, [b], true)
    expect(second.stations).toEqual(['R2'])
    expect(pickedState([a, b], second)).toBe('some')
    const both = pick(branches, second, [a], true)
    expect(both.stations).toEqual(['R1', 'R2'])
    expect(pickedState([a, b], both)).toBe('all')
    expect(isEmpty(pick(branches, both, [a, b], false))).toBe(true)
  })

  test('what an address names and the plant lacks is left out', () => {
    expect(known(branches, { stations: ['R9'], outlets: ['L2', 'G9'], quantities: [] })).toEqual({
      stations: [],
      outlets: ['L2'],
      quantities: [],
    })
    expect(usualPick(branches).quantities).toEqual(['general.lake_level', 'basin.rain'])
  })
})

const filter: ReportFilter = {
  days: { from: null, to: null },
  kind: 'hourly',
  stations: [],
  outlets: [],
  quantities: [],
  detail: false,
  start: null,
  known: null,
  chart: false,
}

describe('days', () => {
  test('the last day is included: the request ends where it ends', () => {
    const days = { from: '2026-02-27', to: '2026-02-28' }
    expect(requestOf(filter, days, none)).toMatchObject({
      from: '2026-02-27 00:00:00',
      to: '2026-03-01 00:00:00',
    })
    expect(requestOf({ ...filter, start: '7' }, days, none)).toMatchObject({
      from: '2026-02-27 07:00:00',
      to: '2026-03-01 07:00:00',
      day_start: 420,
    })
    expect(requestOf({ ...filter, kind: 'daily', start: '7' }, days, none)).toMatchObject({
      from: '2026-02-27 00:00:00',
      day_start: 420,
    })
  })

  test('one day is no report', () => {
    expect(isLongEnough({ from: '2026-02-28', to: '2026-02-28' })).toBe(false)
    expect(isLongEnough({ from: null, to: null })).toBe(false)
    expect(isLongEnough({ from: '2026-02-27', to: '2026-02-28' })).toBe(true)
  })

  test('quick spans go over the ends of months and years', () => {
    expect(quickDays('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(quickDays('lastMonth', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(quickDays('yesterday', '2026-01-01')).toEqual({ from: '2025-12-31', to: '2026-01-01' })
    expect(usualDays('daily', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2026-01-05' })
  })
})

const column = (id: string, more: Partial<ReportColumnHead>): ReportColumnHead => ({
  id,
  name: id,
  head: [id],
  group: id,
  measure: 'value',
  format: 'number',
  unit: 'm',
  decimals: 2,
  series: [],
  day_start: null,
  ...more,
})

describe('chart', () => {
  const report = {
    kind: 'daily',
    to: 300,
    t: [0, 100],
    ends: { day: [107, 207], rain: [119, 219], calendar: [100, 200] },
    columns: [
      column('level', { measure: 'end', group: 'a', days: 'day' }),
      column('level.mean', { measure: 'mean', group: 'a' }),
      column('level.t_max', { measure: 't_max', format: 'time', group: 'a' }),
      column('rain', { measure: 'sum', unit: 'mm', group: 'b', days: 'rain' }),
      column('flow', { measure: 'mean', unit: 'm3/s', group: 'c' }),
    ],
    v: [
      [1, null],
      [1, 1],
      [5, 5],
      [3, 4],
      [7, 8],
    ],
    q: [
      [0, null],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  } as unknown as ReportAnswer

  test('each quantity is drawn where its own days end, hours where they are stamped', () => {
    const [level, rain] = [column('level', { days: 'day' }), column('rain', { days: 'rain' })]
    expect([rowEnds(report, level), rowEnds(report, rain)]).toEqual([
      [107, 207],
      [119, 219],
    ])
    // Also on a page of many: the last row is not drawn at the end of the whole report.
    expect(spanOf(report)).toEqual({ from: 0, to: 219 })
    const panes = reportPanes(report, (unit) => unit)
    expect(panes[0].series.map((one) => [...one.data.t])).toEqual([
      [107, 207],
      [119, 219],
    ])
    expect(rowEnds({ t: [0, 100] }, level)).toEqual([0, 100])
  })

  test('rain hangs from the top of the first pane, each unit has one, a level is drawn once', () => {
    const panes = reportPanes(report, (unit) => unit)
    expect(panes.map((p) => p.series.map((s) => [s.id, s.kind]))).toEqual([
      [
        ['level', 'line'],
        ['rain', 'bars'],
      ],
      [['flow', 'mean']],
    ])
    expect(panes[0].axes.map((a) => [a.id, a.inverted ?? false])).toEqual([
      ['m', false],
      ['rain', true],
    ])
    // A gap stays a gap.
    expect(panes[0].series[0].data.v[1]).toBeNaN()
  })
})
