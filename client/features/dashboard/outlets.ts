import { isLogCode } from '#core/calculation/codes.ts'
import { EDITED } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'
import { unknown } from '../../parts/live-data/present.ts'

/** More rows than are taken in at a glance: then those that matter can be had alone. */
export const MANY = 16

/** What has to be watched: what is open, runs or lets water through, and what nobody knows of. */
export function standsOut(o: Outlet): boolean {
  if (unknown(o.quality) || unknown(o.input_quality)) return true
  if (o.input_unit !== '-' && o.input_value === null) return true
  if (o.held_since !== undefined) return true
  return (o.input_value ?? 0) > 0 || o.output_value !== 0
}

const UNIT = 1
const MEASURED = 4

type CountingValue = 'opening' | 'openingLog' | 'openingOnly' | 'power' | 'powerLog' | 'measured'

/**
 * Which value counts where the discharge is by what a person entered and the opening or power beside it is
 * another's: as a text of the table. null: the discharge is by what is beside it.
 */
export function countsOf(o: Outlet): CountingValue | null {
  const logged = o.series.input !== null && isLogCode(o.series.input)
  if (o.given !== undefined) {
    if (o.category === UNIT) return logged ? 'powerLog' : 'power'
    return o.series.input === null ? 'openingOnly' : logged ? 'openingLog' : 'opening'
  }
  const beside = o.input_unit === 'm' && o.series.input !== null
  return o.method === MEASURED && beside && (o.quality & EDITED) !== 0 ? 'measured' : null
}
