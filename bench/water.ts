import { DAY } from '#core/time/index.ts'
import { allocate, type Series } from '#core/series/index.ts'

export const STEP = 300_000

/** Numbers in [0, 1), the same in each run (mulberry32). */
export function chance(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A level at 5 min over [from, to): seasons, days and noise, to the millimetre, as a gauge sends it. */
export function level(seed: number, from: number, to: number, step = STEP): Series {
  const next = chance(seed)
  const first = Math.ceil(from / step) * step
  const out = allocate(Math.max(0, Math.ceil((to - first) / step)))
  let drift = 0
  for (let i = 0; i < out.t.length; i++) {
    const t = first + i * step
    drift = 0.999 * drift + (next() - 0.5) * 0.02
    const season = 12 * Math.sin((2 * Math.PI * t) / (365.25 * DAY) + seed)
    const tide = 0.15 * Math.sin((2 * Math.PI * t) / DAY)
    out.t[i] = t
    out.v[i] = Math.round((180 + season + tide + drift) * 1000) / 1000
    out.q[i] = 0
  }
  return out
}
