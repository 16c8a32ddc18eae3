/**
 * The quality byte of a reading. Bits 0-2: grade, higher is worse. Bit 3: edited by a person.
 * Bit 4: floored (a small negative published as 0). Bits 5-7 reserved (0).
 */
export const GOOD = 0
export const ESTIMATED = 1
export const PARTIAL = 2
export const EXTRAPOLATED = 3
export const SUSPECT = 4
export const REJECTED = 5
export const STALE = 6
export const MISSING = 7

export const EDITED = 8
export const FLOORED = 16

export const GRADES = [
  'GOOD',
  'ESTIMATED',
  'PARTIAL',
  'EXTRAPOLATED',
  'SUSPECT',
  'REJECTED',
  'STALE',
  'MISSING',
] as const
type GradeName = (typeof GRADES)[number]

/** Grade (0-7) of a quality byte. */
export function grade(q: number): number {
  return q & 7
}

/** Name of the grade of a quality byte. */
export function gradeName(q: number): GradeName {
  return GRADES[q & 7]
}

/** Combines two quality bytes: the worse grade, and the marks (edited, floored) of both. */
export function worst(a: number, b: number): number {
  return Math.max(a & 7, b & 7) | ((a | b) & (EDITED | FLOORED))
}

/** Whether a value of this quality may enter a calculation (SUSPECT only if a setting allows it). */
export function usable(q: number, allowSuspect = false): boolean {
  const g = q & 7
  return g < SUSPECT || (allowSuspect && g === SUSPECT)
}
