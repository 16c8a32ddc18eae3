import { convert, isUnit } from '../quantities.ts'
import {
  BIN_COLUMNS,
  allocateBins,
  coveringBins,
  meanOf,
  type Bins,
  type SeriesKind,
} from '../series/index.ts'
import type { Piece } from './types.ts'

/** A reading of a piece in a unit. */
export function calibratedValue({ gain, offset, unit }: Piece, v: number, to: string): number {
  const own = gain * v + offset
  return unit === to || !isUnit(unit) || !isUnit(to) ? own : convert(own, unit, to)
}

/** Bins of a piece in a unit, as if its readings had been calibrated one by one, with the time that these cover. */
export function calibratedBins(piece: Piece, b: Bins, to: string): Bins {
  const { gain, offset, unit } = piece
  if (gain === 1 && offset === 0 && unit === to) return coveringBins(piece, b)
  const n = b.start.length
  const out = copied(b)
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
  return coveringBins(piece, out)
}

function copied(b: Bins): Bins {
  const out = allocateBins(b.kind, b.start.length)
  for (const name of BIN_COLUMNS) out[name].set(b[name])
  return out
}

/** Bins with the integral of what they cover (value * s) as their sum, as a step series has it. */
function integralBins(b: Bins): Bins {
  if (b.kind === 'step') return b
  const sum = b.sum.map((_, i) => (b.n[i] > 0 ? (meanOf(b, i) * b.covered[i]) / 1000 : 0))
  return { ...b, kind: 'step', sum }
}

/**
 * The bins of several lists for which `keep` holds, in order of time. Lists of different kinds, as of a log by hand and
 * the sensor that followed it, are gathered as integrals, so that the mean of each hour stays what it was; sums and
 * values cannot be one record, so that only those are gathered that are of `kind`.
 */
export function gatherBins(
  kind: SeriesKind,
  lists: readonly { bins: Bins; keep: (start: number, end: number) => boolean }[],
): Bins {
  const alike = lists.filter(({ bins }) => (bins.kind === 'total') === (kind === 'total'))
  const mixed = new Set(alike.map(({ bins }) => bins.kind)).size > 1
  const chosen = alike.flatMap(({ bins, keep }) => {
    const own = mixed ? integralBins(bins) : bins
    return Array.from(own.start.keys())
      .filter((i) => keep(own.start[i], own.end[i]))
      .map((i) => ({ bins: own, i }))
  })
  chosen.sort((a, b) => a.bins.start[a.i] - b.bins.start[b.i])
  const out = allocateBins(mixed ? 'step' : (alike[0]?.bins.kind ?? kind), chosen.length)
  chosen.forEach(({ bins, i }, k) => {
    for (const name of BIN_COLUMNS) out[name][k] = bins[name][i]
  })
  return out
}
