import { MISSING } from '#core/quality/index.ts'
import { lowerBound, type Series } from '#core/series/index.ts'

/** Not computed at this instant: an outlet that did not exist then. */
const ABSENT = 255

/** Results over one grid: a value and a quality per instant for each series that is written. */
export class Columns {
  readonly t: Float64Array
  private readonly columns = new Map<string, { v: Float64Array; q: Uint8Array }>()

  constructor(t: Float64Array) {
    this.t = t
  }

  private of(code: string): { v: Float64Array; q: Uint8Array } {
    let c = this.columns.get(code)
    if (!c) {
      c = { v: new Float64Array(this.t.length), q: new Uint8Array(this.t.length).fill(ABSENT) }
      this.columns.set(code, c)
    }
    return c
  }

  /**
   * A writer for one series, so that the hot loop needs no lookup. NaN is stored as MISSING or worse, and so is a sum
   * that overflows because of a reading of any size: one such reading must not keep its day from being computed.
   */
  writer(code: string): (i: number, value: number, quality: number) => void {
    const { v, q } = this.of(code)
    return (i, value, quality) => {
      const known = Number.isFinite(value)
      v[i] = known ? value : NaN
      // A missing value is MISSING; a stale one keeps its reason.
      q[i] = known || (quality & 7) >= 6 ? quality : (quality & ~7) | MISSING
    }
  }

  values(code: string): Float64Array {
    return this.of(code).v
  }

  qualities(code: string): Uint8Array {
    return this.of(code).q
  }

  /** Results at or after `from`, as series: views that share their instants. */
  series(from: number): Map<string, Series> {
    const start = lowerBound(this.t, from)
    const t = this.t.subarray(start)
    const out = new Map<string, Series>()
    for (const [code, { v, q }] of this.columns) {
      let n = 0
      for (let i = start; i < q.length; i++) if (q[i] !== ABSENT) n++
      if (n === 0) continue
      if (n === q.length - start) {
        out.set(code, { t, v: v.subarray(start), q: q.subarray(start) })
        continue
      }
      const s: Series = { t: new Float64Array(n), v: new Float64Array(n), q: new Uint8Array(n) }
      for (let i = start, k = 0; i < q.length; i++) {
        if (q[i] === ABSENT) continue
        s.t[k] = this.t[i]
        s.v[k] = v[i]
        s.q[k++] = q[i]
      }
      out.set(code, s)
    }
    return out
  }
}
