import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'

/**
 * First line of the archive: a line that names the format, then parts, gzipped as a whole by the caller. A part is a
 * line of JSON, then blocks (a length in decimal and a line break, then that many bytes), a block of length 0, and a
 * line of JSON with the number of bytes and their SHA-256. It is written and read as a stream, so it may be larger than
 * memory; the last part is `end`, and an archive without it is truncated.
 */
const FORMAT = 'FOREBAY BACKUP 1'

export interface ArchiveHead {
  part: 'head'
  product: string
  madeAt: string
  postgres: string
  migrations: { name: string; sha256: string }[]
  tables: string[]
  files: string[]
}

export interface TablePart {
  part: 'table'
  name: string
  columns: string[]
}

interface FilePart {
  part: 'file'
  name: string
}

interface ArchiveEnd {
  part: 'end'
  parts: number
}

type ArchivePart = ArchiveHead | TablePart | FilePart | ArchiveEnd

/** The last line of a part. rows: tables only. */
export interface Sum {
  bytes: number
  sha256: string
  rows?: number
}

export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

export class ArchiveWriter {
  readonly #out: Writable
  #parts = 0
  constructor(out: Writable) {
    this.#out = out
  }

  async begin(head: ArchiveHead): Promise<void> {
    await this.#write(`${FORMAT}\n`)
    await this.part(head, [])
  }

  /** `rows` is called after the last chunk. */
  async part(
    part: ArchivePart,
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    rows?: () => number,
  ): Promise<Sum> {
    const hash = createHash('sha256')
    let bytes = 0
    await this.#write(`${JSON.stringify(part)}\n`)
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue
      hash.update(chunk)
      bytes += chunk.length
      await this.#write(`${chunk.length}\n`)
      await this.#write(chunk)
    }
    const sum: Sum = { bytes, sha256: hash.digest('hex'), ...(rows ? { rows: rows() } : {}) }
    await this.#write(`0\n${JSON.stringify(sum)}\n`)
    this.#parts++
    return sum
  }

  async end(): Promise<void> {
    await this.part({ part: 'end', parts: this.#parts }, [])
  }

  async #write(data: string | Buffer): Promise<void> {
    if (!this.#out.write(data)) await once(this.#out, 'drain')
  }
}

const LONGEST_LINE = 4 * 2 ** 20
const LONGEST_BLOCK = 64 * 2 ** 20

/** Reads an archive. Throws ArchiveError wherever the bytes differ from what was written. */
export class ArchiveReader {
  readonly #input: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #parts = 0
  #open: Hash | null = null
  #bytes = 0
  constructor(input: AsyncIterable<Buffer>) {
    this.#input = input[Symbol.asyncIterator]()
  }

  async begin(): Promise<ArchiveHead> {
    if ((await this.#line(FORMAT.length + 1)) !== FORMAT)
      throw new ArchiveError('this is not a Forebay backup')
    const head = await this.next()
    if (head.part !== 'head') throw new ArchiveError('the backup has no head')
    await this.close()
    return head
  }

  /** The next part; its chunks must be read, then close() called. */
  async next(): Promise<ArchivePart> {
    const part = this.#json<ArchivePart>(await this.#line(LONGEST_LINE))
    if (part.part === 'end' && part.parts !== this.#parts)
      throw new ArchiveError(`the backup has ${this.#parts} parts where it says ${part.parts}`)
    this.#parts++
    this.#open = createHash('sha256')
    this.#bytes = 0
    return part
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const line = await this.#line(20)
      const length = Number(line)
      if (!/^\d+$/.test(line) || length > LONGEST_BLOCK)
        throw new ArchiveError('the backup is damaged: a block has no length')
      if (length === 0) return
      const chunk = await this.#take(length)
      this.#open!.update(chunk)
      this.#bytes += length
      yield chunk
    }
  }

  /** Skips the unread rest of the part, and verifies its bytes. */
  async close(drained = false): Promise<Sum> {
    if (!drained) for await (const _ of this.chunks());
    const sum = this.#json<Sum>(await this.#line(LONGEST_LINE))
    if (sum.bytes !== this.#bytes || sum.sha256 !== this.#open!.digest('hex'))
      throw new ArchiveError('the backup is damaged: the checksum of a part does not match')
    return sum
  }

  /** Checks that nothing follows the end part. */
  async finish(): Promise<void> {
    if (this.#rest.length > 0 || !(await this.#input.next()).done)
      throw new ArchiveError('the backup goes on after its end')
  }

  #json<T>(line: string): T {
    try {
      return JSON.parse(line) as T
    } catch {
      throw new ArchiveError('the backup is damaged: a part cannot be read')
    }
  }

  async #line(longest: number): Promise<string> {
    let end: number
    while ((end = this.#rest.indexOf(10)) < 0) {
      if (this.#rest.length > longest)
        throw new ArchiveError('this is not a Forebay backup, or a damaged one')
      await this.#more()
    }
    const line = this.#rest.toString('utf8', 0, end)
    this.#rest = this.#rest.subarray(end + 1)
    return line
  }

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#rest]
    let have = this.#rest.length
    while (have < length) {
      this.#rest = Buffer.alloc(0)
      await this.#more()
      parts.push(this.#rest)
      have += this.#rest.length
    }
    const all = parts.length === 1 ? parts[0] : Buffer.concat(parts)
    this.#rest = all.subarray(length)
    return all.subarray(0, length)
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#input.next()
    if (done) throw new ArchiveError('the backup is cut off')
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }
}
