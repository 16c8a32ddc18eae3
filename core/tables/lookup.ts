import { CalcError } from '#core/errors.ts'
import type { CalcCode } from '#core/errors.ts'
import { noting } from '#core/notes.ts'
import { ESTIMATED, EXTRAPOLATED, GOOD, MISSING } from '#core/quality/index.ts'
import { sliceOf, type Compiled } from './compile.ts'
import { inputsOf } from './groups.ts'
import { locate, planeAt, type Mesh } from './scatter.ts'
import {
  beginTable,
  endTable,
  noteBetween,
  noteBeyond,
  noteLinear,
  noteNode,
  noteOrigin,
  noteSquare,
  noteTriangle,
  noteWeir,
  noteZero,
  onCurve,
} from './working.ts'

/**
 * calculator: for a person; values outside the table are refused (CalcError). loop: the automatic calculation; the few
 * extrapolations that it may make are flagged, others are NaN with the code.
 */
export type Mode = 'calculator' | 'loop'

/**
 * Result of a lookup; reused between calls. value: SI, NaN when refused. q: quality byte, MISSING when NaN. code: null
 * inside the table; else why the value is refused or flagged. field: the faulty input.
 */
export interface Found {
  value: number
  q: number
  code: CalcCode | null
  field: string | null
}

/** An empty result to write into: NaN, MISSING, without a reason. */
export function found(): Found {
  return { value: NaN, q: MISSING, code: null, field: null }
}

/** Share by which a reading may pass the end of a table (sensor overrun, head, power). */
const OVERRUN = 0.02
/** Metres above the last node of a storage curve that the loop may extrapolate. */
export const STORAGE_MARGIN = 0.5
/** Share of the last discharge by which a tailwater rating may be extended. */
export const RATING_MARGIN = 0.2

// Findings of the current lookup; module state, so that nothing is allocated per call.
let grade = GOOD
let code: CalcCode | null = null
let axis = 0

function flag(g: number, at: number): void {
  if (g > grade) grade = g
  code = 'OUT_OF_TABLE'
  axis = at
}

function refuse(at: number, why: CalcCode = 'OUT_OF_TABLE'): number {
  code = why
  axis = at
  return NaN
}

function near(a: number): number {
  return 1e-9 * Math.max(1, Math.abs(a))
}

/**
 * Index i of the segment [x[i], x[i+1]) that contains v, for x[lo] <= v <= x[hi], lo < hi. The hint is tried first,
 * then its right neighbour, then binary search.
 */
function segment(x: Float64Array, lo: number, hi: number, v: number, hint: number): number {
  if (hint >= lo && hint < hi && v >= x[hint]) {
    if (v < x[hint + 1]) return hint
    if (hint + 1 < hi && v < x[hint + 2]) return hint + 1
  }
  let a = lo
  let b = hi
  while (b - a > 1) {
    const m = (a + b) >> 1
    if (v >= x[m]) a = m
    else b = m
  }
  return a
}

/** Piecewise linear value of curve i at v, which is within it. At a node exactly the node. */
function within(c: Compiled, i: number, v: number): number {
  const { x, y } = c
  const lo = c.start[i]
  const hi = c.start[i + 1] - 1
  if (v >= x[hi]) return nodeOf(c, hi)
  if (v <= x[lo]) return nodeOf(c, lo)
  const s = segment(x, lo, hi, v, c.hintX[i])
  c.hintX[i] = s
  const value = y[s] + ((v - x[s]) * (y[s + 1] - y[s])) / (x[s + 1] - x[s])
  if (noting) noteLinear(c, s, v, value)
  return value
}

/** The value of a node itself. */
function nodeOf(c: Compiled, i: number): number {
  if (noting) noteNode(c, i)
  return c.y[i]
}

function none(c: Compiled): number {
  if (noting) noteZero(c)
  return 0
}

function fromOrigin(c: Compiled, i: number, v: number): number {
  const value = (c.y[i] * v) / c.x[i]
  if (noting) noteOrigin(c, i, v, value)
  return value
}

