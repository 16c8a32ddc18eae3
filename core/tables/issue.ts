/** Faults of an upload. Errors refuse the table; warnings are shown before it is accepted. */
export const ISSUE_CODES = [
  'EMPTY_FILE',
  'WRONG_STRUCTURE',
  'DUPLICATE_FIELD',
  'NOT_A_NUMBER',
  'DUPLICATE_KEY',
  'DUPLICATE_ROW',
  'TOO_FEW_KEYS',
  'NEGATIVE_VALUE',
  'NOT_INCREASING',
  'NOT_DECREASING',
  'AREA_FALLS',
  'EFFICIENCY_OUT_OF_RANGE',
  'RATIO_OUT_OF_RANGE',
  'PERCENT',
  'SCATTERED',
  'METHOD_NOT_OFFERED',
  'MERGED_CELLS',
  'FORMULA',
  'FORMULA_WITHOUT_VALUE',
  'UNIT_UNLIKELY',
] as const
type IssueCode = (typeof ISSUE_CODES)[number]

/** Message of an issue; most codes have a message of the same name. */
type IssueWord =
  | IssueCode
  | 'EXTRA_CELLS'
  | 'EMPTY_CELL'
  | 'LOWER_THAN_BELOW'
  | 'HIGHER_THAN_BELOW'
  | 'ETA'
  | 'UNIT_UNLIKELY_SMALL'
  | 'UNIT_UNLIKELY_POWER'

type IssueParams = Readonly<Record<string, string | number>>

/**
 * row: 1-based data row (the header is not counted), null for the whole file. column: name of the column, null when
 * several. other: another data row involved. message, params: the message and its parameters, without rows. detail: the
 * same in plain English, for logs.
 */
export interface Issue {
  code: IssueCode
  severity: 'error' | 'warning'
  row: number | null
  column: string | null
  other: number | null
  message: IssueWord
  params: IssueParams
  detail: string
}

/** Message, parameters and second row of an issue. */
interface IssueOptions {
  message?: IssueWord
  params?: IssueParams
  other?: number
}

type Make = (
  code: IssueCode,
  row: number | null,
  column: string | null,
  detail: string,
  options?: IssueOptions,
) => Issue

const maker =
  (severity: Issue['severity']): Make =>
  (code, row, column, detail, { message = code, params = {}, other } = {}) => ({
    code,
    severity,
    row,
    column,
    other: other ?? null,
    message,
    params,
    detail,
  })

export const error = maker('error')
export const warning = maker('warning')
