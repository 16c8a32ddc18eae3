/** Elevation of the pressure sensor of the second reservoir gauge, m: it reports the water above itself. */
export const POSITION_ZERO = 375.2

/** River gauge at Ba Vân: level (m) of a discharge (m3/s). */
export function riverLevel(discharge: number): number {
  return 438.4 + 0.21 * discharge ** 0.48
}
