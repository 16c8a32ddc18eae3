const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * The decimal number that a text is; NaN when it is none or not finite. No separators of thousands: with a decimal
 * comma a point is no part of a number, with a decimal point a comma is none.
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
