import { INGEST_MAX_READINGS } from '#contract/readings.ts'
import { MISSING } from '#core/quality/index.ts'
import { badFields } from '#server/lib/errors.ts'
import { IsoInstants } from '#server/lib/read/instant.ts'
import { Lines } from '#server/lib/read/lines.ts'
import { BatchBuilder, type Batch } from './batch.ts'
import { looksLikeSeconds, parseGrade, tooManyReadings } from './json.ts'

interface Columns {
  series: number
  t: number
  v: number
  q: number
  /** Fields of the header. */
  count: number
}

function header(line: Lines): Columns {
  const names = Array.from({ length: line.length }, (_, i) => line.text(i).toLowerCase())
  const columns = {
    series: names.indexOf('series'),
    t: names.indexOf('t'),
    v: names.indexOf('v'),
    q: names.indexOf('q'),
    count: names.length,
  }
  for (const name of ['series', 't', 'v'] as const)
    if (columns[name] < 0) throw badFields([{ path: 'header', code: 'header', params: { name } }])
  return columns
}

/**
 * Parses text/csv with the header series,t,v,q (in any order, q optional). An empty v is a null. A row with more or
 * fewer fields than the header is rejected: 410,25 is not 410.
 */
export function fromCsv(b: Buffer): Batch {
  const mark = b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf ? 3 : 0
  const line = new Lines(',', '.', { sent: true })
  line.feed(b.subarray(mark), true)
  line.next()
  const columns = header(line)
  const out = new BatchBuilder(Math.min(INGEST_MAX_READINGS, Math.ceil(b.length / 8)))
  const instants = new IsoInstants()
  const codes = new Codes(out)
  while (line.next()) {
    if (out.count >= INGEST_MAX_READINGS) throw tooManyReadings()
    reading(out, line, columns, instants, codes)
  }
  return out.done(null, b.length)
}

function reading(out: BatchBuilder, line: Lines, at: Columns, instants: IsoInstants, codes: Codes): void {
  if (line.length !== at.count) {
    const code = line.length > at.count ? 'too_many_fields' : 'too_few_fields'
    return out.reject(code, { row: line.row(), fields: line.length, columns: at.count })
  }
  if (line.isEmpty(at.series)) return out.reject('bad_reading', { field: 'series' })
  if (line.isEmpty(at.t)) return out.reject('bad_reading', { field: 't' })
  const { bytes, from, to } = line
  const t = instants.read(bytes, from[at.t], to[at.t])
  if (t !== t) return out.reject(looksLikeSeconds(line.text(at.t)) ? 'looks_like_seconds' : 'bad_time')
  const none = line.isEmpty(at.v) || (to[at.v] - from[at.v] === 4 && line.text(at.v).toLowerCase() === 'null')
  const v = none ? NaN : line.value(at.v)
  if (!none && v !== v) return out.reject('not_a_number')
  let q = 0
  if (at.q >= 0 && !line.isEmpty(at.q)) {
    const digit = bytes[from[at.q]] - 48
    q = to[at.q] - from[at.q] === 1 && digit >= 0 && digit <= 7 ? digit : parseGrade(line.text(at.q))
    if (q < 0) return out.reject('bad_quality')
  }
  out.take(codes.of(line, at.series), t, v, none ? MISSING : q)
}

/** Finds series by the bytes of their codes, trying that of the line before first. */
class Codes {
  readonly #out: BatchBuilder
  #bytes: Buffer = Buffer.alloc(0)
  #code = -1

  constructor(out: BatchBuilder) {
    this.#out = out
  }

  of(line: Lines, field: number): number {
    const b = line.bytes
    const from = line.from[field]
    const to = line.to[field]
    if (this.#code >= 0 && !line.isCopied(field) && same(this.#bytes, b, from, to)) return this.#code
    this.#bytes = b.subarray(from, to)
    this.#code = this.#out.codeOf(line.isCopied(field) ? line.text(field) : b.toString('utf8', from, to))
    return this.#code
  }
}

function same(a: Buffer, b: Buffer, from: number, to: number): boolean {
  if (a.length !== to - from) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[from + i]) return false
  return true
}
