import type { XY } from '../geo/polygon.ts'
import type { GridCell } from './grid.ts'
import { idwMean } from './grid.ts'
import type { IdwOptions } from './idw.ts'

/**
 * The share of each gauge in the mean of an analytic grid: with the same gauges present, that mean is linear in their
 * depths. Sums to 1; 0 for absent ones. Null when less than half of the basin is within reach of one.
 */
export function idwShares(
  cells: readonly GridCell[],
  points: readonly XY[],
  present: readonly boolean[],
  options: IdwOptions = {},
): number[] | null {
  if (!present.some(Boolean)) return null
  const shares: number[] = []
  for (let i = 0; i < points.length; i++) {
    if (!present[i]) {
      shares.push(0)
      continue
    }
    const alone = present.map((there, k) => (there ? Number(k === i) : null))
    const { mean } = idwMean(cells, points, alone, options)
    if (mean === null) return null
    shares.push(mean)
  }
  return shares
}
