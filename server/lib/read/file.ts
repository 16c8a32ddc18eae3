import { setImmediate } from 'node:timers/promises'
import { StringDecoder } from 'node:string_decoder'
import { Lines } from './lines.ts'
import { sniff } from './sniff.ts'
import { plainName } from '#server/lib/files.ts'
import { Problem, badRequest } from '#server/lib/errors.ts'
import {
  MAX_INFLATED,
  SheetError,
  isWorkbook,
  readBook,
  type BookRow,
  type BookSheet,
} from '#server/lib/sheets.ts'

/** One sheet of a file, or a csv (name null). */
export interface Grid extends Omit<BookSheet, 'name'> {
  name: string | null
}

const MOST_CELLS = 1_000_000
const BLOCK = 1 << 20
const SAMPLE = 1 << 16

/** Files are opened one at a time, which bounds the memory that they take together. */
let busy: Promise<unknown> = Promise.resolve()

/**
 * Every sheet of a file, whose format is recognized by its content, not its name. @throws Problem naming the fault of
 * the file
 */
export function openFile(name: string, bytes: Buffer): Promise<Grid[]> {
  const work = busy.then(() => read(plainName(name), bytes))
  busy = work.catch(() => {})
  return work
}

async function read(name: string, bytes: Buffer): Promise<Grid[]> {
  if (bytes.length === 0) throw badRequest('table_file_empty')
  const grids = isWorkbook(bytes)
    ? await workbook(name, bytes)
    : [{ name: null, rows: await text(name, bytes), merges: [] }]
  if (grids.every((g) => g.rows.length === 0)) throw badRequest('table_file_empty')
  return grids
}

const utf16 = (word: string) => Buffer.from(word, 'utf16le')

async function workbook(name: string, bytes: Buffer): Promise<Grid[]> {
  const zip = bytes.readUInt32LE(0) === 0x04034b50
  // Names of entries and of streams are not compressed.
  const holds = (word: string) => bytes.includes(zip ? word : utf16(word))
  if (!zip && holds('EncryptedPackage')) throw badRequest('table_file_encrypted', { name })
  const macros = zip ? ['vbaProject.bin', 'xl/macrosheets/', 'Basic/script-lc.xml'] : ['_VBA_PROJECT']
  if (macros.some(holds)) throw badRequest('table_file_macros', { name })
  const known = zip ? ['xl/workbook.', 'opendocument.spreadsheet'] : ['Workbook', 'Book']
  if (!known.some(holds)) throw new Problem(415, 'table_file_type', { name })
  try {
    return await readBook(bytes, { most: MOST_CELLS })
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    if (/password|encrypted/i.test(error.message)) throw badRequest('table_file_encrypted', { name })
    switch (error.code) {
      case 'too_large':
      case 'too_many_entries':
        throw badRequest('table_file_unfolds', { name, limit: MAX_INFLATED / 1e6 })
      case 'too_long':
        throw badRequest('workbook_row_long', { name, row: error.row })
      case 'too_slow':
      case 'too_big_for_memory':
        throw badRequest('table_file_heavy', { name })
      default:
        throw badRequest('table_file_damaged', { name })
    }
  }
}

const FOREIGN = ['%PDF', '\x1f\x8b', '\x89PNG', '{\\rtf', '<']

/** Rows of delimited text in UTF-8 or UTF-16LE; lines as an editor counts them. */
async function text(name: string, input: Buffer): Promise<BookRow[]> {
  const wide = input[0] === 0xff && input[1] === 0xfe
  let bytes = wide ? Buffer.from(new StringDecoder('utf16le').end(input.subarray(2))) : input
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3)
  const sample = bytes.subarray(0, SAMPLE)
  const head = sample.toString('latin1').trimStart()
  // oxlint-disable-next-line no-control-regex
  if (FOREIGN.some((mark) => head.startsWith(mark)) || /[\x00-\x08\x0e-\x1f]/.test(head))
    throw new Problem(415, 'table_file_type', { name })
  const { delimiter } = sniff(sample, {})
  const lines = new Lines(delimiter, '.')
  const rows: BookRow[] = []
  let cells = 0
  try {
    for (let at = 0; at < bytes.length; at += BLOCK) {
      lines.feed(bytes.subarray(at, at + BLOCK), at + BLOCK >= bytes.length)
      while (lines.next()) {
        cells += lines.length
        if (cells > MOST_CELLS) throw badRequest('table_file_heavy', { name })
        rows.push(rowOf(lines))
      }
      await setImmediate()
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw badRequest('table_file_damaged', { name })
  }
  return rows.filter((row) => row.cells.length > 0)
}

function rowOf(lines: Lines): BookRow {
  const cells: (string | null)[] = []
  for (let i = 0; i < lines.length; i++) cells.push(lines.isEmpty(i) ? null : lines.text(i))
  while (cells.length > 0 && cells.at(-1) === null) cells.pop()
  return { row: lines.line, cells, formulas: [], withoutValue: [] }
}
