import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, toLocal } from '#core/time/index.ts'
import {
  offsetOf,
  previousOf,
  readCompare,
  sinceDay,
  withLength,
  writeCompare,
  type ComparedPeriod,
} from './compare.ts'

const HCM = 'Asia/Ho_Chi_Minh'
const at = (text: string) => Date.parse(text)

test('a comparison survives its address; invalid ones are none', () => {
  const any = fc.oneof<fc.Arbitrary<ComparedPeriod>[]>(
    fc.constant({ kind: 'year' }),
    fc.integer({ min: 1, max: 36_525 }).map((days) => ({ kind: 'days', days })),
    fc.integer({ min: 1, max: 800_000 }).map((n) => ({ kind: 'before', hours: Number((n / 60).toFixed(4)) })),
  )
  fc.assert(
    fc.property(any, (c) => {
      expect(readCompare(writeCompare(c))).toEqual(c)
    }),
  )
  for (const text of [
    null,
    '',
    'years',
    'days.0',
    'days.1.5',
    'before.-3',
    'before.x',
    'days.99999',
    'year.2',
  ])
    expect(readCompare(text)).toBeNull()
})

describe('the compared period', () => {
  test('lies just before the range', () => {
    const range = { from: at('2026-11-20T00:00Z'), to: at('2026-11-20T05:30Z') }
    const c = previousOf(range)
    expect(offsetOf(c, range.from, HCM)).toBe(5.5 * HOUR)
  })

  test('begins at the same time of day, a year or some days earlier, even where clocks change', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('1990-01-01'), max: at('2050-01-01') }),
        fc.constantFrom(HCM, 'Europe/Berlin', 'America/New_York'),
        fc.integer({ min: 1, max: 800 }),
        (ms, zone, days) => {
          const from = Math.floor(ms / DAY) * DAY + 12 * HOUR
          for (const c of [{ kind: 'year' }, { kind: 'days', days }] as const) {
            const there = toLocal(from - offsetOf(c, from, zone), zone)
            expect(there.slice(11)).toBe(toLocal(from, zone).slice(11))
          }
          const days2 = toLocal(from - offsetOf({ kind: 'days', days }, from, zone), zone).slice(0, 10)
          expect(sinceDay(days2, from, zone)).toEqual({ kind: 'days', days })
        },
      ),
    )
  })

  test('29 February is compared with the 28th', () => {
    const from = at('2024-02-29T08:00+07:00')
    expect(toLocal(from - offsetOf({ kind: 'year' }, from, HCM), HCM)).toBe('2023-02-28 08:00:00')
  })

  test('a day that is not before the range is invalid', () => {
    const from = at('2026-11-20T08:00+07:00')
    expect(sinceDay('2026-11-20', from, HCM)).toBeNull()
    expect(sinceDay('2026-11-21', from, HCM)).toBeNull()
    expect(sinceDay('2026-11-19', from, HCM)).toEqual({ kind: 'days', days: 1 })
  })

  test('follows another length only if it is the period before', () => {
    const day: ComparedPeriod = { kind: 'before', hours: 24 }
    expect(withLength(day, DAY, 3 * DAY)).toEqual({ kind: 'before', hours: 72 })
    expect(withLength(day, HOUR, 3 * DAY)).toBe(day)
    expect(withLength({ kind: 'year' }, DAY, HOUR)).toEqual({ kind: 'year' })
    expect(withLength(null, DAY, HOUR)).toBeNull()
  })
})
