/**
 * Depth (mm) that a forecast says for (from, to], epoch ms, from increments of `step` ms stamped at their end; of one
 * that is only partly inside, its share by time. Null where an increment is missing, or the forecast does not cover the
 * whole: a sum of fewer hours would look like less rain.
 */
export function forecastSum(
  t: ArrayLike<number>,
  v: ArrayLike<number>,
  step: number,
  from: number,
  to: number,
): number | null {
  let sum = 0
  let covered = 0
  for (let i = 0; i < t.length; i++) {
    const part = Math.min(to, t[i]) - Math.max(from, t[i] - step)
    if (part <= 0) continue
    if (Number.isNaN(v[i])) return null
    sum += (v[i] * part) / step
    covered += part
  }
  return covered >= to - from ? sum : null
}
