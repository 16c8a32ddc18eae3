import type { Language } from './messages.ts'
import { seriesNames as en } from './messages/en/series-names.ts'
import { seriesNames as vi } from './messages/vi/series-names.ts'

/** Names of computed quantities, by language; every other series has the name that people gave it. */
export const SERIES_NAMES: Readonly<Record<Language, Readonly<Record<string, string>>>> = { vi, en }

/** The name of a series in a language: that of a computed quantity, else the described one. */
export const seriesName = (one: { code: string; name: string }, language: Language): string =>
  SERIES_NAMES[language][one.code] ?? one.name

/** A series with its name in a language. */
export const named = <T extends { code: string; name: string }>(one: T, language: Language): T => ({
  ...one,
  name: seriesName(one, language),
})
