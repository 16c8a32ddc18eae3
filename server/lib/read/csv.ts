import { isUtf8 } from 'node:buffer'
import { open, type FileHandle } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { Lines } from './lines.ts'
import type { Encoding, SourceRow, RowSource, RowSourceOptions } from './row.ts'
import { sniff, type Sniffed } from './sniff.ts'

const BLOCK = 1 << 20
const SAMPLE = 1 << 16

/**
 * A delimited text file: UTF-8 or UTF-16, with or without a byte order mark; else windows-1258, of old Vietnamese
 * systems.
 */
export class CsvSource implements RowSource {
  readonly form: Sniffed
  readonly size: number
  readonly sheets: readonly string[] = []
  done = 0
  private readonly file: FileHandle
  private readonly lines: Lines
  private readonly decoder: TextDecoder | null
  private ended = false

  private constructor(file: FileHandle, size: number, form: Sniffed, decoder: TextDecoder | null) {
    this.file = file
    this.size = size
    this.form = form
    this.decoder = decoder
    this.lines = new Lines(form.delimiter, form.decimal)
  }

  static async open(path: string, options: RowSourceOptions = {}): Promise<CsvSource> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const head = Buffer.alloc(Math.min(SAMPLE, size))
      await file.read(head, 0, head.length, 0)
      const { encoding, mark } = encodingOf(head, size)
      const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding)
      const sample = decoder ? plainBytes(new TextDecoder(encoding).decode(head)) : head.subarray(mark)
      const form: Sniffed = { ...sniff(sample, options), encoding }
      const source = new CsvSource(file, size, form, decoder)
      source.done = mark
      return source
    } catch (error) {
      await file.close()
      throw error
    }
  }

  get columns(): readonly string[] {
    return this.form.columns
  }

  get units(): readonly string[] {
    return this.form.units
  }

  async fill(): Promise<boolean> {
    if (this.ended) return false
    // A new buffer each time: the row cut by the last block still refers to that one.
    const room = Buffer.allocUnsafe(BLOCK)
    const { bytesRead } = await this.file.read(room, 0, BLOCK, this.done)
    this.done += bytesRead
    this.ended = bytesRead === 0 || this.done >= this.size
    let block: Buffer = room.subarray(0, bytesRead)
    if (this.decoder) block = plainBytes(this.decoder.decode(block, { stream: !this.ended }))
    this.lines.feed(block, this.ended)
    return true
  }

  next(): SourceRow | null {
    while (this.lines.next()) if (this.lines.line >= this.form.firstLine) return this.lines
    return null
  }

  async close(): Promise<void> {
    await this.file.close()
  }
}

/** Text as UTF-8 in NFC: each letter with its diacritics as one character. */
const plainBytes = (text: string) => Buffer.from(text.normalize('NFC'))

/** The encoding of a file, and the length of its byte order mark. */
function encodingOf(head: Buffer, size: number): { encoding: Encoding; mark: number } {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 }
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', mark: 3 }
  // The last character of a sample may be cut.
  const whole = head.length < size ? head.subarray(0, head.lastIndexOf(0x0a) + 1) : head
  return { encoding: isUtf8(whole) ? 'utf-8' : 'windows-1258', mark: 0 }
}
