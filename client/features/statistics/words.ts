import { date, type Language } from '../../lib/format.ts'
import { month } from '../../ui/chart/format.ts'

/** A local day, yyyy-MM-dd, as a language writes it. */
export const dayName = (day: string, language: Language): string =>
  date(Date.parse(`${day}T00:00:00Z`), 'UTC', language)

/** A month, yyyy-MM. */
export const monthName = (of: string, language: Language): string =>
  month(Date.parse(`${of}-01T00:00:00Z`), 'UTC', language)
