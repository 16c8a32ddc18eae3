const POWER = Array.from({ length: 23 }, (_, i) => 10 ** i)
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * A decimal number in bytes [from, to); NaN when it is none or not finite. Up to 15 digits are an exact integer
 * divided by an exact power of ten, so the one division rounds as reading the decimal does.
 */
export function parseIngestDecimal(bytes: Buffer, from: number, to: number): number {
  let i = from
  const negative = bytes[i] === 45
  if (negative || bytes[i] === 43) i++
  let digits = 0
  let whole = 0
  let decimals = -1
  for (; i < to; i++) {
    const c = bytes[i] - 48
    if (c >= 0 && c <= 9) {
      whole = whole * 10 + c
      digits++
      if (decimals >= 0) decimals++
    } else if (c === -2 && decimals < 0) decimals = 0
    else return slow(bytes, from, to)
  }
  if (digits === 0) return NaN
  if (digits > 15) return slow(bytes, from, to)
  const v = decimals > 0 ? whole / POWER[decimals] : whole
  return negative ? -v : v
}

function slow(bytes: Buffer, from: number, to: number): number {
  const text = bytes.toString('latin1', from, to)
  const v = DECIMAL.test(text) ? Number(text) : NaN
  return Number.isFinite(v) ? v : NaN
}
