/** An exact fraction; d is above 0. Energy and money are sums of these (`sumOf`), rounded only where they are shown. */
export interface Exact {
  n: bigint
  d: bigint
}

export const ZERO: Exact = { n: 0n, d: 1n }
/** Powers of ten, up to the most digits that a number is written with. */
const POWERS = Array.from({ length: 32 }, (_, i) => 10n ** BigInt(i))
const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** The decimal number that a number is written as: 0.1 is one tenth. Throws RangeError unless it is finite. */
export function exactOf(v: number): Exact {
  if (Number.isSafeInteger(v)) return { n: BigInt(v), d: 1n }
  const written = String(v)
  const dot = written.indexOf('.')
  // Most numbers have no more digits than an integer: with an exponent they would be none.
  const digits = dot < 0 ? NaN : Number(written.slice(0, dot) + written.slice(dot + 1))
  if (Number.isSafeInteger(digits)) return { n: BigInt(digits), d: POWERS[written.length - dot - 1] }
  const m = DECIMAL.exec(written)
  if (!m) throw new RangeError(`Not a number: ${v}`)
  const [, whole, part = '', exponent = '0'] = m
  const n = BigInt(whole + part)
  const power = Number(exponent) - part.length
  return power >= 0 ? { n: n * 10n ** BigInt(power), d: 1n } : { n, d: 10n ** BigInt(-power) }
}

function divisor(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b]
  return a
}

export function plus(a: Exact, b: Exact): Exact {
  if (a.d === b.d) return { n: a.n + b.n, d: a.d }
  if (a.d % b.d === 0n) return { n: a.n + b.n * (a.d / b.d), d: a.d }
  if (b.d % a.d === 0n) return { n: a.n * (b.d / a.d) + b.n, d: b.d }
  const g = divisor(a.d, b.d)
  return { n: a.n * (b.d / g) + b.n * (a.d / g), d: (a.d / g) * b.d }
}

/** Denominator up to which a sum is exact; decimals of any double and shares of equal intervals stay far below. */
const MOST_EXACT = 1n << 1200n
/** The denominator of a sum beyond it, finer than 80 decimals. A power of two, which is that of no decimal number. */
const FINE = 1n << 266n

/** The nearest fraction with that denominator. */
function fine({ n, d }: Exact): Exact {
  const twice = 2n * n * FINE
  return { n: (twice + (n < 0n ? -d : d)) / (2n * d), d: FINE }
}

/**
 * a + b for running sums. Shares of intervals of many odd lengths have no small common denominator: it grows with each
 * one, and the time of a sum with it. Once it is beyond `MOST_EXACT`, a sum and what is added to it have the
 * denominator `FINE`.
 */
export function sumOf(a: Exact, b: Exact): Exact {
  if (a.d === FINE) return { n: a.n + fine(b).n, d: FINE }
  const sum = plus(a, b)
  return sum.d <= MOST_EXACT ? sum : fine(sum)
}

export const minus = (a: Exact, b: Exact): Exact => plus(a, { n: -b.n, d: b.d })

export const times = (a: Exact, b: Exact): Exact => ({ n: a.n * b.n, d: a.d * b.d })

/** a / b; b is not 0. */
export const quotient = (a: Exact, b: Exact): Exact =>
  b.n > 0n ? { n: a.n * b.d, d: a.d * b.n } : { n: -a.n * b.d, d: -a.d * b.n }

/** The share part / whole of an amount; both are integers, whole above 0. */
export function shareOf(a: Exact, part: number, whole: number): Exact {
  if (part === whole) return a
  const [p, w] = [BigInt(part), BigInt(whole)]
  const g = divisor(p < 0n ? -p : p, w)
  return { n: a.n * (p / g), d: a.d * (w / g) }
}

/** The nearest integer, halves away from 0: VND as they are shown. */
export function roundedOf({ n, d }: Exact): number {
  const half = (2n * (n < 0n ? -n : n) + d) / (2n * d)
  return Number(n < 0n ? -half : half)
}

/** As a number. */
export const numberOf = ({ n, d }: Exact): number => Number((n << 80n) / d) / 2 ** 80

/** a / b as a number; null where b is 0. */
export const ratioOf = (a: Exact, b: Exact): number | null => (b.n === 0n ? null : numberOf(quotient(a, b)))
