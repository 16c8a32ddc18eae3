import { byRiver, type PlacedReservoir } from '#core/river/index.ts'
import { round } from '#contract/fields.ts'
import type { OverviewRow } from '#contract/overview.ts'

/**
 * The rows of those reservoirs that have a place, in the order of their rivers and placed there. places: among the
 * reservoirs that the reader may see, so that no other shows in the rows.
 */
export function rowsSeen(
  rows: ReadonlyMap<string, OverviewRow>,
  places: ReadonlyMap<string, PlacedReservoir>,
): OverviewRow[] {
  return [...rows]
    .flatMap(([code, row]) => {
      const place = places.get(code)
      if (!place) return []
      const { basin, toMouth, downstream } = place
      return [{ ...row, basin, to_mouth: toMouth === null ? null : round(toMouth, 3), downstream }]
    })
    .sort(byRiver)
}
