import { MISSING, grade } from '#core/quality/index.ts'
import { roundedOf, type PeriodRevenue } from '#core/price/index.ts'

/**
 * VND of a period, before deductions; null where nothing of it has a price, or more than half of its energy is not known.
 */
export function vndOf(r: PeriodRevenue): number | null {
  if (grade(r.q) === MISSING || !r.parts.some((p) => p.kind !== 'unpriced')) return null
  return roundedOf(r.vnd)
}
