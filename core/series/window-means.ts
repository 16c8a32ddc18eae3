import { GOOD, MISSING, worst } from '../quality/index.ts'
import { allocate, isUsable, lowerBound, valueAt, type Point } from './ops.ts'
import type { Series } from './types.ts'

/**
 * Time-weighted means of a series of kind instant over any windows [a, b), a < b, in ms: those of `mean` in which the
 * whole window is covered, and otherwise NaN and MISSING. A window costs the logarithm of the entries, however long it
 * is: integrals are differences of running sums.
 */
export function windowMeans(
  s: Series,
  { maxGap = Infinity, allowSuspect = false }: { maxGap?: number; allowSuspect?: boolean } = {},
): (a: number, b: number) => Point {
  const used = usableOf(s, allowSuspect)
  const { t, v } = used
  const n = t.length
  /** From the first entry to each: the integral in value * ms, and how many gaps are too long. */
  const sums = new Float64Array(n)
  const gaps = new Uint32Array(n)
  for (let i = 1; i < n; i++) {
    sums[i] = sums[i - 1] + ((v[i - 1] + v[i]) / 2) * (t[i] - t[i - 1])
    gaps[i] = gaps[i - 1] + Number(t[i] - t[i - 1] > maxGap)
  }
  const worstOf = worstWithin(used.q)
  return (a, b) => {
    const [first, last] = [a, b].map((at) => valueAt(s, at, 'instant', maxGap, allowSuspect))
    // The entries within the window are i to k.
    let i = lowerBound(t, a)
    if (t[i] === a) i++
    const k = lowerBound(t, b) - 1
    const q = worst(worst(first.q, last.q), worstOf(i, k))
    const missing = { v: NaN, q: worst(q, MISSING) }
    if (Number.isNaN(first.v) || Number.isNaN(last.v)) return missing
    if (i > k) return b - a > maxGap ? missing : { v: (first.v + last.v) / 2, q }
    if (gaps[k] > gaps[i] || t[i] - a > maxGap || b - t[k] > maxGap) return missing
    const sum = ((first.v + v[i]) / 2) * (t[i] - a) + (sums[k] - sums[i]) + ((v[k] + last.v) / 2) * (b - t[k])
    return { v: sum / (b - a), q }
  }
}

function usableOf(s: Series, allowSuspect: boolean): Series {
  const at = Array.from(s.t.keys()).filter((i) => isUsable(s, i, allowSuspect))
  const out = allocate(at.length)
  at.forEach((i, k) => {
    out.t[k] = s.t[i]
    out.v[k] = s.v[i]
    out.q[k] = s.q[i]
  })
  return out
}

/** The worst of the entries i to k, GOOD where there is none: of two spans whose length is a power of two. */
function worstWithin(q: Uint8Array): (i: number, k: number) => number {
  const levels = [q]
  for (let span = 1; 2 * span <= q.length; span *= 2) {
    const half = levels.at(-1)!
    levels.push(
      Uint8Array.from({ length: q.length - 2 * span + 1 }, (_, i) => worst(half[i], half[i + span])),
    )
  }
  return (i, k) => {
    if (i > k) return GOOD
    const level = 31 - Math.clz32(k - i + 1)
    return worst(levels[level][i], levels[level][k + 1 - 2 ** level])
  }
}
