const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * Parses a decimal number; NaN for other texts, and where it is not finite. No thousands separators: with a decimal
 * comma a point is not part of a number, with a decimal point a comma is not.
 */
export function decimalOf(text: string, point: '.' | ','): number {
  let plain = text.trim()
  if (point === ',') {
    if (plain.includes('.')) return NaN
    plain = plain.replace(',', '.')
  }
  const v = DECIMAL.test(plain) ? Number(plain) : NaN
  return Number.isFinite(v) ? v : NaN
}
