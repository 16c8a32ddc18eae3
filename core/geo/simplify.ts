import type { XY } from './polygon.ts'

/** Distance of a point to a side, both ends included. */
export function offSide([x, y]: XY, [ax, ay]: XY, [bx, by]: XY): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = dx * dx + dy * dy
  const share = along === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / along))
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}

/** The point between two of a line that is furthest off the side between them; -1: there is none between. */
function furthest(line: readonly XY[], from: number, to: number): { at: number; off: number } {
  let [at, off] = [-1, -1]
  for (let i = from + 1; i < to; i++) {
    const d = offSide(line[i], line[from], line[to])
    if (d > off) [at, off] = [i, d]
  }
  return { at, off }
}

/**
 * How far a line would be off without each of its points (Douglas and Peucker 1973, for all tolerances at once): the
 * points that a tolerance keeps are those that weigh more than it. Ends weigh Infinity; of a ring, whose last point is
 * its first, also the two that keep it from closing up. Planar; in the unit of the points.
 */
export function significance(line: readonly XY[]): Float64Array {
  const n = line.length
  const out = new Float64Array(n)
  if (n === 0) return out
  const last = n - 1
  out[0] = out[last] = Infinity
  const todo: [from: number, to: number, most: number][] = []
  const split = (from: number, to: number, at: number, weight: number) => {
    out[at] = weight
    todo.push([from, at, weight], [at, to, weight])
  }
  if (n > 3 && line[0][0] === line[last][0] && line[0][1] === line[last][1]) {
    const far = furthest(line, 0, last).at
    out[far] = Infinity
    const [a, b] = [
      [0, far],
      [far, last],
    ].sort(([a0, a1], [b0, b1]) => furthest(line, b0, b1).off - furthest(line, a0, a1).off)
    split(a[0], a[1], furthest(line, a[0], a[1]).at, Infinity)
    todo.push([b[0], b[1], Infinity])
  } else todo.push([0, last, Infinity])
  while (todo.length > 0) {
    const [from, to, most] = todo.pop()!
    const { at, off } = furthest(line, from, to)
    if (at >= 0) split(from, to, at, Math.min(most, off))
  }
  return out
}

/**
 * Lines with at most so many points together, or with what must stay where that is more. tolerance: how far any point
 * that went is off at the most.
 */
export function simplify(
  lines: readonly (readonly XY[])[],
  most: number,
): { kept: number[][]; tolerance: number } {
  const weights = lines.map(significance)
  const count = weights.reduce((sum, w) => sum + w.length, 0)
  const all = new Float64Array(count)
  let at = 0
  for (const w of weights) {
    all.set(w, at)
    at += w.length
  }
  all.sort()
  // What weighs as much as the first one too many goes with it.
  const limit = count <= most ? -1 : all[count - 1 - most]
  const least = Math.min(limit, Number.MAX_VALUE)
  const kept = weights.map((w) => [...w.keys()].filter((i) => w[i] > least))
  const gone = weights.flatMap((w) => [...w].filter((v) => v <= least))
  return { kept, tolerance: gone.reduce((a, b) => Math.max(a, b), 0) }
}
