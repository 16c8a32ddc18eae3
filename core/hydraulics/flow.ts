import { CalcError } from '#core/errors.ts'
import type { CalcCode } from '#core/errors.ts'
import { GOOD, MISSING } from '#core/quality/index.ts'
import type { Found, Mode } from '#core/tables/index.ts'

/** Method of a discharge: 1 table, 2 efficiency and head loss, 3 formula, 4 measured; 0 none. */
type Method = 0 | 1 | 2 | 3 | 4

/**
 * A discharge; reused between calls. value: m3/s, NaN when refused or an input is missing. q: quality byte
 * (MISSING when NaN). code, field: null when there is nothing to report; else why it is refused or flagged.
 */
export interface Flow extends Found {
  method: Method
}

/** An empty discharge to write into: NaN, MISSING, no method. */
export function flow(): Flow {
  return { value: NaN, q: MISSING, code: null, field: null, method: 0 }
}

/** Writes a good discharge (m3/s) with its method, and clears an earlier reason. Returns it. */
export function give(out: Flow, value: number, method: Method): number {
  out.value = value
  out.q = GOOD
  out.code = null
  out.field = null
  out.method = method
  return value
}

/** Degrades a value: the worse grade and the first reason stay. */
export function degrade(out: Flow, grade: number, code: CalcCode | null, field: string | null): void {
  if (grade > out.q) out.q = grade
  if (out.code !== null) return
  out.code = code
  out.field = field
}

/** Refuses a value: throws CalcError in calculator mode; returns NaN and sets the code in loop mode. */
export function refuse(
  out: Flow,
  code: CalcCode,
  field: string,
  mode: Mode,
  method: Method,
  value: number | null = null,
): number {
  out.value = NaN
  out.q = MISSING
  out.code = code
  out.field = field
  out.method = method
  if (mode === 'calculator') throw new CalcError(code, field, { value })
  return NaN
}
