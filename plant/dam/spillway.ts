/**
 * Discharge past the turbines. Uses textbook hydraulics in another form than the product does, so that the product's
 * tables and formulas are tested against independent ones.
 */
const ROOT_2G = Math.sqrt(2 * 9.81)

/** Three radial gates side by side on one ogee crest. m */
export const RADIAL = {
  count: 3,
  width: 10,
  sill: 400.5,
  maxOpening: 11,
  trunnion: 5.5,
  radius: 12.5,
  designHead: 12,
  m: 0.47,
}

/**
 * Discharge of one radial gate, m3/s. Under the lip: jet contracted by the lip angle (Toch 1955,
 * Cc = 1 - 0.75 x + 0.36 x^2, x = angle / 90 deg). Lip out of the water: ogee weir, m ~ (H/Hd)^0.12, H/Hd >= 0.25.
 * Between opening/head 0.4 and 0.95 one passes smoothly into the other.
 */
export function radialFlow(level: number, opening: number): number {
  const { width, sill, trunnion, radius, designHead, m } = RADIAL
  const head = level - sill
  if (head <= 0 || opening <= 0) return 0
  const ratio = opening / head
  let weight = 0
  if (ratio > 0.4) {
    const x = Math.min(1, (ratio - 0.4) / 0.55)
    weight = x * x * (3 - 2 * x)
  }
  let under = 0
  if (weight < 1) {
    const lip = Math.acos(Math.max(-1, Math.min(1, (trunnion - opening) / radius))) / (Math.PI / 2)
    const contraction = 1 - 0.75 * lip + 0.36 * lip * lip
    under = contraction * opening * Math.sqrt(head - contraction * opening)
  }
  const over = weight > 0 ? m * Math.max(0.25, head / designHead) ** 0.12 * head ** 1.5 : 0
  return width * ROOT_2G * (under * (1 - weight) + over * weight)
}

/** Free overflow beside the gates, for floods beyond them. m */
export const OVERFLOW = { crest: 412.8, length: 60, m: 0.42 }

/** m3/s */
export function overflowFlow(level: number): number {
  const head = level - OVERFLOW.crest
  return head <= 0 ? 0 : OVERFLOW.m * OVERFLOW.length * ROOT_2G * head ** 1.5
}

/** Bottom outlet that passes the environmental flow through a small slide gate. m */
export const BOTTOM = { sill: 352, width: 0.8, height: 1.2, mu: 0.65 }

/** m3/s */
export function bottomFlow(level: number, opening: number): number {
  const head = level - BOTTOM.sill - opening / 2
  return head <= 0 || opening <= 0 ? 0 : BOTTOM.mu * BOTTOM.width * opening * ROOT_2G * Math.sqrt(head)
}

/** River level at the powerhouse (m) of the whole discharge that passes it (m3/s). */
export function tailwater(discharge: number): number {
  return 267.6 + 0.085 * Math.max(0, discharge) ** 0.6
}
