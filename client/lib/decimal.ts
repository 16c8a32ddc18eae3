/** Why a text cannot be accepted as a number. */
export type NumberProblem = 'not_a_number' | 'ambiguous_number'

const BLANKS = /[\s\u00a0\u202f]/g
/** Ambiguous, as 1,234 and 12,345: thousands with a separator, or three decimals after a comma. */
const EITHER = /^[+-]?[1-9]\d{0,2},\d{3}$/

/**
 * Parses a typed number with a point or a comma as decimal sign, and with thousands separators where both signs, or
 * one used twice, make them unambiguous. A single comma before three digits is refused, since a level of 412,345 m
 * must not become 412345 m.
 */
export function parseDecimal(text: string): number | NumberProblem {
  const s = text.replace(BLANKS, '').replace(/^\u2212/, '-')
  if (EITHER.test(s)) return 'ambiguous_number'
  let plain: string | null = null
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(s)) plain = s
  else if (/^[+-]?\d*,\d+$/.test(s)) plain = s.replace(',', '.')
  else if (/^[+-]?\d{1,3}(,\d{3}){2,}$/.test(s)) plain = s.replaceAll(',', '')
  else if (/^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(s)) plain = s.replaceAll('.', '')
  else if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(s)) plain = s.replaceAll(',', '')
  else if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(s)) plain = s.replaceAll('.', '').replace(',', '.')
  if (plain === null) return 'not_a_number'
  const value = Number(plain)
  return Number.isFinite(value) ? value : 'not_a_number'
}
