/** Minimum and maximum of equal spans: a record in a few hundred numbers. null: a span without a reading. */
export interface RecordPicture {
  /** Beginning of the first span, epoch ms, and length of each. */
  from: number
  span: number
  low: (number | null)[]
  high: (number | null)[]
}

const MOST = 400
const FIRST_SPAN = 60_000

/** Builds the picture of a record while it is read: spans double in length whenever there are too many. */
export class PictureMaker {
  private spans = new Map<number, { low: number; high: number }>()
  private span = FIRST_SPAN
  private first = Infinity
  private last = -Infinity
  private count = 0

  add(t: number, v: number): void {
    this.count++
    let key = Math.floor(t / this.span)
    this.first = Math.min(this.first, key)
    this.last = Math.max(this.last, key)
    if (this.last - this.first >= MOST) {
      this.widen(() => this.last - this.first < MOST)
      key = Math.floor(t / this.span)
    }
    const had = this.spans.get(key)
    if (!had) this.spans.set(key, { low: v, high: v })
    else if (v < had.low) had.low = v
    else if (v > had.high) had.high = v
  }

  private meanStep(): number {
    return ((this.last - this.first) * this.span) / this.count
  }

  private widen(isWide: () => boolean): void {
    let times = 1
    while (!isWide()) {
      times *= 2
      this.first = Math.floor(this.first / 2)
      this.last = Math.floor(this.last / 2)
      this.span *= 2
    }
    const wide = new Map<number, { low: number; high: number }>()
    for (const [key, { low, high }] of this.spans) {
      const at = Math.floor(key / times)
      const had = wide.get(at)
      if (!had) wide.set(at, { low, high })
      else {
        had.low = Math.min(had.low, low)
        had.high = Math.max(had.high, high)
      }
    }
    this.spans = wide
  }

  /**
   * The picture; null where there was no value. step: usual seconds between readings, so that no span between two of
   * them is empty; null: irregular.
   */
  finish(step: number | null): RecordPicture | null {
    if (this.spans.size === 0) return null
    const usual = step === null ? this.meanStep() : step * 1000
    this.widen(() => this.span >= 1.5 * usual || this.first === this.last)
    const all = Array.from({ length: this.last - this.first + 1 }, (_, i) => this.spans.get(this.first + i))
    return {
      from: this.first * this.span,
      span: this.span,
      low: all.map((s) => s?.low ?? null),
      high: all.map((s) => s?.high ?? null),
    }
  }
}
