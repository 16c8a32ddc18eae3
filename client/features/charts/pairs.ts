import { usable } from '#core/quality/index.ts'
import type { SeriesData, SeriesKind } from '../../ui/chart/index.ts'

/** Values of two series at the same instants. */
interface Pairs {
  t: Float64Array
  x: Float64Array
  y: Float64Array
  /** Number of instants at which one of them has no usable value. */
  lacking: number
}

export interface PairSide {
  data: SeriesData
  kind: SeriesKind
  /** Points further apart than this, ms, are not joined. */
  maxGap: number
}

/** Whether a value may enter a calculation; others do not count as measured. */
const good = ({ v, q }: SeriesData, i: number): boolean =>
  Number.isFinite(v[i]) && (q === undefined || usable(q[i]))

/** Interpolates a series at ascending instants; NaN where it has no value. */
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

/** Density of a series: the sparser of two gives the instants, but a series of steps only if both are. */
const density = ({ data, kind }: PairSide) => (kind === 'step' ? Infinity : data.t.length)

/**
 * Pairs two series at the instants of the sparser one within [from, to]. The other is interpolated linearly; step
 * series hold their value, means apply to their interval.
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
