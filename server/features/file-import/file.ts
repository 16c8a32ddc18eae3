import { readFile } from 'node:fs/promises'
import {
  ImportError,
  survey,
  type LakeLimits,
  type RowSourceOptions,
  type Survey,
} from '#server/history-import/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { Problem, badRequest, tooLarge, unprocessable } from '#server/lib/errors.ts'
import { SheetError, isWorkbook } from '#server/lib/sheets.ts'

const MACROS = Buffer.from('vbaProject.bin')
/** UTF-16, in which compound files write the names of their streams. */
const wide = (text: string) => Buffer.from(text, 'utf16le')
const OLD_MACROS = wide('_VBA_PROJECT')
const ENCRYPTED = wide('EncryptedPackage')
const SAMPLE = 65_536

/**
 * Refuses files that hold no table, before anything reads them. @throws Problem 400 empty_upload, 415 not_a_table, 422
 * workbook_macros, workbook_encrypted
 */
export function checkFile(bytes: Buffer, name: string): void {
  if (bytes.length === 0) throw badRequest('empty_upload', { name })
  if (isWorkbook(bytes)) {
    if (bytes.includes(MACROS) || bytes.includes(OLD_MACROS)) throw unprocessable('workbook_macros', { name })
    if (bytes.includes(ENCRYPTED)) throw unprocessable('workbook_encrypted', { name })
    return
  }
  const utf16 = bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe
  const head = bytes.subarray(0, SAMPLE)
  // Text holds no zero byte; pictures, archives and programs do, near their beginning.
  if ((!utf16 && head.includes(0)) || head.subarray(0, 5).toString('latin1') === '%PDF-')
    throw new Problem(415, 'not_a_table', { name })
  if (head.toString(utf16 ? 'utf16le' : 'utf8').trim() === '') throw badRequest('empty_upload', { name })
}

/** Detects what a file holds. @throws Problem as checkFile, and 413 or 422 for a workbook that cannot be read */
export async function inspectFile(
  path: string,
  name: string,
  known: readonly SeriesRow[],
  options: RowSourceOptions,
  limits: LakeLimits | null,
): Promise<Survey> {
  checkFile(await readFile(path), name)
  let found: Survey
  try {
    found = await survey(path, known, options, limits)
  } catch (error) {
    throw asProblem(error, name)
  }
  if (found.columns.length < 2) throw unprocessable('upload_one_column', { name })
  if (found.seen === 0) throw unprocessable('upload_no_rows', { name })
  return found
}

/** Turns a failure to read a file into a response to its sender. */
export function asProblem(error: unknown, name: string): unknown {
  if (error instanceof SheetError) {
    const { code } = error
    if (code === 'too_large' || code === 'too_many_entries' || code === 'too_big_for_memory')
      return tooLarge('workbook_unfolds', { name })
    if (code === 'too_long') return unprocessable('workbook_row_long', { name, row: error.row })
    if (code === 'too_slow') return unprocessable('workbook_slow', { name })
    return unprocessable('workbook_damaged', { name })
  }
  if (error instanceof Error && /a quote is opened and never closed/.test(error.message))
    return unprocessable('quote_open', { name, line: /line (\d+)/.exec(error.message)?.[1] ?? '-' })
  if (error instanceof ImportError) return unprocessable('not_a_table', { name })
  return error
}
