/**
 * A column of numbers as bytes, exact to the bit of every value (but for the kind of NaN), little-endian:
 *   byte 0   format: 1 float64 | 2 one value for all | 3 scaled integers
 *   1        n float64
 *   2        one float64
 *   3        int8 d, uint8 width (1, 2, 4), float64 base, n unsigned integers u; the largest u is NaN.
 *            value = (base + u) / 10^d for d >= 0, (base + u) * 10^-d for d < 0
 * Sensors report few decimals, so a day of levels takes a quarter of its float64, and a constant nothing. A decimal
 * comes back exactly because a division of two exact integers is rounded as reading the decimal is; a column in
 * which one value does not is stored as format 1.
 */
const FLOAT = 1
const CONSTANT = 2
const SCALED = 3
const DECIMALS = 6

const little = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
const POWER = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

type Sink = { [i: number]: number; length: number }

/** Copies bytes to an aligned buffer (a Node Buffer is a view at any offset of a pool). */
function copy(bytes: Uint8Array, at: number, length: number): ArrayBuffer {
  if (at + length > bytes.length) throw new RangeError('Packed column is cut short')
  const own = new Uint8Array(length)
  own.set(bytes.subarray(at, at + length))
  return own.buffer
}

function swap(buffer: ArrayBuffer, width: number): void {
  if (little || width === 1) return
  const bytes = new Uint8Array(buffer)
  for (let i = 0; i < bytes.length; i += width) bytes.subarray(i, i + width).reverse()
}

/** Decimals d such that every value is an integer / 10^d (d = -3: a multiple of 1000), or null. */
function scaleOf(values: ArrayLike<number>): number | null {
  let d = 0
  let thousands = true
  for (let i = 0; i < values.length; i++) {
    const v = values[i]
    if (v !== v) continue
    if (v === 0 && 1 / v < 0) return null
    while (Math.round(v * POWER[d]) / POWER[d] !== v) if (++d > DECIMALS) return null
    if (thousands && (d > 0 || v % 1000 !== 0)) thousands = false
  }
  return thousands ? -3 : d
}

/**
 * Packs numbers into bytes without loss, NaN included: one number where all are equal, integers with a decimal scale
 * where they fit, else the floats as they are.
 */
export function packColumn(values: ArrayLike<number>): Uint8Array {
  const n = values.length
  let same = true
  for (let i = 1; i < n && same; i++) same = Object.is(values[i], values[0])
  if (n === 0 || same) {
    const out = new Uint8Array(9)
    out[0] = CONSTANT
    new DataView(out.buffer).setFloat64(1, n === 0 ? 0 : values[0], true)
    return out
  }
  return scaled(values) ?? floats(values)
}

function floats(values: ArrayLike<number>): Uint8Array {
  const data = Float64Array.from(values)
  swap(data.buffer, 8)
  const out = new Uint8Array(1 + data.byteLength)
  out[0] = FLOAT
  out.set(new Uint8Array(data.buffer), 1)
  return out
}

function scaled(values: ArrayLike<number>): Uint8Array | null {
  const d = scaleOf(values)
  if (d === null) return null
  const n = values.length
  const integers = new Float64Array(n)
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < n; i++) {
    const k = d < 0 ? values[i] / 1000 : Math.round(values[i] * POWER[d])
    // A value that is exact with fewer decimals may not be, near 2^53, with these.
    if (d > 0 && values[i] === values[i] && k / POWER[d] !== values[i]) return null
    integers[i] = k
    if (k < low) low = k
    if (k > high) high = k
  }
  const width = high - low < 0xff ? 1 : high - low < 0xffff ? 2 : high - low < 0xffffffff ? 4 : 0
  if (width === 0 || !Number.isSafeInteger(low) || !Number.isSafeInteger(high)) return null
  const none = 2 ** (8 * width) - 1
  const data = new (width === 1 ? Uint8Array : width === 2 ? Uint16Array : Uint32Array)(n)
  for (let i = 0; i < n; i++) data[i] = integers[i] === integers[i] ? integers[i] - low : none
  swap(data.buffer as ArrayBuffer, width)
  const out = new Uint8Array(11 + data.byteLength)
  out[0] = SCALED
  out[1] = d & 0xff
  out[2] = width
  new DataView(out.buffer).setFloat64(3, low, true)
  out.set(new Uint8Array(data.buffer), 11)
  return out
}

/**
 * Reads a column of n values into `out` (from index 0).
 * @returns the offset behind the column. Throws RangeError for bytes that are no column of n.
 */
export function unpackColumn(bytes: Uint8Array, offset: number, n: number, out: Sink): number {
  const format = bytes[offset]
  if (format === FLOAT) {
    const buffer = copy(bytes, offset + 1, 8 * n)
    swap(buffer, 8)
    const data = new Float64Array(buffer)
    for (let i = 0; i < n; i++) out[i] = data[i]
    return offset + 1 + 8 * n
  }
  if (format === CONSTANT) {
    const value = new DataView(copy(bytes, offset + 1, 8)).getFloat64(0, true)
    for (let i = 0; i < n; i++) out[i] = value
    return offset + 9
  }
  if (format !== SCALED) throw new RangeError(`Packed column of unknown format ${format}`)
  const d = (bytes[offset + 1] << 24) >> 24
  const width = bytes[offset + 2]
  if ((width !== 1 && width !== 2 && width !== 4) || d < -3 || d > DECIMALS)
    throw new RangeError('Packed column is damaged')
  const base = new DataView(copy(bytes, offset + 3, 8)).getFloat64(0, true)
  const buffer = copy(bytes, offset + 11, width * n)
  swap(buffer, width)
  const data =
    width === 1 ? new Uint8Array(buffer) : width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer)
  const none = 2 ** (8 * width) - 1
  if (d < 0) for (let i = 0; i < n; i++) out[i] = data[i] === none ? NaN : (base + data[i]) * 1000
  else for (let i = 0; i < n; i++) out[i] = data[i] === none ? NaN : (base + data[i]) / POWER[d]
  return offset + 11 + width * n
}
