/** Size of the picture in its own units. */
export const SPARK_WIDTH = 120
export const SPARK_HEIGHT = 28
/** A lake that hardly moves is drawn level: the range is at least this, m. */
const LEAST = 0.2
/** Room above and below, for the width of the line. */
const EDGE = 2

interface Spark {
  /** Epoch ms. */
  t: readonly number[]
  v: readonly (number | null)[]
}

/**
 * The path of a small curve over a span; null where there are no two values to join. What is missing is a gap, and so is
 * a time without values longer than three times the usual step.
 */
export function sparkPath({ t, v }: Spark, from: number, to: number): string | null {
  const known = v.flatMap((z) => (z === null || !Number.isFinite(z) ? [] : [z]))
  if (known.length < 2 || to <= from) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const spare = Math.max(0, LEAST - (most - least)) / 2
  const [low, high] = [least - spare, most + spare]
  const steps = t.slice(1).map((at, i) => at - t[i])
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  let path = ''
  let pen = false
  t.forEach((at, i) => {
    const z = v[i]
    if (z === null || !Number.isFinite(z)) {
      pen = false
      return
    }
    if (i > 0 && at - t[i - 1] > 3 * usual) pen = false
    const x = ((at - from) / (to - from)) * SPARK_WIDTH
    const y = SPARK_HEIGHT - EDGE - ((z - low) / (high - low)) * (SPARK_HEIGHT - 2 * EDGE)
    path += `${pen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    pen = true
  })
  return path
}
