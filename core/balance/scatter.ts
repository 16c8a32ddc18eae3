import { isUsable, type Series } from '#core/series/index.ts'

/** Least number of values for a scatter. */
const ENOUGH = 30

const median = (sorted: readonly number[]) => sorted[sorted.length >> 1]

/**
 * Standard error of one value of a slowly changing quantity: second differences remove its changes and keep its noise
 * (variance 6 sigma^2 for independent errors); their median absolute deviation ignores steps and spikes. Not below that
 * of the numbers' own resolution (step / sqrt 12). null with too few values.
 */
export function scatterOf(series: Series): number | null {
  const values: number[] = []
  for (let i = 0; i < series.t.length; i++) if (isUsable(series, i)) values.push(series.v[i])
  if (values.length < ENOUGH) return null
  const seconds: number[] = []
  let step = Infinity
  for (let i = 1; i < values.length; i++) {
    const d = Math.abs(values[i] - values[i - 1])
    if (d > 1e-9 && d < step) step = d
    if (i > 1) seconds.push(Math.abs(values[i] - 2 * values[i - 1] + values[i - 2]))
  }
  seconds.sort((a, b) => a - b)
  const sigma = (1.4826 * median(seconds)) / Math.sqrt(6)
  const least = step === Infinity ? 0 : step / Math.sqrt(12)
  return sigma > 0 || least > 0 ? Math.max(sigma, least) : null
}
