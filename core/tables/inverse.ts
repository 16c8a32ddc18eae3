import { CalcError } from '#core/errors.ts'
import type { CalcCode } from '#core/errors.ts'
import { EXTRAPOLATED, GOOD, MISSING } from '#core/quality/index.ts'
import type { Compiled } from './compile.ts'
import { groupInfo } from './groups.ts'
import { RATING_MARGIN, STORAGE_MARGIN, lookup } from './lookup.ts'
import type { Found, Mode } from './lookup.ts'

function near(a: number): number {
  return 1e-9 * Math.max(1, Math.abs(a))
}

/** First node of a non-decreasing curve with y >= v; hi + 1 when none. */
function lowerBound(y: Float64Array, lo: number, hi: number, v: number): number {
  let a = lo
  let b = hi + 1
  while (a < b) {
    const m = (a + b) >> 1
    if (y[m] >= v) b = m
    else a = m + 1
  }
  return a
}

/**
 * Input of a one-input table whose output never falls (ZV: volume m3 -> level m; QZ: level -> discharge) with output v.
 * Same segments as the lookup; a flat segment returns its left end. Outside: ZV above by at most 0.5 m in the loop, and
 * QZ above by at most 20% of its last discharge, are extended and flagged; else refused (calculator mode: CalcError
 * OUT_OF_TABLE).
 */
export function inverse(c: Compiled, v: number, mode: Mode, out: Found, field?: string): number {
  const { x, y } = c
  const hi = c.start[1] - 1
  out.field = null
  if (v !== v) return refuse(c, v, 'MISSING_INPUT', mode, out, field)
  if (v < y[0] - near(y[0])) return refuse(c, v, 'OUT_OF_TABLE', mode, out, field)
  const i = lowerBound(y, 0, hi, v)
  if (i > hi) {
    const top = v <= y[hi] + near(y[hi]) ? x[lowerBound(y, 0, hi, y[hi])] : beyond(c, hi, v, mode)
    if (top !== top) return refuse(c, v, 'OUT_OF_TABLE', mode, out, field)
    return give(out, top, v <= y[hi] + near(y[hi]) ? GOOD : EXTRAPOLATED)
  }
  if (i === 0 || y[i] === v) return give(out, x[i], GOOD)
  return give(out, x[i - 1] + ((v - y[i - 1]) * (x[i] - x[i - 1])) / (y[i] - y[i - 1]), GOOD)
}

function beyond(c: Compiled, hi: number, v: number, mode: Mode): number {
  const { x, y } = c
  if (hi === 0 || y[hi] === y[hi - 1]) return NaN
  const at = x[hi] + ((v - y[hi]) * (x[hi] - x[hi - 1])) / (y[hi] - y[hi - 1])
  if (c.group === 'ZV') return mode === 'loop' && at <= x[hi] + STORAGE_MARGIN + near(x[hi]) ? at : NaN
  if (c.group === 'QZ') return at <= x[hi] * (1 + RATING_MARGIN) + near(x[hi]) ? at : NaN
  return NaN
}

function give(out: Found, value: number, q: number): number {
  out.value = value
  out.q = q
  out.code = q === GOOD ? null : 'OUT_OF_TABLE'
  return value
}

function refuse(c: Compiled, v: number, why: CalcCode, mode: Mode, out: Found, field?: string): number {
  const name = field ?? groupInfo(c.group).columns.at(-1)!
  out.value = NaN
  out.q = MISSING
  out.code = why
  out.field = name
  if (mode === 'calculator') {
    const low = c.y[0]
    const high = c.y[c.start[1] - 1]
    throw new CalcError(why, name, { group: c.group, table: c.table.name, value: v, low, high })
  }
  return NaN
}

/**
 * Area of the lake, m2, at level z (m): slope dV/dZ of the storage curve, of the segment to the right at a
 * node, of the last segment at the last node. Outside as the lookup of ZV.
 */
export function areaAt(c: Compiled, z: number, mode: Mode, out: Found, field?: string): number {
  const volume = lookup(c, z, mode, out, field)
  if (volume !== volume) return NaN
  const { x, y } = c
  const hi = c.start[1] - 1
  if (hi === 0) {
    out.code = 'OUT_OF_TABLE'
    out.q = MISSING
    out.value = NaN
    return NaN
  }
  // The node just passed, where z equals it except for rounding.
  let i = lowerBound(x, 0, hi, z - near(z))
  if (i > hi || x[i] - z > near(z)) i -= 1
  if (i >= hi) i = hi - 1
  if (i < 0) i = 0
  out.value = (y[i + 1] - y[i]) / (x[i + 1] - x[i])
  return out.value
}
