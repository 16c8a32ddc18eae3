import { grade, MISSING, STALE } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'

/** More rows than are taken in at a glance: then those that matter can be had alone. */
export const MANY = 16

/** What has to be watched: what is open, runs or lets water through, and what nobody knows of. */
export function standsOut(o: Outlet): boolean {
  const sensed = o.input_unit !== '-'
  const known = (v: number | null, q: number) => v !== null && grade(q) !== STALE && grade(q) !== MISSING
  if (sensed && !known(o.input_value, o.input_quality)) return true
  return (o.input_value ?? 0) > 0 || o.output_value !== 0
}
