import { INGEST_MAX_READINGS } from '#contract/readings.ts'
import { MISSING } from '#core/quality/index.ts'
import { badFields } from '#server/lib/errors.ts'
import { BatchBuilder, type Batch } from './batch.ts'
import { IngestInstantReader } from './instant.ts'
import { parseGrade, tooManyReadings } from './json.ts'
import { parseIngestDecimal } from './number.ts'

const COMMA = 44
const QUOTE = 34
const NEWLINE = 10
const RETURN = 13
const SPACE = 32

/** Fields of one line as places in the bytes; quoted ones lose their quotes. */
class Line {
  readonly from = new Int32Array(16)
  readonly to = new Int32Array(16)
  fields = 0
  /** Doubled quotes inside a field: rare, so it is copied without them. */
  readonly copies = new Map<number, string>()
  blank = true

  /** Reads the line at `at`; answers where the next one begins. */
  read(b: Buffer, at: number): number {
    this.fields = 0
    this.blank = true
    if (this.copies.size > 0) this.copies.clear()
    for (;;) {
      let from = at
      let to: number
      while (b[from] === SPACE) from++
      if (b[from] === QUOTE) {
        let doubled = false
        at = ++from
        while (at < b.length && (b[at] !== QUOTE || b[at + 1] === QUOTE)) {
          if (b[at] === QUOTE) {
            doubled = true
            at++
          }
          at++
        }
        to = at
        if (doubled) this.copies.set(this.fields, b.toString('utf8', from, to).replaceAll('""', '"'))
        while (at < b.length && b[at] !== COMMA && b[at] !== NEWLINE) at++
        this.blank = false
      } else {
        at = from
        while (at < b.length && b[at] !== COMMA && b[at] !== NEWLINE) at++
        to = at
        while (to > from && (b[to - 1] === SPACE || b[to - 1] === RETURN)) to--
        if (to > from || b[at] === COMMA) this.blank = false
      }
      if (this.fields < 16) {
        this.from[this.fields] = from
        this.to[this.fields] = to
        this.fields++
      }
      if (at >= b.length) return b.length
      if (b[at++] === NEWLINE) return at
    }
  }

  text(b: Buffer, field: number): string {
    return this.copies.get(field) ?? b.toString('utf8', this.from[field], this.to[field])
  }
}

function header(line: Line, b: Buffer): { series: number; t: number; v: number; q: number } {
  const names = Array.from({ length: line.fields }, (_, i) => line.text(b, i).trim().toLowerCase())
  const columns = {
    series: names.indexOf('series'),
    t: names.indexOf('t'),
    v: names.indexOf('v'),
    q: names.indexOf('q'),
  }
  for (const name of ['series', 't', 'v'] as const)
    if (columns[name] < 0)
      throw badFields([{ path: 'header', message: `series,t,v,q: ${name} is not there`, code: 'header' }])
  return columns
}

/** text/csv with the header series,t,v,q (in any order, q may be absent). An empty v is a null. */
export function fromCsv(b: Buffer): Batch {
  const line = new Line()
  let at = b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf ? 3 : 0
  do at = line.read(b, at)
  while (line.blank && at < b.length)
  const columns = header(line, b)
  const out = new BatchBuilder(Math.min(INGEST_MAX_READINGS, Math.ceil(b.length / 8)))
  const instants = new IngestInstantReader()
  const codes = new Codes(out)
  while (at < b.length) {
    at = line.read(b, at)
    if (line.blank) continue
    if (out.count >= INGEST_MAX_READINGS) throw tooManyReadings()
    reading(out, line, b, columns, instants, codes)
  }
  return out.done(null, b.length)
}

function reading(
  out: BatchBuilder,
  line: Line,
  b: Buffer,
  at: { series: number; t: number; v: number; q: number },
  instants: IngestInstantReader,
  codes: Codes,
): void {
  const { from, to } = line
  if (at.series >= line.fields || from[at.series] === to[at.series])
    return out.reject('bad_reading', { field: 'series' })
  if (at.t >= line.fields || from[at.t] === to[at.t]) return out.reject('bad_reading', { field: 't' })
  const t = instants.read(b, from[at.t], to[at.t])
  if (t !== t) return out.reject('bad_time')
  if (at.v >= line.fields) return out.reject('bad_reading', { field: 'v' })
  const a = from[at.v]
  const z = to[at.v]
  const none = a === z || (z - a === 4 && b.toString('latin1', a, z).toLowerCase() === 'null')
  const v = none ? NaN : parseIngestDecimal(b, a, z)
  if (!none && v !== v) return out.reject('not_a_number')
  let q = 0
  if (at.q >= 0 && at.q < line.fields && from[at.q] < to[at.q]) {
    const digit = b[from[at.q]] - 48
    q = to[at.q] - from[at.q] === 1 && digit >= 0 && digit <= 7 ? digit : parseGrade(line.text(b, at.q))
    if (q < 0) return out.reject('bad_quality')
  }
  out.take(codes.of(line, b, at.series), t, v, none ? MISSING : q)
}

/** Series by their bytes: the name of the line before is the likeliest. */
class Codes {
  readonly #out: BatchBuilder
  #bytes: Buffer = Buffer.alloc(0)
  #code = -1

  constructor(out: BatchBuilder) {
    this.#out = out
  }

  of(line: Line, b: Buffer, field: number): number {
    const from = line.from[field]
    const to = line.to[field]
    if (this.#code >= 0 && !line.copies.has(field) && same(this.#bytes, b, from, to)) return this.#code
    this.#bytes = b.subarray(from, to)
    this.#code = this.#out.codeOf(line.text(b, field))
    return this.#code
  }
}

function same(a: Buffer, b: Buffer, from: number, to: number): boolean {
  if (a.length !== to - from) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[from + i]) return false
  return true
}
