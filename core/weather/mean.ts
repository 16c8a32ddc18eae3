/**
 * Mean of places at each instant by their weights, as a series of n values: v[place][instant]. NaN where a place with a
 * weight has no value, or no place has one: a mean over the rest of the basin would be another quantity.
 */
export function weightedMean(
  v: readonly ArrayLike<number>[],
  weights: readonly number[],
  n: number,
): Float64Array {
  const out = new Float64Array(n)
  const all = weights.reduce((sum, w) => sum + w, 0)
  if (!(all > 0)) return out.fill(NaN)
  v.forEach((values, k) => {
    if (weights[k] === 0) return
    for (let i = 0; i < n; i++) out[i] += (values[i] * weights[k]) / all
  })
  return out
}
