import { open } from 'node:fs/promises'
import { isWorkbook } from '#server/lib/sheets.ts'
import { CsvSource } from './csv.ts'
import type { RowSource, RowSourceOptions } from './row.ts'
import { SheetSource } from './sheet.ts'

export { ambiguousNumber } from './decimal-sign.ts'
export { statedUnit } from './units.ts'
export type { Form, SourceRow, RowSource, RowSourceOptions } from './row.ts'

/** Opens a file by its content, not by its name. */
export async function openSource(path: string, options: RowSourceOptions = {}): Promise<RowSource> {
  const file = await open(path, 'r')
  const head = Buffer.alloc(8)
  try {
    await file.read(head, 0, 8, 0)
  } finally {
    await file.close()
  }
  return isWorkbook(head) ? SheetSource.open(path, options) : CsvSource.open(path, options)
}
