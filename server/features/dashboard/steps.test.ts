import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, toLocal, localParts } from '#core/time/index.ts'
import { localInstants, recordStep } from './steps.ts'

const VN = 'Asia/Ho_Chi_Minh'
const from = Date.UTC(2026, 9, 19, 17)

describe('the spacing of records', () => {
  test.each([
    [24 * HOUR, 5000, 300],
    [24 * HOUR, 289, 300],
    [24 * HOUR, 288, 600],
    [24 * HOUR, 100, 900],
    [24 * HOUR, 96, 1200],
    [24 * HOUR, 30, 3600],
    [24 * HOUR, 10, 3 * 3600],
    [24 * HOUR, 4, 12 * 3600],
    [7 * DAY, 1000, 900],
    [30 * DAY, 400, 2 * 3600],
    [365 * DAY, 400, 86_400],
    [3660 * DAY, 400, 10 * 86_400],
  ])('of %i ms in %i rows is %i s', (span, rows, step) => {
    expect(recordStep(from, from + span, 300, rows, VN)).toBe(step)
  })

  test('is a multiple of the interval where that is not round', () => {
    expect(recordStep(from, from + DAY, 420, 5000, VN)).toBe(420)
    expect(recordStep(from, from + DAY, 420, 50, VN) % 420).toBe(0)
    expect(recordStep(from, from + DAY, 900, 50, VN)).toBe(1800)
    expect(recordStep(from, from + DAY, 600, 100, VN)).toBe(1200)
  })
})

const zones = fc.constantFrom(VN, 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC')

test('there are never more rows than requested, all within the span, in order, at round local times', () => {
  fc.assert(
    fc.property(
      zones,
      fc.integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2026, 11, 31) / 60_000 }),
      fc.integer({ min: 0, max: 60 * 24 * 400 }),
      fc.constantFrom(60, 300, 600, 900, 1800, 3600),
      fc.integer({ min: 1, max: 2000 }),
      (zone, start, minutes, interval, rows) => {
        const [a, b] = [start * 60_000, (start + minutes) * 60_000]
        const step = recordStep(a, b, interval, rows, zone)
        expect(step % interval).toBe(0)
        const list = localInstants(a, b, step * 1000, zone)
        expect(list.length).toBeLessThanOrEqual(rows)
        for (let i = 0; i < list.length; i++) {
          expect(list[i]).toBeGreaterThanOrEqual(a)
          expect(list[i]).toBeLessThanOrEqual(b)
          if (i > 0) expect(list[i]).toBeGreaterThan(list[i - 1])
          // A local time that a clock change skips is moved behind it.
          const w = localParts(list[i], zone)
          const second = w.hour * 3600 + w.minute * 60 + w.second
          // Clocks of Lord Howe Island change by half an hour: only steps that divide it keep their rhythm there.
          if (zone === 'Australia/Lord_Howe' && 1800 % step !== 0) continue
          if (step <= 1800) expect(second % step).toBe(0)
          else if (zone === VN || zone === 'UTC') expect(second % Math.min(step, 86_400)).toBe(0)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('across a clock change, hours stay hours and days begin at midnight', () => {
  const berlin = 'Europe/Berlin'
  const a = Date.UTC(2026, 9, 24, 22)
  const hours = [...localInstants(a, a + 6 * HOUR, HOUR, berlin)].map((t) => toLocal(t, berlin).slice(11, 16))
  expect(hours).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00', '04:00', '05:00'])
  const days = [...localInstants(a, a + 3 * DAY, DAY, berlin)].map((t) => toLocal(t, berlin).slice(5, 16))
  expect(days).toEqual(['10-25 00:00', '10-26 00:00', '10-27 00:00'])
})
