import type { SheetPeriod } from '#core/report/figures.ts'
import { dateTime, number, time } from '../../lib/format.ts'
import type { Language } from '../../lib/text/index.ts'
import { LOCALES } from '../../lib/text/locale.ts'

interface Value {
  v: number | string | null
  format: 'number' | 'time' | 'date' | 'text'
  decimals: number
}

const dateOf = (at: number, zone: string, language: Language) => dateTime(at, zone, language).split(' ')

/** A value of a sheet as people read it. short: of a time only the clock, or the clock with day and month. */
export function valueShown(
  { v, format, decimals }: Value,
  zone: string,
  language: Language,
  short?: 'date' | 'year',
): string {
  if (v === null) return ''
  if (typeof v === 'string') return v
  if (format === 'number') return number(v, decimals)
  const at = dateTime(v, zone, language)
  const date = dateOf(v, zone, language).find((part) => part.length === LOCALES[language].date.length) ?? at
  if (format === 'date') return date
  if (short === 'date') return time(v, zone)
  return short === 'year' ? `${time(v, zone)} ${date.replace(/[-./]?\d{4}[-./]?/, '')}` : at
}

/** Units as people write them. */
export const unitShown = (unit: string): string =>
  unit.replace('m3', 'm³').replace('km2', 'km²').replace('10^6', '10⁶').replace('degC', '°C')

/** The last date, month or year that is over. today: yyyy-MM-dd. */
export function lastOver(today: string, period: SheetPeriod): string {
  const [y, m, d] = today.split('-').map(Number)
  const before = { day: [y, m - 1, d - 1], month: [y, m - 2, 1], year: [y - 1, 0, 1] }[period]
  const text = new Date(Date.UTC(before[0], before[1], before[2])).toISOString()
  return text.slice(0, { day: 10, month: 7, year: 4 }[period])
}

/** The next or previous date, month or year. */
export function stepDate(date: string, period: SheetPeriod, by: 1 | -1): string {
  const [y, m = 1, d = 1] = date.split('-').map(Number)
  const next = { day: [y, m - 1, d + by], month: [y, m - 1 + by, 1], year: [y + by, 0, 1] }[period]
  return new Date(Date.UTC(next[0], next[1], next[2])).toISOString().slice(0, date.length)
}
