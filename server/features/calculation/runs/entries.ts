import type { Series } from '#core/series/index.ts'

export function pick(s: Series, take: (t: number, i: number) => boolean): Series {
  const keep: number[] = []
  for (let i = 0; i < s.t.length; i++) if (take(s.t[i], i)) keep.push(i)
  if (keep.length === s.t.length) return s
  return {
    t: Float64Array.from(keep, (i) => s.t[i]),
    v: Float64Array.from(keep, (i) => s.v[i]),
    q: Uint8Array.from(keep, (i) => s.q[i]),
  }
}

/** Whether entries of two series are equal to the last digit. */
export const isSameEntry = (a: Series, i: number, b: Series, k: number) =>
  Object.is(a.v[i], b.v[k]) && a.q[i] === b.q[k]
