/** Instants that the file contained so far, to detect repeated ones. */
export class SeenReadings {
  private times = new Float64Array(4096)
  private n = 0
  private last = -Infinity
  private all: Set<number> | null = null
  private again = new Set<number>()
  /** Instants below this index are written. */
  private written = 0

  /** Adds an instant. Returns whether it occurred before. */
  add(t: number): boolean {
    if (t > this.last) this.last = t
    else if (this.has(t)) {
      this.again.add(t)
      return true
    }
    if (this.n === this.times.length) {
      const more = new Float64Array(this.n * 2)
      more.set(this.times)
      this.times = more
    }
    this.times[this.n++] = t
    this.all?.add(t)
    return false
  }

  private has(t: number): boolean {
    if (this.n > 0 && this.times[this.n - 1] === t) return true
    // Built only for files that are out of order.
    this.all ??= new Set(this.times.subarray(0, this.n))
    return this.all.has(t)
  }

  /** Instants repeated since the last cut that occurred before it. */
  cut(): ReadonlySet<number> {
    const { again } = this
    if (again.size > 0) for (let i = this.written; i < this.n; i++) again.delete(this.times[i])
    this.again = new Set()
    this.written = this.n
    return again
  }
}
