import { opens } from '#core/access/index.ts'
import { LOCALES, writeDate } from '#contract/locale.ts'
import { toLocal } from '#core/time/index.ts'
import { plain, plainSql } from '#server/lib/plain.ts'
import type { TimelineQuery } from './types.ts'

type Reader = Pick<TimelineQuery, 'zone' | 'language'>

/** A time as on screen: 20/11/2026 14:35 in Vietnamese, 2026-11-20 14:35 in English. */
export function when(t: number, { zone, language }: Reader): string {
  const [date, clock] = toLocal(t, zone).split(' ')
  const [y, m, d] = date.split('-')
  return `${writeDate(LOCALES[language].date, y, m, d)} ${clock.slice(0, 5)}`
}

/** A span in words; with the day once where both ends share it. */
export function spanWords(from: number, to: number, reader: Reader): string {
  const [a, b] = [when(from, reader), when(to, reader)]
  if (a === b) return a
  const [day, other] = [a.slice(0, 10), b.slice(0, 10)]
  return `${a} – ${day === other ? b.slice(11) : b}`
}

/** The local day of an instant, as in addresses of pages. */
export const localDayOf = (t: number, zone: string) => toLocal(t, zone).slice(0, 10)

/** A page with its address, where one of these nouns opens it for the caller. */
export function pathFor(
  request: Pick<TimelineQuery, 'permissions'>,
  nouns: readonly string[],
  page: string,
  search: Record<string, string | null> = {},
): string | null {
  if (!nouns.some((noun) => opens(request.permissions, noun))) return null
  const given = Object.entries(search).filter((e): e is [string, string] => e[1] !== null)
  return given.length === 0 ? page : `${page}?${new URLSearchParams(given)}`
}

/** Whether any of these texts contains the search text, which is normalized. */
export function matchesSearch(search: string | null, ...words: (string | null | undefined)[]): boolean {
  return search === null || words.some((w) => w && plain(w).includes(search))
}

/** SQL: whether these columns contain the normalized text of a parameter, which may be null. */
export const holding = (parameter: string, ...columns: string[]) =>
  `(${parameter}::text IS NULL OR strpos(${plainSql(`concat_ws(' ', ${columns.join(', ')})`)}, ${parameter}) > 0)`
