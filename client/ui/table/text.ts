import { shown, type CellValue, type Columns } from './column.ts'

/** A leading sign of a formula gets an apostrophe, so that no spreadsheet runs a name. */
export const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A field of CSV: guarded, and quoted where it has to be. */
export function quoted(text: string): string {
  const safe = guarded(text)
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A number is written as it is, also a negative one; a text is guarded. */
const written = (value: CellValue, text: (value: string) => string) =>
  value === null || value === undefined || Number.isNaN(value)
    ? ''
    : typeof value === 'string'
      ? text(value)
      : String(value)

type Sheet = readonly (readonly CellValue[])[]

/** Rows of fields as CSV (RFC 4180). */
export function csvOf(sheet: Sheet): string {
  return sheet.map((row) => row.map((v) => written(v, quoted)).join(',')).join('\r\n') + '\r\n'
}

/** The same for the clipboard: tabs between fields, as spreadsheets paste them. */
export function tsvOf(sheet: Sheet): string {
  const plain = (text: string) => guarded(text.replaceAll(/[\t\r\n]+/g, ' '))
  return sheet.map((row) => row.map((v) => written(v, plain)).join('\t')).join('\n') + '\n'
}

/** The columns that have values, with their heads, and these rows in them. */
export function sheetOf<R>(columns: Columns<R>, rows: readonly R[]): CellValue[][] {
  const valued = shown(columns).flatMap(({ id, head, value }) =>
    value ? [{ head: typeof head === 'string' ? head : id, value }] : [],
  )
  return [valued.map((c) => c.head), ...rows.map((row) => valued.map((c) => c.value(row)))]
}
