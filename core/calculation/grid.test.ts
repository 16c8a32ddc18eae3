import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { offsetAt } from '#core/time/index.ts'
import { HOUR, MINUTE, T0 } from './fixtures.ts'
import { gridOf } from './segments.ts'

const iso = (t: Float64Array) => Array.from(t, (x) => new Date(x).toISOString().slice(5, 16))

describe('instants of a grid', () => {
  test('are aligned to the local clock', () => {
    // Nepal is 5 h 45 min ahead: its full hours are at :15 of UTC.
    const from = Date.UTC(2025, 9, 10, 0, 1)
    expect(iso(gridOf(from, from + 3 * HOUR, HOUR, 'Asia/Kathmandu'))).toEqual([
      '10-10T00:15',
      '10-10T01:15',
      '10-10T02:15',
    ])
    expect(iso(gridOf(from, from + 10 * MINUTE, 300_000, 'Asia/Kathmandu'))).toEqual([
      '10-10T00:05',
      '10-10T00:10',
    ])
    // The end is not part of it, the beginning is.
    expect(gridOf(T0, T0 + HOUR, HOUR, 'Asia/Ho_Chi_Minh')).toEqual(Float64Array.of(T0))
    expect(gridOf(T0, T0, HOUR, 'Asia/Ho_Chi_Minh').length).toBe(0)
  })

  test('stay aligned when the clock changes by less than an interval', () => {
    // Lord Howe goes from +10:30 to +11 at 15:30 UTC.
    const from = Date.UTC(2025, 9, 4, 14)
    expect(iso(gridOf(from, from + 5 * HOUR, HOUR, 'Australia/Lord_Howe'))).toEqual([
      '10-04T14:30',
      '10-04T16:00',
      '10-04T17:00',
      '10-04T18:00',
    ])
  })

  test('are the same wherever the span begins', () => {
    const zones = fc.constantFrom('Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Paris')
    const intervals = fc.constantFrom(60, 300, 420, 900, 3600, 7200)
    fc.assert(
      fc.property(zones, intervals, fc.integer({ min: 0, max: 364 * 24 * 60 }), (zone, seconds, minute) => {
        const interval = seconds * 1000
        const from = Date.UTC(2025, 0, 1) + minute * MINUTE
        const to = from + 30 * HOUR
        const whole = gridOf(from, to, interval, zone)
        const later = from + 11 * HOUR + 7 * MINUTE
        expect([...gridOf(later, to, interval, zone)]).toEqual([...whole.filter((t) => t >= later)])
        for (let i = 0; i < whole.length; i++) {
          expect((((whole[i] + offsetAt(whole[i], zone)) % interval) + interval) % interval).toBe(0)
          if (i > 0) expect(whole[i]).toBeGreaterThan(whole[i - 1])
        }
      }),
      { numRuns: 200 },
    )
  })
})