/** Beyond the last node of a curve, along its last segment. */
function beyond(c: Compiled, i: number, v: number): number {
  const hi = c.start[i + 1] - 1
  const value = c.y[hi] + (v - c.x[hi]) * lastSlope(c, i)
  if (noting) noteBeyond(c, c.start[i], hi, v, value)
  return value
}

function squared(c: Compiled, i: number, v: number): number {
  const value = c.y[i] * (v / c.x[i]) ** 2
  if (noting) noteSquare(c, i, v, value)
  return value
}

/** Slope of the last segment of curve i; of a single node, the slope from the origin. */
function lastSlope(c: Compiled, i: number): number {
  const hi = c.start[i + 1] - 1
  if (hi === c.start[i]) return c.y[hi] / c.x[hi]
  return (c.y[hi] - c.y[hi - 1]) / (c.x[hi] - c.x[hi - 1])
}

/** Curve i at its second key v, by the policy of the group for that key (domain rules 1.3, 1.4). */
function along(c: Compiled, i: number, v: number): number {
  const { x } = c
  const at = c.dims - 1
  const lo = c.start[i]
  const hi = c.start[i + 1] - 1
  // The common case without the tolerance, which matters only at the ends.
  if (v >= x[lo] && v <= x[hi]) return within(c, i, v)
  if (v >= x[lo] - near(x[lo]) && v <= x[hi] + near(x[hi])) return within(c, i, v)
  switch (c.group) {
    case 'ZAQ':
      if (v < 0) return refuse(at, 'OUT_OF_RANGE')
      if (v < x[lo]) return fromOrigin(c, lo, v)
      if (v > x[hi] * (1 + OVERRUN) + near(x[hi])) return refuse(at)
      // The gate cannot be more than fully open: the sensor runs past its end.
      flag(ESTIMATED, at)
      return nodeOf(c, hi)
    case 'HPQ':
    case 'nHPQ':
    case 'ZPQ':
      if (v < 0) return refuse(at, 'OUT_OF_RANGE')
      if (v < x[lo]) {
        if (v > 0) flag(ESTIMATED, at)
        return fromOrigin(c, lo, v)
      }
      if (v > x[hi] * (1 + OVERRUN) + near(x[hi])) return refuse(at)
      flag(EXTRAPOLATED, at)
      return beyond(c, i, v)
    default:
      return refuse(at)
  }
}

/**
 * Weir law q = c (z - z0)^1.5 through (z1, q1) and (z2, q2), at z. NaN when discharge does not rise there,
 * since no such law passes through the points.
 */
function weirLaw(z1: number, q1: number, z2: number, q2: number, z: number): number {
  if (!(q2 > q1) || q1 < 0) return NaN
  const z0 = weirFrom(z1, q1, z2, q2)
  return q2 * Math.pow((z - z0) / (z2 - z0), 1.5)
}

/** The level above which that law applies. */
function weirFrom(z1: number, q1: number, z2: number, q2: number): number {
  const r = Math.pow(q1 / q2, 2 / 3)
  return (z1 - r * z2) / (1 - r)
}

/** Scattered points at (k, v): the plane through the three around it; refused outside all of them. */
function among(c: Compiled, slice: number, mesh: Mesh, k: number, v: number): number {
  const first = locate(mesh, k, v)
  if (first < 0) {
    // A unit without power passes nothing.
    if (v === 0 && (c.group === 'HPQ' || c.group === 'nHPQ' || c.group === 'ZPQ')) return none(c)
    const keys = c.k
    const outside = k < keys[c.slice[slice]] || k > keys[c.slice[slice + 1] - 1]
    return refuse(outside ? c.dims - 2 : c.dims - 1)
  }
  const value = planeAt(mesh, first)
  if (noting) noteTriangle(c, mesh, first, k, v, value)
  return value
}

