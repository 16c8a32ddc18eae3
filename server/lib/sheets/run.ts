import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SheetError, measure } from './inflate.ts'

export interface RunOptions {
  /** ms until the child is killed. */
  timeout?: number
  /** MB of heap the child may take. */
  heap?: number
  /** Given to the child before the workbook. */
  before?: Buffer
}

const TIMEOUT = 30_000
const HEAP = 768

/**
 * Runs a script of this folder over a workbook, in a child process with a capped heap that is killed when it takes too
 * long. Yields the JSON value of each line, until { end }. The workbook is inflated before, within limits. Throws
 * SheetError, also for a line { error }.
 */
export async function* runReader(
  bytes: Buffer,
  script: string,
  args: readonly string[],
  options: RunOptions,
): AsyncGenerator<unknown> {
  await measure(bytes)
  const heap = options.heap ?? HEAP
  const timeout = options.timeout ?? TIMEOUT
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heap}`, join(import.meta.dirname, script), ...args],
    { stdio: ['pipe', 'pipe', 'pipe'], env: {} },
  )
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, timeout)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  const exited = new Promise<{ code: number | null; signal: string | null }>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => done({ code, signal }))
  })
  exited.catch(() => {})
  // A child that dies early closes its end; the cause is reported below.
  child.stdin.on('error', () => {})
  if (options.before) child.stdin.write(options.before)
  child.stdin.end(bytes)
  try {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      const value: unknown = JSON.parse(line)
      if (isSaid(value, 'error'))
        throw isSaid(value, 'row')
          ? new SheetError('too_long', String(value.error), Number(value.row))
          : new SheetError('damaged', String(value.error))
      if (isSaid(value, 'end')) return
      yield value
    }
    const { code, signal } = await exited
    if (late) throw new SheetError('too_slow', `reading the workbook took longer than ${timeout / 1000} s`)
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

function isSaid<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && key in value
}
