/** The spread of the members of an ensemble, in the unit of its values. */
export interface Spread {
  min: number
  p10: number
  p50: number
  p90: number
  max: number
  members: number
}

/** Fewer members say nothing about a spread. */
const FEWEST = 3

/** Quantiles of members by linear interpolation between their order; NaN is left out. Null with fewer than three. */
export function spreadOf(values: ArrayLike<number>): Spread | null {
  const sorted = Float64Array.from(values)
    .filter((v) => !Number.isNaN(v))
    .sort()
  if (sorted.length < FEWEST) return null
  const at = (p: number) => {
    const place = p * (sorted.length - 1)
    const below = Math.floor(place)
    const above = Math.min(sorted.length - 1, below + 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below)
  }
  return { min: sorted[0], p10: at(0.1), p50: at(0.5), p90: at(0.9), max: at(1), members: sorted.length }
}