/** Curve family over curves [from, to) at (k, v): linear in k between the neighbouring curves. */
function family(c: Compiled, slice: number, k: number, v: number, mode: Mode): number {
  if (c.meshes) return among(c, slice, c.meshes[slice], k, v)
  const from = c.slice[slice]
  const last = c.slice[slice + 1] - 1
  const keys = c.k
  if (!(k > keys[from] && k < keys[last])) return outer(c, from, last, k, v, mode)
  const i = segment(keys, from, last, k, c.hintK[slice])
  c.hintK[slice] = i
  if (k - keys[i] <= near(keys[i])) return along(c, i, v)
  if (keys[i + 1] - k <= near(keys[i + 1])) return along(c, i + 1, v)
  if (noting) onCurve('a')
  const a = along(c, i, v)
  if (noting) onCurve('b')
  const b = along(c, i + 1, v)
  const value = a + ((k - keys[i]) * (b - a)) / (keys[i + 1] - keys[i])
  if (noting) noteBetween(c, i, k, a, b, value)
  return value
}

/** The family at its first or last curve, or beyond. */
function outer(c: Compiled, from: number, last: number, k: number, v: number, mode: Mode): number {
  const keys = c.k
  const at = c.dims - 2
  if (k < keys[from] - near(keys[from])) return below(c, from, last, k, v, at)
  if (k > keys[last] + near(keys[last])) return above(c, from, last, k, v, at, mode)
  return along(c, k <= keys[from] ? from : last, v)
}

function below(c: Compiled, from: number, last: number, k: number, v: number, at: number): number {
  if (c.group !== 'ZAQ') return clamped(c, from, last, k, v, at)
  const q = along(c, from, v)
  return Math.abs(q) > 0 ? refuse(at) : q
}

function above(
  c: Compiled,
  from: number,
  last: number,
  k: number,
  v: number,
  at: number,
  mode: Mode,
): number {
  if (c.group !== 'ZAQ') return clamped(c, from, last, k, v, at)
  if (mode !== 'loop' || last === from) return refuse(at)
  if (noting) onCurve('a')
  const q1 = along(c, last - 1, v)
  if (noting) onCurve('b')
  const q2 = along(c, last, v)
  if (q1 !== q1 || q2 !== q2) return NaN
  const q = weirLaw(c.k[last - 1], q1, c.k[last], q2, k)
  if (q !== q) return refuse(at)
  if (noting) noteWeir(c, k, c.k[last], q2, weirFrom(c.k[last - 1], q1, c.k[last], q2), q)
  flag(EXTRAPOLATED, at)
  return q
}

/** Head (or level of ZPQ) outside by at most 2% of the range: the curve at the end, flagged. */
function clamped(c: Compiled, from: number, last: number, k: number, v: number, at: number): number {
  if (c.group === 'ZAoAc') return refuse(at)
  const margin = OVERRUN * (c.k[last] - c.k[from])
  const end = k < c.k[from] ? from : last
  if (Math.abs(k - c.k[end]) > margin + near(k)) return refuse(at)
  const q = along(c, end, v)
  flag(EXTRAPOLATED, at)
  return q
}

/** One input, by the policy of its group. */
function single(c: Compiled, v: number, mode: Mode): number {
  const { x, y } = c
  const hi = c.start[1] - 1
  const first = x[0]
  const last = x[hi]
  if (v >= first && v <= last) return within(c, 0, v)
  if (v >= first - near(first) && v <= last + near(last)) return within(c, 0, v)
  const under = v < first
  switch (c.group) {
    case 'ZV':
      if (under || mode !== 'loop' || hi === 0 || v > last + STORAGE_MARGIN + near(last)) return refuse(0)
      flag(EXTRAPOLATED, 0)
      return beyond(c, 0, v)
    case 'FFZQ': {
      if (under) return y[0] === 0 ? none(c) : refuse(0)
      if (mode !== 'loop' || hi === 0) return refuse(0)
      const q = weirLaw(x[hi - 1], y[hi - 1], last, y[hi], v)
      if (q !== q) return refuse(0)
      if (noting) noteWeir(c, v, last, y[hi], weirFrom(x[hi - 1], y[hi - 1], last, y[hi]), q)
      flag(EXTRAPOLATED, 0)
      return q
    }
    case 'ZQ':
      return under && y[0] === 0 ? none(c) : refuse(0)
    case 'QZ':
      if (v < 0) return refuse(0, 'OUT_OF_RANGE')
      if (under) return nodeOf(c, 0)
      if (hi === 0 || v > last * (1 + RATING_MARGIN) + near(last)) return refuse(0)
      flag(EXTRAPOLATED, 0)
      return beyond(c, 0, v)
    case 'QETA':
      if (v < 0) return refuse(0, 'OUT_OF_RANGE')
      return nodeOf(c, under ? 0 : hi)
    case 'QHL':
      if (v < 0) return refuse(0, 'OUT_OF_RANGE')
      if (under) return squared(c, 0, v)
      if (last <= 0) return refuse(0)
      flag(EXTRAPOLATED, 0)
      return squared(c, hi, v)
    default:
      return refuse(0)
  }
}

