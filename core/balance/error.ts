/** The error of an inflow by water balance: one standard error, wherever it is shown or used for decisions. */
import { usable } from '../quality/index.ts'
import { isUsable, lowerBound, type Series } from '../series/index.ts'
import { noting, noteLine, term } from '../notes.ts'

/**
 * Factor of the standard error by two independent ends, such that twice it on both sides of an inflow contains the true
 * inflow 95 times of 100. Calibrated on the flood seasons of Paldang (10 min) and Dak Drinh (hourly), by method; means
 * around both ends (method 2) are better than their worst reading. docs/decisions/0038-one-standard-error-of-inflow.md
 */
export const CALIBRATION: Readonly<Record<1 | 2 | 3, number>> = { 1: 1.4, 2: 0.9, 3: 1.4 }

/** Largest expected standard error of an inflow whose window is cut, a share of the inflow (domain rule 3.3). */
export const SIGMA_LIMIT = 0.05

/** Number of readings before T2 from which their scatter is computed. */
export const ERROR_READINGS = 8
/** Coarsest resolution of a staff gauge, m. */
export const STAFF = 0.01
const SQRT12 = Math.sqrt(12)
/** MAD of a normal distribution to its standard deviation. */
const SCALE = 1.4826
/** Least number of readings for residuals about a line, or a parabola. */
const LINE_FROM = 4
const CURVE_FROM = 5

/** Standard error of an inflow by end points: sqrt(2) A sigma_z / dt, m3/s (A m2, sigma_z m, dt s). */
export function noise(area: number, sigmaLevel: number, seconds: number): number {
  return (Math.SQRT2 * area * sigmaLevel) / seconds
}

/**
 * Standard error of an inflow, m3/s: k sqrt(2) s_V / dt. Errors of neighbouring readings are alike (wind, waves, gates),
 * so many of them count no more than the two at the ends.
 * @param error standard error of one storage reading, m3
 * @param seconds between the first and the last reading used
 */
export function inflowError(method: 1 | 2 | 3, error: number, seconds: number): number {
  return (CALIBRATION[method] * Math.SQRT2 * error) / seconds
}

/** Squares of second differences, in order. */
const offs = new Float64Array(ERROR_READINGS)

/**
 * Standard errors of single levels, m, from the last readings before an instant: the larger of the error by their
 * second differences (the median, which ignores a step) and their last digit, at most a centimetre. The contribution of
 * each reading is computed once.
 */
export class ReadingErrors {
  private readonly n: number
  private readonly t: Float64Array
  /** Of each reading with the two before it: squared error by its second difference, and the digit. */
  private readonly squares: Float64Array
  private readonly digits: Float64Array
  /** Digit of a reading and the one before it. */
  private readonly steps: Float64Array
  private last = -1

  constructor(levels: Series) {
    const { t, v, q } = levels
    this.t = new Float64Array(t.length)
    this.squares = new Float64Array(t.length)
    this.digits = new Float64Array(t.length)
    this.steps = new Float64Array(t.length)
    let n = 0
    let [t0, v0, t1, v1, before] = [NaN, NaN, NaN, NaN, NaN]
    for (let i = 0; i < t.length; i++) {
      const z = v[i]
      if (z !== z || !usable(q[i])) continue
      const step = z - v1
      const w = (t1 - t0) / (t[i] - t0)
      const off = v1 - v0 - w * (z - v0)
      this.t[n] = t[i]
      this.squares[n] = (off * off) / (1 + w * w + (1 - w) * (1 - w))
      this.steps[n] = digitOf(step)
      // A moving level makes large steps; their differences show the digit.
      this.digits[n] = Math.min(this.steps[n], digitOf(step - before))
      n++
      before = step
      t0 = t1
      v0 = v1
      t1 = t[i]
      v1 = z
    }
    this.n = n
  }

