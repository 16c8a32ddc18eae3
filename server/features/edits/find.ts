import { REJECTED, grade } from '#core/quality/index.ts'
import { isUsable, type Series } from '#core/series/index.ts'
import { DAY } from '#core/time/index.ts'
import type { Client, History } from '#server/features/history/index.ts'

export interface Point {
  t: number
  v: number
}

/** Distances around a span over which its neighbouring reading is searched for, one after another. */
const NEAR = [DAY, 8 * DAY, 40 * DAY]

/** The nearest valid reading on one side of a span; null when there is none within 40 days. */
export async function neighbour(
  history: History,
  hydroCode: string,
  series: string,
  t: number,
  side: 'before' | 'after',
  client?: Client,
): Promise<Point | null> {
  for (const far of NEAR) {
    const [from, to] = side === 'before' ? [t - far, t - 1] : [t + 1, t + far]
    const s = (await history.read(hydroCode, [series], from, to, { client })).get(series)!
    const found = pick(s, side)
    if (found) return found
  }
  return null
}

function pick(s: Series, side: 'before' | 'after'): Point | null {
  const n = s.t.length
  for (let k = 0; k < n; k++) {
    const i = side === 'before' ? n - 1 - k : k
    if (isUsable(s, i)) return { t: s.t[i], v: s.v[i] }
  }
  return null
}

/** Count, mean, minimum and maximum of the valid readings of a series. */
export function readingFiguresOf(s: Series) {
  let [n, sum, min, max] = [0, 0, Infinity, -Infinity]
  for (let i = 0; i < s.t.length; i++) {
    const v = s.v[i]
    if (v !== v || grade(s.q[i]) >= REJECTED) continue
    n++
    sum += v
    min = Math.min(min, v)
    max = Math.max(max, v)
  }
  return n === 0 ? { n, mean: null, min: null, max: null } : { n, mean: sum / n, min, max }
}
