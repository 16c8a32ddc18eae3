/**
 * The true lake: a valley whose volume grows as a power of the depth above the river bed at the dam. Its closed
 * inverse keeps the integration exact and fast.
 */
import { LEVELS } from './levels.ts'

const BED = 340
const NORMAL_VOLUME = 198e6
const POWER = 2.6
const DEPTH = LEVELS.normal - BED

/** m -> m3 */
export function volume(level: number): number {
  const depth = level - BED
  return depth <= 0 ? 0 : NORMAL_VOLUME * (depth / DEPTH) ** POWER
}

/** m3 -> m */
export function levelOf(storage: number): number {
  return storage <= 0 ? BED : BED + DEPTH * (storage / NORMAL_VOLUME) ** (1 / POWER)
}

/** Surface of the lake, m2, at a storage of known level. */
export function area(level: number): number {
  const depth = level - BED
  return depth <= 0 ? 0 : ((POWER * NORMAL_VOLUME) / DEPTH) * (depth / DEPTH) ** (POWER - 1)
}

/** Evaporation of the lake by month, mm/day. */
export const EVAPORATION = [2.6, 3.1, 3.9, 4.5, 4.6, 4.4, 4.5, 4.2, 3.3, 2.7, 2.4, 2.3]

/** Water that leaks under the dam and returns to the river below, m3/s. */
export const SEEPAGE = 0.08
