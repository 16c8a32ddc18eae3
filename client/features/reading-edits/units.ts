import { number, type Language } from '../../lib/format.ts'
import { unitWords } from '../../parts/devices/index.ts'

/** Decimals of a corrected value: those of its sensor, one more than elsewhere. */
const DECIMALS: Record<string, number> = {
  m: 3,
  cm: 1,
  mm: 2,
  'm3/s': 3,
  m3: 0,
  m2: 0,
  kW: 1,
  MW: 3,
  '10^6 m3': 3,
  V: 2,
}

export const editDecimalsOf = (unit: string): number => DECIMALS[unit] ?? 2

/** Formats a value of a series for display beside its unit. */
export const editValueWords = (v: number | null, unit: string): string => number(v, editDecimalsOf(unit))

export const editWithUnit = (v: number | null, unit: string, language: Language): string =>
  `${editValueWords(v, unit)} ${unitWords(unit, language)}`.trim()
