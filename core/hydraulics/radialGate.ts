import { noting } from '#core/notes.ts'
import { G } from './constants.ts'
import { isFree, submergedShare } from './underflow.ts'
import { noteBlend, noteNothing, noteRadial, noteSubmerged } from './working.ts'

/** Coefficients of a radial gate. HEC-RAS defaults make it an orifice: TE 0, BE 1, HE 0.5. */
export interface RadialCoefficients {
  /** Free flow, 0.6 to 0.8; has a dimension when the exponents are not the defaults: calibrate in SI. */
  c: number
  cSub: number
  /** Trunnion height above the sill, m; matters only when te is not 0. */
  trunnion: number
  te: number
  be: number
  he: number
}

export const RADIAL: RadialCoefficients = { c: 0.7, cSub: 0.8, trunnion: 1, te: 0, be: 1, he: 0.5 }

/**
 * Flow under a radial gate, m3/s (HEC-RAS 6.4): Q = C sqrt(2g) W T^TE B^BE H^HE free; (3 (H - Zd))^HE in the
 * transition; Csub W B sqrt(2g (H - Zd)) submerged. opening B, width W, h and tail heads above the sill, m.
 */
export function radialGateUnderflow(
  opening: number,
  width: number,
  h: number,
  tail = 0,
  k: RadialCoefficients = RADIAL,
  smooth = false,
): number {
  const root = Math.sqrt(2 * G)
  const r = tail / h
  const free = isFree(r)
  const drop = h - tail
  if (!free && drop <= 0) {
    if (noting) noteNothing('drowned')
    return 0
  }
  const w = free ? 0 : submergedShare(r, smooth)
  let q = 0
  if (w < 1) {
    const arm = k.te === 0 ? 1 : Math.pow(k.trunnion, k.te)
    const full = k.c * root * width * arm * Math.pow(opening, k.be) * Math.pow(free ? h : 3 * drop, k.he)
    if (noting) noteRadial(k, opening, width, h, free ? null : tail, full)
    q += (1 - w) * full
  }
  if (w > 0) {
    const submerged = k.cSub * width * opening * root * Math.sqrt(drop)
    if (noting) noteSubmerged({ c: k.c, cSub: k.cSub, a: opening, b: width, h, tail }, submerged)
    if (noting && w < 1) noteBlend(w, q / (1 - w), submerged, q + w * submerged)
    q += w * submerged
  }
  return q
}

/**
 * Opening (m above the sill) of a radial gate whose sensor gives the angle of the arm to the lip, in radians
 * from the horizontal, negative below the trunnion: B = Ztrunnion + R sin(angle) - Zsill, not below 0.
 */
export function openingFromAngle(angle: number, trunnion: number, radius: number, sill: number): number {
  const opening = trunnion + radius * Math.sin(angle) - sill
  return opening < 0 ? 0 : opening
}
