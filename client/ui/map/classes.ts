import type { LonLat } from './types.ts'

/** Values over the basin, coloured by classes that stay the same from one picture to the next. */
export interface Surface {
  /** Where classes begin, rising; what lies below the first has no colour. */
  steps: readonly number[]
  /** Parts of one value each; null: it is not known. */
  parts?: readonly {
    ring: readonly LonLat[]
    value: number | null
    /** What is written on it, in lines. */
    label?: string
  }[]
  /** A field at the nodes of a lattice of degrees, by rows; NaN where it is not known. */
  field?: {
    lattice: { x: number; y: number; dx: number; dy: number; columns: number; rows: number }
    values: Float64Array
  }
  /** quiet: between classes that are coloured anyway. */
  lines?: readonly { points: readonly LonLat[]; label: string; quiet?: boolean }[]
}

/** The class of a value: that of the last step it has reached; -1 below the first, and where there is none. */
export function classOf(steps: readonly number[], value: number): number {
  let i = -1
  while (i + 1 < steps.length && value >= steps[i + 1]) i++
  return i
}
