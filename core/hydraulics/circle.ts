import { G } from './constants.ts'

/** Area of the lower segment of a circle of diameter d filled to depth y, m2. */
export function segmentArea(d: number, y: number): number {
  if (y <= 0) return 0
  if (y >= d) return (Math.PI * d * d) / 4
  const angle = 2 * Math.acos(1 - (2 * y) / d)
  return ((angle - Math.sin(angle)) * d * d) / 8
}

/** Discharge at which depth y (0 < y < d) is critical in a round pipe: Q^2 T = g A^3, m3/s. */
export function criticalDischarge(d: number, y: number): number {
  const area = segmentArea(d, y)
  return area * Math.sqrt(G * hydraulicDepth(d, y, area))
}

/** Area over surface width, m; grows without bound as the pipe fills. */
function hydraulicDepth(d: number, y: number, area: number): number {
  return area / (2 * Math.sqrt(y * (d - y)))
}

/** Critical specific head y + A / 2T of a round pipe at critical depth y, m. */
export function criticalHead(d: number, y: number): number {
  return y + hydraulicDepth(d, y, segmentArea(d, y)) / 2
}

/** Critical depth of discharge q in a round pipe, m: bisection, at most d. */
export function criticalDepth(d: number, q: number): number {
  if (q <= 0) return 0
  let low = 0
  let high = d
  for (let i = 0; i < 52; i++) {
    const y = (low + high) / 2
    if (criticalDischarge(d, y) < q) low = y
    else high = y
  }
  return (low + high) / 2
}
