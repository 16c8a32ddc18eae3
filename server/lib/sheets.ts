/**
 * Workbooks (.xlsx, .xlsb, .ods, .xls) in. The library behind it is seen here only: a file is first inflated as a
 * stream with limits, then read in a child process with a capped heap, which is killed when it takes too long.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SheetError, measure } from './sheets/inflate.ts'

export { MAX_ENTRIES, MAX_INFLATED, SheetError, isWorkbook, measure } from './sheets/inflate.ts'

/** Dates are wall-clock times, ms since 1970-01-01 00:00 of that clock: a sheet knows no zone. */
export type SheetCell = string | number | boolean | { d: number } | null

export interface SheetRow {
  /** 1-based, as the sheet shows it. */
  row: number
  cells: SheetCell[]
}

export interface SheetHead {
  sheets: string[]
  sheet: string
}

export interface SheetOptions {
  /** Name of the sheet; the first when not given. */
  sheet?: string
  /** ms until the child is killed. */
  timeout?: number
  /** MB of heap the child may take. */
  heap?: number
}

const TIMEOUT = 30_000
const HEAP = 768

/** The rows of one sheet, in order; `onHead` first. Rows that are empty may be left out. Throws SheetError. */
export async function* readSheet(
  bytes: Buffer,
  options: SheetOptions = {},
  onHead: (head: SheetHead) => void = () => {},
): AsyncGenerator<SheetRow> {
  await measure(bytes)
  const heap = options.heap ?? HEAP
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heap}`, join(import.meta.dirname, 'sheets', 'child.ts'), options.sheet ?? ''],
    { stdio: ['pipe', 'pipe', 'pipe'], env: {} },
  )
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, options.timeout ?? TIMEOUT)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  const exited = new Promise<{ code: number | null; signal: string | null }>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => done({ code, signal }))
  })
  exited.catch(() => {})
  // A child that dies early closes its end; what it died of is told below.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  let whole = false
  try {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      const value = JSON.parse(line) as
        SheetHead | { error: string } | { end: true } | [number, ...SheetCell[]]
      if (Array.isArray(value)) {
        const [index, ...cells] = value
        yield { row: index + 1, cells }
      } else if ('error' in value) throw new SheetError('damaged', value.error)
      else if ('end' in value) whole = true
      else onHead(value)
    }
    if (whole) return
    const { code, signal } = await exited
    if (late)
      throw new SheetError(
        'too_slow',
        `reading the workbook took longer than ${(options.timeout ?? TIMEOUT) / 1000} s`,
      )
    if (/heap|out of memory/i.test(said) || signal === 'SIGABRT' || code === 134)
      throw new SheetError('too_big_for_memory', `reading the workbook takes more than ${heap} MB of memory`)
    throw new SheetError(
      'damaged',
      `the workbook could not be read: ${said.trim().split('\n').at(-1) ?? `exit ${code}`}`,
    )
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** A whole sheet, for small files (tables). */
export async function readSheetRows(bytes: Buffer, options?: SheetOptions): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of readSheet(bytes, options)) rows.push(row)
  return rows
}
