import { usable } from '#core/quality/index.ts'
import type { SeriesData, SeriesKind } from '../../ui/chart/index.ts'

/** Two series at the same instants. */
interface Pairs {
  t: Float64Array
  x: Float64Array
  y: Float64Array
  /** Instants at which one of them has no usable value. */
  lacking: number
}

export interface PairSide {
  data: SeriesData
  kind: SeriesKind
  /** Entries further apart (ms) are not joined. */
  maxGap: number
}

/** What may not enter a calculation is no measurement of that instant. */
const good = ({ v, q }: SeriesData, i: number): boolean =>
  Number.isFinite(v[i]) && (q === undefined || usable(q[i]))

/** Reads a series at ascending instants: its value at each, NaN where there is none. */
function walker({ data, kind, maxGap }: PairSide): (t: number) => number {
  let next = 0
  const { t, v } = data
  return (at) => {
    while (next < t.length && t[next] < at) next++
    const here = next < t.length && t[next] === at
    if (here) return good(data, next) ? v[next] : NaN
    const before = next - 1
    if (kind === 'step') return before >= 0 && good(data, before) ? v[before] : NaN
    if (next >= t.length) return NaN
    // A mean belongs to the interval that ends at its stamp.
    if (kind !== 'line') return t[next] - at < maxGap && good(data, next) ? v[next] : NaN
    if (before < 0 || t[next] - t[before] > maxGap) return NaN
    if (!good(data, before) || !good(data, next)) return NaN
    return v[before] + ((v[next] - v[before]) * (at - t[before])) / (t[next] - t[before])
  }
}

/** How densely a series is known, for which of two gives the instants: the one with fewer, steps never by choice. */
const density = ({ data, kind }: PairSide) => (kind === 'step' ? Infinity : data.t.length)

/**
 * Pairs at the instants of the sparser series within [from, to]; the other one is read there: between two entries of
 * a line on the straight line between them, a step as it was, a mean over its interval.
 */
export function pairsOf(x: PairSide, y: PairSide, from: number, to: number): Pairs {
  const lead = density(x) <= density(y) ? x : y
  const [readX, readY] = [walker(x), walker(y)]
  const [t, xs, ys]: number[][] = [[], [], []]
  let lacking = 0
  for (const at of lead.data.t) {
    if (at < from || at > to) continue
    const [a, b] = [readX(at), readY(at)]
    if (Number.isFinite(a) && Number.isFinite(b)) {
      t.push(at)
      xs.push(a)
      ys.push(b)
    } else lacking++
  }
  return { t: Float64Array.from(t), x: Float64Array.from(xs), y: Float64Array.from(ys), lacking }
}
