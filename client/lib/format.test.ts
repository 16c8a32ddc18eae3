import { describe, expect, test } from 'vitest'
import * as f from './format.ts'

const HCM = 'Asia/Ho_Chi_Minh'
const AT = Date.UTC(2026, 10, 20, 7, 35, 2)

describe('numbers', () => {
  test('have en signs and fixed decimals in every language', () => {
    expect(f.number(1234.5, 1)).toBe('1,234.5')
    expect(f.number(604.3, 2)).toBe('604.30')
    expect(f.number(1684, 0)).toBe('1,684')
  })
  test('absent is a dash, never a number', () => {
    for (const v of [null, undefined, NaN, Infinity]) expect(f.number(v, 2)).toBe('-')
  })
  test('negative values are values: inflow, temperature and velocity may be', () => {
    expect(f.number(-1, 1)).toBe('-1.0')
  })
  test('what rounds to zero has no sign', () => {
    expect(f.number(-0.004, 2)).toBe('0.00')
    expect(f.number(-0.4, 0)).toBe('0')
    expect(f.signed(0.04, 1)).toBe('0.0')
  })
  test('signed shows a plus', () => {
    expect(f.signed(17.4, 1)).toBe('+17.4')
    expect(f.signed(1234.56, 1)).toBe('+1,234.6')
    expect(f.signed(-2.1, 1)).toBe('-2.1')
    expect(f.signed(null, 1)).toBe('-')
  })
  test('outlet values have 3 decimals, a dash when null or negative', () => {
    expect(f.outletValue(1.2)).toBe('1.200')
    expect(f.outletValue(0)).toBe('0.000')
    expect(f.outletValue(-1)).toBe('-')
    expect(f.outletValue(null)).toBe('-')
  })
  test('a result of which nothing says its decimals has as many as it needs, six at the most', () => {
    expect(f.upToSix(171.25)).toBe('171.25')
    expect(f.upToSix(1234)).toBe('1,234')
    expect(f.upToSix(2 / 3)).toBe('0.666667')
    expect(f.upToSix(-1e-9)).toBe('0')
    expect(f.upToSix(null)).toBe('-')
  })
  test('units of the wire become units on screen', () => {
    expect(f.onScreen(198_200_000, 'm3')).toBeCloseTo(198.2)
    expect(f.onScreen(198.2, '10^6 m3')).toBe(198.2)
    expect(f.onScreen(121_500, 'kW')).toBeCloseTo(121.5)
    expect(f.onScreen(null, 'kW')).toBeNull()
  })
})

describe('dates', () => {
  test('are written as each language writes them, in the zone of the plant', () => {
    expect(f.dateTime(AT, HCM, 'vi')).toBe('20/11/2026 14:35')
    expect(f.dateTime(AT, HCM, 'en')).toBe('2026-11-20 14:35')
    expect(f.dateTime(AT, 'America/New_York', 'en')).toBe('2026-11-20 02:35')
    expect(f.time(AT, HCM, true)).toBe('14:35:02')
  })
  test('a time of another local day carries its date', () => {
    expect(f.timeNear(AT, AT + 3_600_000, HCM, 'vi')).toBe('14:35')
    // 23:30 and 00:30 in the zone, on one UTC day.
    const evening = Date.UTC(2026, 10, 20, 16, 30)
    expect(f.timeNear(evening, evening + 3_600_000, HCM, 'vi')).toBe('20/11/2026 23:30')
  })
})

describe('lengths of time', () => {
  test('show the parts that matter', () => {
    expect(f.duration(12_400, 'vi')).toBe('12 giây')
    expect(f.duration(59_999, 'en')).toBe('59 s')
    expect(f.duration(35 * 60_000, 'vi')).toBe('35 phút')
    expect(f.duration((3 * 60 + 5) * 60_000, 'vi')).toBe('3 giờ 05 phút')
    expect(f.duration(2 * 3_600_000, 'en')).toBe('2 h')
    expect(f.duration(52 * 3_600_000, 'en')).toBe('2 d 4 h')
    expect(f.duration(-5000, 'en')).toBe('0 s')
  })
  test('ahead no finer than they are known', () => {
    expect(f.hoursAhead(0.6, 'vi')).toBe('36 phút')
    expect(f.hoursAhead(0.001, 'vi')).toBe('1 phút')
    expect(f.hoursAhead(14.2, 'vi')).toBe('14 giờ')
    expect(f.hoursAhead(100, 'en')).toBe('4 d')
  })
})

test('figures beside each other add up as they are shown', () => {
  expect(f.signed(f.differenceShown(57.64, 57.56, 1), 1)).toBe('0.0')
  expect(f.signed(f.differenceShown(57.59, 57.61, 1), 1)).toBe('0.0')
  expect(f.differenceShown(1512.649, 531.05, 1)).toBe(981.5)
  expect(f.differenceShown(null, 1, 1)).toBe(null)
})

test('a span ahead in the unit that it is read in', () => {
  const of = (from: number, to: number | null) => f.spanAhead(from, to, 'en')
  expect([of(0, 0.25), of(0.5, 1), of(12, 18), of(48, 72), of(240, null)]).toEqual([
    'under 15 min',
    '30–60 min',
    '12–18 h',
    '2–3 d',
    'over 10 d',
  ])
})

test('a trend has the direction that it shows', () => {
  expect(f.direction(0.04, 1)).toBe('level')
  expect(f.direction(0.06, 1)).toBe('up')
  expect(f.direction(-2, 1)).toBe('down')
  expect(f.direction(null, 1)).toBeNull()
})
