import { isLogCode } from '#core/calculation/codes.ts'
import { EDITED } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'
import { unknown } from '../../parts/live-data/present.ts'

/** Number of rows from which the relevant ones can be shown alone. */
export const MANY = 16

/** Whether to watch the outlet or unit: it is open, runs or passes water, or its state is unknown. */
export function isRelevant(o: Outlet): boolean {
  if (unknown(o.quality) || unknown(o.input_quality)) return true
  if (o.input_unit !== '-' && o.input_value === null) return true
  if (o.held_since !== undefined) return true
  return (o.input_value ?? 0) > 0 || o.output_value !== 0
}

const UNIT = 1
const MEASURED = 4

type CountingValue = 'opening' | 'openingLog' | 'openingOnly' | 'power' | 'powerLog' | 'measured'

/**
 * Names the value that counts, where the displayed opening or power is not the one behind the discharge; null: it is.
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
