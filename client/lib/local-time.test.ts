import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromLocal } from '#core/time/index.ts'
import { dateInWords, parseLocalDate, parseLocalTime, typedTime } from './local-time.ts'

const ZONE = 'Asia/Ho_Chi_Minh'

test.each([
  ['20/11/2026 14:35', '2026-11-20 14:35'],
  ['2026-11-20 14:35', '2026-11-20 14:35'],
  ['2026-11-20T14:35', '2026-11-20 14:35'],
  [' 1/2/2026  7:05 ', '2026-02-01 07:05'],
  ['20/11/2026', '2026-11-20 00:00'],
])('%s is %s', (text, wire) => expect(parseLocalTime(text, ZONE)).toBe(wire))

test.each(['', '31/02/2026', '20/13/2026', '2026-11-20 24:01', '20/11/26', 'hôm nay', '20-11-2026', '14:35'])(
  '%j is none',
  (text) => expect(parseLocalTime(text, ZONE)).toBeNull(),
)

test('what is written is read back, to the minute, in both languages', () => {
  const minute = fc.integer({ min: Date.UTC(1950, 0) / 60_000, max: Date.UTC(2090, 0) / 60_000 })
  fc.assert(
    fc.property(minute, fc.constantFrom('vi' as const, 'en' as const), (m, language) => {
      const wire = parseLocalTime(typedTime(m * 60_000, 'UTC', language), 'UTC')
      expect(fromLocal(wire!, 'UTC')).toBe(m * 60_000)
    }),
  )
})

test('a date is typed in the way of either language, and shown in that of the page', () => {
  for (const text of ['31/01/2008', '31/1/2008', ' 2008-01-31'])
    expect(parseLocalDate(text)).toBe('2008-01-31')
  // An invalid date stays as typed, to be refused at its field.
  for (const text of ['', '31/02/2008', '2008']) expect(parseLocalDate(text)).toBe(text)
  expect([dateInWords('2008-01-31', 'vi'), dateInWords('2008-01-31', 'en')]).toEqual([
    '31/01/2008',
    '2008-01-31',
  ])
  expect(dateInWords('1900', 'vi')).toBe('1900')
})
