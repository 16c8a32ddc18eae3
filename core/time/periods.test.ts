import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, fromLocal, next, periods, startOf, toLocal } from './index.ts'
import type { PeriodKind } from './index.ts'

const zone = fc.constantFrom(
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/Caracas',
  'Australia/Lord_Howe',
  'Pacific/Apia',
)
const kind = fc.constantFrom<PeriodKind>('hour', 'day', 'month', 'year')
const instant = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2050, 0) })
const dayStart = fc.constantFrom(0, 60, 150, 420, 1140, 1439)

describe('periods', () => {
  it('partition time: every instant lies in exactly one', () => {
    fc.assert(
      fc.property(kind, instant, zone, dayStart, (k, ms, z, d) => {
        const start = startOf(k, ms, z, d)
        const end = next(k, ms, z, d)
        expect(start).toBeLessThanOrEqual(ms)
        expect(end).toBeGreaterThan(ms)
        expect(startOf(k, start, z, d)).toBe(start)
        expect(startOf(k, end - 1, z, d)).toBe(start)
        expect(startOf(k, end, z, d)).toBe(end)
        expect(next(k, start, z, d)).toBe(end)
      }),
      { numRuns: 3000 },
    )
  })

  it('partition time around every change of clocks', () => {
    for (const z of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Caracas', 'Asia/Kathmandu'])
      for (const year of [1986, 2007, 2016, 2025])
        for (const k of ['hour', 'day'] as const) {
          const all = periods(k, Date.UTC(year, 0), Date.UTC(year + 1, 0), z, 150)
          expect(all.every((p, i) => p.end > p.start && (i === 0 || p.start === all[i - 1].end))).toBe(true)
          expect(all.every((p) => startOf(k, p.end - 1, z, 150) === p.start)).toBe(true)
        }
  })

  it('have the length of the calendar', () => {
    const days = periods('day', Date.UTC(2025, 2, 29, 23), Date.UTC(2025, 2, 31, 21), 'Europe/Berlin')
    expect(days.map((p) => (p.end - p.start) / HOUR)).toEqual([23, 24])
    const months = periods('month', Date.UTC(2024, 0, 15), Date.UTC(2024, 5, 1), 'Asia/Ho_Chi_Minh')
    expect(months.map((p) => (p.end - p.start) / DAY)).toEqual([31, 29, 31, 30, 31, 30])
    expect(months.map((p) => toLocal(p.start, 'Asia/Ho_Chi_Minh').slice(0, 10))[5]).toBe('2024-06-01')
    expect(periods('day', 5, 5, 'UTC')).toEqual([])
  })

  it('join without gaps where the day start changes: each day begins by the one at its midnight', () => {
    fc.assert(
      fc.property(kind, instant, instant, zone, dayStart, dayStart, (k, ms, change, z, before, after) => {
        const changing = (midnight: number) => (midnight < change ? before : after)
        for (const t of [ms, change]) {
          const all = periods(k, t - 3 * DAY, t + 3 * DAY, z, changing)
          expect(all.every((p, i) => p.end > p.start && (i === 0 || p.start === all[i - 1].end))).toBe(true)
          expect(all.every((p) => startOf(k, p.end - 1, z, changing) === p.start)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
    const z = 'Asia/Ho_Chi_Minh'
    const at = (text: string) => fromLocal(text, z)!
    const change = at('2025-10-24 03:00')
    const days = periods('day', at('2025-10-23 00:00'), at('2025-10-26 00:00'), z, (t) =>
      t < change ? 0 : 420,
    )
    expect(days.map((p) => toLocal(p.start, z))).toEqual([
      '2025-10-23 00:00:00',
      '2025-10-24 00:00:00',
      '2025-10-25 07:00:00',
    ])
  })

  it('begin at the day start', () => {
    const z = 'Asia/Ho_Chi_Minh'
    const at = (text: string) => fromLocal(text, z)!
    expect(startOf('day', at('2025-10-24 18:59'), z, 1140)).toBe(at('2025-10-23 19:00'))
    expect(startOf('day', at('2025-10-24 19:00'), z, 1140)).toBe(at('2025-10-24 19:00'))
    expect(startOf('month', at('2025-11-01 06:00'), z, 420)).toBe(at('2025-10-01 07:00'))
    expect(next('month', at('2025-11-01 06:00'), z, 420)).toBe(at('2025-11-01 07:00'))
    expect(startOf('year', at('2026-01-01 03:00'), z, 420)).toBe(at('2025-01-01 07:00'))
    expect(startOf('hour', at('2025-10-24 07:35'), z, 420)).toBe(at('2025-10-24 07:00'))
  })

  it('begin hours at the full local hour', () => {
    const z = 'Asia/Kathmandu'
    expect(toLocal(startOf('hour', Date.UTC(2025, 0, 1, 0, 10), z), z)).toBe('2025-01-01 05:00:00')
    expect(toLocal(next('hour', Date.UTC(2025, 0, 1, 0, 10), z), z)).toBe('2025-01-01 06:00:00')
  })
})
