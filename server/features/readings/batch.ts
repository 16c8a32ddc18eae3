import { MISSING } from '#core/quality/index.ts'
import type { MessageCode } from '#contract/messages.ts'
import type { Params } from '#server/lib/errors.ts'

/** A refused reading: its position in the call, the code of the reason, and the parameters of its text. */
export interface Rejection {
  index: number
  code: MessageCode
  params: Params
}

/** A call as parsed: readings in columns, series by position in `codes`. */
export interface Batch {
  /** The reservoir that the body names. */
  hydroCode: string | null
  codes: string[]
  code: Int32Array
  t: Float64Array
  /** NaN: an explicit null. */
  v: Float64Array
  q: Uint8Array
  /** Position of each reading in the call. */
  index: Int32Array
  rejected: Rejection[]
  /** Length of the body, bytes. */
  bytes: number
}

/** Collects readings while a parser reads them. */
export class BatchBuilder {
  readonly rejected: Rejection[] = []
  readonly codes: string[] = []
  readonly #known = new Map<string, number>()
  #code: Int32Array
  #t: Float64Array
  #v: Float64Array
  #q: Uint8Array
  #index: Int32Array
  #n = 0
  /** Readings parsed, accepted or not. */
  count = 0

  constructor(room: number) {
    this.#code = new Int32Array(room)
    this.#t = new Float64Array(room)
    this.#v = new Float64Array(room)
    this.#q = new Uint8Array(room)
    this.#index = new Int32Array(room)
  }

  codeOf(series: string): number {
    let at = this.#known.get(series)
    if (at === undefined) {
      this.#known.set(series, (at = this.codes.length))
      this.codes.push(series)
    }
    return at
  }

  take(code: number, t: number, v: number, q: number): void {
    const i = this.#n++
    this.#code[i] = code
    this.#t[i] = t
    // MISSING has no value.
    this.#v[i] = q === MISSING ? NaN : v
    this.#q[i] = q
    this.#index[i] = this.count++
  }

  reject(code: MessageCode, params: Params = {}): void {
    this.rejected.push({ index: this.count++, code, params })
  }

  done(hydroCode: string | null, bytes: number): Batch {
    const n = this.#n
    return {
      hydroCode,
      codes: this.codes,
      code: this.#code.subarray(0, n),
      t: this.#t.subarray(0, n),
      v: this.#v.subarray(0, n),
      q: this.#q.subarray(0, n),
      index: this.#index.subarray(0, n),
      rejected: this.rejected,
      bytes,
    }
  }
}
