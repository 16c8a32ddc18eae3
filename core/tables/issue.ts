/** What an upload may be found guilty of. Errors refuse the table, warnings are shown before it is taken. */
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
] as const
export type IssueCode = (typeof ISSUE_CODES)[number]

/**
 * row: 1-based data row (the header is not counted), null for the whole file. column: name of the column, null
 * when several. detail: what was found, in plain English, for the log and for a reader without a translation.
 */
export interface Issue {
  code: IssueCode
  severity: 'error' | 'warning'
  row: number | null
  column: string | null
  detail: string
}

export function error(code: IssueCode, row: number | null, column: string | null, detail: string): Issue {
  return { code, severity: 'error', row, column, detail }
}

export function warning(code: IssueCode, row: number | null, column: string | null, detail: string): Issue {
  return { code, severity: 'warning', row, column, detail }
}
