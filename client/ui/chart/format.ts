import { MINUTE, localParts } from '#core/time/index.ts'
import type { ChartLanguage } from './types.ts'

const formats = new Map<number, Intl.NumberFormat>()

/** A value with fixed decimals and the en signs in both languages; '-' when there is none. */
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

/** 'HH:mm', with seconds where they are not 0. */
export function clock(ms: number, zone: string): string {
  const w = localParts(ms, zone)
  return `${two(w.hour)}:${two(w.minute)}${w.second ? `:${two(w.second)}` : ''}`
}

/** '20/11/2026' in Vietnamese, '2026-11-20' in English. */
export function chartDate(ms: number, zone: string, language: ChartLanguage): string {
  const w = localParts(ms, zone)
  const [d, m, y] = [two(w.day), two(w.month), String(w.year)]
  return language === 'vi' ? `${d}/${m}/${y}` : `${y}-${m}-${d}`
}

/** '20/11' in Vietnamese, '11-20' in English. */
export function shortDate(ms: number, zone: string, language: ChartLanguage): string {
  const w = localParts(ms, zone)
  return language === 'vi' ? `${two(w.day)}/${two(w.month)}` : `${two(w.month)}-${two(w.day)}`
}

/** '11/2026' in Vietnamese, '2026-11' in English. */
export function month(ms: number, zone: string, language: ChartLanguage): string {
  const w = localParts(ms, zone)
  return language === 'vi' ? `${two(w.month)}/${w.year}` : `${w.year}-${two(w.month)}`
}

export function chartDateTime(ms: number, zone: string, language: ChartLanguage): string {
  return `${chartDate(ms, zone, language)} ${clock(ms, zone)}`
}

/** The length of a bar: '5 min', '1 h', '1 day' in the reader's language. */
export function chartDuration(ms: number, language: ChartLanguage): string {
  const minutes = Math.round(ms / MINUTE)
  const [value, unit] =
    minutes % 1440 === 0 && minutes > 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0 && minutes > 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  const word = { vi: { day: 'ngày', hour: 'h', minute: 'ph' }, en: { day: 'd', hour: 'h', minute: 'min' } }
  return `${value} ${word[language][unit as 'day' | 'hour' | 'minute']}`
}
