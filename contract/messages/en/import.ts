import type { importMessages as vi } from '../vi/import.ts'

export const importMessages: Record<keyof typeof vi, string> = {
  upload_rows: 'The file {name} is too long: at most {max} {max|row|rows} can be imported here',
  empty_upload: 'The file {name} is empty',
  not_a_table: 'The file {name} contains no table: use CSV, TSV, TOA5, XLSX, XLS or ODS',
  workbook_macros: 'The workbook {name} contains macros: save it as .xlsx without them',
  workbook_encrypted: 'The workbook {name} is password-protected: save it without a password',
  workbook_unfolds: 'The workbook {name} is too large when decompressed (at most 200 MB and 500 parts)',
  workbook_row_long:
    'The workbook {name} holds in row {row} a text longer than a spreadsheet allows (32,767 characters in a cell)',
  workbook_slow: 'Reading the workbook {name} takes more than 30 s: save it as CSV',
  workbook_damaged: 'The workbook {name} is damaged or not a workbook',
  quote_open: 'File {name}: the quote opened on line {line} is never closed',
  upload_one_column: 'The file {name} has only one column: a time column and a data column are required',
  upload_no_rows: 'The file {name} has a header but no rows',
  time_pattern: '“{format}” is no time format: it needs year, month and day (yyyy, MM, dd), each once',
  import_extremes:
    'Values beyond 20 times what is usual ({columns}: {n}): choose whether they are kept (keep) or stored as rejected (reject)',
  import_not_done: 'The import of {name} has not finished, or was undone',
  import_at_work: 'The file {name} is being processed',
}
