import { STALE, grade } from '#core/quality/index.ts'
import type { Figure } from '#contract/dashboard.ts'
import { useKnown } from '../../lib/known.ts'

/** Number of calculation intervals after which a value is late. */
export const LATE_INTERVALS = 3

/** The series to explain; null in an as-of view, as explanations are of the present. */
export function useExplainable(series: string | null | undefined): string | null {
  return useKnown() === null ? (series ?? null) : null
}

/** Whether a figure is too old to count as present. */
export function isLate(f: Figure, late: number, now: number): boolean {
  return f.t !== null && f.value !== null && (now - f.t > late || grade(f.quality) === STALE)
}
