/** Sums over reservoirs: what a basin or a company holds, has room for and generates. */
import { GOOD, MISSING, worst } from '../quality/index.ts'

/** A value (null where unknown) with its quality byte. present: whether it is of the present, else it is not added. */
interface Summand {
  value: number | null
  quality: number
  present: boolean
}

/** 10^6 m3, 10^6 m3, MW */
type Summed = Record<'stored' | 'free' | 'power', Summand>

export interface ReservoirSum {
  reservoirs: number
  /** 10^6 m3 stored, and room up to the normal level; MW. null where no reservoir of the group knows it. */
  stored: number | null
  free: number | null
  power: number | null
  /** How many reservoirs each is of: fewer than `reservoirs` where some values are late or unknown. */
  known: { stored: number; free: number; power: number }
  /** The worst quality of what each is the sum of; MISSING where it is of none. */
  quality: { stored: number; free: number; power: number }
}

/** Sums by group; a reservoir above its normal level has no room, rather than a negative one. */
export function sumsBy<R extends Summed, K extends string | null>(
  rows: readonly R[],
  groupOf: (row: R) => K,
): Map<K, ReservoirSum> {
  const out = new Map<K, ReservoirSum>()
  for (const [group, list] of Map.groupBy(rows, groupOf)) {
    const add = (of: (row: R) => Summand, least = -Infinity) => {
      const added = list.map(of).filter((x) => x.present && x.value !== null)
      if (added.length === 0) return { n: 0, sum: null, quality: MISSING }
      return {
        n: added.length,
        sum: added.reduce((total, { value }) => total + Math.max(least, value!), 0),
        quality: added.reduce((q, x) => worst(q, x.quality), GOOD),
      }
    }
    const stored = add((r) => r.stored)
    const free = add((r) => r.free, 0)
    const power = add((r) => r.power)
    out.set(group, {
      reservoirs: list.length,
      stored: stored.sum,
      free: free.sum,
      power: power.sum,
      known: { stored: stored.n, free: free.n, power: power.n },
      quality: { stored: stored.quality, free: free.quality, power: power.quality },
    })
  }
  return out
}
