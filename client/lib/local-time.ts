import { fromLocal } from '#core/time/index.ts'
import { date, dateTime } from './format.ts'
import { LANGUAGES, LOCALES, writeDate, type Language } from './text/locale.ts'

/** Notation of a date in each language, and of a time. */
export const DATE_PATTERN = Object.fromEntries(
  LANGUAGES.map((l) => [l, writeDate(LOCALES[l].date, '2026', '12', '31')]),
) as Readonly<Record<Language, string>>
export const TIME_PATTERN = Object.fromEntries(
  LANGUAGES.map((l) => [l, `${DATE_PATTERN[l]} 14:35`]),
) as Readonly<Record<Language, string>>

/**
 * Parses a typed local time of the plant to the wire's (yyyy-MM-dd HH:mm), or null. Accepts both notations in either
 * language; a date alone is its midnight.
 */
export function parseLocalTime(text: string, zone: string): string | null {
  const s = text.trim().replace(/\s+/g, ' ').replace('T', ' ')
  const day = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d{2})(?::00)?)?$/.exec(s)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{2})(?::00)?)?$/.exec(s)
  const [y, m, d, hour, minute] = day
    ? [day[3], day[2], day[1], day[4], day[5]]
    : iso
      ? [iso[1], iso[2], iso[3], iso[4], iso[5]]
      : []
  if (y === undefined) return null
  const two = (n: string | undefined) => (n ?? '0').padStart(2, '0')
  const wire = `${y}-${two(m)}-${two(d)} ${two(hour)}:${two(minute)}`
  return fromLocal(wire, zone) === null ? null : wire
}

/** Formats an instant for its field. */
export const typedTime = (ms: number, zone: string, language: Language) => dateTime(ms, zone, language)

/** Converts a typed date in either notation to the wire's (yyyy-MM-dd); anything else is unchanged. */
export const parseLocalDate = (text: string) => parseLocalTime(text, 'UTC')?.slice(0, 10) ?? text.trim()

/** Formats a date of the wire for the language; anything else is unchanged. */
export function dateInWords(wire: string, language: Language): string {
  const t = /^\d{4}-\d{2}-\d{2}$/.test(wire) ? fromLocal(wire, 'UTC') : null
  return t === null ? wire : date(t, 'UTC', language)
}
