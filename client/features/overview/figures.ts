import { isPast } from '#core/outlook/state.ts'
import { GOOD, grade, STALE, worst } from '#core/quality/index.ts'
import type { OverviewReading, OverviewRow } from '#contract/overview.ts'
import { LATE_INTERVALS } from '../../parts/live-data/late.ts'

/** A row as of an instant (epoch ms). late: all of it is of an earlier time. */
interface RowAt {
  row: OverviewRow
  now: number
  late: boolean
}

/** Age from which a value of a reservoir is late, ms. */
export const maxAgeOf = ({ interval }: OverviewRow) => LATE_INTERVALS * interval * 1000

/** Whether a value is of an earlier time: with its whole row, or alone, as that of a meter that fell silent. */
export const isLateIn = ({ row, now, late }: RowAt, of: OverviewReading) =>
  late || (of.t !== null && of.value !== null && isPast({ t: of.t, q: of.quality }, now, maxAgeOf(row)))

/** The quality byte to mark beside a value; GOOD: none. A value that is late alone is STALE; a late row says so itself. */
export function markOf({ late: isRowLate }: Pick<RowAt, 'late'>, of: OverviewReading, late: boolean): number {
  if (of.value === null) return GOOD
  if (isRowLate) return grade(of.quality) === STALE ? GOOD : of.quality
  return late ? worst(of.quality, STALE) : of.quality
}
