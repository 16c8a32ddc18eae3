import { G } from './constants.ts'

/** Coefficient m of a free overflow: Creager-Ofitserov or ogee crest at design head. */
export const OGEE_M = 0.49
/** Coefficient m over the flat sill of a gate that is clear of the water. */
export const SILL_M = 0.42

/**
 * Q = m eps sigma b sqrt(2g) H0^1.5, m3/s (form of TCVN 9147:2012). b clear width m; h head above the crest
 * with velocity head, m; eps contraction; sigma submergence. h <= 0 gives 0.
 */
export function weirDischarge(m: number, b: number, h: number, eps = 1, sigma = 1): number {
  if (h <= 0) return 0
  return m * eps * sigma * b * Math.sqrt(2 * G) * h * Math.sqrt(h)
}

/** Head with approach velocity: h + alpha v^2 / 2g, m. */
export function energyHead(h: number, v = 0, alpha = 1): number {
  return h + (alpha * v * v) / (2 * G)
}

/**
 * End and pier contraction: eps = 1 - 0.2 (xiA + (n - 1) xiP) H0 / (n b). n bays of width b (m); shape
 * coefficients of abutments and piers (0.7-1.0 square, 0.45 rounded, 0.25 pointed; 0: none).
 */
export function contraction(h: number, b: number, bays: number, xiAbutment: number, xiPier: number): number {
  return Math.max(0, 1 - (0.2 * (xiAbutment + (bays - 1) * xiPier) * h) / (bays * b))
}

/** Submergence by Villemonte (1947): (1 - (h2/h1)^1.5)^0.385, heads above the crest, m. 1 when free. */
export function villemonte(h1: number, h2: number): number {
  if (h2 <= 0) return 1
  if (h2 >= h1) return 0
  return Math.pow(1 - Math.pow(h2 / h1, 1.5), 0.385)
}

/** Range of H/Hd within which the ogee coefficient follows (H/Hd)^0.12. */
export const OGEE_LOW = 0.2
export const OGEE_HIGH = 1.3

/** Ogee crest off its design head: C/Cd = (H/Hd)^0.12, constant beyond the range 0.2 to 1.3. */
export function ogeeFactor(h: number, designHead: number): number {
  const ratio = Math.min(OGEE_HIGH, Math.max(OGEE_LOW, h / designHead))
  return Math.pow(ratio, 0.12)
}

/**
 * Suppressed sharp-crested weir by Rehbock (1929), m3/s: Q = 2/3 sqrt(2g) (0.602 + 0.0832 h/p) b
 * (h + 0.00125)^1.5. h head above the crest, p crest above the bed, b width, m. h <= 0 gives 0.
 */
export function rehbock(h: number, p: number, b: number, g = G): number {
  if (h <= 0) return 0
  const head = h + 0.00125
  return (2 / 3) * Math.sqrt(2 * g) * (0.602 + (0.0832 * h) / p) * b * head * Math.sqrt(head)
}

/** Shen (1981): notch angle (degrees), discharge coefficient, head correction (m). */
const SHEN_ANGLE = [20, 40, 60, 80, 100]
const SHEN_C = [0.59, 0.58, 0.575, 0.575, 0.58]
const SHEN_K = [0.0028, 0.0017, 0.0012, 0.001, 0.001]

/**
 * V-notch meter by Shen (1981), m3/s: Q = C tan(angle/2) sqrt(g) (h + k)^2.5. angle 20 to 100 degrees, NaN
 * outside; h head above the notch, m; h <= 0 gives 0.
 */
export function vNotch(h: number, angle: number, g = G): number {
  const last = SHEN_ANGLE.length - 1
  if (!(angle >= SHEN_ANGLE[0] && angle <= SHEN_ANGLE[last])) return NaN
  if (h <= 0) return 0
  const i = Math.min(last - 1, Math.floor((angle - SHEN_ANGLE[0]) / 20))
  const w = (angle - SHEN_ANGLE[i]) / 20
  const c = SHEN_C[i] + w * (SHEN_C[i + 1] - SHEN_C[i])
  const k = SHEN_K[i] + w * (SHEN_K[i + 1] - SHEN_K[i])
  return c * Math.tan((angle * Math.PI) / 360) * Math.sqrt(g) * Math.pow(h + k, 2.5)
}
