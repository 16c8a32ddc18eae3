import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseInstant, toIso, utcDay, utcDayStart } from './index.ts'

it('parses ISO texts with their offset', () => {
  const seven = Date.UTC(2025, 9, 24, 0, 0, 0)
  expect(parseInstant('2025-10-24T07:00:00+07:00')).toBe(seven)
  expect(parseInstant('2025-10-24 07:00+0700')).toBe(seven)
  expect(parseInstant('2025-10-24T07:00:00+07')).toBe(seven)
  expect(parseInstant('2025-10-24T05:45:00+05:45')).toBe(seven)
  expect(parseInstant('2025-10-23T20:30:00-03:30')).toBe(seven)
  expect(parseInstant('2025-10-24T00:00:00Z')).toBe(seven)
  expect(parseInstant('2025-10-24T00:00:00.123Z')).toBe(seven + 123)
  expect(parseInstant('2025-10-24T00:00:00.5Z')).toBe(seven + 500)
})

it('parses epoch ms', () => {
  expect(parseInstant(1_761_264_000_000)).toBe(1_761_264_000_000)
  expect(parseInstant('1761264000000')).toBe(1_761_264_000_000)
  expect(parseInstant(0)).toBe(0)
  expect(parseInstant(-1)).toBe(-1)
})

it.each([
  '2025-10-24T07:00:00',
  '2025-10-24',
  '2025-02-30T07:00:00Z',
  '1761264000',
  'now',
  '',
  '2025-10-24T07Z',
  NaN,
  Infinity,
  1.5,
  9e15,
])('refuses %j', (value) => {
  expect(parseInstant(value)).toBeNull()
})

it('is parsed back from its own ISO text', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-01-01'), noInvalidDate: true }),
      (d) => {
        expect(parseInstant(toIso(d.getTime()))).toBe(d.getTime())
      },
    ),
  )
})

it('numbers UTC days', () => {
  expect(utcDay(0)).toBe(0)
  expect(utcDay(-1)).toBe(-1)
  expect(utcDay(Date.UTC(2025, 9, 24, 23, 59, 59, 999))).toBe(20_385)
  expect(utcDayStart(20_385)).toBe(Date.UTC(2025, 9, 24))
})
