import { decimalOf } from '#core/decimal.ts'

const POWER = Array.from({ length: 23 }, (_, i) => 10 ** i)
const MINUS = 45
const PLUS = 43

/**
 * Parses a decimal number in bytes [from, to); NaN for other texts, and where it is not finite. Up to 15 digits are an
 * exact integer divided by an exact power of ten, so that the one division rounds like a decimal parser. No thousands
 * separators: 1,234 is ambiguous where two decimal signs are in use. point: byte of the decimal sign, 46 or 44.
 */
export function parseDecimal(b: Uint8Array, from: number, to: number, point: number): number {
  let i = from
  const negative = b[i] === MINUS
  if (negative || b[i] === PLUS) i++
  let digits = 0
  let whole = 0
  let decimals = -1
  for (; i < to; i++) {
    const c = b[i]
    if (c >= 48 && c <= 57) {
      whole = whole * 10 + (c - 48)
      digits++
      if (decimals >= 0) decimals++
    } else if (c === point && decimals < 0) decimals = 0
    else return slow(b, from, to, point)
  }
  if (digits === 0) return NaN
  if (digits > 15) return slow(b, from, to, point)
  const v = decimals > 0 ? whole / POWER[decimals] : whole
  return negative ? -v : v
}

function slow(b: Uint8Array, from: number, to: number, point: number): number {
  return decimalOf(
    Buffer.from(b.buffer, b.byteOffset + from, to - from).toString('latin1'),
    point === 44 ? ',' : '.',
  )
}
