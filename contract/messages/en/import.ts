import type { importMessages as vi } from '../vi/import.ts'

export const importMessages: Record<keyof typeof vi, string> = {
  upload_rows: 'The file {name} is too long: at most {max} rows are taken here',
  empty_upload: 'The file {name} is empty',
  not_a_table: 'The file {name} holds no table: CSV, TSV, TOA5, XLSX, XLS or ODS is needed',
  workbook_macros: 'The workbook {name} carries macros: save it as .xlsx without them',
  workbook_encrypted: 'The workbook {name} is locked by a password: save it without',
  workbook_unfolds: 'The workbook {name} unfolds to too much (at most 200 MB and 500 parts)',
  workbook_slow: 'Reading the workbook {name} takes more than 30 s: save it as CSV',
  workbook_damaged: 'The workbook {name} is damaged, or is none',
  quote_open: 'The file {name}: a quote that opens at line {line} is never closed',
  upload_one_column: 'The file {name} has one column only: a column of time and one of readings are needed',
  upload_no_rows: 'The file {name} holds a header and no rows',
  import_not_done: 'The import of {name} has not ended, or was undone',
  import_at_work: 'The file {name} is at work',
}
