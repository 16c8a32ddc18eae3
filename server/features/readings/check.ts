import { isLogCode } from '#core/calculation/codes.ts'
import { SUSPECT, grade, worst } from '#core/quality/index.ts'
import type { MessageCode } from '#contract/messages.ts'
import { MINUTE } from '#core/time/index.ts'
import type { Batch, Rejection } from './batch.ts'
import type { RecordsFrom } from '#core/description/records.ts'
import { mostOf } from './bounds.ts'
import type { SeriesRow } from './registry-store.ts'

/** How far a reading may lie in the future, ms. */
const AHEAD = 10 * MINUTE

/** The accepted readings of a call, and why the others are rejected. */
export interface Checked {
  codes: string[]
  code: Int32Array
  t: Float64Array
  v: Float64Array
  q: Uint8Array
  rejected: Rejection[]
  /** How far ahead of now those rejected as in_future lie, ms. */
  ahead: number[]
}

/**
 * Checks which readings may be stored: of a series that takes readings from this source, not in the future, not before
 * the records of the plant begin, not larger than the quantity can be. A negative value of a quantity that cannot be
 * negative is stored as SUSPECT.
 */
export function checkBatch(
  batch: Batch,
  known: ReadonlyMap<string, SeriesRow>,
  allowed: readonly string[] | null,
  now: number,
  records: RecordsFrom,
): Checked {
  const verdicts = batch.codes.map((code) => verdictOf(code, known, allowed))
  const most = batch.codes.map((code) => mostOf(known.get(code)))
  const positive = batch.codes.map((code) => isNeverNegative(known.get(code)))
  const rejected = [...batch.rejected]
  const ahead: number[] = []
  const n = batch.code.length
  const keep = new Int32Array(n)
  const q = Uint8Array.from(batch.q)
  let k = 0
  for (let i = 0; i < n; i++) {
    const c = batch.code[i]
    const t = batch.t[i]
    let wrong = verdicts[c]
    if (wrong === null && t > now + AHEAD) {
      wrong = 'in_future'
      ahead.push(t - now)
    } else if (wrong === null && t < records.t) wrong = records.date === null ? 'too_old' : 'before_records'
    const v = batch.v[i]
    if (wrong === null && Math.abs(v) > most[c]) {
      const { unit } = known.get(batch.codes[c])!
      const params = { series: batch.codes[c], value: v, unit, most: most[c] }
      rejected.push({ index: batch.index[i], code: 'beyond_bounds', params })
      continue
    }
    if (wrong !== null) {
      const params = { series: batch.codes[c].slice(0, 120), ...(records.date && { from: records.date }) }
      rejected.push({ index: batch.index[i], code: wrong, params })
      continue
    }
    if (positive[c] && v < 0 && grade(q[i]) < SUSPECT) q[i] = worst(q[i], SUSPECT)
    keep[k++] = i
  }
  if (batch.rejected.length > 0) rejected.sort((a, b) => a.index - b.index)
  if (k === n) return { codes: batch.codes, code: batch.code, t: batch.t, v: batch.v, q, rejected, ahead }
  const at = keep.subarray(0, k)
  return {
    codes: batch.codes,
    code: at.map((i) => batch.code[i]),
    t: Float64Array.from(at, (i) => batch.t[i]),
    v: Float64Array.from(at, (i) => batch.v[i]),
    q: Uint8Array.from(at, (i) => q[i]),
    rejected,
    ahead,
  }
}

function verdictOf(
  code: string,
  known: ReadonlyMap<string, SeriesRow>,
  allowed: readonly string[] | null,
): MessageCode | null {
  // A token must not learn whether a series that it may not write exists.
  if (allowed !== null && !allowed.includes(code)) return 'series_not_allowed'
  const row = known.get(code)
  if (!row) return 'unknown_series'
  if (isLogCode(code)) return 'log_series'
  return row.source === 'computed' ? 'computed_series' : null
}

/** Rain, power and energy, and openings (states in a length or a share) are never below zero. */
function isNeverNegative(row: Pick<SeriesRow, 'unit' | 'kind'> | undefined): boolean {
  if (!row) return false
  if (['W', 'kW', 'MW', 'kWh', 'MWh', 'GWh', '%'].includes(row.unit)) return true
  const length = ['m', 'cm', 'mm', 'in', 'ft'].includes(row.unit)
  return length && (row.kind === 'total' || row.kind === 'step')
}
