import type { Series } from '../series/index.ts'

interface SeriesDifference {
  /** Instants of both whose value or quality differ. */
  changed: number
  /** Instants of the second only. */
  added: number
  /** Instants of the first only. */
  removed: number
  /** First and last instant that differ; null when none does. */
  from: number | null
  to: number | null
  /** The largest change of a value, with its instant; null when no value changed. */
  largest: { t: number; before: number; after: number } | null
}

/** The differences between two series. */
export function differenceOf(before: Series, after: Series): SeriesDifference {
  const out: SeriesDifference = { changed: 0, added: 0, removed: 0, from: null, to: null, largest: null }
  const touch = (t: number) => {
    out.from ??= t
    out.to = t
  }
  let i = 0
  let k = 0
  while (i < before.t.length || k < after.t.length) {
    const a = i < before.t.length ? before.t[i] : Infinity
    const b = k < after.t.length ? after.t[k] : Infinity
    if (a < b) {
      out.removed++
      touch(a)
      i++
    } else if (b < a) {
      out.added++
      touch(b)
      k++
    } else {
      const [old, now] = [before.v[i], after.v[k]]
      if (!Object.is(old, now) || before.q[i] !== after.q[k]) {
        out.changed++
        touch(a)
        const by = Math.abs(now - old)
        if (by > 0 && by > Math.abs((out.largest?.after ?? 0) - (out.largest?.before ?? 0)))
          out.largest = { t: a, before: old, after: now }
      }
      i++
      k++
    }
  }
  return out
}
