import type { CheckKind } from '#core/description/index.ts'
import { duration, number } from '../../lib/format.ts'
import { unitInWords } from '../../lib/item-words.ts'
import { unitWords } from './units.ts'
import type { Language } from '../../lib/format.ts'

/** A value or limit of a check with its unit. */
export function valueWithUnit(
  v: number | null,
  measure: string,
  language: Language,
  decimals = v === null ? 0 : checkDecimals(v),
): string {
  if (v === null) return '-'
  if (measure === 's') return duration(v * 1000, language)
  const words = unitInWords(unitWords(measure), language)
  return words === '' ? number(v, decimals) : `${number(v, decimals)} ${words}`
}

/** Most decimals of a value or limit. */
const MOST = 6

/**
 * Decimals that show by how much a limit was passed: two significant digits of small values, so that a limit never
 * reads 0.00.
 */
export function checkDecimals(v: number): number {
  const size = Math.abs(v)
  if (size >= 1000) return 0
  if (size >= 100) return 1
  if (size >= 0.1 || size === 0) return 2
  return Math.min(MOST, 1 - Math.floor(Math.log10(size)))
}

/** Decimals of a configured limit: all that it has. */
function decimalsSet(v: number): number {
  const has = [0, 1, 2, 3, 4, 5].find((n) => Math.abs(v - Number(v.toFixed(n))) < 1e-9) ?? MOST
  return Math.max(has, Math.min(2, checkDecimals(v)))
}

const IN_SECONDS = new Set(['duration'])

/** A limit of a check in words: durations as lengths of time, others with their unit. */
export function limitWords(
  key: string,
  v: number,
  unit: string | null,
  kind: CheckKind,
  language: Language,
): string {
  if (IN_SECONDS.has(key)) return duration(v * 1000, language)
  if (key === 'steps' || key === 'windows' || key === 'sigmas') return number(v, Number.isInteger(v) ? 0 : 1)
  return valueWithUnit(v, limitUnit(key, unit, kind), language, decimalsSet(v))
}

/** Unit of a limit. */
export function limitUnit(key: string, unit: string | null, kind: CheckKind): string {
  if (key === 'duration') return 's'
  if (key === 'steps' || key === 'windows' || key === 'sigmas') return ''
  if (key === 'rate') return `${unit ?? ''} / 5 min`
  if (['fiveMinutes', 'hour', 'day'].includes(key)) return 'mm'
  if (kind === 'efficiency') return 'kW/(m3/s m)'
  if (kind === 'tailwater') return 'm'
  if (kind === 'meter' || kind === 'drift') return '%'
  return unit ?? ''
}
