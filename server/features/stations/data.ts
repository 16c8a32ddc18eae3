import type { Description, Station, Version } from '#core/description/index.ts'
import { concat, lowerBound, slice, type Series, type SeriesKind } from '#core/series/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { calibrations } from '#core/calculation/index.ts'
import { convert, isUnit } from '#core/quantities.ts'

/** A part of a station's record: one series over [from, to). */
interface Piece {
  series: string
  from: number
  to: number
}

/** The series of a station over [from, to], oldest first. */
export function piecesOf(versions: readonly Version<Station>[], from: number, to: number): Piece[] {
  const pieces: Piece[] = []
  for (const v of [...versions].sort((a, b) => a.from - b.from)) {
    const piece = {
      series: v.body.series,
      from: Math.max(from, v.from),
      to: Math.min(to + 1, v.to ?? Infinity),
    }
    if (piece.from >= piece.to) continue
    const before = pieces.at(-1)
    if (before && before.series === piece.series && before.to === piece.from) before.to = piece.to
    else pieces.push(piece)
  }
  return pieces
}

interface StationColumn {
  data: Series
  raw: boolean
  unit: string
  kind: SeriesKind
}

const LEAST_PX = 50

/**
 * The record of a station over [from, to] as one column: each instant from the series, and by the calibration, in force
 * then. Its unit is that of the latest series.
 */
export async function gaugeColumnOf(
  history: Pick<History, 'thin'>,
  d: Description,
  versions: readonly Version<Station>[],
  series: ReadonlyMap<string, SeriesRow>,
  { from, to, px }: { from: number; to: number; px: number },
): Promise<StationColumn> {
  const pieces = piecesOf(versions, from, to)
  const newest = series.get((pieces.at(-1) ?? { series: versions.at(-1)!.body.series }).series)
  const unit = newest?.unit ?? ''
  const parts: Series[] = []
  let raw = true
  for (const piece of pieces) {
    const own = series.get(piece.series)?.unit ?? unit
    for (const c of calibrations(d, piece.series, piece.from, piece.to)) {
      const share = Math.max(LEAST_PX, Math.round((px * (c.to - c.from)) / (to - from + 1)))
      // A total at the very start of a span is left out, since its interval lies before it; at a seam it belongs here.
      const start = c.from > from && series.get(piece.series)?.kind === 'total' ? c.from - 1 : c.from
      const thinned = (await history.thin(d.hydroCode, [piece.series], start, c.to - 1, share)).get(
        piece.series,
      )
      if (!thinned) continue
      raw &&= thinned.raw
      // A state carried into its part, or a whole hour past its end, belongs to the part before.
      const { t, v, q } = parts.length === 0 ? thinned.data : slice(thinned.data, c.from, Infinity)
      const n = c.to > to ? t.length : lowerBound(t, c.to)
      parts.push({
        t: t.subarray(0, n),
        v: v.subarray(0, n).map((x) => converted(c.gain * x + c.offset, own, unit)),
        q: q.subarray(0, n),
      })
    }
  }
  const data = parts.length === 1 ? parts[0] : concat(parts)
  return { data, raw, unit, kind: newest?.kind ?? 'instant' }
}

const converted = (v: number, from: string, to: string) =>
  from === to || !isUnit(from) || !isUnit(to) ? v : convert(v, from, to)
