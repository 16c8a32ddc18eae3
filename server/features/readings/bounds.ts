import { compatible, convert, isUnit, type Unit } from '#core/quantities.ts'
import type { SeriesRow } from './registry-store.ts'

/**
 * What a quantity cannot exceed anywhere: far above what is true, far below what a device sends that has no number
 * (3.4e38, 1e30, registers read with their words exchanged). What is only wrong is stored, and checks tell of it.
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
]
/** m of rain between two readings. */
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
