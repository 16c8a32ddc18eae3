import type { Outlet } from '#contract/dashboard.ts'
import { unknown } from './present.ts'

/** More rows than are taken in at a glance: then those that matter can be had alone. */
export const MANY = 16

/** What has to be watched: what is open, runs or lets water through, and what nobody knows of. */
export function standsOut(o: Outlet): boolean {
  if (unknown(o.quality) || unknown(o.input_quality)) return true
  if (o.input_unit !== '-' && o.input_value === null) return true
  return (o.input_value ?? 0) > 0 || o.output_value !== 0
}
