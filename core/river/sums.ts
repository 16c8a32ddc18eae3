/** Sums over reservoirs: what a basin or a company holds, has room for and generates. */

interface Summed {
  /** 10^6 m3, 10^6 m3, MW; null where unknown. */
  stored: number | null
  free: number | null
  power: number | null
  /** Whether the values are of the present: those of silent reservoirs are not added. */
  present: boolean
}

export interface ReservoirSum {
  reservoirs: number
  /** 10^6 m3 stored, and room up to the normal level; MW. null where no reservoir of the group knows it. */
  stored: number | null
  free: number | null
  power: number | null
  /** How many reservoirs each is of: fewer than `reservoirs` where some are silent or do not know it. */
  known: { stored: number; free: number; power: number }
}

/** Sums by group; a reservoir above its normal level has no room, rather than a negative one. */
export function sumsBy<R extends Summed, K extends string | null>(
  rows: readonly R[],
  groupOf: (row: R) => K,
): Map<K, ReservoirSum> {
  const out = new Map<K, ReservoirSum>()
  for (const [group, list] of Map.groupBy(rows, groupOf)) {
    const add = (of: (row: R) => number | null) => {
      const values = list.flatMap((row) => (row.present ? (of(row) ?? []) : []))
      return {
        n: values.length,
        sum: values.length === 0 ? null : values.reduce((total, v) => total + v, 0),
      }
    }
    const stored = add((r) => r.stored)
    const free = add((r) => (r.free === null ? null : Math.max(0, r.free)))
    const power = add((r) => r.power)
    out.set(group, {
      reservoirs: list.length,
      stored: stored.sum,
      free: free.sum,
      power: power.sum,
      known: { stored: stored.n, free: free.n, power: power.n },
    })
  }
  return out
}
