import { text, type Language } from './messages.ts'

/** An impossible value, and the possible range. */
export interface RangeRefusal {
  field: string
  value?: number | null
  /** As in core; absent or empty: a pure number. */
  unit?: string
  low?: number | null
  high?: number | null
  /** Whether `low` itself is refused, too. */
  above?: boolean
}

/** Parameters of OUT_OF_RANGE and OUT_OF_TABLE: the value and its limits, each with the unit, in a language. */
export function rangeParams(
  { field, value, unit = '', low = null, high = null, above = false }: RangeRefusal,
  language: Language,
): Record<string, string | number> {
  const of = unit === '' || unit === '-' ? '' : ` ${unit.replaceAll('m3', 'm³').replaceAll('m2', 'm²')}`
  const params = { field, value: value ?? '-', low: low ?? '-', high: high ?? '-', unit: of }
  const limits =
    low !== null && high !== null
      ? 'range_between'
      : high !== null
        ? 'range_to'
        : low === null
          ? 'range_none'
          : above
            ? 'range_above'
            : 'range_from'
  return { ...params, allowed: text(limits, language, params) }
}
