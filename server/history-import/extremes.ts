import { SHOWN } from './report.ts'

/** A value that exceeds the upper decile by this factor is reported. */
const TIMES = 20
/** With fewer values no decile is meaningful. */
const FEWEST = 10
/** Classes per power of ten: a decile is exact to half a per cent. */
const CLASSES = 512
/** Number of the largest values that are kept. */
const KEPT = 64

interface Extreme {
  row: number
  sheet?: string
  t: number
  value: number
}

/** Values of a column that are many times the usual ones, in the unit of the file. */
export interface ExtremeReport {
  /** The size above which a value is reported, and the upper decile of the sizes that are not zero. */
  limit: number
  decile: number
  count: number
  /** The largest of them. */
  largest: Extreme[]
}

/**
 * Collects the sizes of a column's values without zeros, which would hide the decile of a gate that is mostly closed.
 */
export class Extremes {
  private readonly classes = new Map<number, number>()
  private n = 0
  private largest: Extreme[] = []
  private least = 0

  add(value: number, t: number, row: number, sheet: string | undefined): void {
    const size = Math.abs(value)
    if (!(size > 0 && size < Infinity)) return
    this.n++
    const key = classOf(size)
    this.classes.set(key, (this.classes.get(key) ?? 0) + 1)
    if (this.largest.length === KEPT && size <= this.least) return
    const kept = this.largest
    let i = kept.length
    while (i > 0 && Math.abs(kept[i - 1].value) < size) i--
    kept.splice(i, 0, { row, ...(sheet === undefined ? {} : { sheet }), t, value })
    if (kept.length > KEPT) kept.pop()
    this.least = Math.abs(kept[kept.length - 1].value)
  }

  /** null where no value is beyond the limit. */
  find(): ExtremeReport | null {
    if (this.n < FEWEST) return null
    const sorted = [...this.classes].sort((a, b) => a[0] - b[0])
    let below = 0
    let decile = 0
    for (const [key, count] of sorted) {
      below += count
      if (below < Math.ceil(0.9 * this.n)) continue
      decile = 10 ** ((key + 1) / CLASSES)
      break
    }
    const limit = rounded(TIMES * decile)
    const beyond = this.largest.filter((x) => Math.abs(x.value) > limit)
    if (beyond.length === 0) return null
    const more = sorted.reduce((sum, [key, count]) => (key > classOf(limit) ? sum + count : sum), 0)
    const count = beyond.length < KEPT ? beyond.length : Math.max(KEPT, more)
    return { limit, decile: rounded(decile), count, largest: beyond.slice(0, SHOWN) }
  }
}

const classOf = (size: number) => Math.floor(Math.log10(size) * CLASSES)
const rounded = (v: number) => Number(v.toPrecision(3))
