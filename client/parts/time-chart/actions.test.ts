import { expect, test } from 'vitest'
import {
  STANDARD,
  fixedRange,
  isStandard,
  keptActions,
  rangeOf,
  readActions,
  writeActions,
} from './actions.ts'

const HCM = 'Asia/Ho_Chi_Minh'
const read = (text: string, kept: Parameters<typeof readActions>[1] = null) =>
  readActions(new URLSearchParams(text), kept)

test('a bare address is the standard of the specification', () => {
  expect(read('')).toEqual({
    time: 24,
    subAxis: 0,
    forecast: null,
    timeRange: { start: null, end: null },
    rainType: 0,
    known: null,
    topChart: 0,
    compare: null,
    table: false,
    marks: true,
    hidden: null,
    fullScale: null,
  })
  expect(isStandard(read(''))).toBe(true)
})

test('what was kept fills what the address does not say', () => {
  const kept = { time: 72, rainType: 1 as const }
  expect(read('', kept)).toMatchObject({ time: 72, rainType: 1 })
  expect(read('rain=0', kept)).toMatchObject({ time: 72, rainType: 0 })
  expect(read('', { ...kept, table: true, hidden: ['rain'] })).toMatchObject({
    table: true,
    hidden: ['rain'],
  })
})

test('an address with a time is a whole view: nothing of what the reader kept changes it', () => {
  const kept = { rainType: 1 as const, table: true, marks: false, compare: { kind: 'year' as const } }
  expect(read('time=24', kept)).toEqual(STANDARD)
})

test('an address with a time does not take a kept range', () => {
  const kept = { timeRange: { start: '2026-11-01 00:00:00', end: '2026-11-02 00:00:00' } }
  expect(read('', kept).timeRange).toEqual(kept.timeRange)
  expect(read('time=24', kept).timeRange).toEqual(STANDARD.timeRange)
})

test('nonsense is ignored', () => {
  expect(read('time=17&rain=9&top=x&from=2026-01-02T00:00&to=2026-01-01T00:00')).toEqual(STANDARD)
  expect(read('from=yesterday&to=now')).toEqual(STANDARD)
})

test('a view survives its address', () => {
  for (const time of [5 / 60, 0.25, 0.5, 1, 3, 6, 12, 24, 72, 144, 168, 240]) {
    const view = { ...STANDARD, time, rainType: 1 as const, topChart: 2 as const, subAxis: 1 as const }
    expect(readActions(writeActions(view), null)).toEqual(view)
  }
  const range = {
    ...STANDARD,
    timeRange: rangeOf(Date.UTC(2026, 10, 19, 17), Date.UTC(2026, 10, 20, 7, 35, 1, 5), HCM),
  }
  expect(range.timeRange).toEqual({ start: '2026-11-20 00:00:00', end: '2026-11-20 14:35:02' })
  expect(readActions(writeActions(range), null)).toEqual(range)
})

test('everything that is chosen of a chart survives its address', () => {
  const view: typeof STANDARD = {
    ...STANDARD,
    forecast: { model: 'persistence', hours: 72 },
    compare: { kind: 'days', days: 90 },
    table: true,
    marks: false,
    hidden: ['rain', 'total_discharge_dam'],
    fullScale: true,
  }
  expect(writeActions(view).toString()).toBe(
    'time=24&fc=persistence.72&vs=days.90&table=1&marks=0&hide=rain%2Ctotal_discharge_dam&full=1',
  )
  expect(readActions(writeActions(view), null)).toEqual(view)
  const all = { ...STANDARD, hidden: [] }
  expect(readActions(writeActions(all), null)).toEqual(all)
  for (const nonsense of ['fc=trend.2', 'fc=24', 'fc=oracle.24', 'vs=ever', 'table=2', 'marks=9'])
    expect(read(nonsense)).toEqual(STANDARD)
})

test('only the address names a past time', () => {
  const view = { ...STANDARD, known: '2026-11-20 14:00:00' }
  expect(writeActions(view).get('known')).toBe('2026-11-20T14:00:00')
  expect(readActions(writeActions(view), null)).toEqual(view)
  expect(isStandard(view)).toBe(false)
  expect(read('', { known: view.known }).known).toBeNull()
  expect(read('known=yesterday').known).toBeNull()
})

test('a fixed range is local time of the plant', () => {
  const view = read('from=2026-11-20T00:00&to=2026-11-20T14:35')
  expect(fixedRange(view, HCM)).toEqual({
    from: Date.UTC(2026, 10, 19, 17),
    to: Date.UTC(2026, 10, 20, 7, 35),
  })
  expect(fixedRange(STANDARD, HCM)).toBeNull()
})

test('a range that the chart was zoomed to is not kept for the next time; one that was chosen is', () => {
  const range = { start: '2026-11-20 00:00:00', end: '2026-11-20 06:00:00' }
  const next = { ...STANDARD, timeRange: range, known: '2026-11-19 00:00:00' }
  expect(keptActions(next, null, {})).toEqual(STANDARD)
  expect(keptActions({ ...next, table: true }, null, { table: true })).toEqual({ ...STANDARD, table: true })
  expect(keptActions(next, null, { timeRange: range }).timeRange).toEqual(range)
  // A shared view does not replace the one chosen before.
  expect(keptActions({ ...next, timeRange: STANDARD.timeRange }, { timeRange: range }, {}).timeRange).toEqual(
    range,
  )
})
