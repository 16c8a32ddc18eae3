/** Reasons for refusing a calculation, as codes; callers translate them. */
const CALC_CODES = [
  'OUT_OF_TABLE',
  'OUT_OF_RANGE',
  'NO_TABLE',
  'UNKNOWN_N',
  'NO_NET_FLOW',
  'TARGET_UNREACHABLE',
  'POWER_ABOVE_CAPACITY',
  'NO_CONVERGENCE',
  'STALE_INPUT',
  'MISSING_INPUT',
] as const
export type CalcCode = (typeof CALC_CODES)[number]

/** Values that a message may name: the offending number, the limits of the table and so on. */
type Detail = Readonly<Record<string, string | number | boolean | null>>

/**
 * A refused calculation. code: which rule; field: the input (or table group) at fault; row: 1-based data row of
 * a table when one is at fault; detail: numbers for the message.
 */
export class CalcError extends Error {
  override readonly name = 'CalcError'
  /** Further refusals of the same call, where its inputs were checked together. */
  also: readonly CalcError[] = []
  readonly code: CalcCode
  readonly field: string | undefined
  readonly row: number | undefined
  readonly detail: Detail

  constructor(code: CalcCode, field?: string, detail: Detail = {}, row?: number) {
    super(field === undefined ? code : `${code}: ${field}`)
    this.code = code
    this.field = field
    this.row = row
    this.detail = detail
  }
}
