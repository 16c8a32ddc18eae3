import { expect, test } from 'vitest'
import { monthDayWords, parseMonthDay } from './month-day.ts'

test('a day of the year is read as it is written in either language', () => {
  expect(parseMonthDay('15/9')).toBe('09-15')
  expect(parseMonthDay(' 09-15 ')).toBe('09-15')
  expect(parseMonthDay('1/12')).toBe('12-01')
  // An invalid day stays as typed, for the schema to refuse.
  expect(parseMonthDay('31 tháng 2')).toBe('31 tháng 2')
})

test('and written back', () => {
  expect(monthDayWords('09-15', 'vi')).toBe('15/09')
  expect(monthDayWords('09-15', 'en')).toBe('09-15')
  expect(monthDayWords('tháng 9', 'vi')).toBe('tháng 9')
})