function begin(): void {
  grade = GOOD
  code = null
  axis = 0
  if (noting) beginTable()
}

function settle(c: Compiled, value: number, entered: number, out: Found, mode: Mode, field?: string): number {
  const missing = value !== value
  out.value = value
  out.q = missing ? MISSING : grade
  out.code = code
  out.field = code === null ? null : (field ?? inputsOf(c.group)[axis] ?? null)
  if (missing && mode === 'calculator') {
    const [low, high] = rangeOf(c, axis)
    throw new CalcError(code ?? 'OUT_OF_TABLE', out.field ?? undefined, {
      group: c.group,
      table: c.table.name,
      value: entered,
      low,
      high,
    })
  }
  return value
}

/** Lowest and highest key of one input (0: the first) over the whole table, SI. */
export function rangeOf(c: Compiled, input: number): [number, number] {
  const keys = input === c.dims - 1 ? c.x : input === c.dims - 2 ? c.k : c.n
  let low = Infinity
  let high = -Infinity
  for (const key of keys) {
    if (key < low) low = key
    if (key > high) high = key
  }
  return [low, high]
}

/**
 * Value of a table of one input at x (SI: kW, m, m3/s; ZV gives m3). NaN in: MISSING_INPUT. Outside: the
 * policy of the group. calculator mode throws CalcError naming `field` (default: the column).
 */
export function lookup(c: Compiled, x: number, mode: Mode, out: Found, field?: string): number {
  begin()
  const value = x === x ? single(c, x, mode) : refuse(0, 'MISSING_INPUT')
  settle(c, value, x, out, mode, field)
  if (noting) endTable(c, [x], out)
  return value
}

/** Value of a table of two inputs, (z, a), (z, p) or (z, ao), at (k, x); a 1-D ZAoAc ignores k. */
export function lookup2(c: Compiled, k: number, x: number, mode: Mode, out: Found, field?: string): number {
  if (c.dims === 1) {
    const value = lookup(c, x, 'loop', out, field)
    if (out.code !== null) out.field = field ?? inputsOf(c.group)[1]
    if (value !== value && mode === 'calculator') {
      throw new CalcError(out.code!, out.field!, { group: c.group, table: c.table.name, value: x })
    }
    return value
  }
  begin()
  // A closed gate passes nothing at any level.
  let value: number
  if (c.group === 'ZAQ' && Math.abs(x) <= 1e-9) value = none(c)
  else if (k !== k) value = refuse(0, 'MISSING_INPUT')
  else if (x !== x) value = refuse(1, 'MISSING_INPUT')
  else value = family(c, 0, k, x, mode)
  settle(c, value, axis === 0 ? k : x, out, mode, field)
  if (noting) endTable(c, [k, x], out)
  return value
}

/** Value of HPQ or nHPQ at (n, head m, power kW). Unknown n: UNKNOWN_N. */
export function lookupN(
  c: Compiled,
  n: number,
  h: number,
  p: number,
  mode: Mode,
  out: Found,
  field?: string,
): number {
  begin()
  const slice = sliceOf(c, n)
  let value: number
  if (n !== n) value = refuse(0, 'MISSING_INPUT')
  else if (h !== h) value = refuse(1, 'MISSING_INPUT')
  else if (p !== p) value = refuse(2, 'MISSING_INPUT')
  else if (slice < 0) value = refuse(0, 'UNKNOWN_N')
  else value = family(c, slice, h, p, mode)
  settle(c, value, axis === 0 ? n : axis === 1 ? h : p, out, mode, field)
  if (noting) endTable(c, [n, h, p], out)
  return value
}
