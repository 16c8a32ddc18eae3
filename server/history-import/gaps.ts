import { SHOWN, type ReadingGap } from './report.ts'

/** Most distinct distances counted; a series with more has no step. */
const MOST = 2000

/** Distances between consecutive readings: the usual step, and where it was missed. */
export class Gaps {
  private readonly distances = new Map<number, number>()
  private longest: ReadingGap[] = []
  private last = NaN
  private irregular = false
  /** Number of distances so far. */
  count = 0

  add(t: number): void {
    const distance = t - this.last
    if (distance > 0) {
      this.count++
      const had = this.distances.get(distance)
      if (had !== undefined) this.distances.set(distance, had + 1)
      else if (this.distances.size < MOST) this.distances.set(distance, 1)
      else this.irregular = true
      this.keep({ from: this.last, to: t })
    }
    if (!(t <= this.last)) this.last = t
  }

  private keep(gap: ReadingGap): void {
    const { longest } = this
    const length = gap.to - gap.from
    if (longest.length === SHOWN && length <= longest[SHOWN - 1].to - longest[SHOWN - 1].from) return
    let i = longest.length
    while (i > 0 && longest[i - 1].to - longest[i - 1].from < length) i--
    longest.splice(i, 0, gap)
    if (longest.length > SHOWN) longest.pop()
  }

  /** The most frequent distance, s, if at least half of all have it. */
  get step(): number | null {
    let best = 0
    let most = 0
    let all = 0
    for (const [distance, n] of this.distances) {
      all += n
      if (n > most || (n === most && distance < best)) {
        most = n
        best = distance
      }
    }
    return all > 0 && !this.irregular && most * 2 >= all ? best / 1000 : null
  }

  /** Where more than one and a half steps lie between readings; missing: readings that would fill them. */
  over(step: number | null): { count: number; missing: number; longest: ReadingGap[] } {
    if (step === null) return { count: 0, missing: 0, longest: [] }
    let count = 0
    let missing = 0
    for (const [distance, n] of this.distances) {
      if (distance <= 1500 * step) continue
      count += n
      missing += n * (Math.round(distance / (1000 * step)) - 1)
    }
    return { count, missing, longest: this.longest.filter((g) => g.to - g.from > 1500 * step) }
  }
}
