import { grade, STALE } from '#core/quality/index.ts'
import type { OverviewReading } from '#contract/overview.ts'

/** Whether a value needs no mark beside it; that it is late the whole row says. */
export const isTrusted = ({ value, quality }: OverviewReading): boolean =>
  value === null || quality === 0 || grade(quality) === STALE
