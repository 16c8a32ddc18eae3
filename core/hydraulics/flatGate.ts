import { noting } from '#core/notes.ts'
import { G } from './constants.ts'
import { isFree, submergedShare } from './underflow.ts'
import { noteBetweenRegimes, noteBlend, noteFree, noteNothing, noteSubmerged } from './working.ts'

/**
 * Flow under a vertical lift gate, m3/s (HEC-RAS): Q = C b a sqrt(2gH) free; with 3 (H - Ht) for H in the
 * transition; Csub b a sqrt(2g (H - Ht)) submerged. a opening, b width, h and tail heads above the sill, m
 * (tail <= 0: free). smooth: blends the last switch between r = 0.75 and 0.85.
 */
export function flatGateUnderflow(
  a: number,
  b: number,
  h: number,
  tail = 0,
  c = 0.6,
  cSub = 0.8,
  smooth = false,
): number {
  const base = b * a * Math.sqrt(2 * G)
  const r = tail / h
  if (isFree(r)) {
    const free = c * base * Math.sqrt(h)
    if (noting) noteFree({ c, cSub, a, b, h, tail }, free)
    return free
  }
  const drop = h - tail
  if (drop <= 0) {
    if (noting) noteNothing('drowned')
    return 0
  }
  const w = submergedShare(r, smooth)
  const between = w < 1 ? c * base * Math.sqrt(3 * drop) : 0
  const submerged = w > 0 ? cSub * base * Math.sqrt(drop) : 0
  const q = (1 - w) * between + w * submerged
  if (noting) {
    if (w < 1) noteBetweenRegimes({ c, cSub, a, b, h, tail }, between)
    if (w > 0) noteSubmerged({ c, cSub, a, b, h, tail }, submerged)
    if (w > 0 && w < 1) noteBlend(w, between, submerged, q)
  }
  return q
}
