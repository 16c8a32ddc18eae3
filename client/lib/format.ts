import { localParts } from '#core/time/index.ts'
import { LOCALES, writeDate, type Language } from './text/locale.ts'

export type { Language } from './text/locale.ts'

/** Shown when there is no value. */
export const NOTHING = '-'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(least: number, most: number): Intl.NumberFormat {
  const key = `${least} ${most}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
    formats.set(key, format)
  }
  return format
}

function clean(text: string): string {
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text
}

/**
 * Formats every number. English notation in both languages (two decimal signs in one control room are dangerous);
 * fixed decimals, so that columns do not jump; '-' when there is no value.
 */
export function number(v: number | null | undefined, decimals: number): string {
  if (v === null || v === undefined || !Number.isFinite(v)) return NOTHING
  return clean(formatOf(decimals, decimals).format(v))
}

/** Decimals of a result whose precision is unknown. */
const MOST_DECIMALS = 6

/** Formats a number with as many decimals as it has, at most six, for values that do not update. */
export function upToSix(v: number | null | undefined): string {
  if (v === null || v === undefined || !Number.isFinite(v)) return NOTHING
  return clean(formatOf(0, MOST_DECIMALS).format(v))
}

/** Like `number`, with '+' before positive values. */
export function signed(v: number | null | undefined, decimals: number): string {
  const text = number(v, decimals)
  return text !== NOTHING && Number(text.replace(/,/g, '')) > 0 ? `+${text}` : text
}

/** Parses a text made by `number`. */
const shown = (v: number, decimals: number) =>
  Number(formatOf(decimals, decimals).format(v).replaceAll(',', ''))

/**
 * a - b of the rounded values, so that displayed figures add up; null where either is unknown.
 * @param decimals of all three figures
 */
export function differenceShown(
  a: number | null | undefined,
  b: number | null | undefined,
  decimals: number,
): number | null {
  if (a == null || b == null || !Number.isFinite(a) || !Number.isFinite(b)) return null
  return shown(shown(a, decimals) - shown(b, decimals), decimals)
}

/** Outlet and water depth values of the specification: 3 decimals, '-' when null or negative. */
export function outletValue(v: number | null | undefined): string {
  return v === null || v === undefined || v < 0 ? NOTHING : number(v, 3)
}

/** Decimals of quantities in their displayed unit. */
export const DECIMALS = {
  level: 2,
  trend: 1,
  flow: 1,
  storage: 1,
  percent: 1,
  power: 1,
  energy: 0,
  waterUse: 2,
  /** Over a span: an hour, a day, a range. */
  rain: 2,
  inflowTotal: 2,
  /** Of the water balance of a span. */
  waterVolume: 3,
  area: 1,
} as const

/** Displayed units; 'storage' differs by language. */
export function unit(
  of: 'level' | 'flow' | 'storage' | 'power' | 'energy' | 'rain',
  language: Language,
): string {
  switch (of) {
    case 'level':
      return 'm'
    case 'flow':
      return 'm³/s'
    case 'storage':
      return LOCALES[language].millionM3
    case 'power':
      return 'MW'
    case 'energy':
      return 'MWh'
    case 'rain':
      return 'mm'
  }
}

/** Factors from a wire unit to the displayed unit. */
const TO_SCREEN: Record<string, number> = { m3: 1e-6, kW: 1e-3, kWh: 1e-3 }

/** Converts a wire value to the displayed unit (m3 to million m3, kW to MW, kWh to MWh). */
export function onScreen(v: number | null, wireUnit: string): number | null {
  return v === null ? null : v * (TO_SCREEN[wireUnit] ?? 1)
}

const two = (n: number) => String(n).padStart(2, '0')

/** '20/11/2026' in Vietnamese, '2026-11-20' in English, in the plant's zone. */
export function date(ms: number, zone: string, language: Language): string {
  const w = localParts(ms, zone)
  return writeDate(LOCALES[language].date, String(w.year), two(w.month), two(w.day))
}

/** 'HH:mm', or 'HH:mm:ss'. */
export function time(ms: number, zone: string, seconds = false): string {
  const w = localParts(ms, zone)
  return `${two(w.hour)}:${two(w.minute)}${seconds ? `:${two(w.second)}` : ''}`
}

export function dateTime(ms: number, zone: string, language: Language): string {
  return `${date(ms, zone, language)} ${time(ms, zone)}`
}

/** The time alone on the same local day as `now`, else with the date. */
export function timeNear(ms: number, now: number, zone: string, language: Language): string {
  const same = date(ms, zone, 'en') === date(now, zone, 'en')
  return same ? time(ms, zone) : dateTime(ms, zone, language)
}

/** A duration in its one or two leading parts: '12 giây', '3 giờ 05 phút', '2 ngày 4 giờ'. */
export function duration(ms: number, language: Language): string {
  const p = LOCALES[language].length
  const s = Math.max(0, Math.floor(ms / 1000))
  if (s < 60) return `${s} ${p.s}`
  const m = Math.floor(s / 60)
  if (m < 60) return `${m} ${p.m}`
  const h = Math.floor(m / 60)
  if (h < 24) return m % 60 === 0 ? `${h} ${p.h}` : `${h} ${p.h} ${two(m % 60)} ${p.m}`
  const d = Math.floor(h / 24)
  return h % 24 === 0 ? `${d} ${p.d}` : `${d} ${p.d} ${h % 24} ${p.h}`
}

/** Rounds hours ahead to a sensible precision: minutes below two hours, then hours, then days. */
export function hoursAhead(hours: number, language: Language): string {
  const p = LOCALES[language].length
  if (hours < 2) return `${Math.max(1, Math.round(hours * 60))} ${p.m}`
  if (hours < 48) return `${Math.round(hours)} ${p.h}`
  return `${Math.round(hours / 24)} ${p.d}`
}

/** A span of hours ahead in words: '12–18 giờ', 'dưới 15 phút', 'hơn 10 ngày'; to null: open-ended. */
export function spanAhead(from: number, to: number | null, language: Language): string {
  const p = LOCALES[language].length
  const { under, over } = LOCALES[language]
  const whole = to ?? from
  const [unit, hours] =
    whole <= 1 ? ([p.m, 1 / 60] as const) : whole <= 48 ? ([p.h, 1] as const) : ([p.d, 24] as const)
  const word = (h: number) => upToSix(Math.round((h / hours) * 10) / 10)
  if (to === null) return `${over} ${word(from)} ${unit}`
  if (from === 0) return `${under} ${word(to)} ${unit}`
  return `${word(from)}–${word(to)} ${unit}`
}

export type Direction = 'up' | 'down' | 'level'

/** Direction of a trend after rounding as displayed. */
export function direction(v: number | null, decimals: number): Direction | null {
  if (v === null || !Number.isFinite(v)) return null
  const shown = Number(v.toFixed(decimals))
  return shown > 0 ? 'up' : shown < 0 ? 'down' : 'level'
}
