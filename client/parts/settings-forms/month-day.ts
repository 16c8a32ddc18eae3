import { LOCALES, writeDate, type Language } from '../../lib/text/locale.ts'

const two = (n: string) => n.padStart(2, '0')

/** Parses a typed day of the year to MM-DD: day/month with a slash, month-day with a dash; otherwise unchanged. */
export function parseMonthDay(text: string): string {
  const s = text.trim()
  const stroke = /^(\d{1,2})\s*\/\s*(\d{1,2})$/.exec(s)
  if (stroke) return `${two(stroke[2])}-${two(stroke[1])}`
  const dash = /^(\d{1,2})-(\d{1,2})$/.exec(s)
  return dash ? `${two(dash[1])}-${two(dash[2])}` : s
}

/** Formats MM-DD for the language; anything else is unchanged. */
export function monthDayWords(day: string, language: Language): string {
  const parts = /^(\d{2})-(\d{2})$/.exec(day)
  return parts ? writeDate(LOCALES[language].dayMonth, '', parts[1], parts[2]) : day
}