  /** Standard error at an instant, from readings of the `reach` ms before it; instants must not decrease. */
  at(to: number, reach: number): number {
    const { t, squares, digits, n } = this
    while (this.last + 1 < n && t[this.last + 1] <= to) this.last++
    const end = this.last
    let first = Math.max(0, end - ERROR_READINGS + 1)
    while (first <= end && t[first] < to - reach) first++
    let digit = STAFF
    if (first < end) digit = Math.min(digit, this.steps[first + 1])
    let count = 0
    for (let i = first + 2; i <= end; i++) {
      if (digits[i] < digit) digit = digits[i]
      insert(offs, count++, squares[i])
    }
    const byDigit = digit / SQRT12
    if (count < 3) return byDigit
    const half = count >> 1
    const middle = Math.sqrt(offs[half])
    const bySecond = SCALE * (count % 2 === 1 ? middle : (middle + Math.sqrt(offs[half - 1])) / 2)
    const error = byDigit >= bySecond ? byDigit : bySecond
    if (noting)
      noteLine('reading_error', 's_z', error, 'm', 'max(s_2, s_d)', {
        s_2: term(bySecond, 'm'),
        s_d: term(byDigit, 'm'),
      })
    return error
  }
}

/** A difference of levels as a digit, m: at most a centimetre; below a millionth of a metre it is none. */
function digitOf(difference: number): number {
  const d = difference < 0 ? -difference : difference
  return d > 1e-6 && d < STAFF ? d : STAFF
}

function insert(list: Float64Array, n: number, value: number): void {
  let i = n
  while (i > 0 && list[i - 1] > value) {
    list[i] = list[i - 1]
    i--
  }
  list[i] = value
}

/** Scatter of the usable storages of [from, to] about a straight line, m3; null with fewer than four. */
export function lineScatter(volumes: Series, from: number, to: number): number | null {
  const { t, v } = volumes
  const a = lowerBound(t, from)
  let n = 0
  let x0 = 0
  let v0 = 0
  let base = NaN
  for (let i = a; i < t.length && t[i] <= to; i++) {
    if (!isUsable(volumes, i)) continue
    if (n++ === 0) base = v[i]
    x0 += t[i] - from
    v0 += v[i] - base
  }
  if (n < LINE_FROM) return null
  x0 /= n
  v0 /= n
  let xx = 0
  let xv = 0
  let vv = 0
  for (let i = a; i < t.length && t[i] <= to; i++) {
    if (!isUsable(volumes, i)) continue
    const x = (t[i] - from - x0) / 1000
    const y = v[i] - base - v0
    xx += x * x
    xv += x * y
    vv += y * y
  }
  return scatterLeft(Math.max(0, vv - (xv * xv) / xx), n)
}

/** Scatter about a straight line, m3, of n storages that leave a sum of squares; null where there are fewer than four. */
export function scatterLeft(left: number, n: number): number | null {
  if (n < LINE_FROM) return null
  const scatter = Math.sqrt(left / (n - 2))
  if (noting)
    noteLine('scatter', 's_r', scatter, 'm3', 'sqrt(S_VV / (n - 2))', { S_VV: term(left, 'm6'), n: term(n) })
  return scatter
}

/**
 * Scatter of the usable storages of [from, to] about a parabola, m3: what is left where the inflow itself changes evenly.
 * NaN where there are fewer than five.
 */
export function curveScatter(volumes: Series, from: number, to: number): number {
  const { t, v } = volumes
  const a = lowerBound(t, from)
  const middle = (from + to) / 2
  const half = (to - from) / 2
  let n = 0
  let base = NaN
  let [x1, x2, x3, x4, y0, y1, y2, yy] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let i = a; i < t.length && t[i] <= to; i++) {
    if (!isUsable(volumes, i)) continue
    if (n++ === 0) base = v[i]
    const x = (t[i] - middle) / half
    const y = v[i] - base
    x1 += x
    x2 += x * x
    x3 += x * x * x
    x4 += x * x * x * x
    y0 += y
    y1 += x * y
    y2 += x * x * y
    yy += y * y
  }
  if (n < CURVE_FROM) return NaN
  // Against polynomials that are orthogonal over these instants: 1, x - m, x^2 - b (x - m) - c.
  const m = x1 / n
  const s1 = x2 - m * x1
  const b = (x3 - m * x2) / s1
  const c = x2 / n
  const s2 = x4 + b * b * s1 + c * c * n - 2 * b * (x3 - m * x2) - 2 * c * x2
  const p1 = y1 - m * y0
  const p2 = y2 - b * p1 - c * y0
  return Math.sqrt(Math.max(0, yy - (y0 * y0) / n - (p1 * p1) / s1 - (p2 * p2) / s2) / (n - 3))
}
