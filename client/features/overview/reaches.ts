import type { OverviewRow } from '#contract/overview.ts'
import { sorted, type Shown } from './model.ts'

/** A reservoir and those right above it. */
export interface Reach {
  uppers: OverviewRow[]
  lower: OverviewRow
}

/** The reservoirs that have others right above them, in the order of the first of these along the river. */
export function reachesOf(all: readonly Shown[], language: string): Reach[] {
  const rows = new Map(all.map((s) => [s.row.hydro_code, s.row]))
  const above = Map.groupBy(
    sorted(all, 'river', language).map((s) => s.row),
    (row) => row.downstream,
  )
  return [...above].flatMap(([code, uppers]) => {
    const lower = code === null ? undefined : rows.get(code)
    return lower ? [{ uppers, lower }] : []
  })
}
