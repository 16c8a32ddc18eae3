import { csvField, guarded } from '#core/csv/index.ts'
import { shown, type CellValue, type Columns } from './column.ts'

/** Numbers, negative ones too, are written as they are; texts are escaped. */
const written = (value: CellValue, text: (value: string) => string) =>
  value === null || value === undefined || Number.isNaN(value)
    ? ''
    : typeof value === 'string'
      ? text(value)
      : String(value)

type Sheet = readonly (readonly CellValue[])[]

/** Rows of fields as CSV (RFC 4180). */
export function csvOf(sheet: Sheet): string {
  return sheet.map((row) => row.map((v) => written(v, csvField)).join(',')).join('\r\n') + '\r\n'
}

/** The same for the clipboard: tab-separated, as spreadsheets paste it. */
export function tsvOf(sheet: Sheet): string {
  const plain = (text: string) => guarded(text.replaceAll(/[\t\r\n]+/g, ' '))
  return sheet.map((row) => row.map((v) => written(v, plain)).join('\t')).join('\n') + '\n'
}

/** The columns that have values, with their headers, and these rows in them. */
export function sheetOf<R>(columns: Columns<R>, rows: readonly R[]): CellValue[][] {
  const valued = shown(columns).flatMap(({ id, head, text, value }) =>
    value ? [{ head: text ?? (typeof head === 'string' ? head : id), value }] : [],
  )
  return [valued.map((c) => c.head), ...rows.map((row) => valued.map((c) => c.value(row)))]
}
