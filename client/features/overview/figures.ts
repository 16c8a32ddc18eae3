import { isPast } from '#core/outlook/state.ts'
import { GOOD, grade, STALE, worst } from '#core/quality/index.ts'
import type { OverviewReading, OverviewRow } from '#contract/overview.ts'
import { LATE_INTERVALS } from '../../parts/live-data/late.ts'
import type { Shown } from './model.ts'

/** Age from which a value of a reservoir is late, ms. */
export const maxAgeOf = ({ interval }: OverviewRow) => LATE_INTERVALS * interval * 1000

/** Whether a value is of an earlier time: with its whole row, or alone, as that of a meter that fell silent. */
export const isLateIn = ({ row, now, late }: Pick<Shown, 'row' | 'now' | 'late'>, of: OverviewReading) =>
  late || (of.t !== null && of.value !== null && isPast({ t: of.t, q: of.quality }, now, maxAgeOf(row)))

/** The quality byte to mark beside a value; GOOD: none. A value that is late alone is STALE; a late row says so itself. */
export function markOf({ late: isRowLate }: Pick<Shown, 'late'>, of: OverviewReading, late: boolean): number {
  if (of.value === null) return GOOD
  if (isRowLate) return grade(of.quality) === STALE ? GOOD : of.quality
  return late ? worst(of.quality, STALE) : of.quality
}
