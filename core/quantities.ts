/** Quantities of the product, their internal units, and conversion between units. */

/**
 * Unit -> [dimension, numerator, denominator]: base = value * numerator / denominator. Kept as a ratio so that cm to m
 * is one division by 100, which gives the number that a person would write. Exact definitions: 1 in = 0.0254 m, 1 ft =
 * 0.3048 m, 1 acre-ft = 43,560 ft3, 1 psi = 4.4482216152605 N / in2.
 */
const UNITS = {
  m: ['length', 1, 1],
  cm: ['length', 1, 100],
  mm: ['length', 1, 1000],
  km: ['length', 1000, 1],
  in: ['length', 254, 10_000],
  ft: ['length', 3048, 10_000],
  'm3/s': ['discharge', 1, 1],
  'l/s': ['discharge', 1, 1000],
  cfs: ['discharge', 28_316_846_592, 1e12],
  m3: ['volume', 1, 1],
  '10^6 m3': ['volume', 1e6, 1],
  'acre-ft': ['volume', 123_348_183_754_752, 1e11],
  W: ['power', 1, 1000],
  kW: ['power', 1, 1],
  MW: ['power', 1000, 1],
  kWh: ['energy', 1, 1],
  MWh: ['energy', 1000, 1],
  GWh: ['energy', 1e6, 1],
  m2: ['area', 1, 1],
  ha: ['area', 10_000, 1],
  km2: ['area', 1e6, 1],
  'm/s': ['velocity', 1, 1],
  'ft/s': ['velocity', 3048, 10_000],
  degC: ['temperature', 1, 1],
  V: ['voltage', 1, 1],
  kPa: ['pressure', 1, 1],
  hPa: ['pressure', 1, 10],
  mbar: ['pressure', 1, 10],
  bar: ['pressure', 100, 1],
  psi: ['pressure', 44_482_216_152_605, 6_451_600_000_000],
  VND: ['money', 1, 1],
  'VND/kWh': ['price', 1, 1],
  'VND/MWh': ['price', 1, 1000],
  'm3/kWh': ['water use', 1, 1],
  'kW/(m3/s m)': ['output coefficient', 1, 1],
  '%': ['ratio', 1, 100],
  '-': ['ratio', 1, 1],
} as const satisfies Record<string, readonly [string, number, number]>

export type Unit = keyof typeof UNITS

/** Whether a text is a unit of measure that can be converted. */
export function isUnit(text: string): text is Unit {
  return Object.hasOwn(UNITS, text)
}

/** Whether a unit is of money: sums, and prices of energy. What is measured in it is for those who may see prices. */
export function isMoneyUnit(text: string): boolean {
  return isUnit(text) && (UNITS[text][0] === 'money' || UNITS[text][0] === 'price')
}

/** Units of money, as stored with series. */
export const MONEY_UNITS: readonly string[] = Object.keys(UNITS).filter(isMoneyUnit)

/** Whether a value in one unit can be converted to the other. */
export function compatible(from: Unit, to: Unit): boolean {
  return UNITS[from][0] === UNITS[to][0]
}

/** Converts a value to another unit. NaN stays NaN. Throws RangeError when the units measure different things. */
export function convert(value: number, from: Unit, to: Unit): number {
  if (!isUnit(from) || !isUnit(to)) throw new RangeError(`No such unit: ${isUnit(from) ? to : from}`)
  if (from === to) return value
  const [dimension, n1, d1] = UNITS[from]
  const [other, n2, d2] = UNITS[to]
  if (dimension !== other) throw new RangeError(`Cannot convert ${from} to ${to}`)
  // Reduces the fraction first: 1/1000 to 1/100 is one division by 10.
  const n = n1 * d2
  const d = d1 * n2
  if (n % d === 0) return value * (n / d)
  if (d % n === 0) return value / (d / n)
  return (value * n) / d
}

interface Quantity {
  /** Unit inside the server, and of stored computed series. */
  unit: Unit
  /** Unit on screen, and its decimals there. */
  shown: Unit
  decimals: number
  /** Whether a negative value can be true; where not, a negative reading is never stored as good. */
  negative: boolean
}

export const QUANTITIES = {
  level: { unit: 'm', shown: 'm', decimals: 2, negative: true },
  volume: { unit: 'm3', shown: '10^6 m3', decimals: 3, negative: false },
  /** Change of volume, and inflow volume by balance. */
  volumeChange: { unit: 'm3', shown: '10^6 m3', decimals: 3, negative: true },
  discharge: { unit: 'm3/s', shown: 'm3/s', decimals: 3, negative: false },
  /** By balance; a small lake with a noisy level gives true negatives, which are kept. */
  inflow: { unit: 'm3/s', shown: 'm3/s', decimals: 2, negative: true },
  rain: { unit: 'mm', shown: 'mm', decimals: 2, negative: false },
  basinArea: { unit: 'km2', shown: 'km2', decimals: 2, negative: false },
  lakeArea: { unit: 'm2', shown: 'km2', decimals: 3, negative: false },
  opening: { unit: 'm', shown: 'm', decimals: 2, negative: false },
  head: { unit: 'm', shown: 'm', decimals: 2, negative: true },
  power: { unit: 'kW', shown: 'MW', decimals: 3, negative: false },
  energy: { unit: 'kWh', shown: 'kWh', decimals: 0, negative: false },
  money: { unit: 'VND', shown: 'VND', decimals: 0, negative: true },
  /** Of energy; a market may pay less than nothing. */
  price: { unit: 'VND/kWh', shown: 'VND/kWh', decimals: 2, negative: true },
  velocity: { unit: 'm/s', shown: 'm/s', decimals: 2, negative: true },
  temperature: { unit: 'degC', shown: 'degC', decimals: 1, negative: true },
  voltage: { unit: 'V', shown: 'V', decimals: 2, negative: false },
  share: { unit: '-', shown: '%', decimals: 1, negative: false },
  ratio: { unit: '-', shown: '-', decimals: 3, negative: true },
} as const satisfies Record<string, Quantity>

export type QuantityName = keyof typeof QUANTITIES
