import { MINUTE, localParts } from '#core/time/index.ts'
import { LOCALES, writeDate } from '../../lib/text/locale.ts'
import type { ChartLanguage } from './types.ts'

const formats = new Map<number, Intl.NumberFormat>()

/** Formats a value with fixed decimals in English notation for both languages; '-' without one. */
export function chartNumber(v: number | null | undefined, decimals: number): string {
  if (v === null || v === undefined || !Number.isFinite(v)) return '-'
  let format = formats.get(decimals)
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formats.set(decimals, format)
  }
  const text = format.format(v)
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text
}

const two = (n: number) => String(n).padStart(2, '0')

/** 'HH:mm', with non-zero seconds. */
export function clock(ms: number, zone: string): string {
  const w = localParts(ms, zone)
  return `${two(w.hour)}:${two(w.minute)}${w.second ? `:${two(w.second)}` : ''}`
}

function written(pattern: string, ms: number, zone: string): string {
  const w = localParts(ms, zone)
  return writeDate(pattern, String(w.year), two(w.month), two(w.day))
}

/** '20/11/2026' in Vietnamese, '2026-11-20' in English. */
export const chartDate = (ms: number, zone: string, language: ChartLanguage) =>
  written(LOCALES[language].date, ms, zone)

/** '20/11' in Vietnamese, '11-20' in English. */
export const shortDate = (ms: number, zone: string, language: ChartLanguage) =>
  written(LOCALES[language].dayMonth, ms, zone)

/** '11/2026' in Vietnamese, '2026-11' in English. */
export const month = (ms: number, zone: string, language: ChartLanguage) =>
  written(LOCALES[language].month, ms, zone)

export function chartDateTime(ms: number, zone: string, language: ChartLanguage): string {
  return `${chartDate(ms, zone, language)} ${clock(ms, zone)}`
}

/** Length of a bar: '5 min', '1 h', '1 day', in the page's language. */
export function chartDuration(ms: number, language: ChartLanguage): string {
  const minutes = Math.round(ms / MINUTE)
  const [value, unit] =
    minutes % 1440 === 0 && minutes > 0
      ? ([minutes / 1440, 'd'] as const)
      : minutes % 60 === 0 && minutes > 0
        ? ([minutes / 60, 'h'] as const)
        : ([minutes, 'm'] as const)
  return `${value} ${LOCALES[language].shortLength[unit]}`
}
