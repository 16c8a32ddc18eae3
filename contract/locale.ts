import { locale as en } from './messages/en/locale.ts'
import { locale as vi } from './messages/vi/locale.ts'

/** How each language writes dates and durations. A language is listed once it has its folder of messages. */
export const LOCALES = { vi, en }
export type Language = keyof typeof LOCALES
export const LANGUAGES = Object.keys(LOCALES) as readonly Language[]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

/** A date in a pattern of DD, MM and YYYY. */
export const writeDate = (pattern: string, year: string, month: string, day: string): string =>
  pattern.replace('YYYY', year).replace('MM', month).replace('DD', day)
