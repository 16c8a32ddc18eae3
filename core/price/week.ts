import { applies, DAY_MINUTES, dayKindsOf, minuteOf, rangesOf } from './bands.ts'
import type { PriceBand, PriceDay } from './types.ts'

/** Minutes [from, to) of a local day with the bands that cover them, by their places: none is a hole, two overlap. */
interface WeekPart {
  from: number
  to: number
  bands: number[]
}

/**
 * What the bands of a calendar cover on each kind of day, for drawing: also of a calendar with faults, of which bands
 * without a readable time are left out. Parts of a day join from 0 to 1440. Holidays are a day of their own only where
 * a band names them.
 */
export function weekOf(
  bands: readonly PriceBand[],
  season: string | null,
  region: string | null,
): { day: PriceDay; parts: WeekPart[] }[] {
  const readable = (b: PriceBand) => !Number.isNaN(minuteOf(b.from)) && !Number.isNaN(minuteOf(b.to))
  const ranges = bands.map((b) => (readable(b) ? rangesOf(b).filter(([from, to]) => from < to) : []))
  return dayKindsOf(bands).map((day) => {
    const here = ranges.flatMap((list, band) =>
      applies(bands[band], day, season, region) ? list.map(([from, to]) => ({ from, to, band })) : [],
    )
    const limits = [0, DAY_MINUTES, ...here.flatMap((r) => [r.from, r.to])]
    const at = [...new Set(limits)].sort((a, b) => a - b)
    const parts: WeekPart[] = []
    for (const [i, from] of at.slice(0, -1).entries()) {
      const covering = here.filter((r) => r.from <= from && from < r.to).map((r) => r.band)
      const before = parts.at(-1)
      if (before && String(before.bands) === String(covering)) before.to = at[i + 1]
      else parts.push({ from, to: at[i + 1], bands: covering })
    }
    return { day, parts }
  })
}
