import { isPresent } from './present.ts'

export interface RadarOptions {
  /** Z = a R^b; 200 and 1.6 (Marshall-Palmer), tropical rain 250 and 1.2. */
  a?: number
  b?: number
  /** dBZ above which it is hail, and counts as this. */
  cap?: number
}

/** Rain rate, mm/h, from reflectivity, dBZ: R = (10^(dBZ/10) / a)^(1/b). Null stays null; -Infinity dBZ is 0. */
export function rainRate(
  dBZ: number | null,
  { a = 200, b = 1.6, cap = 53 }: RadarOptions = {},
): number | null {
  if (dBZ === null || Number.isNaN(dBZ)) return null
  return (10 ** (Math.min(dBZ, cap) / 10) / a) ** (1 / b)
}

export interface Bias {
  /** Factor for radar depths; 1 when there are too few pairs. */
  factor: number
  /** Pairs in which both measured rain. */
  pairs: number
  /** Whether there were enough pairs. */
  enough: boolean
  /** Whether the factor was limited. */
  limited: boolean
}

/** Mean-field bias sum(G) / sum(R) over gauge and radar depths of the last 24 h, both > 0; 5 pairs at least, 0.3 to 3. */
export function biasFactor(pairs: readonly (readonly [gauge: number | null, radar: number | null])[]): Bias {
  let gauge = 0
  let radar = 0
  let n = 0
  for (const [g, r] of pairs) {
    if (!isPresent(g, 0) || !isPresent(r, 0) || g === 0 || r === 0) continue
    gauge += g
    radar += r
    n++
  }
  if (n < 5) return { factor: 1, pairs: n, enough: false, limited: false }
  const raw = gauge / radar
  const factor = Math.min(3, Math.max(0.3, raw))
  return { factor, pairs: n, enough: true, limited: factor !== raw }
}
