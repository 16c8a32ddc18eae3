import { byRiver } from '#core/river/index.ts'
import type { OverviewRow } from '#contract/overview.ts'

/** Rows in the order of their rivers, without the names of reservoirs that are not among the codes. */
export function rowsSeen(rows: ReadonlyMap<string, OverviewRow>, codes: Iterable<string>): OverviewRow[] {
  const seen = new Set(codes)
  return [...rows.values()]
    .filter((row) => seen.has(row.hydro_code))
    .map((row) => (row.downstream === null || seen.has(row.downstream) ? row : { ...row, downstream: null }))
    .sort(byRiver)
}
