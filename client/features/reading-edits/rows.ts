import type { SeriesData } from '../../ui/chart/index.ts'

/** Stands for a missing quality byte: 255 is unused. */
export const NO_ENTRY = 255

/** One row per instant: raw, effective and previewed value. NaN: no number. */
export interface EditRows {
  t: Float64Array
  raw: Float64Array
  rawQ: Uint8Array
  used: Float64Array
  usedQ: Uint8Array
  /** null: no edit is being previewed. */
  next: Float64Array | null
  nextQ: Uint8Array | null
}

/** The union of the ascending instants of several series. */
function union(all: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(all.reduce((n, t) => n + t.length, 0))
  const at = all.map(() => 0)
  let n = 0
  for (;;) {
    let least = Infinity
    for (let k = 0; k < all.length; k++) if (at[k] < all[k].length) least = Math.min(least, all[k][at[k]])
    if (least === Infinity) return out.slice(0, n)
    for (let k = 0; k < all.length; k++) if (all[k][at[k]] === least) at[k]++
    out[n++] = least
  }
}

/** Spreads a series over instants that include all of its own. */
function along(t: Float64Array, s: SeriesData): { v: Float64Array; q: Uint8Array } {
  const v = new Float64Array(t.length).fill(NaN)
  const q = new Uint8Array(t.length).fill(NO_ENTRY)
  for (let i = 0, k = 0; i < t.length && k < s.t.length; i++) {
    if (t[i] !== s.t[k]) continue
    v[i] = s.v[k]
    q[i] = s.q ? s.q[k] : 0
    k++
  }
  return { v, q }
}

export function editRowsOf(raw: SeriesData, used: SeriesData, next: SeriesData | null): EditRows {
  const t = union([raw.t, used.t, ...(next ? [next.t] : [])])
  const [a, b, c] = [along(t, raw), along(t, used), next && along(t, next)]
  return {
    t,
    raw: a.v,
    rawQ: a.q,
    used: b.v,
    usedQ: b.q,
    next: c && c.v,
    nextQ: c && c.q,
  }
}

/** Whether the preview changes a row's value or quality. */
export function becomesOther({ used, usedQ, next, nextQ }: EditRows, i: number): boolean {
  return next !== null && nextQ !== null && (!Object.is(used[i], next[i]) || usedQ[i] !== nextQ[i])
}
