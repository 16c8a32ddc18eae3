import { noise, scatterOf } from '#core/balance/index.ts'
import type { Series } from '#core/series/index.ts'
import { areaAt, found, type Compiled } from '#core/tables/index.ts'
import { DAY } from '../time/units.ts'

/** Span before an instant whose levels give the scatter, ms. */
export const SCATTER_OVER = DAY

/** How far an inflow by water balance may be off: what is shown beside it, wherever it is shown. */
interface Band {
  /** Standard error of the inflow, m3/s; twice that on both sides contains the true inflow 95 times out of 100. */
  sigma: number
  /** Area of the lake, m2, and standard error of one level, m, that it is made of. */
  area: number
  scatter: number
}

/** Coarser than this no staff is read, m. */
const STAFF = 0.01

/** Standard error of a level as it was written down, m: by its last digit, of a staff where it has no more of them. */
export function readTo(level: number): number {
  const digits = /\.(\d+)$/.exec(String(level))?.[1].length ?? 0
  return Math.min(STAFF, 10 ** -digits) / Math.sqrt(12)
}

/**
 * sqrt(2) A sigma_z / dt, whichever way the slope of storage was taken. The residuals of a regression are less, and
 * promise too much: waves and gauges that read wrongly are off for many readings in a row.
 * @param levels levels of the lake as they were calculated over SCATTER_OVER before the instant
 * @param enteredLevels levels entered at both ends, m: as exact as their last digit, and not better than the lake's scatter
 */
export function inflowBand(
  table: Compiled,
  z: number,
  levels: Series,
  seconds: number,
  enteredLevels?: { start: number; end: number },
): Band | null {
  const own = scatterOf(levels)
  const scatter = enteredLevels ? ofBoth(enteredLevels, own ?? 0) : own
  if (scatter === null || z !== z || !(seconds > 0)) return null
  const area = areaAt(table, z, 'loop', found())
  return Number.isFinite(area) ? { sigma: noise(area, scatter, seconds), area, scatter } : null
}

/** Mean square of both ends, so that sqrt(2) sigma_z is the error of their difference. */
function ofBoth({ start, end }: { start: number; end: number }, least: number): number {
  const [a, b] = [Math.max(least, readTo(start)), Math.max(least, readTo(end))]
  return Math.sqrt((a * a + b * b) / 2)
}
