import { convert, isUnit } from '../quantities.ts'
import { BIN_COLUMNS, allocateBins, type Bins, type SeriesKind } from '../series/index.ts'
import type { Piece } from './types.ts'

/** A reading of a piece in a unit. */
export function calibratedValue({ gain, offset, unit }: Piece, v: number, to: string): number {
  const own = gain * v + offset
  return unit === to || !isUnit(unit) || !isUnit(to) ? own : convert(own, unit, to)
}

/** Bins of a piece in a unit, as if its readings had been calibrated one by one. */
export function calibratedBins(piece: Piece, b: Bins, to: string): Bins {
  const { gain, offset, unit } = piece
  if (gain === 1 && offset === 0 && unit === to) return b
  const n = b.start.length
  const out = allocateBins(b.kind, n)
  for (const name of BIN_COLUMNS) out[name].set(b[name])
  const one = (v: number) => calibratedValue(piece, v, to)
  const turned = gain < 0
  for (let i = 0; i < n; i++) {
    // A sum has its offset once for each value, an integral for each second.
    const weight = b.kind === 'step' ? b.covered[i] / 1000 : b.n[i]
    out.sum[i] = calibratedValue({ ...piece, offset: offset * weight }, b.sum[i], to)
    out.min[i] = one(turned ? b.max[i] : b.min[i])
    out.max[i] = one(turned ? b.min[i] : b.max[i])
    out.tMin[i] = turned ? b.tMax[i] : b.tMin[i]
    out.tMax[i] = turned ? b.tMin[i] : b.tMax[i]
    out.first[i] = one(b.first[i])
    out.last[i] = one(b.last[i])
  }
  return out
}

/** The bins of several lists for which `keep` holds, in order of time. */
export function gatherBins(
  kind: SeriesKind,
  lists: readonly { bins: Bins; keep: (start: number, end: number) => boolean }[],
): Bins {
  const chosen = lists.flatMap(({ bins, keep }) =>
    Array.from(bins.start.keys())
      .filter((i) => keep(bins.start[i], bins.end[i]))
      .map((i) => ({ bins, i })),
  )
  chosen.sort((a, b) => a.bins.start[a.i] - b.bins.start[b.i])
  const out = allocateBins(kind, chosen.length)
  chosen.forEach(({ bins, i }, k) => {
    for (const name of BIN_COLUMNS) out[name][k] = bins[name][i]
  })
  return out
}
