import { PARTIAL, REJECTED, grade, worst } from '#core/quality/index.ts'
import { HOUR } from '#core/time/index.ts'
import {
  BIN_COLUMNS,
  allocate,
  allocateBins,
  entriesOf,
  isEndStamped,
  lowerBound,
  type Bins,
  type Series,
  type SeriesKind,
} from '#core/series/index.ts'

/** The bins for which `keep` holds. */
export function pickBins(b: Bins, keep: (i: number) => boolean): Bins {
  const at: number[] = []
  for (let i = 0; i < b.start.length; i++) if (keep(i)) at.push(i)
  const out = allocateBins(b.kind, at.length)
  for (const name of BIN_COLUMNS) at.forEach((i, k) => (out[name][k] = b[name][i]))
  return out
}

/** The bins from index a to z, z excluded. */
export function sliceBins(b: Bins, a: number, z: number): Bins {
  const out = allocateBins(b.kind, z - a)
  for (const name of BIN_COLUMNS) out[name].set(b[name].subarray(a, z))
  return out
}

/** Joins bins; the lists are in order of time and do not overlap. */
export function joinBins(kind: SeriesKind, list: readonly Bins[]): Bins {
  if (list.length === 1) return list[0]
  const out = allocateBins(
    kind,
    list.reduce((sum, b) => sum + b.start.length, 0),
  )
  let at = 0
  for (const b of list) {
    for (const name of BIN_COLUMNS) out[name].set(b[name], at)
    at += b.start.length
  }
  return out
}

/** Whether an hour holds anything. Empty hours are not stored: folding counts absent hours as missing. */
export const hasValues = (b: Bins) => (i: number) => b.n[i] > 0 || b.covered[i] > 0

/**
 * Hours as a series to draw: the least and the greatest value of each at their instants; of totals the sum, at the end
 * of the hour. Thinning it further loses no extreme.
 */
export function lineOf(b: Bins): Series {
  const n = b.start.length
  const room = allocate(2 * n)
  let k = 0
  const put = (t: number, v: number, q: number) => {
    room.t[k] = t
    room.v[k] = v
    room.q[k++] = q
  }
  for (let i = 0; i < n; i++) {
    if (b.kind === 'total') {
      if (b.n[i] > 0) put(b.end[i], b.sum[i], b.gap[i] ? worst(b.q[i], PARTIAL) : b.q[i])
      continue
    }
    if (Number.isNaN(b.min[i])) continue
    const low = b.tMin[i] <= b.tMax[i]
    put(low ? b.tMin[i] : b.tMax[i], low ? b.min[i] : b.max[i], b.q[i])
    if (b.tMin[i] !== b.tMax[i]) put(low ? b.tMax[i] : b.tMin[i], low ? b.max[i] : b.min[i], b.q[i])
  }
  return { t: room.t.slice(0, k), v: room.v.slice(0, k), q: room.q.slice(0, k) }
}

/** Rejected readings of the hours between edges, which bins leave out: the least and the greatest of each hour. */
export function rejectedOf(s: Series, kind: SeriesKind, edges: Float64Array): Series {
  const last = edges[edges.length - 1]
  const inside = entriesOf(s, kind, edges[0], last)
  const hourOf = (t: number) => {
    const i = lowerBound(edges, t)
    return isEndStamped(kind) || edges[i] !== t ? i - 1 : i
  }
  const ends = new Map<number, { low: number; high: number }>()
  inside.t.forEach((t, i) => {
    const v = inside.v[i]
    if (grade(inside.q[i]) !== REJECTED || Number.isNaN(v)) return
    const had = ends.get(hourOf(t))
    if (!had) ends.set(hourOf(t), { low: i, high: i })
    else if (v < inside.v[had.low]) had.low = i
    else if (v > inside.v[had.high]) had.high = i
  })
  const kept = [...ends.values()].flatMap(({ low, high }) =>
    low === high ? [low] : [Math.min(low, high), Math.max(low, high)],
  )
  const out = allocate(kept.length)
  kept.forEach((i, k) => {
    out.t[k] = inside.t[i]
    out.v[k] = inside.v[i]
    out.q[k] = inside.q[i]
  })
  return out
}

/** Number of the UTC month that contains an instant (0 = January 1970). */
export function monthOf(t: number): number {
  const d = new Date(t)
  return (d.getUTCFullYear() - 1970) * 12 + d.getUTCMonth()
}

export function monthStart(month: number): number {
  return Date.UTC(1970, month, 1)
}

/**
 * The longest distance between readings over which a line is drawn, ms. Hours of bins may be almost two hours apart.
 */
export function gapOf(kind: SeriesKind, step: number | undefined, hourly: boolean): number {
  if (kind === 'step' || step === undefined) return Infinity
  return Math.max(2.5 * step, hourly ? 2 * HOUR : 0)
}
