import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'

/** Most bytes of an inflated workbook. */
export const MAX_INFLATED = 200_000_000
const MAX_ENTRIES = 500

export class SheetError extends Error {
  override name = 'SheetError'
  readonly code:
    | 'too_large'
    | 'too_many_entries'
    | 'damaged'
    | 'not_a_workbook'
    | 'too_slow'
    | 'too_big_for_memory'
    | 'too_long'
  /** 1-based row of a text that is too long; 0: not in a row. */
  readonly row: number
  constructor(code: SheetError['code'], message: string, row = 0) {
    super(message)
    this.code = code
    this.row = row
  }
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50

const isZip = (b: Buffer) => b.length >= 4 && b.readUInt32LE(0) === LOCAL
/** Whether it is a compound file of Excel 97-2003, which is not compressed. */
const isCompound = (b: Buffer) =>
  b.length >= 8 && b.readUInt32LE(0) === 0xe011cfd0 && b.readUInt32LE(4) === 0xe11ab1a1

export function isWorkbook(bytes: Buffer): boolean {
  return isZip(bytes) || isCompound(bytes)
}

/**
 * Inflates every entry of a workbook as a stream without keeping it, and stops at the limits, whatever sizes its
 * directory claims. Returns the number of bytes. Throws SheetError.
 */
export async function measure(
  bytes: Buffer,
  limits: { bytes: number; entries: number } = { bytes: MAX_INFLATED, entries: MAX_ENTRIES },
): Promise<number> {
  if (isCompound(bytes)) return bytes.length
  if (!isZip(bytes)) throw new SheetError('not_a_workbook', 'this is no .xlsx, .xlsb, .ods or .xls file')
  const entries = directory(bytes, limits.entries)
  let total = 0
  for (const { method, data } of entries) {
    if (method === 0) {
      total += data.length
      if (total > limits.bytes) throw tooLarge(limits.bytes)
    } else if (method === 8) total += await inflated(data, limits.bytes - total, limits.bytes)
    else
      throw new SheetError(
        'damaged',
        `an entry of the file is compressed by method ${method}, which no workbook uses`,
      )
  }
  return total
}

const tooLarge = (limit: number) =>
  new SheetError('too_large', `the workbook unfolds to more than ${Math.round(limit / 1e6)} MB`)

async function inflated(
  data: Buffer,
  room: number,
  limit: number,
  keep: (chunk: Buffer) => void = () => {},
): Promise<number> {
  let total = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > room) return done(tooLarge(limit))
      keep(chunk)
      done()
    },
  })
  try {
    await pipeline([data], createInflateRaw(), count, new Writable({ write: (_c, _e, done) => done() }))
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError('damaged', `the file is damaged: ${(error as Error).message}`)
  }
  return total
}

/**
 * Inflates the requested entries of a zip, within the limits, and no others. Names are as in the file: never a path to
 * write to. Throws SheetError.
 */
export async function unzip(
  bytes: Buffer,
  wanted: (name: string) => boolean,
  limits: { bytes: number; entries: number },
): Promise<Map<string, Buffer>> {
  if (!isZip(bytes)) throw new SheetError('damaged', 'this is no zip')
  const found = new Map<string, Buffer>()
  let room = limits.bytes
  for (const { method, data, name } of directory(bytes, limits.entries)) {
    if (!wanted(name)) continue
    const chunks: Buffer[] = []
    if (method === 0) chunks.push(data)
    else if (method === 8) await inflated(data, room, limits.bytes, (chunk) => chunks.push(chunk))
    else throw new SheetError('damaged', `an entry is compressed by method ${method}`)
    const whole = Buffer.concat(chunks)
    room -= whole.length
    if (room < 0) throw tooLarge(limits.bytes)
    found.set(name, whole)
  }
  return found
}

interface Entry {
  name: string
  method: number
  data: Buffer
}

/** The compressed bytes of every entry, by the central directory. */
function directory(b: Buffer, most: number): Entry[] {
  const damaged = () => new SheetError('damaged', 'the file is damaged: its directory cannot be read')
  let end = b.length - 22
  const least = Math.max(0, end - 0xffff)
  while (end >= least && b.readUInt32LE(end) !== END) end--
  if (end < least || end < 0) throw damaged()
  const n = b.readUInt16LE(end + 10)
  if (n > most) throw new SheetError('too_many_entries', `the workbook holds more than ${most} parts`)
  const entries: Entry[] = []
  let at = b.readUInt32LE(end + 16)
  for (let i = 0; i < n; i++) {
    if (at + 46 > b.length || b.readUInt32LE(at) !== CENTRAL) throw damaged()
    const size = b.readUInt32LE(at + 20)
    const local = b.readUInt32LE(at + 42)
    if (size === 0xffffffff || local === 0xffffffff || local + 30 > b.length) throw damaged()
    if (b.readUInt32LE(local) !== LOCAL) throw damaged()
    const start = local + 30 + b.readUInt16LE(local + 26) + b.readUInt16LE(local + 28)
    if (start + size > b.length) throw damaged()
    const name = b.toString('utf8', at + 46, at + 46 + b.readUInt16LE(at + 28))
    entries.push({ name, method: b.readUInt16LE(at + 10), data: b.subarray(start, start + size) })
    at += 46 + b.readUInt16LE(at + 28) + b.readUInt16LE(at + 30) + b.readUInt16LE(at + 32)
  }
  return entries
}
