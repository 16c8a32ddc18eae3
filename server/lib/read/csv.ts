import { open, type FileHandle } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { Lines } from './lines.ts'
import type { SourceRow, RowSource, RowSourceOptions } from './row.ts'
import { sniff, type Sniffed } from './sniff.ts'

const BLOCK = 1 << 20
const SAMPLE = 1 << 16

/** A delimited text file: UTF-8 or UTF-16LE, with or without a byte order mark. */
export class CsvSource implements RowSource {
  readonly form: Sniffed
  readonly size: number
  readonly sheets: readonly string[] = []
  done = 0
  private readonly file: FileHandle
  private readonly lines: Lines
  private readonly decoder: StringDecoder | null
  private ended = false

  private constructor(file: FileHandle, size: number, form: Sniffed, decoder: StringDecoder | null) {
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
      const wide = head[0] === 0xff && head[1] === 0xfe
      const mark = wide ? 2 : head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
      const decoder = wide ? new StringDecoder('utf16le') : null
      const sample = wide ? Buffer.from(head.subarray(mark).toString('utf16le')) : head.subarray(mark)
      const form: Sniffed = { ...sniff(sample, options), encoding: wide ? 'utf-16le' : 'utf-8' }
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
    // A new one each time: the row that the last block cut still lies in that.
    const room = Buffer.allocUnsafe(BLOCK)
    const { bytesRead } = await this.file.read(room, 0, BLOCK, this.done)
    this.done += bytesRead
    this.ended = bytesRead === 0 || this.done >= this.size
    let block: Buffer = room.subarray(0, bytesRead)
    if (this.decoder) block = Buffer.from(this.decoder.write(block) + (this.ended ? this.decoder.end() : ''))
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
