import { compatible, convert, isUnit, type Unit } from '#core/quantities.ts'
import type { SeriesRow } from './registry-store.ts'

/**
 * The largest size a quantity can have anywhere: far above any true value, far below what a device without a number
 * sends (3.4e38, 1e30, registers with swapped words). Values that are merely wrong are stored, and checks report them.
 */
const MOST: readonly (readonly [Unit, number])[] = [
  ['m', 20_000],
  ['m3/s', 1e6],
  ['m3', 1e13],
  ['kW', 1e8],
  ['kWh', 1e13],
  ['m2', 1e13],
  ['m/s', 1000],
  ['degC', 1000],
  ['V', 1e6],
  ['VND/kWh', 1e6],
]
/** Rain between two readings, m. */
const MOST_RAIN = 100
/** Ratios and counts. */
const MOST_ELSE = 1e12

/** The largest size of a reading of a series, in its unit. */
export function mostOf(row: Pick<SeriesRow, 'unit' | 'kind'> | undefined): number {
  if (!row || !isUnit(row.unit)) return Infinity
  for (const [unit, most] of MOST)
    if (compatible(row.unit, unit))
      return convert(unit === 'm' && row.kind === 'total' ? MOST_RAIN : most, unit, row.unit)
  return MOST_ELSE
}
