import { parseDecimal } from './number.ts'
import type { SourceRow } from './row.ts'

const QUOTE = 34
const NEWLINE = 10
const RETURN = 13
const SPACE = 32
const TAB = 9
const HASH = 35

/** Longest field in quotes, bytes: one without an end would swallow the file. */
const LONGEST = 1 << 20

/**
 * Reads rows of delimited text directly from bytes: a cell is two positions in the buffer until more is requested.
 * Takes blocks by `feed`; a row that a block cuts is kept for the next one.
 */
export class Lines implements SourceRow {
  line = 0
  length = 0
  /** The block to which the positions `from` and `to` of the row's cells refer, without quotes. */
  bytes: Buffer = Buffer.alloc(0)
  from = new Int32Array(64)
  to = new Int32Array(64)
  private at = 0
  private ended = false
  private nextLine = 1
  /** Fields with doubled quotes, copied without them. */
  private readonly copies = new Map<number, string>()
  private readonly delimiter: number
  private readonly point: number
  private readonly sent: boolean

  /**
   * sent: written by a machine, not by people: # begins no comment, and an unclosed quote ends with the text. A field
   * that continues after its closing quote, or never closes it, is returned as written, with its quotes.
   */
  constructor(delimiter: string, decimal: '.' | ',', { sent = false } = {}) {
    this.delimiter = delimiter.charCodeAt(0)
    this.point = decimal.charCodeAt(0)
    this.sent = sent
  }

  feed(block: Buffer, last: boolean): void {
    const rest = this.bytes.subarray(this.at)
    if (rest.length > LONGEST && rest.length > 16 * block.length)
      throw new Error(`line ${this.nextLine}: a quote is opened and never closed`)
    this.bytes = rest.length === 0 ? block : Buffer.concat([rest, block])
    this.at = 0
    this.ended = last
  }

  /** Moves to the next row that is neither empty nor a # comment; false when the block has no further complete row. */
  next(): boolean {
    for (;;) {
      if (this.at >= this.bytes.length) return false
      if (this.bytes[this.at] === HASH && !this.sent) {
        const end = this.bytes.indexOf(NEWLINE, this.at)
        if (end < 0 && !this.ended) return false
        this.at = end < 0 ? this.bytes.length : end + 1
        this.nextLine++
        continue
      }
      this.line = this.nextLine
      const end = this.scan()
      if (end < 0) return false
      this.at = end
      if (this.length > 1 || this.from[0] < this.to[0]) return true
    }
  }

  /** Finds the fields of the row at `at`. Returns where the next row begins, or -1 when the row is not complete yet. */
  private scan(): number {
    const { bytes: b, delimiter } = this
    const n = b.length
    let at = this.at
    let lines = 1
    this.length = 0
    if (this.copies.size > 0) this.copies.clear()
    for (;;) {
      let from = at
      let to: number
      while (from < n && (b[from] === SPACE || (b[from] === TAB && delimiter !== TAB))) from++
      if (b[from] === QUOTE) {
        let doubled = false
        at = ++from
        for (; at < n; at++) {
          if (b[at] === NEWLINE) lines++
          else if (b[at] === QUOTE) {
            if (b[at + 1] !== QUOTE) break
            doubled = true
            at++
          }
        }
        // The quote may end here, or be the first of two that the block has cut apart.
        if (at >= n || (at + 1 >= n && !this.ended)) {
          if (!this.ended) return -1
          if (at >= n && !this.sent)
            throw new Error(`line ${this.nextLine}: a quote is opened and never closed`)
        }
        to = at
        const open = at >= n
        if (doubled) this.copies.set(this.length, b.toString('utf8', from, to).replaceAll('""', '"'))
        let more = open
        for (at++; at < n && b[at] !== delimiter && b[at] !== NEWLINE; at++)
          more ||= b[at] !== SPACE && b[at] !== RETURN && b[at] !== TAB
        if (more) {
          from--
          to = Math.min(at, n)
          this.copies.delete(this.length)
        }
      } else {
        at = from
        let c = 0
        while (at < n && (c = b[at]) !== delimiter && c !== NEWLINE) at++
        to = at
        while (to > from && (b[to - 1] === SPACE || b[to - 1] === RETURN || b[to - 1] === TAB)) to--
      }
      if (at >= n && !this.ended) return -1
      if (this.length === this.from.length) this.grow()
      this.from[this.length] = from
      this.to[this.length++] = Math.max(from, to)
      if (at >= n || b[at] === NEWLINE) {
        this.nextLine += lines
        return at + 1
      }
      at++
    }
  }

  private grow(): void {
    for (const key of ['from', 'to'] as const) {
      const next = new Int32Array(this[key].length * 2)
      next.set(this[key])
      this[key] = next
    }
  }

  isEmpty(column: number): boolean {
    return column >= this.length || this.from[column] === this.to[column]
  }

  /** Whether the cell differs from its bytes, having doubled quotes. */
  isCopied(column: number): boolean {
    return this.copies.has(column)
  }

  text(column: number): string {
    if (column >= this.length) return ''
    return this.copies.get(column) ?? this.bytes.toString('utf8', this.from[column], this.to[column]).trim()
  }

  /** The text of the row up to its last cell, at most so many bytes of it. */
  row(most = 80): string {
    const to = this.to[this.length - 1]
    return this.bytes.toString('utf8', this.from[0], Math.min(to, this.from[0] + most))
  }

  isNumber(): boolean {
    return false
  }

  value(column: number): number {
    if (column >= this.length) return NaN
    return parseDecimal(this.bytes, this.from[column], this.to[column], this.point)
  }

  local(): null {
    return null
  }
}
