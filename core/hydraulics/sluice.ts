import { noting } from '#core/notes.ts'
import { G } from './constants.ts'
import { atLeast } from './limit.ts'
import { noteNothing, noteSluice } from './working.ts'

/** mu = 1/sqrt(1 + sum of the loss coefficients zeta). */
export const SLUICE_MU = 0.65

/**
 * Whether a bottom sluice is under pressure: the head above the centre of its opening a (m) is at least 1.25
 * times half of a. Below that it works as a vertical gate. h: head above the sill, m.
 */
export function underPressure(a: number, h: number): boolean {
  return atLeast((h - a / 2) / (a / 2), 1.25)
}

/**
 * Bottom sand-flush sluice under pressure, m3/s: Q = mu b a sqrt(2g H0). H0 above the centre of the opening
 * when free, the difference of levels when the tailwater is above that centre. Heads above the sill, m.
 */
export function sluiceDischarge(a: number, b: number, h: number, tail = 0, mu = SLUICE_MU): number {
  const head = tail > a / 2 ? h - tail : h - a / 2
  if (head <= 0) {
    if (noting) noteNothing('drowned')
    return 0
  }
  const q = mu * b * a * Math.sqrt(2 * G * head)
  if (noting) noteSluice(a, b, h, tail, mu, head, q)
  return q
}
