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
 * The path of a small curve over a span; null without a value. Known values no further apart than maxGap (ms) are joined,
 * however many steps without a value lie between them; one that has no such neighbour is a dot.
 */
export function sparkPath({ t, v }: Spark, from: number, to: number, maxGap: number): string | null {
  const known = v.flatMap((z) => (isKnown(z) ? [z] : []))
  if (known.length === 0 || to <= from) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const spare = Math.max(0, LEAST - (most - least)) / 2
  const [low, high] = [least - spare, most + spare]
  const point = (at: number, z: number) => {
    const x = ((at - from) / (to - from)) * SPARK_WIDTH
    const y = SPARK_HEIGHT - EDGE - ((z - low) / (high - low)) * (SPARK_HEIGHT - 2 * EDGE)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const lines: string[][] = []
  let before = -Infinity
  t.forEach((at, i) => {
    const z = v[i]
    if (!isKnown(z)) return
    if (at - before > maxGap) lines.push([])
    lines.at(-1)!.push(point(at, z))
    before = at
  })
  // Round caps make a dot of a line of no length.
  return lines.map(([first, ...rest]) => `M${first}L${(rest.length > 0 ? rest : [first]).join('L')}`).join('')
}

const isKnown = (z: number | null): z is number => z !== null && Number.isFinite(z)
