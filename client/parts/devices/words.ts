import { grade, MISSING } from '#core/quality/index.ts'
import { DECIMALS, number, NOTHING, unit, type Language } from '../../lib/format.ts'

/** Display units; storage depends on the language. */
const UNITS: Record<string, string> = {
  'm3/s': 'm³/s',
  'l/s': 'l/s',
  m3: 'm³',
  m2: 'm²',
  km2: 'km²',
  degC: '°C',
  'm3/kWh': 'm³/kWh',
  'kW/(m3/s m)': 'kW/(m³/s·m)',
  '-': '',
}
/** Decimals of a displayed reading, by its unit. */
const BY_UNIT: Record<string, number> = {
  mm: DECIMALS.rain,
  m: 2,
  cm: 0,
  'm3/s': 2,
  '10^6 m3': 2,
  V: 2,
  MW: 2,
  kW: 0,
}

export function unitWords(u: string, language: Language): string {
  return u === '10^6 m3' ? unit('storage', language) : (UNITS[u] ?? u)
}

export const decimalsOf = (u: string): number => BY_UNIT[u] ?? 2

/** A number with its unit. */
export function withUnit(v: number, u: string, language: Language, decimals = decimalsOf(u)): string {
  return `${number(v, decimals)} ${unitWords(u, language)}`.trim()
}

/** A value of a specification call: whether it is present is decided by its quality, never by the number. */
export function wireWords(v: number, q: number, u: string, language: Language): string {
  return grade(q) === MISSING ? NOTHING : withUnit(v, u, language)
}

/** Discharge of a station by its rating. */
export function dischargeWords({ value }: { value: number | null }, language: Language): string {
  return value === null ? NOTHING : withUnit(value, 'm3/s', language)
}

export const isThere = (q: number): boolean => grade(q) !== MISSING
