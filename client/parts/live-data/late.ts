import { STALE, grade } from '#core/quality/index.ts'
import type { Figure } from '#contract/dashboard.ts'
import { useKnown } from '../../lib/known.ts'

/** Values older than this many calculation intervals are late. */
export const LATE_INTERVALS = 3

/** The series that can be explained: of a time gone by none, as an explanation is of what is known now. */
export function useExplainable(series: string | null | undefined): string | null {
  return useKnown() === null ? (series ?? null) : null
}

/** Whether a figure's value is too old to be the present. */
export function isLate(f: Figure, late: number, now: number): boolean {
  return f.t !== null && f.value !== null && (now - f.t > late || grade(f.quality) === STALE)
}
